// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * engine_bench.c - the event engine alone: 40 pending timers; each event starts
 * its own timer again and restarts another one, at random times.
 *
 * Usage: engine_bench PATH [EVENTS]   PATH is portable or avx512; 77 if this
 * machine lacks it. Prints a digest of what ran when, which is the same for
 * all paths.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"

#define TIMERS 40
#define LONGEST_PS ((uint64_t)1 << 20)
#define CHUNK_PS ((int64_t)1 << 30)

struct bench {
	struct engine engine;
	uint64_t x; /* random */
	uint64_t digest;
	uint64_t events;
	struct timer {
		struct bench *bench;
		unsigned int slot;
	} timer[TIMERS];
};

static void expire(void *ctx, int64_t now_ps)
{
	struct timer *t = ctx;
	struct bench *b = t->bench;
	uint64_t x = b->x;
	unsigned int other;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	b->x = x;
	b->events++;
	b->digest = b->digest * 31 + t->slot + (uint64_t)now_ps;
	other = (unsigned int)((x >> 32) * TIMERS >> 32);
	engine_at(&b->engine, t->slot, now_ps + 1 + (int64_t)(x % LONGEST_PS));
	engine_at(&b->engine, other,
		  now_ps + 1 + (int64_t)((x >> 12) % LONGEST_PS));
}

int main(int argc, char **argv)
{
	static struct bench b = { .x = 88172645463325252 };
	uint64_t events = argc > 2 ? strtoull(argv[2], NULL, 10) : 20000000;
	enum engine_path path = ENGINE_PORTABLE;

	if (argc > 1 && strcmp(argv[1], "avx512") == 0) {
		path = ENGINE_AVX512;
	} else if (argc < 2 || argc > 3 || strcmp(argv[1], "portable")) {
		fprintf(stderr, "usage: engine_bench portable|avx512 "
				"[EVENTS]\n");
		return 2;
	}
	engine_init(&b.engine);
	if (!engine_use(&b.engine, path)) {
		printf("skipped: this machine lacks %s\n", argv[1]);
		return 77;
	}
	for (unsigned int i = 0; i < TIMERS; i++) {
		b.timer[i].bench = &b;
		b.timer[i].slot = engine_add(&b.engine, expire, &b.timer[i]);
		engine_at(&b.engine, i, 1 + i);
	}
	while (b.events < events)
		engine_run_until(&b.engine, b.engine.now_ps + CHUNK_PS);
	printf("%" PRIu64 " events, digest %016" PRIx64 "\n", b.events,
	       b.digest);
	return 0;
}
