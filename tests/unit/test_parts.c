// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Exact laws of what parts and machines do differently, as in test_laws.c:
 *
 * A crystal of p ppm: units * (1 + p / 10^6), to the nearest ps. Two cards that
 *   always have a cause pending assert on lattices of T and T'; these coincide
 *   every T T' / (T' - T).
 * A floor F of the hold-off: max(g, F, T) apart. TIDV that runs from the first
 *   write-back: one every TIDV rounded up to the next write-back.
 * A hold-off has the gap that was written last before it: the decision before
 *   it; the one before that if the write waits for an interrupt; and the one in
 *   it if a write restarts.
 * Ticks take HZ times their cost. A stall holds everything for its length. Who
 *   has slept less than deep_after wakes in idle_exit, who has slept longer in
 *   deep_exit.
 */
#include "probe.h"

#include <math.h>

/* n frames to receive, g apart. */
static void arrivals(struct probe *p, int n, int64_t g)
{
	for (int k = 1; k <= n; k++) {
		engine_run_until(&p->engine, k * g);
		nic_rx_arrive(&p->nic, k * g, 60);
	}
}

static void apart(const struct probe *p, int64_t want_ps)
{
	assert_true(p->n > 100 && p->n < 16384);
	for (size_t k = 1; k < p->n; k++)
		assert_int_equal(p->at_ps[k] - p->at_ps[k - 1], want_ps);
}

/* 1 ppm of 195 * 256 ns is 49.92 ps; a half is rounded away from zero. */
static void law_crystal(void **state)
{
	const struct {
		const char *params;
		int64_t ppb, gap_ps;
	} rows[] = {
		{ "gap_ns=49920", 5400, 49920270 }, /* 269.568 */
		{ "gap_ns=49920", -5400, 49919730 },
		{ "gap_ns=49920", 1000, 49920050 }, /* 49.92 */
		{ "gap_ns=49920", -1000000, 49870080 },
		{ "gap_ns=49920", 1000000, 49969920 },
		{ "gap_ns=256", 1000, 256000 }, /* 0.256 */
		{ "gap_ns=256000", 1953, 256000500 }, /* 499.968 */
		{ "gap_ns=16776960", 1, 16776960017 }, /* 16.77696 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct nic_traits t = { .ppb = rows[i].ppb };
		struct probe *p = probe_of(rows[i].params, t, NULL);

		/* So dense that one always waits. */
		arrivals(p, 2000, rows[i].gap_ps / 8);
		apart(p, rows[i].gap_ps);
		probe_free(p);
	}
}

/* The delay timers run on the same crystal. */
static void law_crystal_of_timers(void **state)
{
	struct nic_traits t = { .ppb = 100000 };
	struct probe *p = probe_of("gap_ns=0,tx_packet_ns=102400,"
				   "tx_absolute_ns=0",
				   t, NULL);

	(void)state;
	probe_sends(p, 3);
	engine_run_until(&p->engine, PS_PER_S);
	assert_int_equal(p->n, 1);
	/* 100 units of 1024 ns, and 100 ppm of that. */
	assert_int_equal(p->at_ps[0] - 3 * DATAGRAM_PS, 102400000 + 10240);
	probe_free(p);
}

/* T' = T (1 + 10^-4): 10 000 of them are 10 001 of T, and none before that. */
static void law_beat(void **state)
{
	struct nic_traits slow = { .ppb = 100000 };
	struct probe *a = probe_new("gap_ns=49920");
	struct probe *b = probe_of("gap_ns=49920", slow, NULL);
	const int64_t T = 49920 * PS_PER_NS;

	(void)state;
	arrivals(a, 70100, T / 7);
	arrivals(b, 70100, T / 7);
	assert_true(a->n > 10001 && b->n > 10000 && a->n < 16384);
	assert_int_equal(a->at_ps[0], b->at_ps[0]);
	for (size_t k = 1; k < 10000; k++)
		assert_int_equal(b->at_ps[k] - a->at_ps[k],
				 (int64_t)k * 4992 /* 100 ppm of T */);
	assert_int_equal(b->at_ps[10000], a->at_ps[10001]);
	probe_free(a);
	probe_free(b);
}

