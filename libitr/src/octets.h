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
#define ITR_WATCHDOG_NS 2000000000u

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
	u64 rx_bytes, tx_bytes;
	u64 since_ns; /* when these totals were taken */
};

/* What follows from the parameters. */
struct itr_octets_plan {
	u64 period_ns;
	u64 unit; /* the rule's own */
};

static inline struct itr_octets_plan *itr_octets_plan(struct itr *it)
{
	return (void *)it->plan.own;
}

/* start, plan and retune of a controller that is nothing but such a rule. */
void itr_octets_start(struct itr *it, u64 now_ns, u64 idle_gap_ns);
void itr_octets_make_plan(struct itr *it);
void itr_octets_retune(struct itr *it);

/* The step that notes the first totals. */
bool itr_octets_prime(struct itr *it, const struct itr_sample *s, u64 now_ns);

/* A rule: the gap after so many octets in so much time. */
typedef u64 (*itr_octets_rule)(struct itr *it, u64 rx, u64 tx, u64 span_ns);

/* The step on a timer; inline, so that the rule becomes part of it. */
static inline bool itr_octets_timer(struct itr *it, const struct itr_sample *s,
				    u64 now_ns, itr_octets_rule rule)
{
	struct itr_octets *o = (void *)it->state;
	u64 rx, tx, span_ns, gap_ns, next_ns, reason = ITR_R_RULE;

	if (ITR_UNLIKELY(!o->primed))
		return itr_octets_prime(it, s, now_ns);
	if (now_ns < it->last.next_ns)
		return false;
	rx = itr_delta(s->rx_bytes, o->rx_bytes);
	tx = itr_delta(s->tx_bytes, o->tx_bytes);
	span_ns = now_ns - o->since_ns;
	o->rx_bytes = s->rx_bytes;
	o->tx_bytes = s->tx_bytes;
	o->since_ns = now_ns;
	gap_ns = rule(it, rx, tx, span_ns);
	gap_ns = itr_fit_gap(it, gap_ns, &reason);
	if (gap_ns == it->last.gap_ns && reason == ITR_R_RULE)
		reason = ITR_R_KEEP;
	next_ns = itr_add_sat(now_ns, itr_octets_plan(it)->period_ns);
	itr_set_gap(it, gap_ns, next_ns, reason);
	return itr_decided(it);
}

#endif /* ITR_OCTETS_H */
