// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_e1000.c - the rule of `e1000`, wholly, against a decision table.
 *
 * Gaps are exact to the nanosecond here, so that each rate can be read off the
 * gap and, since the classes' rates and ramps differ, each class off the rate.
 */
#include "util.h"

#define S UINT64_C(1000000000)
#define ANY UINT64_MAX

enum { LOWEST, LOW, BULK };

/*
 * The driver's classification as a table: the first row whose class is the
 * present one and whose ranges (ends included) hold packets, bytes and the size
 * of a packet (bytes / packets, rounded down) gives the next class.
 */
static const struct row {
	int from;
	u64 bytes[2], packets[2], size[2];
	int to;
} table[] = {
	{ LOWEST, { 0, ANY }, { 1, ANY }, { 8001, ANY }, BULK },
	{ LOWEST, { 513, ANY }, { 1, 4 }, { 0, 8000 }, LOW },
	{ LOWEST, { 0, ANY }, { 1, ANY }, { 0, 8000 }, LOWEST },

	{ LOW, { 10001, ANY }, { 1, ANY }, { 8001, ANY }, BULK },
	{ LOW, { 10001, ANY }, { 1, 9 }, { 0, 8000 }, BULK },
	{ LOW, { 10001, ANY }, { 1, ANY }, { 1201, 8000 }, BULK },
	{ LOW, { 10001, ANY }, { 36, ANY }, { 0, 1200 }, LOWEST },
	{ LOW, { 10001, ANY }, { 10, 35 }, { 0, 1200 }, LOW },
	{ LOW, { 0, 10000 }, { 1, ANY }, { 2001, ANY }, BULK },
	{ LOW, { 0, 511 }, { 1, 2 }, { 0, 2000 }, LOWEST },
	{ LOW, { 0, 10000 }, { 1, ANY }, { 0, 2000 }, LOW },

	{ BULK, { 25001, ANY }, { 36, ANY }, { 0, ANY }, LOW },
	{ BULK, { 0, 5999 }, { 1, ANY }, { 0, ANY }, LOW },
	{ BULK, { 0, ANY }, { 1, ANY }, { 0, ANY }, BULK },
};

static bool within(u64 v, const u64 range[2])
{
	return v >= range[0] && v <= range[1];
}

static int class_by_table(int from, u64 packets, u64 bytes)
{
	size_t i;

	if (packets == 0)
		return from;
	for (i = 0; i < COUNT(table); i++)
		if (table[i].from == from && within(bytes, table[i].bytes) &&
		    within(packets, table[i].packets) &&
		    within(bytes / packets, table[i].size))
			return table[i].to;
	fail_msg("the table has a hole");
	return -1;
}

/* rate[settled class][next class] after one step, ramps included. */
static const u64 rate_after[3][3] = {
	[LOWEST] = { 70000, 20000, 4000 },
	[LOW] = { 37500, 20000, 4000 }, /* 20000 + 70000/4 */
	[BULK] = { 21500, 9000, 4000 }, /* 4000 + 70000/4, 4000 + 20000/4 */
};

/* A running controller with its totals. */
struct unit {
	struct itr it;
	struct itr_sample s;
};

static bool event(struct unit *u, enum itr_event ev)
{
	u->s.event = ev;
	u->s.now_ns += 1000;
	return itr_step(&u->it, &u->s);
}

/* One interrupt, that many packets and octets, and the end of the poll. */
static void traffic(struct unit *u, u64 rxp, u64 rxb, u64 txp, u64 txb)
{
	u64 before = u->it.decisions;

	/* It need not be told of the interrupt, and may be. */
	if (event(u, ITR_EV_INTERRUPT))
		fail_msg("decided at the interrupt");
	u->s.rx_packets += rxp;
	u->s.rx_bytes += rxb;
	u->s.tx_packets += txp;
	u->s.tx_bytes += txb;
	if (!event(u, ITR_EV_COMPLETION) || u->it.decisions != before + 1)
		fail_msg("not decided at completion");
}

static struct unit started(const char *text, u64 link_mbps)
{
	struct itr_caps caps = caps_exact(link_mbps);
	struct itr_params p = params_of_text(text);
	struct unit u;

	memset(&u, 0, sizeof(u));
	itr_start(&u.it, must_find("e1000"), &caps, &p, 0);
	assert_int_equal(u.it.last.gap_ns, S / 20000);
	assert_int_equal(u.it.last.reason, ITR_R_START);
	/* The first end of polling notes where the totals stand. */
	assert_false(event(&u, ITR_EV_COMPLETION));
	return u;
}

