// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The interrupt rule, in the one function evaluate(), and the registers that
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

#include <stdlib.h>

static void evaluate(struct nic *n, int64_t now_ps)
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
	n->on_assert(n->on_assert_ctx, now_ps);
}

static void throttle_event(void *ctx, int64_t now_ps)
{
	evaluate(ctx, now_ps);
}

void nic_cause(struct nic *n, uint32_t bits, int64_t now_ps)
{
	n->icr |= bits;
	if (n->icr & n->ims)
		evaluate(n, now_ps);
}

/* Brings what the card did unobserved since the last look into ICR. */
static void sync_causes(struct nic *n, int64_t now_ps)
{
	nic_rx_sync(n, now_ps);
	nic_tx_sync(n, now_ps);
}

/* Masks or causes changed: look at the rule and at the next completions. */
static void changed(struct nic *n, int64_t now_ps)
{
	evaluate(n, now_ps);
	nic_rx_arm(n);
	nic_tx_arm(n);
}

uint32_t nic_read_icr(struct nic *n, int64_t now_ps)
{
	uint32_t icr;

	sync_causes(n, now_ps);
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
	sync_causes(n, now_ps);
	n->icr &= ~bits;
	changed(n, now_ps);
}

void nic_write_ims(struct nic *n, uint32_t bits, int64_t now_ps)
{
	sync_causes(n, now_ps);
	n->ims |= bits;
	n->unmask_ps = now_ps;
	changed(n, now_ps);
}

void nic_write_imc(struct nic *n, uint32_t bits, int64_t now_ps)
{
	sync_causes(n, now_ps);
	n->ims &= ~bits;
	/* A line follows its causes; a message that was sent stays sent. */
	if (!n->msi && !(n->icr & n->ims))
		n->asserted = false;
	changed(n, now_ps);
}

void nic_write_ics(struct nic *n, uint32_t bits, int64_t now_ps)
{
	nic_cause(n, bits, now_ps);
}

void nic_write_itr(struct nic *n, int64_t gap_ps)
{
	/* The running hold-off is left alone; the next one has the new length. */
	n->gap_ps = gap_ps;
}

static uint32_t at_least(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

int nic_init(struct nic *n, const struct nic_profile *profile,
	     enum irq_mode irq, const struct nic_costs *costs,
	     struct engine *engine)
{
	uint32_t rate = profile->bus_mbyte_per_s;

	/* Rings are indexed by free-running counters and a mask. */
	if ((profile->rx_ring & (profile->rx_ring - 1)) ||
	    (profile->tx_ring & (profile->tx_ring - 1)))
		abort();
	*n = (struct nic){
		.profile = profile,
		.costs = *costs,
		.engine = engine,
		.msi = irq == IRQ_MSI,
		.rx_posted = profile->rx_ring,
		.tx_descriptors_free = profile->tx_ring,
		.assert_ps = -1,
		.read_ps = -1,
		.read_assert_ps = -1,
		.unmask_ps = 0,
	};
	if (costs->bus_mbyte_per_s && costs->bus_mbyte_per_s < rate)
		rate = costs->bus_mbyte_per_s;
	n->dma_byte_ps = costs->free ? 0 : PS_PER_US / rate;
	/* A transmission at wire speed takes 125 MB/s of a shared bus. */
	n->shared_byte_ps = n->dma_byte_ps;
	if (profile->bus_shared && !costs->free)
		n->shared_byte_ps =
			PS_PER_US / (rate > 2 * WIRE_MBYTE_PER_S
					     ? rate - WIRE_MBYTE_PER_S
					     : at_least(rate / 2, 1));
	n->rx = calloc(profile->rx_ring, sizeof(*n->rx));
	n->tx = calloc(profile->tx_ring, sizeof(*n->tx));
	if (!n->rx || !n->tx) {
		nic_destroy(n);
		return -1;
	}
	/* Order is priority at equal times: data first, then timers, then the
	 * throttle, so that an assertion sees all causes of its moment. */
	n->slot_rx = engine_add(engine, nic_rx_event, n);
	n->slot_tx = engine_add(engine, nic_tx_event, n);
	nic_delay_init(&n->rx_delay, n, ICR_RXT0);
	nic_delay_init(&n->tx_delay, n, ICR_TXDW);
	n->slot_throttle = engine_add(engine, throttle_event, n);
	return 0;
}

void nic_destroy(struct nic *n)
{
	free(n->rx);
	free(n->tx);
	n->rx = NULL;
	n->tx = NULL;
}
