/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * advice.h - which fixed gap an operator should set, by a stated rule.
 */
#ifndef SIM_LAB_ADVICE_H
#define SIM_LAB_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/compare.h"
#include "lab/options.h"

enum advice_kind {
	ADVICE_NO_ROWS, /* no fixed row that ethtool could set */
	ADVICE_NO_DATA, /* none of them delivered a packet */
	ADVICE_UNMET, /* no row keeps the limit that was asked for */
	ADVICE_FOUND
};

struct advice {
	enum advice_kind kind;
	uint64_t drops; /* the fewest packets a fixed row lost */
	int64_t limit_ps; /* p99 may be at most this */
	int64_t lowest_ps; /* lowest p99 among the rows that lost no more */
	const struct compare_row *lowest; /* the row that has it */
	const struct compare_row *best; /* ADVICE_FOUND */
	/* The choice if losing packets did not matter; NULL: the same one. */
	const struct compare_row *lossy;
	const struct compare_row *unmoderated; /* fixed 0, or `off`, or NULL */
	const struct compare_row *driver; /* e1000, what people run, or NULL */
	unsigned int left_out; /* fixed rows ethtool cannot set */
};

/*
 * True if `ethtool -C IFACE rx-usecs N` of e1000 and e1000e takes that gap:
 * whole microseconds, 0 or 10 to 10000 (smaller numbers name modes there).
 */
bool advice_settable(int64_t gap_ps);

/*
 * The fixed row with the fewest interrupts whose p99 is at most --max-p99, or
 * at most twice the lowest p99 of the fixed rows. Of equals the one with the
 * lower p99, then the smaller gap. A row that lost more packets (received or to
 * send) than the one that lost fewest is not looked at: lost packets are in no
 * delay and cost no interrupts, so it looks better than it is. With --seeds
 * p99 and interrupts are means, and a packet lost with any seed is lost.
 */
struct advice advice_find(const struct options *opt,
			  const struct compare_result *res);

/* Packets that row lost, received or to send, with all its seeds. */
uint64_t advice_lost(const struct compare_row *row);

#endif /* SIM_LAB_ADVICE_H */
