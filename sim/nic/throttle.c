// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The interrupt rule, in the one function nic_evaluate(), and the registers that
 * feed it.
 *
 * 1. If a cause of the vector is pending and enabled, nothing is asserted yet
 *    and the hold-off is over: assert, and start the next hold-off of ITR (or
 *    the vector's EITR) * 256 ns.
 * 2. If only the hold-off is in the way, try again when it ends.
 * 3. Otherwise a new cause, a write of IMS or a read of ICR tries again.
 *
 * Causes that come while masked stay in ICR. So the first interrupt after a
 * quiet time is immediate: ITR is a hold-off, not a rate.
 *
 * A line or an MSI message is one vector with all causes, and reading ICR makes
 * it ready again. Under MSI-X the message of a queue's vector itself clears the
 * queue's cause and masks it (EIAC), so ICR need not be read, and a write of IMS
 * makes the vector ready again. The third vector's cause stays until ICR is
 * written.
 */
#include "nic/nic.h"

/* EIAC: the message takes its causes along. */
static __attribute__((cold, noinline)) void
auto_clear(struct nic *n, const struct nic_vector *v, int64_t now_ps)
{
	const uint32_t taken = n->eiac & v->causes;

	n->icr &= ~taken;
	n->ims &= ~taken;
	if (v->index == NIC_VECTOR_RX) {
		n->read_ps = now_ps;
		n->read_assert_ps = now_ps;
	}
}

void nic_evaluate(struct nic *n, struct nic_vector *v, int64_t now_ps)
{
	if (v->asserted || !(n->icr & n->ims & v->causes)) {
		engine_at(n->engine, v->slot_throttle, TIME_NEVER);
		return;
	}
	if (now_ps < v->blocked_until_ps) {
		engine_at(n->engine, v->slot_throttle, v->blocked_until_ps);
		return;
	}
	engine_at(n->engine, v->slot_throttle, TIME_NEVER);
	v->asserted = true;
	v->assert_ps = now_ps;
	v->blocked_until_ps = now_ps + v->gap_ps;
	n->count.assertions++;
	nic_log(n, NIC_LOG_ASSERT, now_ps, v->index);
	if (__builtin_expect(n->eiac != 0, false))
		auto_clear(n, v, now_ps);
	n->on_assert(n->on_assert_ctx, v, now_ps);
}

__attribute__((cold, noinline)) void nic_evaluate_all(struct nic *n,
						      int64_t now_ps)
{
	/* A message takes along all that is done by now. */
	nic_sync(n, now_ps);
	for (unsigned int i = 0; i < n->vectors; i++)
		nic_evaluate(n, &n->vector[i], now_ps);
}

void nic_throttle_event(void *ctx, int64_t now_ps)
{
	struct nic_vector *v = ctx;

	nic_look(v->nic, now_ps);
}

/* Masks or causes changed: look at the rule and at the next completions. */
static void changed(struct nic *n, int64_t now_ps)
{
	nic_look(n, now_ps);
	nic_arm(n);
}

/*
 * A line follows its causes; a message that was sent stays sent, but the third
 * vector's can be sent again once ICR has been written.
 */
static void follow_causes(struct nic *n)
{
	if (!n->msi && !(n->icr & n->ims))
		n->vector[0].asserted = false;
	if (nic_msix(n) && !(n->icr & ICR_OTHER))
		n->vector[NIC_VECTOR_OTHER].asserted = false;
}

uint32_t nic_read_icr(struct nic *n, int64_t now_ps)
{
	uint32_t icr;

	nic_sync(n, now_ps);
	icr = n->icr;
	if (nic_msix(n)) /* clears nothing while anything is enabled */
		return icr;
	n->icr = 0;
	n->vector[0].asserted = false;
	if (icr) {
		n->read_ps = now_ps;
		n->read_assert_ps = n->vector[0].assert_ps;
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
	follow_causes(n);
	changed(n, now_ps);
}

/* EIAC: a vector whose cause is enabled again can send its next message. */
static __attribute__((cold, noinline)) void rearm(struct nic *n, uint32_t bits,
						  int64_t now_ps)
{
	if (bits & n->vector[NIC_VECTOR_RX].causes)
		n->unmask_ps = now_ps;
	for (unsigned int i = 0; i < n->vectors; i++)
		if (bits & n->eiac & n->vector[i].causes)
			n->vector[i].asserted = false;
}

void nic_write_ims(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_sync(n, now_ps);
	n->ims |= bits;
	if (__builtin_expect(n->eiac != 0, false))
		rearm(n, bits, now_ps);
	else
		n->unmask_ps = now_ps;
	changed(n, now_ps);
}

void nic_write_imc(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_sync(n, now_ps);
	n->ims &= ~bits;
	follow_causes(n);
	changed(n, now_ps);
}

void nic_write_ics(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_cause(n, bits, now_ps);
}

void nic_write_gap(struct nic *n, unsigned int vector, int64_t gap_ps)
{
	const struct nic_traits *t = &n->profile->traits;
	struct nic_vector *v = &n->vector[vector];
	int64_t now_ps = n->engine->now_ps;

	if (gap_ps < t->gap_min_ns * PS_PER_NS)
		gap_ps = t->gap_min_ns * PS_PER_NS;
	v->gap_ps = nic_crystal_ps(n, gap_ps);
	/* As a rule the running hold-off keeps its end. */
	if (!t->itr_write || now_ps >= v->blocked_until_ps)
		return;
	nic_sync(n, now_ps);
	v->blocked_until_ps = now_ps + v->gap_ps;
	changed(n, now_ps);
}

void nic_up(struct nic *n)
{
	for (unsigned int i = 0; i < n->vectors; i++)
		n->vector[i].blocked_until_ps =
			n->profile->traits.phase_ns * PS_PER_NS;
}
