// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The table on made-up figures: what it must look like is written out here by
 * hand, and extreme figures must not break the 80 columns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/figures.h"
#include "core/clock.h"
#include "lab/report.h"
#include "lab/table.h"
#include "lab/wrap.h"

static struct figures f;

static int setup(void **state)
{
	(void)state;
	figures_init(&f);
	return 0;
}

static char *text_of(void (*print)(FILE *out, const struct report *r),
		     bool advise)
{
	struct advice advice = advice_find(&f.opt, &f.res);
	const struct report r = {
		.opt = &f.opt,
		.res = &f.res,
		.path = "dir/name.pcap",
		.advice = advise ? &advice : NULL,
	};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print(out, &r);
	fclose(out);
	return text;
}

static size_t widest_line(const char *text)
{
	size_t widest = 0;
	char line[4096];

	while (*text) {
		size_t n = strcspn(text, "\n");

		assert_true(n < sizeof(line));
		memcpy(line, text, n);
		line[n] = '\0';
		if (text_columns(line) > widest)
			widest = text_columns(line);
		assert_true(n == 0 || line[n - 1] != ' ');
		text += n + (text[n] == '\n');
	}
	return widest;
}

static void delays(struct compare_row *row, double p50, double p99, double p999,
		   double max)
{
	row->res.delay.p50_ps = (int64_t)(p50 * (double)PS_PER_US);
	row->res.delay.p99_ps = (int64_t)(p99 * (double)PS_PER_US);
	row->res.delay.p999_ps = (int64_t)(p999 * (double)PS_PER_US);
	row->res.delay.max_ps = (int64_t)(max * (double)PS_PER_US);
}

static void looks_like_this(void **state)
{
	struct compare_row *row;
	char *text;

	(void)state;
	row = figures_add(&f, "e1000", -1, 19876, 0);
	delays(row, 4.567, 61.25, 98.76, 123.456);
	row->res.hardirq_ps = PS_PER_S / 10;
	row->res.softirq_ps = PS_PER_S / 20;
	row->res.process_ps = PS_PER_S / 40;
	row->res.decisions = 9;
	row = figures_add(&f, "fixed", 20, 500, 0);
	delays(row, 10, 20, 30, 40);
	row->res.rx_delivered = 999;
	row->res.rx_dropped[RX_DROP_FIFO_FULL] = 1;
	text = text_of(report_text, false);
	assert_string_equal(
		text,
		"name.pcap: 1000 packets, 1.00 s, host 00:11:22:33:44:55 "
		"(100 %), seed 1\n"
		"82574L, msi, modern; open-loop replay: senders do not react\n"
		"\n"
		"                    pkt  ------- delay, us --------    CPU  "
		"drop\n"
		"controller  int/s  /int    p50    p99  p99.9    max      %   "
		"  %  notes\n"
		"e1000       19876  0.05   4.57  61.25  98.76  123.5  17.50   "
		"  0  a\n"
		"fixed 20us    500  2.00  10.00  20.00  30.00   40.0      0  "
		"0.10  b\n"
		"\n"
		"a  fewer than 10 decisions: the controller has hardly acted "
		"and the row shows\n"
		"   its start; play the trace for longer, for example --repeat "
		"60s\n"
		"b  received packets were dropped (fifo_full); delays are of "
		"the others; counts:\n"
		"   --csv or --json\n");
	free(text);
}

static void advice_looks_like_this(void **state)
{
	struct compare_row *row;
	char *text;

	(void)state;
	row = figures_add(&f, "fixed", 0, 40000, 10);
	row->res.hardirq_ps = PS_PER_S / 2;
	row = figures_add(&f, "fixed", 20, 10000, 20);
	row->res.hardirq_ps = PS_PER_S / 4;
	row = figures_add(&f, "e1000", -1, 20000, 60);
	row->res.hardirq_ps = PS_PER_S / 4;
	text = text_of(report_text, true);
	assert_non_null(strstr(
		text,
		"\n\nAdvice: the fixed row with the fewest interrupts whose "
		"p99 is at most 20.0 us\n"
		"(twice the lowest p99 of the fixed rows):\n"
		"\n"
		"    ethtool -C IFACE adaptive-rx off rx-usecs 20\n"
		"\n"
		"  what it changes           interrupts           p99  "
		"CPU, points\n"
		"  against fixed 0us           -75.0 %      +10.0 us  -25.00 "
		"pt\n"
		"  against e1000               -50.0 %      -40.0 us   +0.00 "
		"pt\n\n"
		"Drivers without adaptive moderation (e1000, e1000e) take"));
	free(text);
}

