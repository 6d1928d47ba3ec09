// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The pid controller in a closed loop with a toy plant. Expected values are the
 * set-points themselves, measured by the plant and not by the controller.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/pid_plant.h"

static void assert_near(double value, double expected, double relative,
			const char *what)
{
	if (fabs(value - expected) > relative * expected)
		fail_msg("%s: %.3f, expected %.3f +-%.0f %%", what, value,
			 expected, relative * 100);
}

static const char *const starts[] = { "0", "50000", "250000", "4000000" };

/*
 * Poisson arrivals, idle host: here the estimate is the truth on average (a
 * frame that meets the hold-off waits half of it), so the true mean delay must
 * be the set-point; at 5 kpps most frames are alone and wait not at all.
 */
static void delay_converges(void **unused)
{
	static const u64 rates[] = { 5000, 20000, 100000, 700000 };
	static const u64 goals[] = { 5, 20, 60 };
	size_t r, g, i;

	(void)unused;
	for (r = 0; r < 4; r++) {
		for (g = 0; g < 3; g++) {
			for (i = 0; i < 4; i++) {
				struct plant p;
				struct seen seen;
				char text[128], what[192];

				snprintf(text, sizeof(text),
					 "pid:delay_us=%d,gap_max_ns=4000000,"
					 "gap_start_ns=%s",
					 (int)goals[g], starts[i]);
				snprintf(what, sizeof(what), "%s at %d pps",
					 text, (int)rates[r]);
				plant_start(&p, text, r * 100 + g * 10 + i);
				p.mean_gap_ns = 1000000000 / rates[r];
				plant_run(&p, 300);
				seen = plant_run(&p, 1500);
				assert_near(seen.delay_us, (double)goals[g],
					    0.08, what);
			}
		}
	}
}

static void packets_converge(void **unused)
{
	static const u64 rates[] = { 20000, 100000, 700000 };
	static const u64 goals[] = { 2, 8, 30 };
	size_t r, g, i;

	(void)unused;
	for (r = 0; r < 3; r++) {
		for (g = 0; g < 3; g++) {
			for (i = 0; i < 4; i++) {
				struct plant p;
				struct seen seen;
				char text[128], what[192];

				snprintf(text, sizeof(text),
					 "pid:kind=packets,packets=%d,"
					 "gap_max_ns=4000000,gap_start_ns=%s",
					 (int)goals[g], starts[i]);
				snprintf(what, sizeof(what), "%s at %d pps",
					 text, (int)rates[r]);
				plant_start(&p, text, r * 100 + g * 10 + i);
				p.mean_gap_ns = 1000000000 / rates[r];
				plant_run(&p, 400);
				seen = plant_run(&p, 1500);
				assert_near(seen.packets, (double)goals[g],
					    0.08, what);
			}
		}
	}
}

/* 100 kpps at 0.3 us each take 3 % whatever the gap; interrupts the rest. */
static void cpu_converges(void **unused)
{
	static const u64 goals[] = { 5, 10, 20 };
	size_t g, i;

	(void)unused;
	for (g = 0; g < 3; g++) {
		for (i = 0; i < 4; i++) {
			struct plant p;
			struct seen seen;
			char text[128];

			snprintf(text, sizeof(text),
				 "pid:kind=cpu,cpu_percent=%d,"
				 "gap_max_ns=4000000,gap_start_ns=%s",
				 (int)goals[g], starts[i]);
			plant_start(&p, text, g * 10 + i);
			p.int_cost_ns = 4000;
			p.packet_cost_ns = 300;
			plant_run(&p, 400);
			seen = plant_run(&p, 1000);
			assert_near(seen.cpu * 100, (double)goals[g], 0.05,
				    text);
		}
	}
}

/* Hundreds of decisions a second, as the period says. */
static void decides_often(void **unused)
{
	struct plant p;
	struct seen seen;

	(void)unused;
	plant_start(&p, "pid", 1);
	seen = plant_run(&p, 1000);
	assert_in_range(seen.decisions, 450, 500);
	plant_retune(&p, "period_us=10000");
	plant_run(&p, 20);
	seen = plant_run(&p, 1000);
	assert_in_range(seen.decisions, 95, 100);
}

/* Decisions until packets per interrupt have come within a quarter of 8. */
static u64 recovery(u64 saturated_ms)
{
	struct plant p;
	u64 n;

	/* 5000 packets/s never make 8 an interrupt within 250 us. */
	plant_start(&p, "pid:kind=packets", 3);
	p.mean_gap_ns = 200000;
	plant_run(&p, saturated_ms);
	assert_int_equal(p.it.last.reason, ITR_R_LIMIT);
	assert_int_equal(p.it.last.gap_ns, 250000 / 256 * 256);
	/* 500000 packets/s: 8 an interrupt at 16 us. */
	p.mean_gap_ns = 2000;
	for (n = 0; n < 1000; n++) {
		plant_decide(&p, 1);
		if (p.it.last.gap_ns < 20000)
			return n;
	}
	return n;
}

