// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/engine.h"

#include <stdlib.h>

void engine_init(struct engine *e)
{
	e->now_ps = 0;
	e->limit_ps = 0;
	e->nslots = 0;
	e->hot = 0;
	e->bound_ps = TIME_NEVER;
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

/*
 * Makes the earliest slot hot, the lowest number of equal times, and bound_ps
 * the earliest time of the others.
 */
static void scan(struct engine *e)
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
