// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_threshold.c - the rule of `threshold`, wholly, against intervals of
 * octets; and the sampling it shares with `symmetry`.
 */
#include "util.h"

#define S UINT64_C(1000000000)

/* Octets of the busier direction in 2 s, first to last, and the rate. */
static const struct {
	u64 first, last, rate, reg;
} intervals[] = {
	{ 0, 10999999, 200000, 19 },
	{ 11000000, 20999999, 90000, 43 },
	{ 21000000, 100999999, 30000, 130 },
	{ 101000000, UINT64_MAX, 15000, 260 },
};

static u64 rate_of(u64 octets)
{
	size_t i;

	for (i = 0; i < COUNT(intervals); i++)
		if (octets >= intervals[i].first && octets <= intervals[i].last)
			return intervals[i].rate;
	fail();
	return 0;
}

static struct itr_sample timer_at(u64 now_ns, u64 rx_bytes, u64 tx_bytes)
{
	struct itr_sample s = { .now_ns = now_ns,
				.event = ITR_EV_TIMER,
				.rx_bytes = rx_bytes,
				.tx_bytes = tx_bytes };

	return s;
}

/* Started and with a baseline of 0 octets at 1 s. */
static struct itr primed(const char *text, const struct itr_caps *caps)
{
	struct itr_params p = params_of_text(text);
	struct itr_sample s = timer_at(S, 0, 0);
	struct itr it;

	itr_start(&it, must_find("threshold"), caps, &p, S);
	assert_int_equal(it.last.next_ns, S); /* step me at once */
	assert_true(itr_step(&it, &s)); /* next_ns has moved ... */
	assert_int_equal(it.decisions, 0); /* ... but nothing was decided */
	return it;
}

/* The gap after 2 s with these octets. */
static u64 gap_after(const struct itr *primed_it, u64 rx, u64 tx)
{
	struct itr_sample s = timer_at(3 * S, rx, tx);
	struct itr it = *primed_it;

	if (!itr_step(&it, &s) || it.decisions != 1)
		fail_msg("no decision");
	return it.last.gap_ns;
}

static void check(const struct itr *primed_it, u64 rx, u64 tx)
{
	CHECK(gap_after(primed_it, rx, tx) == S / rate_of(rx > tx ? rx : tx),
	      "rx %ju tx %ju", (uintmax_t)rx, (uintmax_t)tx);
}

/*
 * Why the next two tests are the whole table: it knows nothing but the busier
 * direction's octets, and between its edges the rate is constant. every_edge
 * takes each edge from both sides, with every other edge in the other direction.
 * That proves it if the rule has no edge that the table does not know: so
 * every_million takes both sides of every million that the rule can round to,
 * and numbers in between, to well beyond the last edge and up to 2^64 - 1.
 */
static void every_million(void **state)
{
	static const u64 ends[] = { 0, 1, 999999 };
	struct itr_caps caps = caps_exact(1000);
	struct itr it = primed("threshold", &caps);
	u64 rx, tx;
	size_t e, f;
	int k;

	(void)state;
	for (rx = 0; rx <= 130; rx++)
		for (tx = 0; tx <= 130; tx++)
			for (e = 0; e < COUNT(ends); e++)
				for (f = 0; f < COUNT(ends); f++)
					check(&it, rx * 1000000 + ends[e],
					      tx * 1000000 + ends[f]);
	for (rx = 0; rx < 130000000; rx += 997) {
		check(&it, rx, 0);
		check(&it, 0, rx);
	}
	/* 250 million octets are 1 Gbit/s for 2 s */
	for (rx = 130; rx <= 1000; rx++)
		for (e = 0; e < COUNT(ends); e++) {
			check(&it, rx * 1000000 + ends[e], 0);
			check(&it, 0, rx * 1000000 + ends[e]);
		}
	for (k = 27; k < 64; k++)
		for (rx = 0; rx < 3; rx++) {
			check(&it, (UINT64_C(1) << k) + rx - 1, 0);
			check(&it, 0, (UINT64_C(1) << k) + rx - 1);
		}
}

/* And the registers of a card. */
static void every_edge(void **state)
{
	struct itr_caps exact = caps_exact(1000), card = caps_e1000();
	struct itr it = primed("threshold", &exact);
	struct itr on_card = primed("threshold", &card);
	size_t i, k;
	u64 d, e;

	(void)state;
	for (i = 0; i < COUNT(intervals); i++) {
		/* 2 octets to either side; below 0 are the largest numbers */
		for (k = 0; k < COUNT(intervals); k++)
			for (d = 0; d < 5; d++)
				for (e = 0; e < 5; e++)
					check(&it, intervals[i].first + d - 2,
					      intervals[k].first + e - 2);
		assert_int_equal(gap_after(&on_card, intervals[i].first, 0),
				 256 * intervals[i].reg);
		assert_int_equal(gap_after(&on_card, 0, intervals[i].last),
				 256 * intervals[i].reg);
	}
}

static void before_the_first_decision(void **state)
{
	struct itr_caps card = caps_e1000(), none = { .link_mbps = 1000 };
	struct itr it = primed("threshold", &card);

	(void)state;
	assert_int_equal(it.last.reason, ITR_R_START);
	assert_int_equal(it.last.gap_ns, 19 * 256);
	/* TIDV = TADV = 64, RDTR = 0, RADV = 128 */
	assert_int_equal(it.last.tx_packet_ns, 64 * 1024);
	assert_int_equal(it.last.tx_absolute_ns, 64 * 1024);
	assert_int_equal(it.last.rx_packet_ns, 0);
	assert_int_equal(it.last.rx_absolute_ns, 128 * 1024);

	it = primed("threshold", &none);
	assert_int_equal(it.last.gap_ns, 0);
	assert_int_equal(it.last.tx_packet_ns, 0);
}