/* The first assertion is not before the phase, and the lattice begins there. */
static void law_phase(void **state)
{
	struct nic_traits t = { .phase_ns = 31000, .itr_write = 1 };
	struct probe *p = probe_of("gap_ns=49920", t, NULL);

	(void)state;
	arrivals(p, 2000, 7000000);
	assert_int_equal(p->at_ps[0], 31000000);
	apart(p, 49920000);
	probe_free(p);
	/* Who comes later is not held. */
	p = probe_of("gap_ns=49920", t, NULL);
	arrivals(p, 1, 31000001);
	engine_run_until(&p->engine, PS_PER_S);
	assert_int_equal(p->n, 1);
	assert_int_equal(p->at_ps[0], 31000001);
	probe_free(p);
}

static void law_floor(void **state)
{
	const char *const params[] = { "gap_ns=0", "gap_ns=49920",
				       "gap_ns=128000", "gap_ns=128256" };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct nic_traits t = { .gap_min_ns = 500 * 256 };
		struct probe *p = probe_of(params[i], t, NULL);

		arrivals(p, 2000, 16000000);
		apart(p, i == 3 ? 128256000 : 128000000);
		probe_free(p);
	}
}

static void law_tidv_first(void **state)
{
	struct nic_traits t = { .tidv = 1 };
	struct probe *p = probe_of("gap_ns=0,tx_packet_ns=102000,"
				   "tx_absolute_ns=0",
				   t, NULL);

	(void)state;
	probe_sends(p, 20000);
	/* 101.376 us; the next write-back after that is the 12th. */
	apart(p, 12 * DATAGRAM_PS);
	probe_free(p);
}

/* A controller whose gaps are 40, 50, 60, 70 and again 40 units. */
static u64 fourth_gap(u64 k)
{
	return (40 + 10 * (k % 4)) * 256;
}

static void fourth_start(struct itr *it, u64 now_ns)
{
	(void)now_ns;
	it->last.gap_ns = fourth_gap(0);
}

static bool fourth_step(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	(void)s, (void)now_ns;
	it->decisions++;
	it->last.gap_ns = fourth_gap(++it->state[0]);
	return true;
}

static const struct itr_ops fourth = {
	.name = "fourth",
	.idea = "One gap after the other.",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_COMPLETION),
	.start = fourth_start,
	.on = { [ITR_EV_COMPLETION] = fourth_step },
};

/*
 * Assertion k starts its hold-off with the gap of decision k - late, for it
 * asserts, polls and decides at one moment, and gap 0 was there before all.
 */
static void gaps_follow(struct nic_traits t, int late)
{
	struct probe *p = probe_of("", t, &fourth);

	arrivals(p, 10000, PS_PER_US);
	assert_true(p->n > 100 && p->n < 16384);
	for (size_t k = 4; k < p->n; k++)
		assert_int_equal(
			p->at_ps[k] - p->at_ps[k - 1],
			(int64_t)fourth_gap(k - 1 + 4 - (unsigned int)late) *
				PS_PER_NS);
	probe_free(p);
}

static void law_write(void **state)
{
	(void)state;
	/* Counted from 0: hold-off k - 1 has what decision k - 1 - late said. */
	gaps_follow((struct nic_traits){ 0 }, 0);
	gaps_follow((struct nic_traits){ .itr_defer = 1 }, 1);
	gaps_follow((struct nic_traits){ .itr_defer = 1, .itr_write = 1 }, 0);
	/* Written where it is decided, it restarts what has just begun. */
	gaps_follow((struct nic_traits){ .itr_write = 1 }, -1);
}

/*
 * A write in the middle of a hold-off of T: the end stays, or it is the new
 * length after the write; after its end there is nothing to restart.
 */
