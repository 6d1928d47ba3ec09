/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * octets.h - octets received and sent per period, as the e1000 watchdog sees
 * them: what `threshold` and `symmetry` decide on. Internal.
 */
#ifndef ITR_OCTETS_H
#define ITR_OCTETS_H

#include "ctl.h"

/* The driver's watchdog runs every 2 s; the rules' numbers are octets per 2 s. */
#define ITR_WATCHDOG_US 2000000

/* The parameters both rules have. */
struct itr_octets_params {
	s32 period_us;
	struct itr_delay_params delays;
};

/*
 * Ten thousand decisions a second are more than a host wants, and 10 s the
 * slowest that still is moderation. Timers of the 2004-2006 driver: TIDV = TADV
 * = 64 and RADV = 128 units of 1024 ns, RDTR off.
 */
#define ITR_OCTETS_ROWS                                                 \
	{ .name = "period_us",                                          \
	  .unit = "us",                                                 \
	  .min = 100,                                                   \
	  .max = 10000000,                                              \
	  .def = ITR_WATCHDOG_US,                                       \
	  .help = "time between decisions; octets are scaled to 2 s" }, \
		ITR_DELAY_ROWS(64 * 1024, 64 * 1024, 0, 128 * 1024)

/* The state both rules have: a baseline. */
struct itr_octets {
	u64 primed; /* 0 until the first step */
	u64 since_ns; /* the totals below are from then */
	u64 rx_bytes, tx_bytes;
};

/* Octets of one period, as if it had been 2 s. */
struct itr_octets_seen {
	u64 rx, tx;
};

/* A rule: interrupts a second for what was seen. */
typedef u64 (*itr_octets_rule)(const struct itr_octets_seen *seen);

/* start, step and retune of a controller that is nothing but such a rule. */
void itr_octets_start(struct itr *it, u64 now_ns, itr_octets_rule rule);
bool itr_octets_step(struct itr *it, const struct itr_sample *s,
		     itr_octets_rule rule);
void itr_octets_retune(struct itr *it);

#endif /* ITR_OCTETS_H */
