// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * What takes the CPU and has nothing to do with the card.
 *
 * 1. A timer tick is a hard interrupt, one every tick_period from a first one
 *    that the seed places. While a hard interrupt runs it waits for its end, and
 *    then comes before another one of the card.
 * 2. A stall (SMI) takes the CPU from everything, hard interrupts too. The time
 *    to the next is between nothing and twice stall_period, drawn by its index:
 *    so all controllers meet the same stalls. One that begins within another is
 *    none.
 */
#include "host/host.h"

static void tick_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	engine_at(h->engine, h->slot_tick, now_ps + h->cost.tick_period);
	if (h->work[CPU_HARDIRQ].ready) {
		h->tick_pending = true;
		return;
	}
	cpu_segment(h, CPU_HARDIRQ, h->cost.tick, irq_leave);
	cpu_take(h, CPU_HARDIRQ, now_ps);
}

static void arm_stall(struct host *h, int64_t now_ps)
{
	engine_at(h->engine, h->slot_stall,
		  now_ps + 1 +
			  noise_below_ps(h->stall_key, h->stalls++,
					 2 * h->cost.stall_period));
}

static void stall_ends(struct host *h, int64_t now_ps)
{
	(void)now_ps;
	cpu_sleep(h, CPU_STALL);
}

static void stall_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	arm_stall(h, now_ps);
	if (h->work[CPU_STALL].ready)
		return;
	cpu_segment(h, CPU_STALL, h->cost.stall, stall_ends);
	cpu_take(h, CPU_STALL, now_ps);
}

void disturb_init(struct host *h, uint64_t seed)
{
	if (h->cost.tick_period) {
		h->slot_tick = engine_add(h->engine, tick_event, h);
		engine_at(h->engine, h->slot_tick,
			  noise_below_ps(noise_key(seed, NOISE_TICK), 0,
					 h->cost.tick_period));
	}
	if (h->cost.stall_period) {
		h->slot_stall = engine_add(h->engine, stall_event, h);
		h->stall_key = noise_key(seed, NOISE_STALL);
		arm_stall(h, 0);
	}
}
