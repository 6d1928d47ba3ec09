// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/figures.h"
#include "core/clock.h"
#include "lab/advice.h"

static struct figures f;

static int setup(void **state)
{
	(void)state;
	figures_init(&f);
	return 0;
}

static const char *best(void)
{
	struct advice a = advice_find(&f.opt, &f.res);

	return a.kind == ADVICE_FOUND ? a.best->label : "none";
}

static void limit(int64_t us)
{
	f.opt.max_p99_given = true;
	f.opt.max_p99_ps = us * PS_PER_US;
}

static void twice_the_lowest(void **state)
{
	(void)state;
	figures_add(&f, "off", -1, 1, 1); /* better, but no fixed row */
	figures_add(&f, "fixed", 0, 100000, 12.5);
	figures_add(&f, "fixed", 20, 40000, 25);
	figures_add(&f, "fixed", 50, 20000, 25.000001);
	assert_string_equal(best(), "fixed 20us");
	limit(26);
	assert_string_equal(best(), "fixed 50us");
	limit(25);
	assert_string_equal(best(), "fixed 20us");
	limit(13);
	assert_string_equal(best(), "fixed 0us");
	limit(12);
	assert_int_equal(advice_find(&f.opt, &f.res).kind, ADVICE_UNMET);
}

/* Fewest interrupts, and not the longest gap. */
static void ties(void **state)
{
	(void)state;
	figures_add(&f, "fixed", 250, 5000, 20);
	figures_add(&f, "fixed", 125, 5000, 19);
	figures_add(&f, "fixed", 100, 5000, 19);
	figures_add(&f, "fixed", 50, 6000, 10);
	assert_string_equal(best(), "fixed 100us");
}

/*
 * A row that loses more than it must is no choice, however good it looks, and
 * sets no limit either; where all lose as many, nothing changes.
 */
static void lost_packets(void **state)
{
	struct compare_row *fast, *slow;
	struct advice a;

	(void)state;
	fast = figures_add(&f, "fixed", 0, 100000, 5);
	figures_add(&f, "fixed", 20, 40000, 12);
	figures_add(&f, "fixed", 50, 20000, 24);
	slow = figures_add(&f, "fixed", 100, 10000, 23);
	slow->res.rx_dropped[RX_DROP_NO_DESCRIPTOR] = 1;
	fast->res.tx_dropped[TX_DROP_QUEUE] = 1;
	assert_string_equal(best(), "fixed 50us");
	a = advice_find(&f.opt, &f.res);
	assert_int_equal(a.drops, 0);
	assert_true(a.limit_ps == 24 * PS_PER_US);
	assert_string_equal(a.lossy->label, "fixed 100us");
	limit(23);
	assert_string_equal(best(), "fixed 20us");
	limit(6);
	a = advice_find(&f.opt, &f.res);
	assert_int_equal(a.kind, ADVICE_UNMET);
	assert_string_equal(a.lossy->label, "fixed 0us");
	for (size_t i = 0; i < f.res.nrows; i++)
		f.rows[i].res.rx_dropped[RX_DROP_FIFO_FULL] = 7;
	slow->res.rx_dropped[RX_DROP_FIFO_FULL] = 6;
	limit(23);
	a = advice_find(&f.opt, &f.res);
	assert_int_equal(a.drops, 7);
	assert_string_equal(a.best->label, "fixed 100us");
	assert_null(a.lossy);
}

static void nothing_to_choose(void **state)
{
	struct compare_row *row;

	(void)state;
	figures_add(&f, "e1000", -1, 5000, 20);
	assert_int_equal(advice_find(&f.opt, &f.res).kind, ADVICE_NO_ROWS);
	row = figures_add(&f, "fixed", 50, 0, 0);
	row->res.delay.n = 0;
	assert_int_equal(advice_find(&f.opt, &f.res).kind, ADVICE_NO_DATA);
	row->res.delay.n = 1;
	row->res.measured_ps = 0;
	assert_int_equal(advice_find(&f.opt, &f.res).kind, ADVICE_NO_DATA);
}

/* rx-usecs 1 to 9 are modes or refused there, and halves do not exist. */
static void what_ethtool_takes(void **state)
{
	(void)state;
	assert_true(advice_settable(0));
	assert_false(advice_settable(1 * PS_PER_US));
	assert_false(advice_settable(3 * PS_PER_US));
	assert_false(advice_settable(9 * PS_PER_US));
	assert_true(advice_settable(10 * PS_PER_US));
	assert_false(advice_settable(10 * PS_PER_US + 256000));
	assert_true(advice_settable(10000 * PS_PER_US));
	assert_false(advice_settable(10001 * PS_PER_US));
	figures_add(&f, "fixed", 5, 10, 1);
	figures_add(&f, "fixed", 20, 100, 1);
	assert_string_equal(best(), "fixed 20us");
	assert_int_equal(advice_find(&f.opt, &f.res).left_out, 1);
}

static void what_it_is_compared_with(void **state)
{
	struct advice a;

	(void)state;
	figures_add(&f, "off", -1, 100, 1);
	figures_add(&f, "fixed", 20, 10, 1);
	a = advice_find(&f.opt, &f.res);
	assert_string_equal(a.unmoderated->label, "off");
	assert_null(a.driver);
	figures_add(&f, "fixed", 0, 100, 1);
	figures_add(&f, "e1000", -1, 50, 1);
	a = advice_find(&f.opt, &f.res);
	assert_string_equal(a.unmoderated->label, "fixed 0us");
	assert_string_equal(a.driver->label, "e1000");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(twice_the_lowest, setup),
		cmocka_unit_test_setup(ties, setup),
		cmocka_unit_test_setup(lost_packets, setup),
		cmocka_unit_test_setup(nothing_to_choose, setup),
		cmocka_unit_test_setup(what_ethtool_takes, setup),
		cmocka_unit_test_setup(what_it_is_compared_with, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