/* When it decides: at the first TIMER a period or more after the last. */
static void when(void **state)
{
	struct itr_caps caps = caps_exact(1000);
	struct itr it = primed("threshold", &caps);
	struct itr_sample s;

	(void)state;
	assert_int_equal(it.last.next_ns, 3 * S);
	s = timer_at(3 * S - 1, 500000000, 0);
	assert_false(itr_step(&it, &s));
	assert_int_equal(it.last.next_ns, 3 * S);
	s = timer_at(3 * S, 500000000, 0);
	s.event = ITR_EV_COMPLETION; /* not its event */
	assert_false(itr_step(&it, &s));
	s.event = ITR_EV_TIMER;
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.gap_ns, S / 15000);
	assert_int_equal(it.last.reason, ITR_R_RULE);
	assert_int_equal(it.last.next_ns, 5 * S);
	/* the same again: octets count from the last decision */
	s = timer_at(5 * S + 1234567, 1000000000, 0);
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.reason, ITR_R_KEEP);
	assert_int_equal(it.last.next_ns, 7 * S + 1234567);
	/* silence */
	s = timer_at(7 * S + 1234567, 1000000000, 0);
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.gap_ns, S / 200000);
	assert_int_equal(it.decisions, 3);
}

/* At 2 s a late watchdog counts what came, as the driver does. */
static void late_at_the_default(void **state)
{
	struct itr_caps caps = caps_exact(1000);
	struct itr it = primed("threshold", &caps);
	struct itr_sample s = timer_at(1 * S + 20 * S, 11000000, 0);

	(void)state;
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.gap_ns, S / 90000);
}

/* At any other period octets are scaled to 2 s by the time that has passed. */
static void scaled(void **state)
{
	static const struct {
		const char *text;
		u64 span_ns, octets, rate;
	} t[] = {
		/* 1 ms: 2000 times */
		{ "threshold:period_us=1000", 1000000, 5499, 200000 },
		{ "threshold:period_us=1000", 1000000, 5500, 90000 },
		{ "threshold:period_us=1000", 1000000, 10499, 90000 },
		{ "threshold:period_us=1000", 1000000, 10500, 30000 },
		{ "threshold:period_us=1000", 1000000, 50499, 30000 },
		{ "threshold:period_us=1000", 1000000, 50500, 15000 },
		/* 1 ms, but stepped after 1.5: 4000/3 times */
		{ "threshold:period_us=1000", 1500000, 8249, 200000 },
		{ "threshold:period_us=1000", 1500000, 8250, 90000 },
		/* 10 s: a fifth */
		{ "threshold:period_us=10000000", 10 * S, 54999999, 200000 },
		{ "threshold:period_us=10000000", 10 * S, 55000000, 90000 },
		/* 2 s, asked for as a number next to it */
		{ "threshold:period_us=1999999", 2 * S, 10999999, 200000 },
		{ "threshold:period_us=1999999", 2 * S, 11000000, 90000 },
		/* more octets than fit */
		{ "threshold:period_us=100", 100000, UINT64_MAX, 15000 },
	};
	struct itr_caps caps = caps_exact(1000);
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(t); i++) {
		struct itr it = primed(t[i].text, &caps);
		struct itr_sample s =
			timer_at(S + t[i].span_ns, t[i].octets, 0);

		assert_true(itr_step(&it, &s));
		CHECK(it.last.gap_ns == S / t[i].rate, "%s %ju", t[i].text,
		      (uintmax_t)t[i].octets);
	}
}

/* A new period counts from the last decision; the gap stays until then. */
static void retuned(void **state)
{
	struct itr_caps caps = caps_exact(1000);
	struct itr it = primed("threshold", &caps);
	struct itr_params p =
		params_of_text("threshold:period_us=5000,tx_packet_ns=1024");
	struct itr_sample s = timer_at(3 * S, 50000000, 0);

	(void)state;
	assert_true(itr_step(&it, &s));
	itr_retune(&it, &p);
	assert_int_equal(it.last.gap_ns, S / 30000);
	assert_int_equal(it.last.reason, ITR_R_PARAM);
	assert_int_equal(it.last.next_ns, 3 * S + 5000000);
	s = timer_at(3 * S + 5000000, 50000000, 0);
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.gap_ns, S / 200000);
}

static void no_gap_register(void **state)
{
	struct itr_caps caps = { .link_mbps = 1000 };
	struct itr it = primed("threshold", &caps);
	struct itr_sample s = timer_at(3 * S, 50000000, 0);

	(void)state;
	assert_true(itr_step(&it, &s));
	assert_int_equal(it.last.gap_ns, 0);
	assert_int_equal(it.last.reason, ITR_R_NO_CAP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_million),
		cmocka_unit_test(every_edge),
		cmocka_unit_test(before_the_first_decision),
		cmocka_unit_test(when),
		cmocka_unit_test(late_at_the_default),
		cmocka_unit_test(scaled),
		cmocka_unit_test(retuned),
		cmocka_unit_test(no_gap_register),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