/*
 * Two lines of heading, whatever the options: the last that fits, then those
 * that do not.
 */
static void heading_is_two_lines(void **state)
{
	char *text;

	(void)state;
	figures_add(&f, "off", -1, 1, 1);
	f.opt.repeat_ps = 60 * PS_PER_S;
	text = text_of(report_text, false);
	assert_non_null(strstr(text, "seed 1\n"
				     "82574L, msi, modern, repeat 60s; "
				     "open-loop replay: senders do not react\n"
				     "\n"));
	assert_null(strstr(text, "heading"));
	free(text);
	f.opt.driver = DRIVER_NO_NAPI;
	f.opt.warmup_ps = 10 * PS_PER_S;
	f.opt.seed = UINT64_C(9223372036854775807);
	f.res.info.packets = UINT64_C(12345678901234567890);
	strcpy(f.res.info.host, "2001:db8:1234:5678:9abc:def0:1234:5678");
	text = text_of(report_text, false);
	assert_int_equal(strcspn(text, "\n"), WRAP_COLUMNS);
	assert_non_null(strstr(text, " s, host ...def0:1234:5678 (100 %)\n"
				     "82574L, msi, modern, no-napi; open-loop "
				     "replay: senders do not react\n\n"));
	assert_non_null(strstr(
		text, "\n*  not in the heading: seed 9223372036854775807, host"
		      "\n   2001:db8:1234:5678:9abc:def0:1234:5678, repeat "
		      "60s, warm-up 10s\n"));
	free(text);
}

/* Counters beyond 2^53 keep their last digit. */
static void csv_counts_are_exact(void **state)
{
	struct compare_row *row =
		figures_add(&f, "off", -1, UINT64_C(9007199254740993), 1);
	char *text;

	(void)state;
	row->res.decisions = UINT64_MAX;
	row->res.rx_delivered = UINT64_C(9007199254740995);
	row->res.rx_dropped[RX_DROP_FIFO_FULL] = UINT64_C(9007199254740997);
	text = text_of(report_csv, false);
	assert_non_null(strstr(text, ",9007199254740993,"));
	assert_non_null(strstr(text, ",18446744073709551615,"));
	assert_non_null(strstr(text, ",9007199254740995,9007199254740997,"));
	free(text);
	row->res.decisions = INT64_MAX; /* what a JSON integer can be */
	text = text_of(report_json, false);
	assert_non_null(strstr(text, "\"interrupts\": 9007199254740993,"));
	assert_non_null(strstr(text, "\"decisions\": 9223372036854775807,"));
	assert_non_null(strstr(text, "\"delivered\": 9007199254740995,"));
	assert_non_null(strstr(text, "\"fifo_full\": 9007199254740997,"));
	free(text);
}

/* The advice says which row it passed over because that lost packets. */
static void advice_says_who_lost_packets(void **state)
{
	struct compare_row *row;
	char *text;

	(void)state;
	figures_add(&f, "fixed", 0, 40000, 10);
	row = figures_add(&f, "fixed", 20, 10000, 20);
	row->res.rx_dropped[RX_DROP_NO_DESCRIPTOR] = 3;
	text = text_of(report_text, true);
	assert_non_null(strstr(text, "adaptive-rx off rx-usecs 0\n"));
	assert_non_null(strstr(text,
			       "\nPassed over: fixed 20us would have been "
			       "chosen, but it lost 3 packets.\n"));
	free(text);
	f.rows[0].res.tx_dropped[TX_DROP_QUEUE] = 1;
	f.opt.max_p99_given = true;
	f.opt.max_p99_ps = 9 * PS_PER_US;
	row->res.delay.p99_ps = 8 * PS_PER_US;
	text = text_of(report_text, true);
	assert_non_null(strstr(text,
			       "\nAdvice: none. No fixed row of those that "
			       "lose fewest packets has a p99 of at\nmost 9us; "
			       "the lowest is 10.0 us, of fixed 0us.\n"));
	assert_non_null(strstr(text, "but it lost 3 packets, more\nthan the 1 "
				     "of the row that lost fewest.\n"));
	free(text);
	text = text_of(report_json, true);
	assert_non_null(strstr(text, "\"passed_over\": \"fixed 20us\""));
	free(text);
}

