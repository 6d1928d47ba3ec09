// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* Which rows are run, and how a comparison ends; on a trace of our own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/fake_trace.h"
#include "core/clock.h"
#include "lab/compare.h"
#include "lab/table.h"

static struct options opt;
static struct compare_result res;
static struct err err;

static int setup(void **state)
{
	(void)state;
	options_init(&opt);
	memset(&err, 0, sizeof(err));
	fake_trace = (struct fake_trace){ .packets = 10000,
					  .gap_ps = 10 * PS_PER_US };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	compare_free(&res);
	return 0;
}

static void set(const char *name, const char *text)
{
	assert_int_equal(options_set(&opt, name, text, "test", &err), 0);
}

static int run(const char *path)
{
	const struct compare_config cfg = {
		.opt = &opt,
		.path = path,
		.stop = fake_trace_stop,
	};

	assert_int_equal(options_check(&opt, &err), 0);
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	return compare_run(&cfg, &res);
}

static void assert_labels(const char *const *labels, size_t n)
{
	assert_int_equal(res.nrows, n);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(res.rows[i].label, labels[i]);
}

/* All of the library but `fixed`, for which the ladder stands. */
static void rows_by_default(void **state)
{
	static const char *const ladder[] = { "fixed 0",     "fixed 10us",
					      "fixed 20us",  "fixed 50us",
					      "fixed 100us", "fixed 125us",
					      "fixed 250us" };
	size_t n = 0;

	(void)state;
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	for (size_t i = 0; i < itr_controllers_count; i++) {
		if (strcmp(itr_controllers[i]->name, "fixed") == 0)
			continue;
		assert_string_equal(res.rows[n].label,
				    itr_controllers[i]->name);
		assert_false(res.rows[n].is_fixed);
		n++;
	}
	for (size_t i = 0; i < 7; i++, n++) {
		assert_string_equal(res.rows[n].label, ladder[i]);
		assert_true(res.rows[n].is_fixed);
	}
	assert_int_equal(res.nrows, n);
}

static void rows_as_asked_for(void **state)
{
	static const char *const labels[] = { "e1000:mode=1", "off",
					      "fixed 20us", "fixed 1.5ms" };

	(void)state;
	set("controller", "e1000:mode=1");
	set("controller", "off");
	set("fixed", "20us,1.5ms");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	assert_labels(labels, 4);
	assert_int_equal(res.merged, 0);
	assert_true(res.rows[3].gap_ps == 1500 * PS_PER_US);
}

static void only_what_was_asked_for(void **state)
{
	static const char *const labels[] = { "e1000" };

	(void)state;
	set("controller", "e1000");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	assert_labels(labels, 1);
}

/* Without --controller all of them; --fixed takes the place of the ladder. */
static void ladder_of_ones_own(void **state)
{
	(void)state;
	set("fixed", "7us");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	assert_int_equal(res.nrows, itr_controllers_count);
	assert_string_equal(res.rows[res.nrows - 1].label, "fixed 7us");
}

static void twice_is_once(void **state)
{
	static const char *const labels[] = { "fixed 50us", "fixed 20us",
					      "e1000" };

	(void)state;
	set("controller", "fixed:gap_ns=50000");
	set("controller", "fixed:gap_ns=20000");
	set("controller", "e1000");
	set("controller", "e1000:mode=3"); /* the default */
	set("fixed", "50us,20us,20us");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	assert_labels(labels, 3);
	assert_int_equal(res.merged, 4);
}

/* With other parameters set it is no row that rx-usecs could make. */
static void fixed_with_timers_is_no_ladder_row(void **state)
{
	(void)state;
	set("controller", "fixed:gap_ns=20000,tx_packet_ns=1024");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	assert_false(res.rows[0].is_fixed);
	assert_string_equal(res.rows[0].label,
			    "fixed:gap_ns=20000,tx_packet_ns=1024");
}

