// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/engine.h"

#include <stdlib.h>

static inline int64_t min_ps(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t max_ps(int64_t a, int64_t b)
{
	return a < b ? b : a;
}

/*
 * A scan makes the earliest slot hot, the lowest number of equal times, and
 * bound_ps the earliest time of the others. For a few slots branches are best:
 * in a simulation they are well predicted.
 */
static inline void scan_few(struct engine *e)
{
	unsigned int best = 0;
	int64_t t = e->when_ps[0], second = TIME_NEVER;

	for (unsigned int i = 1; i < e->nslots; i++) {
		int64_t w = e->when_ps[i];

		if (w < t) {
			second = t;
			t = w;
			best = i;
		} else if (w < second) {
			second = w;
		}
	}
	e->hot = best;
	e->bound_ps = second;
}

/*
 * If bound_ps is a slot's time and nothing is earlier, that slot is next, and a
 * scan is saved. It stays exact only until this slot has run: now_ps tells.
 */
static inline bool take_bound(struct engine *e)
{
	int64_t t = e->bound_ps;

	if (t <= e->now_ps || t > e->when_ps[e->hot])
		return false;
	for (unsigned int i = 0; i < e->nslots; i++) {
		if (e->when_ps[i] == t) {
			e->hot = i;
			return true;
		}
	}
	return false;
}

static inline int64_t min_of_2(const int64_t *w)
{
	return min_ps(w[0], w[1]);
}

/*
 * For many slots: the earliest group of four, then the earlier half of it, then
 * of that, without a branch that depends on a time; what loses on the way may
 * be the bound. Slots that were not added are stopped, so a group may be
 * incomplete.
 */
void engine_scan_groups(struct engine *e)
{
	const int64_t *best = e->when_ps, *end = best + e->nslots;
	int64_t t = TIME_NEVER, second = TIME_NEVER, a, b;

	if (take_bound(e))
		return;
	for (const int64_t *w = best; w < end; w += 4) {
		a = min_ps(min_of_2(w), min_of_2(w + 2));
		second = min_ps(second, max_ps(t, a));
		best = a < t ? w : best;
		t = min_ps(t, a);
	}
	a = min_of_2(best);
	b = min_of_2(best + 2);
	second = min_ps(second, max_ps(a, b));
	best += 2 * (b < a);
	a = best[0];
	b = best[1];
	e->bound_ps = min_ps(second, max_ps(a, b));
	best += b < a;
	e->hot = (unsigned int)(best - e->when_ps);
}

bool engine_use(struct engine *e, enum engine_path path)
{
	switch (path) {
	case ENGINE_PORTABLE:
		e->scan_many = engine_scan_groups;
		return true;
	case ENGINE_AVX512:
#ifdef __x86_64__
		if (__builtin_cpu_supports("avx512f")) {
			e->scan_many = engine_scan_avx512;
			return true;
		}
#endif
		break;
	}
	return false;
}

void engine_init(struct engine *e)
{
	e->now_ps = 0;
	e->limit_ps = 0;
	e->nslots = 0;
	e->hot = 0;
	e->bound_ps = TIME_NEVER;
	if (!engine_use(e, ENGINE_AVX512))
		engine_use(e, ENGINE_PORTABLE);
	for (unsigned int i = 0; i < ENGINE_SLOTS; i++)
		e->when_ps[i] = TIME_NEVER;
}

unsigned int engine_add(struct engine *e, engine_fn fn, void *ctx)
{
	unsigned int slot = e->nslots;

	if (slot >= ENGINE_SLOTS)
		abort();
	e->nslots++;
	e->handler[slot].fn = fn;
	e->handler[slot].ctx = ctx;
	return slot;
}

static inline void scan(struct engine *e)
{
	if (e->nslots <= ENGINE_FEW)
		scan_few(e);
	else
		e->scan_many(e);
}

static inline void run_hot(struct engine *e, int64_t t_ps)
{
	unsigned int slot = e->hot;

	e->when_ps[slot] = TIME_NEVER;
	e->now_ps = t_ps;
	e->handler[slot].fn(e->handler[slot].ctx, t_ps);
}

void engine_run_until(struct engine *e, int64_t t_ps)
{
	e->limit_ps = t_ps;
	for (;;) {
		int64_t t = e->when_ps[e->hot];

		if (t < e->bound_ps) {
			if (t >= t_ps)
				break;
			run_hot(e, t);
			continue;
		}
		if (e->bound_ps >= t_ps && t >= t_ps)
			break;
		scan(e);
		/* A tie leaves bound_ps equal: the scan has decided it. */
		t = e->when_ps[e->hot];
		if (t >= t_ps)
			break;
		run_hot(e, t);
	}
	e->now_ps = t_ps;
}

int engine_step(struct engine *e, int64_t limit_ps)
{
	int64_t t;

	e->limit_ps = 0; /* one event, and no more on the way */
	scan(e);
	t = e->when_ps[e->hot];
	if (t > limit_ps || t == TIME_NEVER)
		return 0;
	run_hot(e, t);
	return 1;
}