/* The least and the most that can be, and long labels: 80 columns hold. */
static void fits_80_columns(void **state)
{
	struct compare_row *row;
	char *text;

	(void)state;
	row = figures_add(&f, "fixed", 250, 14880952, 0);
	delays(row, 100000.123, 999999.9, 1000000, 1000000);
	row->res.idle_ps = 0;
	row->res.hardirq_ps = PS_PER_S;
	row->res.rx_delivered = 1;
	row->res.rx_dropped[RX_DROP_NO_DESCRIPTOR] = 999;
	row->res.tx_dropped[0] = 5;
	row->res.rx_in_flight = 1;
	row->res.decisions = 0;
	row = figures_add(&f, "e1000", -1, 1, 0);
	delays(row, 0.001, 0.002, 0.003, 0.004);
	row->res.decisions = 1;
	memset(row->label, 'x', 100);
	memset(row->label + 50, ',', 1);
	row->label[100] = '\0';
	memset(f.res.info.host, 'f', 39);
	f.res.info.host[39] = '\0';
	f.res.info.host_share = 0.5;
	f.res.info.packets = UINT64_C(12345678901);
	f.res.info.nnotes = 1;
	memset(f.res.info.notes[0], 'w', 159);
	for (int i = 7; i < 159; i += 8)
		f.res.info.notes[0][i] = ' ';
	f.opt.repeat_ps = 60 * PS_PER_S;
	text = text_of(report_text, true);
	if (widest_line(text) > 80)
		assert_true(widest_line(text) <= 80);
	free(text);
	/* A figure that is not there, and none of any row. */
	f.rows[0].res.measured_ps = 0;
	f.rows[1].res.measured_ps = 0;
	f.rows[1].res.delay.n = 0;
	f.rows[0].res.delay.n = 0;
	text = text_of(report_text, true);
	assert_true(widest_line(text) <= 80);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	assert_non_null(strstr(text, "not measured"));
	free(text);
}

/* Figures that fit only with fewer decimals. */
static void gives_up_decimals(void **state)
{
	struct compare_row *row = figures_add(&f, "off", -1, 14880952, 0);
	char *text;

	(void)state;
	delays(row, 9999.12, 9999.23, 9999.34, 9999.45);
	strcpy(row->label, "symmetry:period_us=1");
	row->res.hardirq_ps = PS_PER_S;
	row->res.decisions = 0;
	row->res.rx_delivered = 1;
	row->res.rx_dropped[RX_DROP_NO_DESCRIPTOR] = 999;
	row = figures_add(&f, "e1000", -1, 1, 0);
	text = text_of(report_text, true);
	assert_true(widest_line(text) <= 80);
	assert_non_null(strstr(text, "\nsymmetry:period_us=1 14880952 "));
	free(text);
}

/* The headings end where the figures below them do. */
static void headings_in_line(void **state)
{
	char *text;
	size_t width[6] = { 0 };

	(void)state;
	figures_add(&f, "off", -1, 1, 1)->res.rx_delivered = 1000;
	for (int wide = 0; wide < 2; wide++) {
		const char *p;

		f.opt.wide = wide;
		p = text = text_of(report_text, false);
		for (int i = 0; i < 6; i++) {
			width[i] = strcspn(p, "\n");
			p += width[i] + 1;
		}
		/* 3: groups, 4: names and "notes", 5: the row */
		assert_int_equal(width[3], width[5]);
		assert_int_equal(width[4], width[5] + strlen("  notes"));
		free(text);
	}
}

/* Rates and shares are of the time without the drain, and so are the counts. */
static void rates_leave_out_the_drain(void **state)
{
	struct compare_row *row = figures_add(&f, "off", -1, 105, 1);

	(void)state;
	row->res.measured_ps = 2 * PS_PER_S;
	row->res.hardirq_ps = PS_PER_S / 2;
	row->res.softirq_ps = PS_PER_S / 4;
	row->res.process_ps = PS_PER_S / 8;
	row->res.drain = (struct run_drain){ .ps = PS_PER_S,
					     .interrupts = 5,
					     .hardirq_ps = PS_PER_S / 4,
					     .softirq_ps = PS_PER_S / 8,
					     .process_ps = PS_PER_S / 8 };
	assert_true(table_value("int/s", row) == 100);
	assert_true(table_value("hardirq", row) == 25);
	assert_true(table_value("softirq", row) == 12.5);
	assert_true(table_value("process", row) == 0);
	assert_true(table_value("cpu", row) == 37.5);
	assert_true(table_value("pkt/int", row) == 1000 / 105.0);
}

