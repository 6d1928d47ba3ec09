// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_fixed.c - one gap between interrupts, chosen by a person.
 *
 * The gap is a hold-off and not a rate: the first interrupt after a quiet
 * period is immediate, and then none for gap_ns. This is what a number in
 * InterruptThrottleRate, or `ethtool -C IFACE rx-usecs N`, sets.
 *
 * 1. At the start, and whenever a parameter changes, the gap and the four
 *    delay timers are what the parameters say, rounded down to what the
 *    hardware holds.
 *
 * Why these constants:
 *  - gap_ns is in nanoseconds since the register counts 256 ns: with
 *    microseconds some register values could not be asked for. To ask for
 *    register value n, set gap_ns = n * 256.
 *  - 50000 ns (20000 a second) by default: the rate at which the e1000 driver
 *    starts, and the one it gives to interactive traffic.
 *  - the timers are those of the e1000 driver 7.3.20 (TIDV 8, TADV 32, RDTR 0,
 *    RADV 8, in 1024 ns): `ethtool -C` sets the gap and leaves them alone, so a
 *    row of fixed shows what that command gives. With a gap of 0 sends are still
 *    held back a little; `off` is the controller that holds back nothing.
 *  - the ranges end where a 16-bit register of 256 or 1024 ns units does.
 *
 * Without a gap register (82544) the gap is 0 with reason ITR_R_NO_CAP; missing
 * timers (82574 under MSI-X) stay 0. Separate gaps both get gap_ns.
 */
#include "ctl.h"

struct fixed_params {
	s32 gap_ns;
	struct itr_delay_params delays;
};

static const struct itr_param fixed_table[] = {
	{ .name = "gap_ns",
	  .unit = "ns",
	  .min = 0,
	  .max = ITR_GAP_MAX_NS,
	  .def = 50000,
	  .help = "least time between interrupts, 0: none (ITR, rx-usecs)" },
	ITR_DELAY_ROWS(8 * 1024, 32 * 1024, 0, 8 * 1024),
};
ITR_PARAMS_FIT(struct fixed_params, fixed_table);

static void fixed_decide(struct itr *it, u64 reason)
{
	const struct fixed_params *p = (const void *)it->params.v;
	struct itr_decision wish = itr_wish_gap((u64)p->gap_ns, reason);

	itr_wish_delays(&wish, &p->delays);
	itr_decide(it, &wish);
}

static void fixed_start(struct itr *it, u64 now_ns)
{
	(void)now_ns;
	fixed_decide(it, ITR_R_FIXED);
}

static void fixed_retune(struct itr *it, const struct itr_params *old)
{
	(void)old;
	fixed_decide(it, ITR_R_PARAM);
}

const struct itr_ops itr_fixed = {
	.name = "fixed",
	.idea = "One gap between interrupts, chosen by a person. The first "
		"interrupt after a quiet period is immediate, then none until "
		"the gap is over; nothing adapts.",
	.version = 1,
	.events = 0,
	.params = fixed_table,
	.nparams = ITR_ARRAY_SIZE(fixed_table),
	.start = fixed_start,
	.retune = fixed_retune,
};
