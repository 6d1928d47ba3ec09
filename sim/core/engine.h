/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * engine.h - events as a small fixed array of slots, one a timer.
 *
 * A slot holds the time at which its handler runs next; starting, restarting
 * and stopping it is one store. The earliest time runs first; of equal times
 * the slot that was added first. A simulation needs a dozen slots, or some
 * dozens, and for so few a scan is faster than any heap, because a restart costs
 * nothing.
 * Most scans are saved: the likely next slot (a CPU working through a poll) runs
 * at once while it is earlier than a bound below which no other slot can be.
 *
 * Arrivals are not events: whoever feeds the simulation runs the engine up to
 * an arrival's time and then hands it in, so an arrival comes before the events
 * of the same picosecond.
 */
#ifndef SIM_CORE_ENGINE_H
#define SIM_CORE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"

#define ENGINE_SLOTS 64
#define ENGINE_FEW 16 /* up to so many slots are scanned one by one */

/* How more than ENGINE_FEW slots are scanned; all with the same result. */
enum engine_path { ENGINE_PORTABLE, ENGINE_AVX512 };

typedef void (*engine_fn)(void *ctx, int64_t now_ps);

struct engine {
	int64_t now_ps;
	int64_t limit_ps; /* of the running engine_run_until() or engine_step() */
	unsigned int nslots;
	unsigned int hot; /* the likely next slot */
	int64_t bound_ps; /* no slot but hot is earlier than this */
	int64_t when_ps[ENGINE_SLOTS];
	struct {
		engine_fn fn;
		void *ctx;
	} handler[ENGINE_SLOTS];
	void (*scan_many)(struct engine *e);
};

/* No slots, time 0, and the fastest path this machine has. */
void engine_init(struct engine *e);

/* Takes another path; false, and nothing changes, if this machine lacks it. */
bool engine_use(struct engine *e, enum engine_path path);

/*
 * The paths themselves: make the earliest slot hot, the lowest number of equal
 * times, and bound_ps a time that no other slot is earlier than.
 */
void engine_scan_groups(struct engine *e);
void engine_scan_avx512(struct engine *e); /* x86-64 with AVX-512F only */

/* Adds a stopped slot and returns its number. Aborts beyond ENGINE_SLOTS. */
unsigned int engine_add(struct engine *e, engine_fn fn, void *ctx);

/* (Re)starts a slot; TIME_NEVER stops it. The time must not have passed. */
static inline void engine_at(struct engine *e, unsigned int slot, int64_t t_ps)
{
	e->when_ps[slot] = t_ps;
	if (slot == e->hot || t_ps >= e->bound_ps)
		return;
	if (t_ps < e->when_ps[e->hot]) {
		/* Earlier than all others: no scan is needed to know that. */
		if (e->when_ps[e->hot] < e->bound_ps)
			e->bound_ps = e->when_ps[e->hot];
		e->hot = slot;
	} else {
		e->bound_ps = t_ps;
	}
}

/*
 * True if nothing else can happen up to and including t_ps, so that the handler
 * of this slot may go on there itself (with engine_go()) instead of starting
 * the slot. A false "no" is possible, and costs only the event.
 */
static inline bool engine_quiet(const struct engine *e, unsigned int slot,
				int64_t t_ps)
{
	return t_ps < e->bound_ps && t_ps < e->limit_ps &&
	       (slot == e->hot || t_ps < e->when_ps[e->hot]);
}

/* Stops the slot and moves the clock to a quiet t_ps. */
static inline void engine_go(struct engine *e, unsigned int slot, int64_t t_ps)
{
	e->when_ps[slot] = TIME_NEVER;
	e->now_ps = t_ps;
}

/* Runs all events before t_ps and moves the clock to t_ps. */
void engine_run_until(struct engine *e, int64_t t_ps);

/* Runs the next event if it is at or before limit_ps; 0 if there was none. */
int engine_step(struct engine *e, int64_t limit_ps);

#endif /* SIM_CORE_ENGINE_H */