static void law_write_later(void **state)
{
	(void)state;
	for (int64_t restart = 0; restart < 2; restart++) {
		struct nic_traits t = { .itr_write = restart };
		struct probe *p = probe_of("gap_ns=49920", t, NULL);

		arrivals(p, 1, PS_PER_US);
		engine_run_until(&p->engine, 30 * PS_PER_US);
		nic_write_gap(&p->nic, 0, 25600 * PS_PER_NS);
		nic_rx_arrive(&p->nic, 30 * PS_PER_US, 60);
		engine_run_until(&p->engine, 200 * PS_PER_US);
		nic_write_gap(&p->nic, 0, 51200 * PS_PER_NS);
		nic_rx_arrive(&p->nic, 200 * PS_PER_US, 60);
		engine_run_until(&p->engine, PS_PER_MS);
		assert_int_equal(p->n, 3);
		assert_int_equal(p->at_ps[0], PS_PER_US);
		assert_int_equal(p->at_ps[1], restart ? 55600000 : 50920000);
		assert_int_equal(p->at_ps[2], 200 * PS_PER_US);
		probe_free(p);
	}
}

/* n frames, g apart, to a machine that does everything at once. */
static struct run_result play(const struct machine *m, uint64_t seed, int n,
			      int64_t g_ps, int64_t end_ps)
{
	struct run_config cfg = probe_config(m, "gap_ns=0");
	struct frame f = { .bytes = 60, .segments = 1, .kind = FRAME_RX };
	struct run_result res;
	struct err err = { 0 };
	struct run *r;

	cfg.seed = seed;
	r = run_new(&cfg, &err);
	assert_non_null(r);
	for (int i = 1; i <= n; i++) {
		f.t_ps = i * g_ps;
		run_feed(r, &f, 1);
	}
	run_finish(r, end_ps, &res);
	run_free(r);
	assert_int_equal(res.rx_delivered, n);
	return res;
}

/* Whole seconds hold HZ ticks each, wherever the first one is. */
static void law_ticks(void **state)
{
	struct machine m = *machine_find("ideal");
	struct run_result res;

	(void)state;
	m.tick_period_ns = 4000000; /* 250 Hz */
	m.tick_ns = 5000;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		res = play(&m, seed, 30000, 100 * PS_PER_US, 3 * PS_PER_S);
		assert_int_equal(res.hardirq_ps, 750 * 5 * PS_PER_US);
		assert_int_equal(res.softirq_ps, 0);
		/* Who comes in a tick waits for its end, and not longer. */
		assert_true(res.delay.max_ps <= 5 * PS_PER_US);
	}
	/* The old machines: 0.125, 0.3 and 0.2 % of the CPU. */
	for (size_t i = 0; i < 3; i++) {
		const char *const names[] = { "pcix-2007", "xeon-2003",
					      "pcie-2009" };
		const int64_t ppm[] = { 1250, 3000, 2000 };
		const struct machine *old = machine_find(names[i]);

		res = play(old, 1, 0, 0, 2 * PS_PER_S);
		assert_int_equal(res.hardirq_ps, 2 * PS_PER_US * ppm[i]);
		assert_int_equal(old->tick_ns * 1000000,
				 ppm[i] * old->tick_period_ns);
	}
}

/*
 * Lengths L; the next comes between 1 ps and twice the mean P after the last
 * began, of variance P^2/3. A frame that comes within one waits for its end.
 */
static void law_stalls(void **state)
{
	struct machine m = *machine_find("ideal");
	const double n = 2000; /* expected */
	struct run_result res;
	double got;

	(void)state;
	m.stall_period_ns = 10000000;
	m.stall_ns = 150000;
	res = play(&m, 1, 200000, 100 * PS_PER_US, 20 * PS_PER_S);
	got = (double)res.hardirq_ps / 150e6;
	/* What begins within another, one in 133, is none. */
	if (fabs(got - n * (1 - 0.15 / 20)) > 4.5 * sqrt(n / 3))
		fail_msg("%g stalls, expected about %g", got, n);
	assert_true(res.delay.max_ps <= 150 * PS_PER_US);
	assert_true(res.delay.max_ps > 149 * PS_PER_US);
	assert_true(res.hardirq_ps % (150 * PS_PER_US) == 0);
	/* Others come at other times. */
	assert_true(play(&m, 2, 1, PS_PER_US, 20 * PS_PER_S).hardirq_ps !=
		    play(&m, 3, 1, PS_PER_US, 20 * PS_PER_S).hardirq_ps);
}

