// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_symmetry.c - the rule of `symmetry` against the driver's 32-bit
 * arithmetic and against the inequality that defines its quotient. The
 * sampling is tested with `threshold`.
 */
#include "util.h"

#define S UINT64_C(1000000000)

/* Started and with a baseline of 0 octets at 0 s. */
static struct itr primed(const struct itr_caps *caps)
{
	struct itr_sample s = { .event = ITR_EV_TIMER };
	struct itr it;

	itr_start(&it, must_find("symmetry"), caps, NULL, 0);
	itr_step(&it, &s);
	assert_int_equal(it.decisions, 0);
	return it;
}

static u64 gap_after(const struct itr *primed_it, u64 rx, u64 tx)
{
	struct itr_sample s = { .now_ns = 2 * S,
				.event = ITR_EV_TIMER,
				.rx_bytes = rx,
				.tx_bytes = tx };
	struct itr it = *primed_it;

	if (!itr_step(&it, &s) || it.decisions != 1)
		fail_msg("no decision");
	return it.last.gap_ns;
}

/* As a driver with 32-bit registers and counters computes it. */
static uint32_t rate_32(uint32_t rx, uint32_t tx)
{
	uint32_t sum = (rx + tx) / 10000;
	uint32_t dif = rx > tx ? (rx - tx) / 10000 : (tx - rx) / 10000;

	if (sum == 0)
		return 8000;
	return dif * 6000 / sum + 2000;
}

static void check(const struct itr *it, const struct itr *on_card, u64 rx,
		  u64 tx)
{
	uint32_t rate = rate_32((uint32_t)rx, (uint32_t)tx);
	u64 sum = (rx + tx) / 10000;
	u64 dif = (rx > tx ? rx - tx : tx - rx) / 10000;

	CHECK(gap_after(it, rx, tx) == S / rate, "rx %ju tx %ju", (uintmax_t)rx,
	      (uintmax_t)tx);
	CHECK(gap_after(on_card, rx, tx) == 256 * (S / (rate * 256)),
	      "rx %ju tx %ju", (uintmax_t)rx, (uintmax_t)tx);
	/* The quotient without dividing: q * sum <= dif * 6000 < (q+1) * sum */
	if (sum > 0)
		CHECK((rate - 2000) * sum <= dif * 6000 &&
			      dif * 6000 < (rate - 1999) * sum,
		      "rx %ju tx %ju", (uintmax_t)rx, (uintmax_t)tx);
}

/*
 * Why the next three tests are the whole rule: it knows the octets of both
 * directions together and their difference, each in units of 10 000, rounded
 * down. every_octet takes each edge of a unit from both sides; every_split takes
 * all there is up to 1000 units (40 Mbit/s at 2 s);
 * every_rate takes, for sums up to the largest that the driver could count, both
 * sides of all 6000 edges between the rates.
 */
static void every_split(void **state)
{
	struct itr_caps exact = caps_exact(1000), card = caps_e1000();
	struct itr it = primed(&exact), on_card = primed(&card);
	u64 sum, rx;

	(void)state;
	for (sum = 0; sum <= 1000; sum++)
		for (rx = 0; rx <= sum; rx++)
			check(&it, &on_card, rx * 10000, (sum - rx) * 10000);
}

/* Every pair of multiples up to 60 and, in sum and difference, up to 120. */
static void every_octet(void **state)
{
	struct itr_caps exact = caps_exact(1000), card = caps_e1000();
	struct itr it = primed(&exact), on_card = primed(&card);
	u64 rx, tx;
	int e, f;

	(void)state;
	for (rx = 1; rx <= 60; rx++)
		for (tx = 1; tx <= 60; tx++)
			for (e = -1; e <= 1; e++)
				for (f = -1; f <= 1; f++)
					check(&it, &on_card,
					      rx * 10000 + (u64)e,
					      tx * 10000 + (u64)f);
}

/*
 * Sums about every power of 2 and about every multiple of 6000 (where an edge
 * falls on a whole unit), up to 429 495 units. For each the least difference
 * that gives 2000 + k a second, and one octet less; of the sum the first and the
 * last octet of its unit. Sum and difference are both odd or both even.
 */
