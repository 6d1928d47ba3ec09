// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The interrupt rule, in the one function nic_evaluate(), and the registers that
 * feed it.
 *
 * 1. If a cause is pending and enabled, nothing is asserted yet and the
 *    hold-off is over: assert, and start the next hold-off of ITR * 256 ns.
 * 2. If only the hold-off is in the way, try again when it ends.
 * 3. Otherwise a new cause, a write of IMS or a read of ICR tries again.
 *
 * Causes that come while masked stay in ICR. So the first interrupt after a
 * quiet time is immediate: ITR is a hold-off, not a rate.
 */
#include "nic/nic.h"

void nic_evaluate(struct nic *n, int64_t now_ps)
{
	if (n->asserted || !(n->icr & n->ims)) {
		engine_at(n->engine, n->slot_throttle, TIME_NEVER);
		return;
	}
	if (now_ps < n->blocked_until_ps) {
		engine_at(n->engine, n->slot_throttle, n->blocked_until_ps);
		return;
	}
	engine_at(n->engine, n->slot_throttle, TIME_NEVER);
	n->asserted = true;
	n->assert_ps = now_ps;
	n->blocked_until_ps = now_ps + n->gap_ps;
	n->count.assertions++;
	nic_log(n, NIC_LOG_ASSERT, now_ps, 0);
	n->on_assert(n->on_assert_ctx, now_ps);
}

void nic_throttle_event(void *ctx, int64_t now_ps)
{
	nic_evaluate(ctx, now_ps);
}

/* Masks or causes changed: look at the rule and at the next completions. */
static void changed(struct nic *n, int64_t now_ps)
{
	nic_evaluate(n, now_ps);
	nic_arm(n);
}

/* A line follows its causes; a message that was sent stays sent. */
static void follow_line(struct nic *n)
{
	if (!n->msi && !(n->icr & n->ims))
		n->asserted = false;
}

uint32_t nic_read_icr(struct nic *n, int64_t now_ps)
{
	uint32_t icr;

	nic_sync(n, now_ps);
	icr = n->icr;
	n->icr = 0;
	n->asserted = false;
	if (icr) {
		n->read_ps = now_ps;
		n->read_assert_ps = n->assert_ps;
		if (n->auto_mask) /* only where something was asserted */
			n->ims = 0;
	}
	changed(n, now_ps);
	return icr;
}

void nic_clear_icr(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_sync(n, now_ps);
	n->icr &= ~bits;
	follow_line(n);
	changed(n, now_ps);
}

void nic_write_ims(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_sync(n, now_ps);
	n->ims |= bits;
	n->unmask_ps = now_ps;
	changed(n, now_ps);
}

void nic_write_imc(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_sync(n, now_ps);
	n->ims &= ~bits;
	follow_line(n);
	changed(n, now_ps);
}

void nic_write_ics(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_cause(n, bits, now_ps);
}

void nic_write_itr(struct nic *n, int64_t gap_ps)
{
	const struct nic_traits *t = &n->profile->traits;
	int64_t now_ps = n->engine->now_ps;

	if (gap_ps < t->gap_min_ns * PS_PER_NS)
		gap_ps = t->gap_min_ns * PS_PER_NS;
	n->gap_ps = nic_crystal_ps(n, gap_ps);
	/* As a rule the running hold-off keeps its end. */
	if (!t->itr_write || now_ps >= n->blocked_until_ps)
		return;
	nic_sync(n, now_ps);
	n->blocked_until_ps = now_ps + n->gap_ps;
	changed(n, now_ps);
}

void nic_up(struct nic *n)
{
	n->blocked_until_ps = n->profile->traits.phase_ns * PS_PER_NS;
}
