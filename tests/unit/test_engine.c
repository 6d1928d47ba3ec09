// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The engine against a deliberately naive one, on random schedules full of
 * equal times, on every path the machine has; and each path's scan by itself.
 */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/engine.h"

/* engine_avx512.c over emulated/immintrin.h */
void engine_scan_emulated(struct engine *e);

static uint64_t draw(uint64_t *x, uint64_t n)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return (*x >> 16) % n;
}

/* The earliest of n times but for one; the first of equal ones. */
static unsigned int earliest(const int64_t *when_ps, unsigned int n, int but)
{
	unsigned int best = but == 0;

	for (unsigned int i = 0; i < n; i++)
		if ((int)i != but && when_ps[i] < when_ps[best])
			best = i;
	return best;
}

static void set_emulated(struct engine *e)
{
	e->scan_many = engine_scan_emulated;
}

static void set_portable(struct engine *e)
{
	assert_true(engine_use(e, ENGINE_PORTABLE));
}

static void set_avx512(struct engine *e)
{
	assert_true(engine_use(e, ENGINE_AVX512));
}

static struct {
	const char *name;
	void (*set)(struct engine *e);
} paths[] = {
	{ "portable", set_portable },
	{ "avx512, emulated", set_emulated },
	{ "avx512", set_avx512 },
};
static size_t npaths;

static void find_paths(void)
{
	struct engine e;

	engine_init(&e);
	npaths = 2;
	if (engine_use(&e, ENGINE_AVX512))
		npaths = 3;
	else
		printf("skipped: the path avx512 itself, this machine lacks "
		       "it\n");
}

static void nothing(void *ctx, int64_t now_ps)
{
	(void)ctx;
	(void)now_ps;
}

/* Few distinct times, so that most are equal; some never. */
static void each_scan_finds_the_first_two(void **state)
{
	uint64_t x = 88172645463325252;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		unsigned int n = 2 + (unsigned int)draw(&x, ENGINE_SLOTS - 1);
		uint64_t spread = 1 + draw(&x, round % 2 ? 4 : 1000000);
		struct engine e;

		engine_init(&e);
		for (unsigned int i = 0; i < n; i++) {
			engine_add(&e, nothing, NULL);
			e.when_ps[i] = draw(&x, 8) ? (int64_t)draw(&x, spread)
						   : TIME_NEVER;
		}
		for (size_t p = 0; p < npaths; p++) {
			unsigned int first = earliest(e.when_ps, n, -1);

			e.hot = 0;
			e.bound_ps = -1; /* of no use: a whole scan */
			paths[p].set(&e);
			e.scan_many(&e);
			assert_int_equal(e.hot, first);
			assert_int_equal(
				e.bound_ps,
				e.when_ps[earliest(e.when_ps, n, (int)first)]);
		}
	}
}

/* What both engines do: an event restarts and stops slots at random. */
#define EVENTS_MAX 4000

struct world {
	struct engine *e; /* NULL: the naive engine */
	unsigned int n;
	uint64_t x;
	int64_t when_ps[ENGINE_SLOTS]; /* of the naive engine */
	struct actor {
		struct world *world;
		unsigned int slot;
	} actor[ENGINE_SLOTS];
	unsigned int events;
	unsigned int who[EVENTS_MAX];
	int64_t t_ps[EVENTS_MAX];
};

static void start(struct world *w, unsigned int slot, int64_t t_ps)
{
	if (w->e)
		engine_at(w->e, slot, t_ps);
	else
		w->when_ps[slot] = t_ps;
}

static void act(void *ctx, int64_t now_ps)
{
	struct actor *a = ctx;
	struct world *w = a->world;
	uint64_t todo;

	assert_true(w->events < EVENTS_MAX);
	w->who[w->events] = a->slot;
	w->t_ps[w->events++] = now_ps;
	if (w->e) {
		/* It may say quiet only if nothing else comes first. */
		int64_t t_ps = now_ps + (now_ps % 7);

		assert_int_equal(w->e->now_ps, now_ps);
		if (engine_quiet(w->e, a->slot, t_ps))
			for (unsigned int i = 0; i < w->n; i++)
				assert_true(i == a->slot ||
					    w->e->when_ps[i] > t_ps);
	}
	todo = draw(&w->x, 4);
	for (uint64_t k = 0; k < todo; k++) {
		unsigned int slot = (unsigned int)draw(&w->x, w->n);

		if (k == 0 && draw(&w->x, 2))
			slot = a->slot;
		if (draw(&w->x, 10))
			start(w, slot, now_ps + (int64_t)draw(&w->x, 40));
		else
			start(w, slot, TIME_NEVER);
	}
}

/* Runs what is due before t_ps, or, if t_ps is negative, one event. */
static void naive_run(struct world *w, int64_t t_ps)
{
	for (;;) {
		unsigned int i = earliest(w->when_ps, w->n, -1);
		int64_t now_ps = w->when_ps[i];

		if (now_ps == TIME_NEVER || (t_ps >= 0 && now_ps >= t_ps))
			return;
		w->when_ps[i] = TIME_NEVER;
		act(&w->actor[i], now_ps);
		if (t_ps < 0)
			return;
	}
}

/* One schedule from a seed; fills w with what happened. */
static void play(struct world *w, struct engine *e, uint64_t seed)
{
	int64_t t_ps = 0;

	w->e = e;
	w->x = seed;
	w->events = 0;
	w->n = 1 + (unsigned int)draw(&w->x, ENGINE_SLOTS);
	for (unsigned int i = 0; i < w->n; i++) {
		w->actor[i].world = w;
		w->actor[i].slot = i;
		if (e)
			engine_add(e, act, &w->actor[i]);
		w->when_ps[i] = TIME_NEVER;
	}
	for (int k = 0; k < 60; k++) {
		unsigned int slot = (unsigned int)draw(&w->x, w->n);

		start(w, slot, t_ps + (int64_t)draw(&w->x, 50));
		if (draw(&w->x, 5) == 0) {
			if (e)
				engine_step(e, TIME_NEVER);
			else
				naive_run(w, -1);
			if (w->events && w->t_ps[w->events - 1] > t_ps)
				t_ps = w->t_ps[w->events - 1];
		} else {
			t_ps += (int64_t)draw(&w->x, 60);
			if (e)
				engine_run_until(e, t_ps);
			else
				naive_run(w, t_ps);
		}
	}
}

static void each_path_plays_as_the_naive_engine(void **state)
{
	static struct world naive, fast;
	uint64_t events = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 600; seed++) {
		play(&naive, NULL, seed * 0x9e3779b97f4a7c15);
		events += naive.events;
		for (size_t p = 0; p < npaths; p++) {
			struct engine e;

			engine_init(&e);
			paths[p].set(&e);
			play(&fast, &e, seed * 0x9e3779b97f4a7c15);
			if (fast.events != naive.events ||
			    memcmp(fast.who, naive.who,
				   naive.events * sizeof(naive.who[0])) ||
			    memcmp(fast.t_ps, naive.t_ps,
				   naive.events * sizeof(naive.t_ps[0])))
				fail_msg("%s: seed %llu plays otherwise",
					 paths[p].name,
					 (unsigned long long)seed);
		}
	}
	printf("%llu events a path\n", (unsigned long long)events);
	assert_true(events > 100000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scan_finds_the_first_two),
		cmocka_unit_test(each_path_plays_as_the_naive_engine),
	};

	find_paths();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
