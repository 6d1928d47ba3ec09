/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_comb.h - was a trace itself captured behind interrupt moderation?
 *
 * A host that moderates stamps packets when it polls: trains of packets a few
 * microseconds apart, whose starts keep one distance, the hold-off. Here the
 * distances between starts of trains are gathered, for several ideas of what
 * still is one train, over the first COMB_PACKETS received packets.
 */
#ifndef SIM_LOAD_TRACE_COMB_H
#define SIM_LOAD_TRACE_COMB_H

#include <stdint.h>

#include "core/clock.h"

#define COMB_PACKETS 200000u
#define COMB_SPLITS 6 /* a gap of 4, 8, ... 128 us ends a train */
#define COMB_MIN_SPLIT_PS (4 * PS_PER_US)
#define COMB_MAX_US 2048 /* hold-offs beyond this are not looked for */

struct comb_split {
	int64_t start_ps; /* of the running train */
	uint32_t trains;
	uint32_t distances; /* up to COMB_MAX_US */
	uint32_t at_us[COMB_MAX_US + 1]; /* distances between train starts */
};

struct trace_comb {
	int64_t last_ps;
	uint32_t packets;
	struct comb_split split[COMB_SPLITS];
};

struct comb_result {
	int64_t interval_ps; /* 0: no comb */
	double share; /* of the distances that lie within 5 % of it */
	double train; /* packets a train, mean */
};

void trace_comb_gap(struct trace_comb *c, int64_t t_ps, int64_t gap_ps);

/* One received packet; times must not go back. */
static inline void trace_comb_add(struct trace_comb *c, int64_t t_ps)
{
	int64_t gap_ps;

	if (c->packets == COMB_PACKETS)
		return;
	gap_ps = t_ps - c->last_ps;
	c->last_ps = t_ps;
	c->packets++;
	if (gap_ps >= COMB_MIN_SPLIT_PS)
		trace_comb_gap(c, t_ps, gap_ps);
}

/* The best guess; also gives share and train when it is below the bounds. */
void trace_comb_find(const struct trace_comb *c, struct comb_result *res);

#endif /* SIM_LOAD_TRACE_COMB_H */