/*
 * Both directions in the class asked for, and the rate settled. From the start
 * (lowest latency): 1 packet of 600 octets leads to low latency, 1 of 9000 to
 * bulk; 10 packets of 64 keep lowest latency.
 */
static struct unit settled(const char *text, int rx, int tx)
{
	static const struct {
		u64 packets, bytes;
	} lead[] = { { 10, 640 }, { 1, 600 }, { 1, 9000 } };
	struct unit u = started(text, 1000);
	int i;

	traffic(&u, lead[rx].packets, lead[rx].bytes, lead[tx].packets,
		lead[tx].bytes);
	for (i = 0; i < 20; i++)
		traffic(&u, 0, 0, 0, 0);
	assert_int_equal(u.it.last.reason, ITR_R_KEEP);
	return u;
}

/* From the moment after an interrupt: the gap when that much has come. */
static u64 gap_after(const struct unit *from, u64 rxp, u64 rxb, u64 txp,
		     u64 txb)
{
	struct unit u = *from;

	u.s.rx_packets += rxp;
	u.s.rx_bytes += rxb;
	u.s.tx_packets += txp;
	u.s.tx_bytes += txb;
	if (!event(&u, ITR_EV_COMPLETION) ||
	    u.it.decisions != from->it.decisions + 1)
		fail_msg("not decided at completion");
	return u.it.last.gap_ns;
}

/*
 * A mode and a class with all that is needed to test it in either direction,
 * the other one being idle in the fastest class of the mode.
 */
struct bench {
	int class;
	struct unit rx, tx;
	u64 gap[3]; /* by the next class */
};

static struct bench bench_of(int mode, int class)
{
	const char *text = mode == 1 ? "e1000:mode=1" : "e1000:mode=3";
	int fastest = mode == 1 ? LOWEST : LOW;
	struct bench b = { .class = class };
	int to;

	if (class >= fastest) {
		b.rx = settled(text, class, fastest);
		b.tx = settled(text, fastest, class);
	} else {
		/* Lowest latency in mode 3: met once, at the first decision. */
		b.rx = b.tx = started(text, 1000);
	}
	event(&b.rx, ITR_EV_INTERRUPT);
	event(&b.tx, ITR_EV_INTERRUPT);
	/* Mode 3 turns lowest into low latency; the start's rate is 20000 too. */
	for (to = LOWEST; to <= BULK; to++)
		b.gap[to] = S / rate_after[class < fastest ? fastest : class]
					  [to < fastest ? fastest : to];
	return b;
}

static void check_rx(const struct bench *b, u64 packets, u64 bytes)
{
	CHECK(gap_after(&b->rx, packets, bytes, 0, 0) ==
		      b->gap[class_by_table(b->class, packets, bytes)],
	      "rx class %d packets %ju bytes %ju", b->class, (uintmax_t)packets,
	      (uintmax_t)bytes);
}

static void check_both(const struct bench *b, u64 packets, u64 bytes)
{
	check_rx(b, packets, bytes);
	CHECK(gap_after(&b->tx, 0, 0, packets, bytes) ==
		      b->gap[class_by_table(b->class, packets, bytes)],
	      "tx class %d packets %ju bytes %ju", b->class, (uintmax_t)packets,
	      (uintmax_t)bytes);
}

/*
 * Why the next two tests are the whole table. A row of it holds for intervals
 * of octets, of packets, and of octets a packet; so for one number of packets
 * the next class is constant between the edges of edges_of(), which are all
 * bounds in the table, and it is enough to test both sides of each. The numbers
 * of packets that differ to the table are 0 to 35; from 36 on every edge by size
 * (1201 * 36 and up) lies above every edge by octets (25001 and down), so all
 * are alike but for where their edges lie. every_edge goes far beyond that, up
 * to the largest numbers there are.
 *
 * That proves it if the rule has no edge that the table does not know. So
 * every_pair takes all packets up to 40 with all octets up to 26 000, which is
 * beyond the table's last edge by octets.
 */
#define EDGES_MAX (4 * COUNT(table) + 2)

/* Where the next class can change for that many packets: first octets of the
 * new interval, those only that fit. */