static void does_not_wind_up(void **unused)
{
	u64 shortly = recovery(500), long_after = recovery(60000);

	(void)unused;
	/*
	 * From 250 us to 20 us are 3.6 octaves, at a quarter of at most 3.7
	 * octaves of error a decision, and less as it comes nearer.
	 */
	assert_in_range(shortly, 3, 20);
	assert_in_range(long_after, 3, shortly + 2);
}

/*
 * With ki = 0 the gap moves by changes of P and D alone. A new set-point, gain
 * or kind must not be such a change, neither at once nor at the next decision.
 * Constant arrivals, so that the measure itself stands still.
 */
static void changes_are_bumpless(void **unused)
{
	static const char *const changes[] = {
		"delay_us=200",	   "kp_percent=500",
		"kind=packets",	   "kind=cpu",
		"kd_percent=1000", "kd_periods=1",
		"period_us=5000",  "kind=delay,delay_us=1,kp_percent=1000",
	};
	size_t i;

	(void)unused;
	for (i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct plant p;
		double gap;

		plant_start(&p, "pid:gap_min_ns=1000", 5);
		p.arrivals = CONSTANT;
		p.mean_gap_ns = 1000;
		plant_run(&p, 300);
		plant_retune(&p, "ki_percent=0");
		plant_decide(&p, 2);
		gap = (double)p.it.last.gap_ns;
		plant_retune(&p, changes[i]);
		assert_int_equal(p.it.last.gap_ns, (u64)gap);
		assert_int_equal(p.it.last.reason, ITR_R_PARAM);
		plant_decide(&p, 1);
		assert_near((double)p.it.last.gap_ns, gap, 0.011, changes[i]);
	}
}

/* The same, with the integral at work: it starts from where the gap is. */
static void set_point_moves_gap_smoothly(void **unused)
{
	struct plant p;
	double gap;

	(void)unused;
	plant_start(&p, "pid", 5);
	p.arrivals = CONSTANT;
	p.mean_gap_ns = 1000;
	plant_run(&p, 300);
	gap = (double)p.it.last.gap_ns;
	plant_retune(&p, "delay_us=80");
	assert_int_equal(p.it.last.gap_ns, (u64)gap);
	plant_decide(&p, 1);
	/* ki times (80 - 20) / 80 / ln 2 = 1.08 octaves: a factor 1.206. */
	assert_near((double)p.it.last.gap_ns, gap * 1.206, 0.02, "first step");
	plant_decide(&p, 60);
	assert_near((double)p.it.last.gap_ns, gap * 4, 0.05, "in the end");
}

/* By what factor the first decisions after a change move the gap. */
static double factor_after(const char *text, const char *change)
{
	struct plant p;
	double gap;

	plant_start(&p, text, 5);
	p.arrivals = CONSTANT;
	p.mean_gap_ns = 2000;
	plant_run(&p, 300);
	gap = (double)p.it.last.gap_ns;
	if (change)
		plant_retune(&p, change);
	else
		p.mean_gap_ns = 1000;
	plant_decide(&p, 1);
	return (double)p.it.last.gap_ns / gap;
}

static void derivative_acts_on_measure_only(void **unused)
{
	double none, some, smooth;

	(void)unused;
	/*
	 * A new set-point: the gap moves as without a derivative. On the error
	 * it would move by a fifth of an octave more.
	 */
	none = factor_after("pid:kind=packets,kd_percent=0", "packets=32");
	some = factor_after("pid:kind=packets,kd_percent=20,kd_periods=1",
			    "packets=32");
	assert_true(none > 1.1);
	assert_near(some, none, 0.03, "set-point change");
	/* Twice the load: the derivative acts against it, smoothed less so. */
	none = factor_after("pid:kind=packets,kd_percent=0,ki_percent=5", NULL);
	some = factor_after("pid:kind=packets,kd_percent=20,kd_periods=1,"
			    "ki_percent=5",
			    NULL);
	smooth = factor_after("pid:kind=packets,kd_percent=20,kd_periods=8,"
			      "ki_percent=5",
			      NULL);
	assert_true(some < smooth - 0.05 && smooth < none - 0.02);
}

/* No frame, no decision, one timer at most, and the gap stays. */
static void idle_keeps_the_gap(void **unused)
{
	struct plant p;
	u64 gap, decisions, timers;

	(void)unused;
	plant_start(&p, "pid", 7);
	plant_run(&p, 300);
	gap = p.it.last.gap_ns;
	decisions = p.it.decisions;
	timers = p.timers;
	plant_idle(&p, 60000);
	assert_in_range(p.timers, timers, timers + 2);
	assert_in_range(p.it.decisions, decisions, decisions + 1);
	assert_int_equal(p.it.last.next_ns, 0);
	assert_near((double)p.it.last.gap_ns, (double)gap, 0.3, "after idle");
	gap = p.it.last.gap_ns;
	/* The pause is no measure: the first decision after it is ordinary. */
	plant_decide(&p, 1);
	assert_near((double)p.it.last.gap_ns, (double)gap, 0.3, "resumed");

	/* Too little to decide on, then a pause: it is not in the CPU share. */
	plant_start(&p, "pid:kind=cpu,cpu_percent=5", 7);
	p.int_cost_ns = 4000;
	plant_run(&p, 300);
	plant_decide(&p, 1);
	gap = p.it.last.gap_ns;
	plant_idle(&p, 60000);
	plant_decide(&p, 1);
	assert_near((double)p.it.last.gap_ns, (double)gap, 0.1, "cpu resumed");
}

