// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* Engine order, histogram against sorted values, keyed noise. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "core/engine.h"
#include "core/hist.h"
#include "core/noise.h"

struct log {
	struct engine *e;
	int64_t when[64];
	int who[64];
	int n;
};

struct actor {
	struct log *log;
	int id;
};

static void note(void *ctx, int64_t now_ps)
{
	struct actor *a = ctx;

	assert_int_equal(now_ps, a->log->e->now_ps);
	a->log->when[a->log->n] = now_ps;
	a->log->who[a->log->n++] = a->id;
}

static void engine_orders_by_time_then_slot(void **state)
{
	struct engine e;
	struct log log = { .e = &e };
	struct actor a[3] = { { &log, 0 }, { &log, 1 }, { &log, 2 } };

	(void)state;
	engine_init(&e);
	for (int i = 0; i < 3; i++)
		assert_int_equal(engine_add(&e, note, &a[i]), i);
	engine_at(&e, 2, 10);
	engine_at(&e, 0, 20);
	engine_at(&e, 1, 10);
	engine_run_until(&e, 10);
	assert_int_equal(log.n, 0); /* an arrival at 10 comes first */
	engine_run_until(&e, 11);
	assert_int_equal(log.n, 2);
	assert_int_equal(log.who[0], 1);
	assert_int_equal(log.who[1], 2);
	engine_at(&e, 0, 30); /* a restart is one store */
	engine_run_until(&e, 30);
	assert_int_equal(log.n, 2);
	assert_int_equal(engine_step(&e, 29), 0);
	assert_int_equal(engine_step(&e, 30), 1);
	assert_int_equal(log.when[2], 30);
	assert_int_equal(engine_step(&e, INT64_MAX), 0);
}

/* May slot 1 go on to some time by itself? */
struct go_on {
	struct engine *e;
	int64_t to_ps;
	bool quiet;
};

static void ask(void *ctx, int64_t now_ps)
{
	struct go_on *g = ctx;

	(void)now_ps;
	g->quiet = engine_quiet(g->e, 1, g->to_ps);
}

static void nothing(void *ctx, int64_t now_ps)
{
	(void)ctx;
	(void)now_ps;
}

static void engine_knows_when_it_is_quiet(void **state)
{
	/* Another slot's time, the limit, where to, and the answer. */
	const struct {
		int64_t other_ps, limit_ps, to_ps;
		bool quiet;
	} cases[] = {
		{ TIME_NEVER, 100, 50, true },	 { TIME_NEVER, 100, 99, true },
		{ TIME_NEVER, 100, 100, false }, { 60, 100, 59, true },
		{ 60, 100, 60, false },		 { 60, 100, 70, false },
	};

	(void)state;
	for (unsigned int other = 0; other < 3; other += 2)
		for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
			struct engine e;
			struct go_on g = { &e, cases[i].to_ps, false };

			engine_init(&e);
			engine_add(&e, nothing, NULL);
			engine_add(&e, ask, &g);
			engine_add(&e, nothing, NULL);
			engine_at(&e, other, cases[i].other_ps);
			engine_at(&e, 1, 10);
			engine_run_until(&e, cases[i].limit_ps);
			assert_int_equal(g.quiet, cases[i].quiet);
		}
}

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Against nearest rank on the sorted values: never low, at most 1/128 high. */
static void hist_quantiles(void **state)
{
	static struct hist h;
	static int64_t v[20000];
	const double q[] = { 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0 };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (size_t round = 0; round < 20; round++) {
		size_t n = round == 0 ? 1 : 1 + gsl_rng_uniform_int(rng, 20000);
		long double sum = 0;

		memset(&h, 0, sizeof(h));
		for (size_t i = 0; i < n; i++) {
			v[i] = (int64_t)exp(gsl_ran_flat(rng, 0, 35));
			sum += (long double)v[i];
			hist_add(&h, v[i]);
		}
		qsort(v, n, sizeof(v[0]), ascending);
		assert_int_equal(h.max_ps, v[n - 1]);
		assert_true(
			fabsl((long double)hist_mean_ps(&h) * (long double)n -
			      sum) <= sum * 1e-12L);
		for (size_t k = 0; k < sizeof(q) / sizeof(q[0]); k++) {
			size_t rank = (size_t)ceil(q[k] * (double)n);
			int64_t want = v[(rank ? rank : 1) - 1];
			int64_t got = hist_quantile_ps(&h, q[k]);

			assert_true(got >= want);
			assert_true(got - want <= want / 128 + 1);
		}
		assert_int_equal(hist_quantile_ps(&h, 1.0), v[n - 1]);
	}
	gsl_rng_free(rng);
}

