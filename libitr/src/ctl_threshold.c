// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_threshold.c - the more octets the busier direction moves, the fewer
 * interrupts.
 *
 * Robin Humble's "performance dynamic" mode (InterruptThrottleRate=2) of his
 * patch to e1000 7.0.33, April 2006: little traffic is taken to be small
 * messages, which want no delay; much traffic to be large ones, which want CPU.
 *
 * 1. Every period (2 s as in the driver's watchdog) take the octets received
 *    and sent (octets.c), and of those the larger, in millions, rounded down.
 * 2. Choose the rate: up to 10 -> 200000 a second, up to 20 -> 90000, up to
 *    100 -> 30000, more -> 15000. So the edges lie at 11, 21 and 101 million
 *    octets in 2 s (44, 84 and 404 Mbit/s).
 *
 * Why these constants: their author set them by eye, for the least CPU at a
 * wanted latency and bandwidth in NetPIPE runs on his cluster, found fewer than
 * 15000 a second bad for bandwidth, and did not claim they suit other hardware.
 *
 * Before the first decision: 200000 a second, the rule's value for silence.
 * Without a gap register the gap is 0 (ITR_R_NO_CAP); missing timers stay 0;
 * separate gaps both get the one value. The link speed does not matter.
 */
#include "octets.h"

static const struct itr_param threshold_table[] = { ITR_OCTETS_ROWS };
ITR_PARAMS_FIT(struct itr_octets_params, threshold_table);

/* Gaps of 200000, 90000, 30000 and 15000 interrupts a second. */
enum {
	GAP_200K = ITR_NS_PER_S / 200000,
	GAP_90K = ITR_NS_PER_S / 90000,
	GAP_30K = ITR_NS_PER_S / 30000,
	GAP_15K = ITR_NS_PER_S / 15000,
};

static inline u64 threshold_gap(struct itr *it, u64 rx, u64 tx, u64 span_ns)
{
	/* Millions in 2 s: octets * 2e9 / span_ns / 1e6 */
	u64 most = itr_min(itr_max(tx, rx), ITR_U64_MAX / 2000);
	u64 millions;

	if (itr_octets_plan(it)->period_ns == ITR_WATCHDOG_NS)
		span_ns = ITR_WATCHDOG_NS;
	millions = itr_quot64(most * 2000, itr_max(span_ns, 1));
	if (ITR_LIKELY(millions <= 10))
		return GAP_200K;
	if (millions <= 20)
		return GAP_90K;
	return millions <= 100 ? GAP_30K : GAP_15K;
}

static void threshold_start(struct itr *it, u64 now_ns)
{
	itr_octets_start(it, now_ns, GAP_200K);
}

static bool threshold_timer(struct itr *it, const struct itr_sample *s,
			    u64 now_ns)
{
	return itr_octets_timer(it, s, now_ns, threshold_gap);
}

static void threshold_retune(struct itr *it, const struct itr_params *old)
{
	(void)old;
	itr_octets_retune(it);
}

const struct itr_ops itr_threshold = {
	.name = "threshold",
	.idea = "The more octets, the fewer interrupts. The busier direction's "
		"octets in the last period choose one of four rates, from "
		"200000 a second (little traffic, taken for small messages) "
		"down to 15000. Robin Humble's mode 2 for e1000, 2006.",
	.version = 2,
	.events = ITR_EVMASK(ITR_EV_TIMER),
	.params = threshold_table,
	.nparams = ITR_ARRAY_SIZE(threshold_table),
	.start = threshold_start,
	.on = { [ITR_EV_TIMER] = threshold_timer },
	.plan = itr_octets_make_plan,
	.retune = threshold_retune,
};
