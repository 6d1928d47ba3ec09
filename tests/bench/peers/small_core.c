// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* small_core.c - the small scenario (small.h) on sim/core. Usage: small_core N */
#include <stdlib.h>

#include "core/engine.h"
#include "peers/small.h"

enum state { IDLE, HELD, INTERRUPT, POLL };

struct small {
	struct engine engine;
	unsigned int slot_holdoff, slot_cpu;
	enum state state;
	int64_t open_ps; /* from here on an interrupt may come */
	uint64_t queued, taken;
	struct small_counts count;
};

static void interrupt(void *ctx, int64_t now_ps)
{
	struct small *s = ctx;

	s->count.interrupts++;
	s->open_ps = small_after_ps(now_ps, SMALL_HOLDOFF_PS);
	s->state = INTERRUPT;
	engine_at(&s->engine, s->slot_cpu,
		  small_after_ps(now_ps, SMALL_INTERRUPT_PS));
}

static void want_interrupt(struct small *s, int64_t now_ps)
{
	if (now_ps >= s->open_ps) {
		interrupt(s, now_ps);
	} else {
		s->state = HELD;
		engine_at(&s->engine, s->slot_holdoff, s->open_ps);
	}
}

static void poll(struct small *s, int64_t now_ps)
{
	s->count.polls++;
	s->taken = s->queued < SMALL_BUDGET ? s->queued : SMALL_BUDGET;
	s->state = POLL;
	engine_at(&s->engine, s->slot_cpu,
		  small_after_ps(now_ps, (int64_t)s->taken * SMALL_PACKET_PS));
}

static void cpu(void *ctx, int64_t now_ps)
{
	struct small *s = ctx;

	if (s->state == INTERRUPT) {
		poll(s, now_ps);
		return;
	}
	s->queued -= s->taken;
	s->count.delivered += s->taken;
	if (s->taken == SMALL_BUDGET)
		poll(s, now_ps);
	else if (s->queued)
		want_interrupt(s, now_ps);
	else
		s->state = IDLE;
}

static void arrive(struct small *s, int64_t now_ps)
{
	if (s->queued == SMALL_RING)
		s->count.dropped++;
	else
		s->queued++;
	if (s->state == IDLE)
		want_interrupt(s, now_ps);
}

int main(int argc, char **argv)
{
	static struct small s;
	uint64_t packets, x = 1;
	int64_t t_ps = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: small_core PACKETS\n");
		return 2;
	}
	packets = strtoull(argv[1], NULL, 10);
	engine_init(&s.engine);
	s.slot_holdoff = engine_add(&s.engine, interrupt, &s);
	s.slot_cpu = engine_add(&s.engine, cpu, &s);
	for (uint64_t k = 0; k < packets; k++) {
		t_ps += small_gap_ps(&x, k);
		engine_run_until(&s.engine, t_ps);
		arrive(&s, t_ps);
	}
	while (engine_step(&s.engine, TIME_NEVER))
		;
	small_print(&s.count);
	return 0;
}