static void every_rate(void **state)
{
	struct itr_caps exact = caps_exact(1000), card = caps_e1000();
	struct itr it = primed(&exact), on_card = primed(&card);
	u64 sums[60], k, top, less;
	size_t i, n = 0;
	int e;

	(void)state;
	for (k = 1024; k < 429495; k *= 2)
		for (e = -1; e <= 1; e++)
			sums[n++] = k + (u64)e;
	for (k = 6000; k < 429495; k *= 3)
		for (e = -1; e <= 1; e++)
			sums[n++] = k + (u64)e;
	sums[n++] = 25000; /* 1 Gbit/s one way, and both ways */
	sums[n++] = 50000;
	sums[n++] = 429495; /* all of 32 bits */
	assert_true(n <= COUNT(sums));
	for (i = 0; i < n; i++)
		for (k = 1; k <= 6000; k++)
			for (top = 0; top < 2; top++)
				for (less = 0; less < 2; less++) {
					u64 units = (k * sums[i] + 5999) / 6000;
					u64 dif = units * 10000 - less;
					u64 sum = sums[i] * 10000;

					sum += top ? 9998 + (dif & 1) : dif & 1;
					check(&it, &on_card, (sum + dif) / 2,
					      (sum - dif) / 2);
				}
}

/* As far as the driver's 32 bits reach: sums below 2^32. */
static void all_32_bits(void **state)
{
	struct itr_caps exact = caps_exact(1000), card = caps_e1000();
	struct itr it = primed(&exact), on_card = primed(&card);
	u64 seed = 4;
	int n;

	(void)state;
	check(&it, &on_card, UINT32_MAX, 0);
	check(&it, &on_card, 0, UINT32_MAX);
	check(&it, &on_card, UINT32_MAX / 2, UINT32_MAX / 2 + 1);
	for (n = 0; n < 300000; n++) {
		u64 sum = (u32)rnd(&seed) >> (rnd(&seed) & 31);
		u64 rx = rnd(&seed) % (sum + 1);

		check(&it, &on_card, rx, sum - rx);
	}
}

static void published_points(void **state)
{
	struct itr_caps exact = caps_exact(1000);
	struct itr it = primed(&exact);

	(void)state;
	assert_int_equal(gap_after(&it, 0, 0), S / 8000); /* silence */
	assert_int_equal(gap_after(&it, 9999, 0), S / 8000); /* rounds to it */
	assert_int_equal(gap_after(&it, 4999, 5000), S / 8000);
	assert_int_equal(gap_after(&it, 5000, 5000), S / 2000); /* symmetric */
	assert_int_equal(gap_after(&it, 100000000, 100000000), S / 2000);
	assert_int_equal(gap_after(&it, 100000000, 0), S / 8000); /* one way */
	assert_int_equal(gap_after(&it, 0, 100000000), S / 8000);
	assert_int_equal(gap_after(&it, 3000000, 1000000), S / 5000);
	/* beyond 32 bits nothing wraps */
	assert_int_equal(gap_after(&it, UINT64_MAX, 0), S / 8000);
	assert_int_equal(gap_after(&it, UINT64_MAX / 2, UINT64_MAX / 2),
			 S / 2000);
	assert_int_equal(gap_after(&it, UINT64_MAX, UINT64_MAX), S / 2000);
	assert_int_equal(gap_after(&it, UINT64_MAX, 20000), S / 7999);
	assert_int_equal(gap_after(&it, 3 * (S << 20), S << 20), S / 5000);
}

static void before_the_first_decision(void **state)
{
	struct itr_caps card = caps_e1000();
	struct itr it = primed(&card);

	(void)state;
	assert_int_equal(it.last.reason, ITR_R_START);
	assert_int_equal(it.last.gap_ns, 488 * 256); /* 8000 a second */
	assert_int_equal(it.last.tx_packet_ns, 64 * 1024);
	assert_int_equal(it.last.tx_absolute_ns, 64 * 1024);
	assert_int_equal(it.last.rx_packet_ns, 0);
	assert_int_equal(it.last.rx_absolute_ns, 128 * 1024);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_split),
		cmocka_unit_test(every_octet),
		cmocka_unit_test(every_rate),
		cmocka_unit_test(all_32_bits),
		cmocka_unit_test(published_points),
		cmocka_unit_test(before_the_first_decision),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