static size_t edges_of(u64 packets, u64 *edge)
{
	size_t i, n = 0;

	edge[n++] = 0;
	for (i = 0; i < COUNT(table); i++) {
		const struct row *row = &table[i];

		edge[n++] = row->bytes[0];
		if (row->bytes[1] != ANY)
			edge[n++] = row->bytes[1] + 1;
		if (packets <= ANY / 8001)
			edge[n++] = row->size[0] * packets;
		if (row->size[1] != ANY && packets <= ANY / 8001)
			edge[n++] = (row->size[1] + 1) * packets;
	}
	return n;
}

static void edges_at(const struct bench *b, u64 packets)
{
	u64 edge[EDGES_MAX];
	size_t i, n = edges_of(packets, edge);

	for (i = 0; i < n; i++) {
		check_both(b, packets, edge[i]);
		check_both(b, packets, edge[i] - 1); /* of 0: the largest */
		check_both(b, packets, edge[i] + 1);
	}
}

/* All classes, both directions, both modes. */
static void every_edge(void **state)
{
	static const int modes[] = { 1, 3 };
	size_t m;
	int class, k;
	u64 packets;

	(void)state;
	for (m = 0; m < COUNT(modes); m++)
		for (class = LOWEST; class <= BULK; class ++) {
			struct bench b = bench_of(modes[m], class);

			for (packets = 0; packets <= 1000; packets++)
				edges_at(&b, packets);
			for (k = 10; k < 64; k++)
				for (packets = 0; packets < 3; packets++)
					edges_at(&b, (UINT64_C(1) << k) +
							     packets - 1);
			edges_at(&b, UINT64_MAX);
		}
}

static void every_pair(void **state)
{
	int class;
	u64 packets, bytes;

	(void)state;
	for (class = LOWEST; class <= BULK; class ++) {
		struct bench b = bench_of(1, class);

		for (packets = 0; packets <= 40; packets++)
			for (bytes = 0; bytes <= 26000; bytes++)
				check_rx(&b, packets, bytes);
	}
}

/* The slower class of the two decides: all nine pairs, both modes. */
static void slower_direction(void **state)
{
	static const u64 rate1[3][3] = { { 70000, 20000, 4000 },
					 { 20000, 20000, 4000 },
					 { 4000, 4000, 4000 } };
	static const u64 rate3[3][3] = { { 20000, 20000, 4000 },
					 { 20000, 20000, 4000 },
					 { 4000, 4000, 4000 } };
	int rx, tx;

	(void)state;
	for (rx = LOWEST; rx <= BULK; rx++)
		for (tx = LOWEST; tx <= BULK; tx++) {
			struct unit u = settled("e1000:mode=1", rx, tx);

			assert_int_equal(u.it.last.gap_ns, S / rate1[rx][tx]);
			u = settled("e1000:mode=3", rx, tx);
			assert_int_equal(u.it.last.gap_ns, S / rate3[rx][tx]);
		}
}

/* Rising by a quarter of the goal a step, falling at once. */
static void ramps(void **state)
{
	static const u64 from_bulk[] = { 9000, 14000, 19000, 20000, 20000 };
	static const u64 to_lowest[] = { 37500, 55000, 70000, 70000 };
	static const u64 bulk_up[] = { 9000, 26500, 44000, 61500, 70000 };
	struct unit u = settled("e1000:mode=3", BULK, BULK);
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(from_bulk); i++) {
		traffic(&u, 10, 1000, 10, 1000); /* bulk -> low, low stays */
		assert_int_equal(u.it.last.gap_ns, S / from_bulk[i]);
		assert_int_equal(u.it.last.reason, i < 3    ? ITR_R_RAMP
						   : i == 3 ? ITR_R_RULE
							    : ITR_R_KEEP);
	}
	traffic(&u, 1, 9000, 1, 100); /* low -> bulk: at once */
	assert_int_equal(u.it.last.gap_ns, S / 4000);
	assert_int_equal(u.it.last.reason, ITR_R_RULE);

	u = settled("e1000:mode=1", LOW, LOW);
	for (i = 0; i < COUNT(to_lowest); i++) {
		traffic(&u, 1, 60, 1, 60);
		assert_int_equal(u.it.last.gap_ns, S / to_lowest[i]);
	}
	traffic(&u, 1, 600, 1, 60); /* lowest -> low: at once */
	assert_int_equal(u.it.last.gap_ns, S / 20000);

	/* A goal that moves while the rate is on its way. */
	u = settled("e1000:mode=1", BULK, BULK);
	for (i = 0; i < COUNT(bulk_up); i++) {
		traffic(&u, 1, 60, 1, 60); /* bulk -> low -> lowest */
		assert_int_equal(u.it.last.gap_ns, S / bulk_up[i]);
	}
}

