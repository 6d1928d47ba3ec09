// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_symmetry.c - the more one-sided the traffic, the more interrupts.
 *
 * The dynamic mode of the e1000 driver 7.0.33 (InterruptThrottleRate=1, later
 * 4), and what that driver did when nobody set anything: traffic that flows
 * equally both ways gets few interrupts, traffic in one direction four times as
 * many.
 *
 * 1. Every period (2 s as in the driver's watchdog) take the octets received
 *    and sent (octets.c).
 * 2. sum = (sent + received) / 10000, dif = |sent - received| / 10000, both
 *    rounded down. At another period the 10000 are as many in proportion, at
 *    least 1; how late a step was cancels in the ratio.
 * 3. rate = dif * 6000 / sum + 2000, rounded down; 8000 if sum is 0. So 2000 a
 *    second for symmetric traffic, 8000 for all in one direction or (nearly)
 *    none at all.
 *
 * Why these constants: they are the driver's, which says what they do but not
 * why; Robin Humble judged them made "for low cpu usage with little concern for
 * performance". The division by 10000 keeps dif * 6000 within 32 bits there;
 * here it is kept because it rounds.
 *
 * The driver's counters are 32 bits wide and its sum wraps above 4.29 GB in
 * 2 s (17 Gbit/s, more than its hardware moves); here nothing wraps.
 *
 * Before the first decision: 8000 a second, the rule's value for silence.
 * Without a gap register the gap is 0 (ITR_R_NO_CAP); missing timers stay 0;
 * separate gaps both get the one value. The link speed does not matter.
 */
#include "octets.h"

static const struct itr_param symmetry_table[] = { ITR_OCTETS_ROWS };
ITR_PARAMS_FIT(struct itr_octets_params, symmetry_table);

static inline u64 symmetry_gap(struct itr *it, u64 rx, u64 tx, u64 span_ns)
{
	u64 unit = itr_octets_plan(it)->unit;
	u64 sum = itr_quot64(itr_add_sat(rx, tx), unit);
	u64 larger = itr_max(rx, tx), smaller = rx + tx - larger;
	u64 dif;

	(void)span_ns;
	if (ITR_UNLIKELY(sum == 0))
		return ITR_NS_PER_S / 8000;
	/* dif <= sum, and both < 2^51, so that the product fits. */
	dif = itr_quot64(larger - smaller, unit);
	return itr_quot64(ITR_NS_PER_S, itr_quot64(dif * 6000, sum) + 2000);
}

static void symmetry_start(struct itr *it, u64 now_ns)
{
	itr_octets_start(it, now_ns, ITR_NS_PER_S / 8000);
}

/* Step 2: 10000 octets in 2 s. */
static void symmetry_plan(struct itr *it)
{
	struct itr_octets_plan *plan = itr_octets_plan(it);

	itr_octets_make_plan(it);
	plan->unit = itr_max(itr_quot64(plan->period_ns, 200000), 1);
}

static bool symmetry_timer(struct itr *it, const struct itr_sample *s,
			   u64 now_ns)
{
	return itr_octets_timer(it, s, now_ns, symmetry_gap);
}

static void symmetry_retune(struct itr *it, const struct itr_params *old)
{
	(void)old;
	itr_octets_retune(it);
}

const struct itr_ops itr_symmetry = {
	.name = "symmetry",
	.idea = "The more one-sided the traffic, the more interrupts. By the "
		"octets of the last period, symmetric traffic gets 2000 a "
		"second, one-sided traffic 8000. The e1000 driver's mode 1 "
		"of 2004-2006; made for little CPU, not for latency.",
	.version = 2,
	.events = ITR_EVMASK(ITR_EV_TIMER),
	.params = symmetry_table,
	.nparams = ITR_ARRAY_SIZE(symmetry_table),
	.start = symmetry_start,
	.on = { [ITR_EV_TIMER] = symmetry_timer },
	.plan = symmetry_plan,
	.retune = symmetry_retune,
};
