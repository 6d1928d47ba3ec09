// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The comb of a trace captured behind moderation: found where a model of such
 * a capture made it, not where arrivals are honest.
 */
#include "trace/tiny_pcap.h"

#include <math.h>
#include <stdlib.h>

#include "load/trace_comb.h"

static struct trace_comb comb;
static struct comb_result res;
static uint64_t seed;

/* Uniform in (0, 1): a 64-bit linear congruential generator, upper bits. */
static double uniform(void)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

static double exponential(double mean)
{
	return -mean * log(uniform());
}

static void begin(void)
{
	comb = (struct trace_comb){ 0 };
	seed = 12345;
}

/* Packets wait during the hold-off and come out of one poll, 1.3 us apart. */
static void polled(double rate_per_us, double holdoff_us, int polls)
{
	double next = exponential(1 / rate_per_us), now = 0;

	begin();
	while (polls--) {
		double stamp;

		if (next > now)
			now = next; /* idle: the interrupt comes at once */
		stamp = now + 2 + exponential(1);
		for (double end = stamp; next < end; end += 1.3) {
			trace_comb_add(&comb, (int64_t)end * PS_PER_US);
			next += exponential(1 / rate_per_us);
		}
		now += holdoff_us;
	}
	trace_comb_find(&comb, &res);
}

static void finds_hold_offs(void **state)
{
	static const int holdoff_us[] = { 50, 100, 125, 250, 500 };

	(void)state;
	for (int i = 0; i < 5; i++) {
		/* About four packets an interrupt. */
		polled(4.0 / holdoff_us[i], holdoff_us[i], 5000);
		assert_true(res.interval_ps > holdoff_us[i] * US(95) / 100);
		assert_true(res.interval_ps < holdoff_us[i] * US(105) / 100);
	}
}

/* Half of the interrupts 200 us apart, the others up to 19 us late: 200. */
static void lateness_is_no_part_of_it(void **state)
{
	int64_t t_us = 0;

	(void)state;
	begin();
	for (int n = 0; n < 2000; n++) {
		for (int i = 0; i < 4; i++)
			trace_comb_add(&comb, US(t_us + i));
		t_us += 200 + (n & 1) * (n / 2 % 20);
	}
	trace_comb_find(&comb, &res);
	assert_true(res.interval_ps >= US(199));
	assert_true(res.interval_ps <= US(202));
}

/* 20 000 to 500 000 packets a second. */
static void silent_on_poisson(void **state)
{
	static const double mean_us[] = { 2, 3, 5, 10, 20, 50 };

	(void)state;
	for (int i = 0; i < 6; i++) {
		double t = 0;

		begin();
		for (int n = 0; n < 100000; n++) {
			t += exponential(mean_us[i]);
			trace_comb_add(&comb, (int64_t)t * PS_PER_US);
		}
		trace_comb_find(&comb, &res);
		assert_int_equal(res.interval_ps, 0);
		/* and by a margin */
		assert_true(res.share < 0.35);
	}
}

static void silent_on_constant_rate(void **state)
{
	(void)state;
	for (int gap_us = 1; gap_us < 2000; gap_us += 7) {
		begin();
		for (int n = 0; n < 20000; n++)
			trace_comb_add(&comb, US(n * (int64_t)gap_us) +
						      US((int)(uniform() * 3)));
		trace_comb_find(&comb, &res);
		assert_int_equal(res.interval_ps, 0);
	}
}

static void silent_on_little_evidence(void **state)
{
	(void)state;
	polled(4.0 / 250, 250, 80);
	assert_int_equal(res.interval_ps, 0);
}

/* Bursts of random size at random times are no comb. */
static void silent_on_random_bursts(void **state)
{
	double t = 0;

	(void)state;
	begin();
	for (int n = 0; n < 10000; n++) {
		int size = 1 + (int)(uniform() * 8);

		t += exponential(300);
		while (size--) {
			trace_comb_add(&comb, (int64_t)t * PS_PER_US);
			t += 2;
		}
	}
	trace_comb_find(&comb, &res);
	assert_int_equal(res.interval_ps, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_hold_offs),
		cmocka_unit_test(lateness_is_no_part_of_it),
		cmocka_unit_test(silent_on_poisson),
		cmocka_unit_test(silent_on_constant_rate),
		cmocka_unit_test(silent_on_little_evidence),
		cmocka_unit_test(silent_on_random_bursts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
