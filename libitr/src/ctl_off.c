// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_off.c - no moderation: every cause interrupts at once.
 *
 * The floor that every other controller is measured against: the least delay
 * the machine can give, and the most interrupts. On an e1000 it is what
 * InterruptThrottleRate=0 together with all four delay timers at 0 asks for.
 *
 * 1. Gap, timers and packet count are all 0 ("no hold-off"), for ever.
 *
 * There are no constants, no parameters and no steps, and no capability is
 * needed: 0 is representable everywhere.
 */
#include "ctl.h"

static void off_start(struct itr *it, u64 now_ns)
{
	struct itr_decision wish = itr_wish_gap(0, ITR_R_FIXED);

	(void)now_ns;
	itr_decide(it, &wish);
}

const struct itr_ops itr_off = {
	.name = "off",
	.idea = "No moderation: every cause interrupts at once. The least "
		"delay a machine can give, and the most interrupts; the floor "
		"to measure the others against.",
	.version = 1,
	.events = 0,
	.params = NULL,
	.nparams = 0,
	.start = off_start,
};
