// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/engine.h"

#include <stdlib.h>

void engine_init(struct engine *e)
{
	e->now_ps = 0;
	e->nslots = 0;
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

/* The earliest slot; of equal times the lowest number (strict comparison). */
static inline unsigned int earliest(const struct engine *e, int64_t *t_ps)
{
	unsigned int best = 0;
	int64_t t = e->when_ps[0];

	for (unsigned int i = 1; i < e->nslots; i++) {
		if (e->when_ps[i] < t) {
			t = e->when_ps[i];
			best = i;
		}
	}
	*t_ps = t;
	return best;
}

void engine_run_until(struct engine *e, int64_t t_ps)
{
	for (;;) {
		int64_t t;
		unsigned int slot = earliest(e, &t);

		if (t >= t_ps)
			break;
		e->when_ps[slot] = TIME_NEVER;
		e->now_ps = t;
		e->handler[slot].fn(e->handler[slot].ctx, t);
	}
	e->now_ps = t_ps;
}

int engine_step(struct engine *e, int64_t limit_ps)
{
	int64_t t;
	unsigned int slot = earliest(e, &t);

	if (t > limit_ps || t == TIME_NEVER)
		return 0;
	e->when_ps[slot] = TIME_NEVER;
	e->now_ps = t;
	e->handler[slot].fn(e->handler[slot].ctx, t);
	return 1;
}