/* A tiny figure is not shown as none. */
static void little_is_not_nothing(void **state)
{
	struct compare_row *row = figures_add(&f, "off", -1, 1, 1);
	char *text;

	(void)state;
	row->res.rx_offered = 100000000;
	row->res.rx_delivered = 99999999;
	row->res.rx_dropped[RX_DROP_FIFO_FULL] = 1;
	text = text_of(report_text, false);
	assert_non_null(strstr(text, "<0.01"));
	free(text);
}

static void says_partial(void **state)
{
	char *text;

	(void)state;
	figures_add(&f, "off", -1, 1, 1);
	f.res.interrupted = true;
	text = text_of(report_text, false);
	assert_non_null(strstr(text, "\nPARTIAL: interrupted; the figures are "
				     "of the first 1000 packets.\n"));
	free(text);
	f.res.interrupted = false;
	err_set(&f.res.err, ERR_INPUT, "cut");
	text = text_of(report_text, false);
	assert_non_null(strstr(text, "\nPARTIAL: the trace is damaged;"));
	free(text);
	text = text_of(report_csv, false);
	assert_non_null(strstr(text, "partial"));
	free(text);
}

static void csv_quotes(void **state)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	csv_field(out, "plain");
	fputc(',', out);
	csv_field(out, "a,b");
	fputc(',', out);
	csv_field(out, "say \"x\"");
	fputc(',', out);
	csv_field(out, "two\nlines");
	fclose(out);
	assert_string_equal(text,
			    "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"");
	free(text);
}

/* Every column sorts both ways; rows without a value are last in both. */
static void sorts(void **state)
{
	(void)state;
	figures_add(&f, "off", -1, 300, 3);
	figures_add(&f, "e1000", -1, 100, 1)->res.delay.n = 0;
	figures_add(&f, "symmetry", -1, 200, 2);
	table_sort(&f.res, "p99");
	assert_string_equal(f.rows[0].label, "symmetry");
	assert_string_equal(f.rows[1].label, "off");
	assert_string_equal(f.rows[2].label, "e1000");
	table_sort(&f.res, "-p99");
	assert_string_equal(f.rows[0].label, "off");
	assert_string_equal(f.rows[2].label, "e1000");
	table_sort(&f.res, "int/s");
	assert_string_equal(f.rows[0].label, "e1000");
	table_sort(&f.res, "-controller");
	assert_string_equal(f.rows[0].label, "symmetry");
	table_sort(&f.res, "controller");
	assert_string_equal(f.rows[0].label, "e1000");
	/* All equal: the order stays. */
	table_sort(&f.res, "rx-offered");
	assert_string_equal(f.rows[0].label, "e1000");
	for (size_t i = 0; i < table_column_count; i++) {
		struct err err = { 0 };

		table_sort(&f.res, table_columns[i].name);
		table_sort(&f.res, table_columns[i].csv);
		assert_int_equal(table_column_check(table_columns[i].name,
						    "--sort", &err),
				 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(looks_like_this, setup),
		cmocka_unit_test_setup(advice_looks_like_this, setup),
		cmocka_unit_test_setup(heading_is_two_lines, setup),
		cmocka_unit_test_setup(csv_counts_are_exact, setup),
		cmocka_unit_test_setup(advice_says_who_lost_packets, setup),
		cmocka_unit_test_setup(fits_80_columns, setup),
		cmocka_unit_test_setup(gives_up_decimals, setup),
		cmocka_unit_test_setup(headings_in_line, setup),
		cmocka_unit_test_setup(rates_leave_out_the_drain, setup),
		cmocka_unit_test_setup(little_is_not_nothing, setup),
		cmocka_unit_test_setup(says_partial, setup),
		cmocka_unit_test_setup(csv_quotes, setup),
		cmocka_unit_test_setup(sorts, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