static void gaps_out_of_range(void **state)
{
	(void)state;
	set("fixed", "17ms");
	assert_int_equal(compare_plan(&opt, &res, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
}

/* Each row is fed every packet, and each packet is somewhere. */
static void feeds_all(void **state)
{
	(void)state;
	assert_int_equal(run("x"), 0);
	assert_int_equal(res.err.code, ERR_NONE);
	assert_false(res.interrupted);
	assert_int_equal(res.end_ps, 9999 * 10 * PS_PER_US);
	for (size_t i = 0; i < res.nrows; i++) {
		const struct run_result *r = &res.rows[i].res;

		assert_int_equal(r->rx_offered, 10000);
		assert_int_equal(r->rx_offered,
				 r->rx_delivered +
					 row_rx_dropped(&res.rows[i]) +
					 r->rx_in_flight);
		assert_true(r->interrupts > 0);
	}
	/* Held back for 250 us there are fewer interrupts than for 0. */
	assert_true(res.rows[res.nrows - 1].res.interrupts * 10 <
		    res.rows[res.nrows - 7].res.interrupts);
	assert_int_equal(fake_trace.closed, 1);
}

/*
 * Rates end with the trace. 10 ms of packets behind a hold-off of 16 ms: one
 * interrupt in the trace, one when the hold-off ends, 6 ms after it.
 */
static void rates_end_with_the_trace(void **state)
{
	const struct compare_row *row;

	(void)state;
	fake_trace.packets = 1001;
	set("machine", "ideal");
	set("controller", "off");
	set("fixed", "16ms");
	assert_int_equal(run("x"), 0);
	row = &res.rows[1];
	assert_true(row_span_ps(row) == 10 * PS_PER_MS);
	assert_int_equal(row->res.interrupts, 2);
	assert_int_equal(row->res.drain.interrupts, 1);
	assert_in_range(row->res.drain.ps, 5990 * PS_PER_US, 6010 * PS_PER_US);
	assert_true(table_value("int/s", row) == 100);
}

/*
 * Sends faster than the wire: 500 in 0.1 s, each of 45 * 1538 bytes, 553.68 us.
 * While the trace lasts the wire gives back 1806 a second; the other 319 take
 * 0.177 s more and would have made a rate of five times that.
 */
static void a_long_drain_is_in_no_rate(void **state)
{
	const struct compare_row *row;

	(void)state;
	fake_trace.packets = 500;
	fake_trace.gap_ps = 200 * PS_PER_US;
	fake_trace.sends = true;
	set("controller", "off");
	assert_int_equal(run("x"), 0);
	row = &res.rows[0];
	assert_int_equal(row->res.tx_delivered, 500);
	assert_in_range(row->res.drain.ps, 176 * PS_PER_MS, 178 * PS_PER_MS);
	assert_true(fabs(table_value("int/s", row) - 1e6 / 553.68) < 20);
	assert_true(table_value("cpu", row) > 0 &&
		    table_value("cpu", row) < 100);
}

static void damage_keeps_what_came_before(void **state)
{
	(void)state;
	fake_trace.damaged_at = 700;
	set("controller", "off");
	set("repeat", "10");
	assert_int_equal(run("x"), 0);
	assert_int_equal(res.err.code, ERR_INPUT);
	assert_string_equal(res.err.text, "damaged");
	assert_false(res.interrupted);
	assert_int_equal(res.info.packets, 700);
	assert_int_equal(res.rows[0].res.rx_offered, 700);
	/* Not idle until the end of the replay that never came. */
	assert_int_equal(res.end_ps, 699 * 10 * PS_PER_US);
}

static void stop_keeps_what_came_before(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		fake_trace.signal_is_error = i;
		fake_trace.stop_at = 512;
		opt.ncontrollers = 0;
		set("controller", "off");
		assert_int_equal(run("x"), 0);
		assert_true(res.interrupted);
		assert_int_equal(res.err.code, ERR_NONE);
		assert_int_equal(res.rows[0].res.rx_offered, 512);
		if (i == 0)
			compare_free(&res);
	}
}

static void no_trace(void **state)
{
	(void)state;
	assert_int_equal(run("missing"), -1);
	assert_int_equal(res.err.code, ERR_INPUT);
	assert_string_equal(res.err.text, "missing: no such trace");
}

static void empty_and_short_traces(void **state)
{
	(void)state;
	fake_trace.packets = 0;
	set("controller", "off");
	assert_int_equal(run("x"), 0);
	assert_false(row_measured(&res.rows[0]));
	assert_int_equal(res.rows[0].res.rx_offered, 0);
	compare_free(&res);
	/* A warm-up as long as the trace leaves nothing. */
	fake_trace.packets = 100;
	set("warmup", "1");
	assert_int_equal(run("x"), 0);
	assert_false(row_measured(&res.rows[0]));
	assert_int_equal(res.rows[0].res.rx_offered, 0);
}

/* off and fixed have nothing to decide; a rule that has not acted says so. */
static void few_decisions(void **state)
{
	(void)state;
	set("controller", "off");
	set("controller", "symmetry"); /* decides every 2 s; this is 0.1 s */
	set("controller", "e1000");
	set("fixed", "50us");
	assert_int_equal(run("x"), 0);
	assert_false(row_undecided(&res.rows[0]));
	assert_true(row_undecided(&res.rows[1]));
	assert_false(row_undecided(&res.rows[2]));
	assert_false(row_undecided(&res.rows[3]));
}

static void rows_of_seeds_are_bounded(void **state)
{
	(void)state;
	set("controller", "off");
	set("fixed", "0,20us");
	set("seeds", "341");
	assert_int_equal(compare_plan(&opt, &res, &err), 0);
	compare_free(&res);
	set("seeds", "342"); /* 1026 runs */
	assert_int_equal(compare_plan(&opt, &res, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
}

/* Run k of a row is the row alone with seed + k, on any number of threads. */
static void seeds_are_single_runs(void **state)
{
	enum { SEEDS = 4, ROWS = 2 };
	static struct run_result single[ROWS][SEEDS];
	bool differ = false;

	(void)state;
	fake_trace.packets = 3000;
	fake_trace.gap_ps = 5 * PS_PER_US;
	set("controller", "e1000");
	set("fixed", "20us");
	for (int k = 0; k < SEEDS; k++) {
		opt.seed = (uint64_t)(11 + k);
		assert_int_equal(run("x"), 0);
		assert_int_equal(res.nrows, ROWS);
		for (int i = 0; i < ROWS; i++)
			single[i][k] = res.rows[i].res;
		compare_free(&res);
	}
	opt.seed = 11;
	set("seeds", "4");
	for (opt.threads = 1; opt.threads <= 3; opt.threads++) {
		assert_int_equal(run("x"), 0);
		for (int i = 0; i < ROWS; i++) {
			const struct compare_row *row = &res.rows[i];

			assert_int_equal(row->nseeds, SEEDS);
			assert_memory_equal(row->seed_res, single[i],
					    sizeof(single[i]));
			assert_memory_equal(&row->res, row->seed_res,
					    sizeof(row->res));
			for (int k = 1; k < SEEDS; k++)
				differ |= single[i][k].softirq_ps !=
					  single[i][0].softirq_ps;
		}
		compare_free(&res);
	}
	assert_true(differ);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_by_default, setup,
						teardown),
		cmocka_unit_test_setup_teardown(rows_as_asked_for, setup,
						teardown),
		cmocka_unit_test_setup_teardown(only_what_was_asked_for, setup,
						teardown),
		cmocka_unit_test_setup_teardown(ladder_of_ones_own, setup,
						teardown),
		cmocka_unit_test_setup_teardown(twice_is_once, setup, teardown),
		cmocka_unit_test_setup_teardown(
			fixed_with_timers_is_no_ladder_row, setup, teardown),
		cmocka_unit_test_setup_teardown(gaps_out_of_range, setup,
						teardown),
		cmocka_unit_test_setup_teardown(feeds_all, setup, teardown),
		cmocka_unit_test_setup_teardown(rates_end_with_the_trace, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_long_drain_is_in_no_rate,
						setup, teardown),
		cmocka_unit_test_setup_teardown(damage_keeps_what_came_before,
						setup, teardown),
		cmocka_unit_test_setup_teardown(stop_keeps_what_came_before,
						setup, teardown),
		cmocka_unit_test_setup_teardown(no_trace, setup, teardown),
		cmocka_unit_test_setup_teardown(empty_and_short_traces, setup,
						teardown),
		cmocka_unit_test_setup_teardown(rows_of_seeds_are_bounded,
						setup, teardown),
		cmocka_unit_test_setup_teardown(seeds_are_single_runs, setup,
						teardown),
		cmocka_unit_test_setup_teardown(few_decisions, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
