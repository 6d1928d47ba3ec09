// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The hard interrupts of MSI-X: nothing is read, for the message has said which
 * queue it is, and has cleared and masked its cause (EIAC).
 *
 * rx:    schedules NAPI; the poll receives, and its end writes IMS.
 * tx:    cleans what was sent here and now, without NAPI, and writes IMS.
 * other: reads ICR, clears there what it saw, and writes IMS.
 *
 * No write is flushed by a read. An EITR that a decision changed is written in
 * the next interrupt of its vector, as e1000e does it.
 */
#include "host/host.h"

/* To be told to the controller by the next poll. */
static void count(struct host *h, uint32_t causes)
{
	h->last_icr = causes;
	h->irq_event = h->wanted & ITR_EVMASK(ITR_EV_INTERRUPT);
	h->count.told.interrupts++;
}

/* What writing EITR costs, if that is due. */
static int64_t write_gap(struct host *h, unsigned int vector)
{
	if (!h->gap_due[vector])
		return 0;
	control_write_gap(h, vector);
	return h->cost.mmio_write;
}

static void rx_schedule(struct host *h, int64_t now_ps)
{
	napi_schedule(h, now_ps);
	irq_leave(h, now_ps);
}

static void handle_rx(struct host *h, int64_t now_ps)
{
	(void)now_ps;
	count(h, ICR_RXT0);
	h->count.by_rx++;
	cpu_segment(h, CPU_HARDIRQ,
		    write_gap(h, NIC_VECTOR_RX) + h->cost.napi_schedule,
		    rx_schedule);
}

static void tx_rearm(struct host *h, int64_t now_ps)
{
	nic_write_ims(h->nic, ICR_TXQ0, now_ps);
	irq_leave(h, now_ps);
}

static void handle_tx(struct host *h, int64_t now_ps)
{
	int64_t cost_ps = h->cost.mmio_write; /* IMS */

	count(h, ICR_TXDW);
	h->count.by_tx++;
	cost_ps += write_gap(h, NIC_VECTOR_TX);
	cost_ps += napi_clean_tx(h, now_ps) * h->cost.tx_clean;
	cpu_segment(h, CPU_HARDIRQ, cost_ps, tx_rearm);
}

static void other_rearm(struct host *h, int64_t now_ps)
{
	/* Not the queues': a message that is held back would be lost. */
	nic_clear_icr(h->nic, h->last_icr & ~(ICR_RXQ0 | ICR_TXQ0), now_ps);
	nic_write_ims(h->nic, ICR_OTHER | ICR_LSC, now_ps);
	irq_leave(h, now_ps);
}

static void other_read(struct host *h, int64_t now_ps)
{
	int64_t rest_ps = h->cost.mmio_read - h->cost.mmio_read / 2;

	count(h, nic_read_icr(h->nic, now_ps));
	h->count.by_other++;
	h->count.mmio_reads++;
	nic_log(h->nic, NIC_LOG_ICR, now_ps, h->last_icr);
	cpu_segment(h, CPU_HARDIRQ, rest_ps + 2 * h->cost.mmio_write,
		    other_rearm);
}

static void handle_other(struct host *h, int64_t now_ps)
{
	(void)now_ps;
	/* The card answers half-way through the stall. */
	cpu_segment(h, CPU_HARDIRQ, h->cost.mmio_read / 2, other_read);
}

static void enter(struct host *h, unsigned int vector)
{
	static void (*const handler[NIC_VECTORS])(struct host *, int64_t) = {
		[NIC_VECTOR_RX] = handle_rx,
		[NIC_VECTOR_TX] = handle_tx,
		[NIC_VECTOR_OTHER] = handle_other,
	};

	cpu_segment(h, CPU_HARDIRQ,
		    noise_cost_ps(&h->irq_entry, h->count.told.interrupts),
		    handler[vector]);
	h->work[CPU_HARDIRQ].ready = true;
}

void msix_enter_next(struct host *h, uint32_t pending)
{
	/* The lowest vector first. */
	enter(h, (unsigned int)__builtin_ctz(pending));
	h->irq_pending = pending & (pending - 1);
}

static void deliver(struct host *h, unsigned int vector, int64_t now_ps)
{
	if (h->work[CPU_HARDIRQ].ready) {
		h->irq_pending |= 1u << vector;
	} else {
		enter(h, vector);
		cpu_take(h, CPU_HARDIRQ, now_ps);
	}
}

static void rx_event(void *ctx, int64_t now_ps)
{
	deliver(ctx, NIC_VECTOR_RX, now_ps);
}

static void tx_event(void *ctx, int64_t now_ps)
{
	deliver(ctx, NIC_VECTOR_TX, now_ps);
}

static void other_event(void *ctx, int64_t now_ps)
{
	deliver(ctx, NIC_VECTOR_OTHER, now_ps);
}

void msix_init(struct host *h)
{
	static const engine_fn event[NIC_VECTORS] = {
		[NIC_VECTOR_RX] = rx_event,
		[NIC_VECTOR_TX] = tx_event,
		[NIC_VECTOR_OTHER] = other_event,
	};

	for (unsigned int i = 0; i < NIC_VECTORS; i++)
		h->slot_irq[i] = engine_add(h->engine, event[i], h);
}
