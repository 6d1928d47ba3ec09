/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * small.h - the small scenario that several engines play: its numbers.
 *
 * A packet goes into a ring of 256, or is dropped. If the CPU is idle and the
 * last interrupt is at least 50 us old there is an interrupt, else there is one
 * as soon as it is. It takes 2 us; then up to 64 packets are polled, 0.5 us
 * each, and leave the ring together. A full poll is followed by another; after
 * any other the CPU is idle, and asks for an interrupt if the ring is not empty.
 *
 * Arrivals come at even picoseconds and all else at odd ones, so that nothing
 * depends on how an engine orders equal times: whoever plays this has to get
 * the same four counts.
 */
#ifndef TESTS_BENCH_PEERS_SMALL_H
#define TESTS_BENCH_PEERS_SMALL_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define SMALL_RING 256
#define SMALL_BUDGET 64
#define SMALL_HOLDOFF_PS INT64_C(50000000)
#define SMALL_INTERRUPT_PS INT64_C(2000000)
#define SMALL_PACKET_PS INT64_C(500000)

struct small_counts {
	uint64_t interrupts, polls, delivered, dropped;
};

/* The next odd time that is at least d_ps away. */
static inline int64_t small_after_ps(int64_t now_ps, int64_t d_ps)
{
	return (now_ps + d_ps) | 1;
}

/*
 * To the k-th packet from the one before: 0.1 to 1.9 us, half of what the CPU
 * can do; every sixteenth 4096 packets 0.1 to 0.5 us, far more than it can.
 */
static inline int64_t small_gap_ps(uint64_t *x, uint64_t k)
{
	uint64_t range = (k >> 12 & 15) == 15 ? 400 : 1800;

	*x = (*x * 25214903917 + 11) & ((UINT64_C(1) << 48) - 1);
	return (int64_t)(100 + (*x >> 17) % range) * 1000;
}

static inline void small_print(const struct small_counts *c)
{
	printf("%" PRIu64 " interrupts, %" PRIu64 " polls, %" PRIu64
	       " delivered, %" PRIu64 " dropped\n",
	       c->interrupts, c->polls, c->delivered, c->dropped);
}

#endif /* TESTS_BENCH_PEERS_SMALL_H */
