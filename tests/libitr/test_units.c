// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_units.c - rates, registers and rounding, against the drivers' register
 * values and against arithmetic written down another way.
 */
#include "util.h"

#include "ctl.h"

/* What the e1000 driver writes for a rate, and what comes of it; the published
 * values, not computed here. Interval in units of 10 ns, rounded to nearest. */
static const struct {
	u64 rate, reg, interval_10ns, real_rate;
} published[] = {
	{ 200000, 19, 486, 205592 }, { 90000, 43, 1101, 90843 },
	{ 70000, 55, 1408, 71023 },  { 30000, 130, 3328, 30048 },
	{ 20000, 195, 4992, 20032 }, { 15000, 260, 6656, 15024 },
	{ 8000, 488, 12493, 8005 },  { 4000, 976, 24986, 4002 },
};

static void register_table(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(published); i++) {
		u64 ns = itr_rate_to_ns(published[i].rate);
		u64 reg = itr_ns_to_reg(ns, ITR_GAP_UNIT_NS);
		u64 back = itr_reg_to_ns(reg, ITR_GAP_UNIT_NS);

		assert_int_equal(reg, published[i].reg);
		assert_int_equal((back + 5) / 10, published[i].interval_10ns);
		/* The table rounds rates to nearest, the library down. */
		CHECK(published[i].real_rate - itr_ns_to_rate(back) <= 1,
		      "rate %ju", (uintmax_t)published[i].rate);
	}
}

/* trunc(1e9 / (rate * 256)), with a product that cannot overflow. */
static void every_rate_as_the_driver(void **state)
{
	u64 rate;

	(void)state;
	for (rate = 60; rate <= 4000000; rate += rate < 200000 ? 1 : 997)
		CHECK(itr_ns_to_reg(itr_rate_to_ns(rate), 256) ==
			      UINT64_C(1000000000) / (rate * 256),
		      "rate %ju", (uintmax_t)rate);
}

/* The known traps of 32-bit drivers: overflow, rate 0, register too small. */
static void traps(void **state)
{
	(void)state;
	assert_int_equal(itr_rate_to_ns(0), 0);
	assert_int_equal(itr_ns_to_rate(0), 0);
	/* rate * 256 needs 33 bits from 16777216 on */
	assert_int_equal(itr_rate_to_ns(16777216), 59);
	assert_int_equal(itr_ns_to_reg(itr_rate_to_ns(16777216), 256), 0);
	assert_int_equal(itr_rate_to_ns(UINT64_MAX), 0);
	assert_int_equal(itr_rate_to_ns(1000000000), 1);
	assert_int_equal(itr_rate_to_ns(1000000001), 0);
	/* below 60 a second the register is full */
	assert_int_equal(itr_ns_to_reg(itr_rate_to_ns(60), 256), 65104);
	assert_int_equal(itr_ns_to_reg(itr_rate_to_ns(59), 256), 65535);
	assert_int_equal(itr_ns_to_reg(itr_rate_to_ns(1), 256), 65535);
	assert_int_equal(itr_ns_to_reg(UINT64_MAX, 1), 65535);
	assert_int_equal(itr_ns_to_reg(1000, 0), 0);
	assert_int_equal(itr_reg_to_ns(65535, 1024), 67107840);
	assert_int_equal(itr_reg_to_ns(65536, 1024), 67107840);
	assert_int_equal(itr_reg_to_ns(UINT64_MAX, UINT64_MAX),
			 UINT64_C(65535) * 0xffffffff);
}

/* Small ranges wholly: the largest allowed value not above ns, else the
 * smallest allowed one; found by search. */
static void quantise_small(void **state)
{
	u64 step, min, max, ns;

	(void)state;
	for (step = 0; step <= 5; step++)
		for (min = 0; min <= 12; min++)
			for (max = 0; max <= 16; max++)
				for (ns = 0; ns <= 20; ns++) {
					struct itr_range r = { step, min, max };
					u64 best = 0, lowest = 0, v;
					bool any = false;

					for (v = 0; step && v <= max;
					     v += step) {
						if (v < min)
							continue;
						if (!any)
							lowest = v;
						any = true;
						if (v <= ns)
							best = v;
					}
					if (ns > 0 && any && best < lowest)
						best = lowest;
					if (ns == 0)
						best = 0;
					CHECK(itr_quantise(&r, ns) == best,
					      "%ju in %ju %ju..%ju",
					      (uintmax_t)ns, (uintmax_t)step,
					      (uintmax_t)min, (uintmax_t)max);
				}
}

static void quantise_large(void **state)
{
	struct itr_range whole = { 1, 0, UINT64_MAX };
	struct itr_range odd = { 3, UINT64_MAX - 7, UINT64_MAX };
	struct itr_range none = { UINT64_MAX, 1, UINT64_MAX - 1 };

	(void)state;
	assert_true(itr_quantise(&whole, UINT64_MAX) == UINT64_MAX);
	/* 2^64 - 1 is a multiple of 3 */
	assert_true(itr_quantise(&odd, 5) == UINT64_MAX - 6);
	assert_true(itr_quantise(&odd, UINT64_MAX - 1) == UINT64_MAX - 3);
	assert_int_equal(itr_quantise(&none, 5), 0);
}

/* Sums and differences that would not fit, in 128 bits. */
static void saturation(void **state)
{
	static const u64 edges[] = { 0,
				     1,
				     2,
				     0xffffffff,
				     UINT64_MAX / 2,
				     UINT64_MAX / 2 + 1,
				     UINT64_MAX - 1,
				     UINT64_MAX };
	size_t i, k;

	(void)state;
	for (i = 0; i < COUNT(edges); i++)
		for (k = 0; k < COUNT(edges); k++) {
			u64 a = edges[i], b = edges[k];
			unsigned __int128 sum = (unsigned __int128)a + b;

			CHECK(itr_add_sat(a, b) == (sum > UINT64_MAX
							    ? UINT64_MAX
							    : (u64)sum),
			      "%ju + %ju", (uintmax_t)a, (uintmax_t)b);
			CHECK(itr_sub_sat(a, b) == (a < b ? 0 : a - b),
			      "%ju - %ju", (uintmax_t)a, (uintmax_t)b);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(register_table),
		cmocka_unit_test(every_rate_as_the_driver),
		cmocka_unit_test(traps),
		cmocka_unit_test(quantise_small),
		cmocka_unit_test(quantise_large),
		cmocka_unit_test(saturation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