/*
 * The estimate takes half the gap for every held frame. In a burst nearly all
 * wait the whole gap, so the truth may be twice the set-point, not more; evenly
 * spaced frames further apart than the gap are never held, and cost nothing.
 */
static void estimate_differs_as_said(void **unused)
{
	struct plant p;
	struct seen seen;

	(void)unused;
	plant_start(&p, "pid", 9);
	p.arrivals = BURSTS;
	p.mean_gap_ns = 1000000;
	plant_run(&p, 500);
	seen = plant_run(&p, 2000);
	assert_true(seen.delay_us > 20 && seen.delay_us < 41);

	plant_start(&p, "pid", 9);
	p.arrivals = CONSTANT;
	p.mean_gap_ns = 300000;
	plant_run(&p, 3000);
	assert_int_equal(p.it.last.gap_ns, 250000 / 256 * 256);
	seen = plant_run(&p, 1000);
	assert_true(seen.delay_us == 0);
}

static void new_limits_act_at_once(void **unused)
{
	struct plant p;

	(void)unused;
	plant_start(&p, "pid", 11);
	plant_run(&p, 300);
	plant_retune(&p, "gap_max_ns=5120");
	assert_int_equal(p.it.last.gap_ns, 5120);
	plant_run(&p, 100);
	assert_int_equal(p.it.last.gap_ns, 5120);
	plant_retune(&p, "gap_max_ns=512000,gap_min_ns=256000");
	assert_int_equal(p.it.last.gap_ns, 256000);
	plant_run(&p, 100);
	assert_int_equal(p.it.last.gap_ns, 256000);
	assert_int_equal(p.it.last.reason, ITR_R_LIMIT);
}

static void missing_capabilities(void **unused)
{
	struct itr_caps caps = plant_caps;
	struct plant p;

	(void)unused;
	/* No CPU time measured: kind=cpu has no measure and decides nothing. */
	plant_start(&p, "pid:kind=cpu", 13);
	p.int_cost_ns = 0;
	p.packet_cost_ns = 0;
	assert_int_equal(plant_run(&p, 300).decisions, 0);
	assert_int_equal(p.it.last.gap_ns, 50000 / 256 * 256);

	caps.gap = (struct itr_range){ 0, 0, 0 };
	itr_start(&p.it, itr_find("pid"), &caps, NULL, 0);
	assert_int_equal(p.it.last.gap_ns, 0);
	assert_int_equal(p.it.last.reason, ITR_R_NO_CAP);
	assert_int_equal(plant_run(&p, 100).decisions, 0);
	assert_int_equal(p.it.last.next_ns, 0);
}

/* Any state word is possible in a loaded state: nothing undefined, in limits. */
static void any_state_is_survived(void **unused)
{
	struct plant p;
	u64 r = 1;
	u32 round, i;

	(void)unused;
	for (round = 0; round < 3000; round++) {
		plant_start(&p, round % 3 ? "pid:kind=packets" : "pid", round);
		p.mean_gap_ns = 5000;
		plant_run(&p, 1);
		for (i = 0; i < ITR_STATE_WORDS; i++) {
			r = r * 6364136223846793005u + 1442695040888963407u;
			if (r >> 62)
				continue;
			p.it.state[i] = r >> 61 & 1 ? 1ull << 63 : r * r;
		}
		for (i = 0; i < 100; i++) {
			p.s.event = ITR_EV_INTERRUPT + i % 2 * 2;
			p.s.now_ns += 1000000;
			p.s.interrupts += 10;
			p.s.rx_packets += r >> 20;
			itr_step(&p.it, &p.s);
			assert_true(p.it.last.gap_ns <= 250000);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(delay_converges),
		cmocka_unit_test(packets_converge),
		cmocka_unit_test(cpu_converges),
		cmocka_unit_test(decides_often),
		cmocka_unit_test(does_not_wind_up),
		cmocka_unit_test(changes_are_bumpless),
		cmocka_unit_test(set_point_moves_gap_smoothly),
		cmocka_unit_test(derivative_acts_on_measure_only),
		cmocka_unit_test(idle_keeps_the_gap),
		cmocka_unit_test(estimate_differs_as_said),
		cmocka_unit_test(new_limits_act_at_once),
		cmocka_unit_test(missing_capabilities),
		cmocka_unit_test(any_state_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
