// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The interval of a mean, against the table of Student's t that stands in the
 * back of textbooks (two-sided 95 %, three decimals), and against sums done by
 * hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/figures.h"
#include "lab/advice.h"
#include "lab/spread.h"
#include "lab/table.h"

static void assert_near(double got, double want, double within)
{
	if (!(fabs(got - want) <= within))
		fail_msg("%.9g is not %.9g", got, want);
}

/*
 * n values, half of them 1 above and half 1 below: with n even the standard
 * error is 1 / sqrt(n - 1).
 */
static void students_t(void **state)
{
	static const struct {
		size_t df;
		double t;
	} table[] = { { 1, 12.706 }, { 3, 3.182 },  { 5, 2.571 },
		      { 7, 2.365 },  { 9, 2.262 },  { 11, 2.201 },
		      { 15, 2.131 }, { 19, 2.093 }, { 29, 2.045 } };
	double value[30];

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const size_t n = table[i].df + 1;
		struct spread s;

		for (size_t k = 0; k < n; k++)
			value[k] = 1000 + (k % 2 ? 1.0 : -1.0);
		s = spread_of(value, n);
		assert_int_equal(s.n, n);
		assert_near(s.mean, 1000, 1e-9);
		assert_near(s.half * sqrt((double)table[i].df), table[i].t,
			    0.00051);
	}
}

/* 2 4 4 4 5 5 7 9: mean 5, squares 32; 2.3646 * sqrt(32 / 7 / 8) = 1.7875. */
static void by_hand(void **state)
{
	static const double value[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct spread s = spread_of(value, 8);

	(void)state;
	assert_near(s.mean, 5, 1e-12);
	assert_near(s.half, 1.7875, 0.0001);
}

static void equal_is_exact(void **state)
{
	static const double value[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
	struct spread s = spread_of(value, 6);

	(void)state;
	assert_true(s.mean == 0.1);
	assert_true(s.half == 0);
}

static void few_or_none(void **state)
{
	const double value[] = { NAN, 3, NAN, 5 };
	struct spread s = spread_of(value, 4);

	(void)state;
	assert_int_equal(s.n, 2);
	assert_near(s.mean, 4, 1e-12);
	assert_near(s.half, 12.706, 0.00051); /* standard error 1 */
	s = spread_of(value, 3);
	assert_int_equal(s.n, 1);
	assert_true(s.mean == 3 && isnan(s.half));
	s = spread_of(value, 1);
	assert_int_equal(s.n, 0);
	assert_true(isnan(s.mean) && isnan(s.half));
}

/* Columns, sorting and advice are of all seeds, not of the first. */
static void rows_are_means(void **state)
{
	static struct figures f;
	struct run_result a[2], b[2];
	struct advice advice;

	(void)state;
	figures_init(&f);
	f.opt.seeds = 2;
	figures_add(&f, "fixed", 20, 900, 20);
	figures_add(&f, "fixed", 50, 800, 50);
	a[0] = a[1] = f.rows[0].res;
	b[0] = b[1] = f.rows[1].res;
	a[1].interrupts = 1100;
	b[1].interrupts = 1400; /* more on the whole, though fewer at first */
	b[1].delay.p99_ps = 20 * PS_PER_US; /* mean 35: within twice 20 */
	f.rows[0].seed_res = a;
	f.rows[1].seed_res = b;
	f.rows[0].nseeds = f.rows[1].nseeds = 2;
	assert_near(table_mean("int/s", &f.rows[0]), 1000, 1e-9);
	assert_near(table_mean("p99", &f.rows[1]), 35, 1e-9);
	assert_near(table_value("int/s", &f.rows[0]), 900, 1e-9);
	advice = advice_find(&f.opt, &f.res);
	assert_int_equal(advice.kind, ADVICE_FOUND);
	assert_ptr_equal(advice.best, &f.rows[0]);
	/* Within the limit by the mean only, and then with fewer interrupts. */
	b[1].interrupts = 850;
	advice = advice_find(&f.opt, &f.res);
	assert_ptr_equal(advice.best, &f.rows[1]);
	/* A loss with any seed is a loss. */
	b[1].rx_dropped[RX_DROP_FIFO_FULL] = 1;
	advice = advice_find(&f.opt, &f.res);
	assert_ptr_equal(advice.best, &f.rows[0]);
	assert_int_equal(advice_lost(&f.rows[1]), 1);
	table_sort(&f.res, "-int/s");
	assert_near(table_mean("int/s", &f.rows[0]), 1000, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(students_t),	  cmocka_unit_test(by_hand),
		cmocka_unit_test(equal_is_exact), cmocka_unit_test(few_or_none),
		cmocka_unit_test(rows_are_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