/*
 * Every rate that can be met, with every goal: all sequences of eight decisions
 * over traffic that wants lowest latency, low latency or bulk. After five of a
 * kind the rate is the goal's, so no more rates come with longer sequences.
 */
static void every_ramp(void **state)
{
	static const struct {
		u64 packets, bytes;
	} kinds[] = { { 1, 60 }, { 1, 600 }, { 1, 9000 } };
	static const u64 goals[] = { 70000, 20000, 4000 };
	int sequence, k;

	(void)state;
	for (sequence = 0; sequence < 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3;
	     sequence++) {
		struct unit u = started("e1000:mode=1", 1000);
		int class = LOWEST, left = sequence;
		u64 rate = 20000;

		event(&u, ITR_EV_INTERRUPT);
		for (k = 0; k < 8; k++, left /= 3) {
			u64 packets = kinds[left % 3].packets;
			u64 bytes = kinds[left % 3].bytes;
			u64 goal;

			class = class_by_table(class, packets, bytes);
			goal = goals[class];
			if (goal <= rate)
				rate = goal;
			else if (goal - rate <= goal / 4)
				rate = goal;
			else
				rate += goal / 4;
			traffic(&u, packets, bytes, 0, 0);
			CHECK(u.it.last.gap_ns == S / rate,
			      "sequence %d, decision %d", sequence, k);
		}
	}
}

/* The gaps as the card holds them. */
static void registers(void **state)
{
	static const struct {
		const char *text;
		u64 packets, bytes, reg;
	} t[] = {
		{ "e1000:mode=1", 10, 640, 55 }, /* 70000 */
		{ "e1000:mode=3", 10, 640, 195 }, /* 20000 */
		{ "e1000:mode=3", 1, 9000, 976 }, /* 4000 */
	};
	struct itr_caps caps = caps_e1000();
	size_t i;
	int n;

	(void)state;
	for (i = 0; i < COUNT(t); i++) {
		struct itr_params p = params_of_text(t[i].text);
		struct unit u;

		memset(&u, 0, sizeof(u));
		itr_start(&u.it, must_find("e1000"), &caps, &p, 0);
		event(&u, ITR_EV_COMPLETION);
		assert_int_equal(u.it.last.gap_ns, 195 * 256);
		/* TIDV 8, TADV 32, RDTR 0, RADV 8 */
		assert_int_equal(u.it.last.tx_packet_ns, 8 * 1024);
		assert_int_equal(u.it.last.tx_absolute_ns, 32 * 1024);
		assert_int_equal(u.it.last.rx_packet_ns, 0);
		assert_int_equal(u.it.last.rx_absolute_ns, 8 * 1024);
		for (n = 0; n < 5; n++)
			traffic(&u, t[i].packets, t[i].bytes, 0, 0);
		assert_int_equal(u.it.last.gap_ns, t[i].reg * 256);
	}
}

/* Anything but 1000 Mbit/s: 4000 at the first decision, whatever the traffic. */
static void link_speeds(void **state)
{
	static const u64 speeds[] = { 0, 10, 100, 999, 1001, 2500, 10000 };
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(speeds); i++) {
		struct unit u = started("e1000:mode=1", speeds[i]);

		traffic(&u, 10, 640, 10, 640);
		assert_int_equal(u.it.last.gap_ns, S / 4000);
		assert_int_equal(u.it.last.reason, ITR_R_LINK_SPEED);
		traffic(&u, 10, 640, 10, 640);
		assert_int_equal(u.it.last.gap_ns, S / 4000);
		assert_int_equal(u.it.last.reason, ITR_R_KEEP);
	}
}

/* Counts are of all polls since polling ended before. */
static void since_polling_ended(void **state)
{
	struct unit u = settled("e1000:mode=1", LOWEST, LOWEST);

	(void)state;
	/* 2 * 3 packets of 200 octets: 6 >= 5 packets, so lowest stays; 3 of
	 * them alone (600 octets) would have led to low latency. */
	event(&u, ITR_EV_INTERRUPT);
	u.s.rx_packets += 3;
	u.s.rx_bytes += 600;
	assert_false(event(&u, ITR_EV_POLL));
	u.s.rx_packets += 3;
	u.s.rx_bytes += 600;
	assert_true(event(&u, ITR_EV_COMPLETION));
	assert_int_equal(u.it.last.gap_ns, S / 70000);
	/* then it starts anew */
	traffic(&u, 3, 600, 0, 0);
	assert_int_equal(u.it.last.gap_ns, S / 20000);
}