static void law_deep_sleep(void **state)
{
	struct machine m = *machine_find("ideal");

	(void)state;
	m.idle_exit_ns = 2000;
	m.deep_exit_ns = 133000;
	m.deep_after_ns = 600000;
	/* It falls asleep again when it has done its work, at no cost. */
	for (int i = 0; i < 4; i++) {
		const int64_t sleep_ps[] = { 599999999, 600000000, 600000001,
					     PS_PER_MS };
		int64_t wake_ps = (i == 0 ? 2 : 133) * PS_PER_US;
		struct run_result res =
			play(&m, 1, 3, sleep_ps[i] + (i ? 133 : 2) * PS_PER_US,
			     PS_PER_S);

		/* The first frame comes after what the others come, too. */
		assert_int_equal(res.delay.n, 3);
		assert_int_equal(res.delay.max_ps, i ? wake_ps : 133000000);
		if (i)
			assert_true(res.delay.mean_ps == (double)wake_ps);
		else
			assert_true(res.delay.mean_ps ==
				    (133e6 + 2e6 + 2e6) / 3);
	}
	m.deep_after_ns = 0;
	assert_int_equal(play(&m, 1, 3, PS_PER_MS, PS_PER_S).delay.max_ps,
			 2000000);
}

/*
 * Two controllers on one trace meet the same noise at the same packet: all that
 * the packets cost is the same sum to the picosecond, however they are polled,
 * and with another seed it is another one. So are the stalls.
 */
static void law_same_noise(void **state)
{
	struct machine m = *machine_find("ideal");
	struct run_result res[3];

	(void)state;
	m.rx_packet_ns = 1540;
	m.tx_send_ns = 3000;
	m.jitter_permille = 20;
	m.stall_period_ns = 10000000;
	m.stall_ns = 100000;
	for (int i = 0; i < 3; i++) {
		struct run_config cfg =
			probe_config(&m, i == 0 ? "gap_ns=0" : "gap_ns=249856");
		struct frame f = { .bytes = 60, .segments = 1 };
		struct err err = { 0 };
		struct run *r;

		cfg.seed = i == 2 ? 2 : 1;
		r = run_new(&cfg, &err);
		assert_non_null(r);
		for (int k = 1; k <= 20000; k++) {
			f.t_ps = k * 20 * PS_PER_US;
			f.kind = k % 3 ? FRAME_RX : FRAME_TX;
			run_feed(r, &f, 1);
		}
		run_finish(r, PS_PER_S, &res[i]);
		run_free(r);
	}
	assert_true(res[0].interrupts > 2 * res[1].interrupts);
	assert_int_equal(res[0].rx_delivered, res[1].rx_delivered);
	assert_int_equal(res[0].softirq_ps, res[1].softirq_ps);
	assert_int_equal(res[0].process_ps, res[1].process_ps);
	assert_int_equal(res[0].hardirq_ps, res[1].hardirq_ps);
	assert_int_not_equal(res[2].softirq_ps, res[1].softirq_ps);
	assert_int_not_equal(res[2].process_ps, res[1].process_ps);
	assert_int_not_equal(res[2].hardirq_ps, res[1].hardirq_ps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(law_crystal),
		cmocka_unit_test(law_crystal_of_timers),
		cmocka_unit_test(law_beat),
		cmocka_unit_test(law_phase),
		cmocka_unit_test(law_floor),
		cmocka_unit_test(law_tidv_first),
		cmocka_unit_test(law_write),
		cmocka_unit_test(law_write_later),
		cmocka_unit_test(law_ticks),
		cmocka_unit_test(law_stalls),
		cmocka_unit_test(law_deep_sleep),
		cmocka_unit_test(law_same_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