static void hist_edges(void **state)
{
	unsigned int last = 0;

	(void)state;
	assert_int_equal(hist_bucket_of(0), 0);
	assert_int_equal(hist_bucket_of(127), 127);
	assert_int_equal(hist_bucket_of(128), 128);
	assert_int_equal(hist_bucket_of(INT64_MAX), HIST_BUCKETS - 1);
	/* Each bucket's top is in it, the next value in the next one. */
	for (unsigned int b = 0; b + 1 < HIST_BUCKETS; b++) {
		int64_t top = hist_bucket_max_ps(b);

		assert_int_equal(hist_bucket_of(top), b);
		assert_int_equal(hist_bucket_of(top + 1), b + 1);
		last = b;
	}
	assert_int_equal(last, HIST_BUCKETS - 2);
}

static void hist_empty(void **state)
{
	static struct hist h;

	(void)state;
	assert_int_equal(hist_quantile_ps(&h, 0.5), 0);
	assert_true(hist_mean_ps(&h) == 0);
}

static int64_t draw_ps(int64_t cost_ps, int32_t sigma_permille, uint64_t seed,
		       enum noise_purpose purpose, uint64_t index)
{
	struct noise_cost c;

	noise_cost_init(&c, cost_ps, sigma_permille, seed, purpose);
	return noise_cost_ps(&c, index);
}

static void noise_is_normal_and_keyed(void **state)
{
	const int64_t cost = 1000 * PS_PER_NS;
	const int n = 200000;
	double sum = 0, squares = 0;

	(void)state;
	noise_init();
	for (int i = 0; i < n; i++) {
		double d =
			(double)(draw_ps(cost, 20, 7, NOISE_IRQ, (uint64_t)i) -
				 cost) /
			(double)cost;

		sum += d;
		squares += d * d;
	}
	/* Mean 0 and sigma 2 %, within 5 standard errors. */
	assert_true(fabs(sum / n) < 5 * 0.02 / sqrt(n));
	assert_true(fabs(sqrt(squares / n) / 0.02 - 1) <
		    5 / sqrt(2.0 * n) + 0.002);
	assert_int_equal(draw_ps(cost, 0, 1, NOISE_IRQ, 1), cost);
	assert_int_equal(draw_ps(cost, 20, 1, NOISE_IRQ, 5),
			 draw_ps(cost, 20, 1, NOISE_IRQ, 5));
	assert_int_not_equal(draw_ps(cost, 20, 1, NOISE_IRQ, 5),
			     draw_ps(cost, 20, 2, NOISE_IRQ, 5));
	assert_int_not_equal(draw_ps(cost, 20, 1, NOISE_IRQ, 5),
			     draw_ps(cost, 20, 1, NOISE_SEND, 5));
	/* However wild, half the cost is left. */
	for (uint64_t i = 0; i < 10000; i++)
		assert_true(draw_ps(cost, 1000, 1, NOISE_IRQ, i) >= cost / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(engine_orders_by_time_then_slot),
		cmocka_unit_test(engine_knows_when_it_is_quiet),
		cmocka_unit_test(hist_quantiles),
		cmocka_unit_test(hist_edges),
		cmocka_unit_test(hist_empty),
		cmocka_unit_test(noise_is_normal_and_keyed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