/* A poll without an end: decided after poll_us, and counted anew from there. */
static void endless_poll(void **state)
{
	struct unit u = settled("e1000:mode=1", LOW, LOW);
	struct unit never = settled("e1000:mode=1,poll_us=0", LOW, LOW);
	u64 t0;

	(void)state;
	assert_false(event(&u, ITR_EV_POLL)); /* it goes on, from here */
	t0 = u.s.now_ns;
	u.s.rx_packets += 40; /* low: 40 packets, 20000 octets -> lowest */
	u.s.rx_bytes += 20000;
	u.s.tx_packets += 40;
	u.s.tx_bytes += 20000;
	u.s.now_ns = t0 + 1000000 - 1 - 1000;
	assert_false(event(&u, ITR_EV_POLL));
	u.s.now_ns = t0 + 1000000 - 1000;
	assert_true(event(&u, ITR_EV_POLL));
	assert_int_equal(u.it.last.gap_ns, S / 37500);
	/* nothing since then: 999.999 us later still no decision */
	u.s.now_ns += 1000000 - 1 - 1000;
	assert_false(event(&u, ITR_EV_POLL));
	/* at the end of the poll only what came since then counts: one packet
	 * of 9000 -> bulk; with the 40 of before it would not be */
	u.s.rx_packets += 1;
	u.s.rx_bytes += 9000;
	assert_true(event(&u, ITR_EV_COMPLETION));
	assert_int_equal(u.it.last.gap_ns, S / 4000);

	assert_false(event(&never, ITR_EV_POLL));
	never.s.rx_packets += 40;
	never.s.rx_bytes += 20000;
	never.s.now_ns += 3600 * S;
	assert_false(event(&never, ITR_EV_POLL));
}

/* The first step only notes the totals, wherever they stand. */
static void totals_start_anywhere(void **state)
{
	struct itr_caps caps = caps_exact(1000);
	struct itr_params p = params_of_text("e1000:mode=1");
	struct unit u;

	(void)state;
	memset(&u, 0, sizeof(u));
	itr_start(&u.it, must_find("e1000"), &caps, &p, 0);
	u.s.rx_packets = 1;
	u.s.rx_bytes = 1000000;
	assert_false(event(&u, ITR_EV_COMPLETION));
	assert_true(event(&u, ITR_EV_COMPLETION));
	assert_int_equal(u.it.last.gap_ns, S / 37500); /* no packets: lowest */
}

static void mode_changes(void **state)
{
	struct unit u = settled("e1000:mode=1", LOWEST, LOWEST);
	struct itr_params p = params_of_text("e1000:mode=3");

	(void)state;
	itr_retune(&u.it, &p);
	assert_int_equal(u.it.last.gap_ns, S / 70000); /* until the next step */
	assert_int_equal(u.it.last.reason, ITR_R_PARAM);
	traffic(&u, 0, 0, 0, 0);
	assert_int_equal(u.it.last.gap_ns, S / 20000);
}

static void no_gap_register(void **state)
{
	struct itr_caps caps = { .link_mbps = 1000 };
	struct unit u;

	(void)state;
	memset(&u, 0, sizeof(u));
	itr_start(&u.it, must_find("e1000"), &caps, NULL, 0);
	event(&u, ITR_EV_COMPLETION);
	traffic(&u, 1, 9000, 0, 0);
	assert_int_equal(u.it.last.gap_ns, 0);
	assert_int_equal(u.it.last.tx_packet_ns, 0);
	assert_int_equal(u.it.last.reason, ITR_R_NO_CAP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_edge),
		cmocka_unit_test(every_pair),
		cmocka_unit_test(slower_direction),
		cmocka_unit_test(ramps),
		cmocka_unit_test(every_ramp),
		cmocka_unit_test(registers),
		cmocka_unit_test(link_speeds),
		cmocka_unit_test(since_polling_ended),
		cmocka_unit_test(endless_poll),
		cmocka_unit_test(totals_start_anywhere),
		cmocka_unit_test(mode_changes),
		cmocka_unit_test(no_gap_register),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
