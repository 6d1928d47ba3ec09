// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * A driver without NAPI, as before 2002.
 *
 * 1. The hard interrupt takes frame after frame into the stack's queue, as long
 *    as there are any; then it cleans what was sent, steps the controller and
 *    returns. It never masks, so under load it never ends: livelock.
 * 2. The softirq empties the stack's queue, a frame at a time, when it gets the
 *    CPU. A full queue drops.
 */
#include "host/host.h"

static uint32_t refill(struct host *h, int64_t now_ps)
{
	h->taken_since_refill = 0;
	nic_rx_refill(h->nic, now_ps);
	return 1;
}

/* The end of the interrupt, when the rings are empty. */
static void finish(struct host *h, int64_t now_ps)
{
	uint32_t writes = h->taken_since_refill ? refill(h, now_ps) : 0;

	writes += control_step_pending(h, now_ps);
	writes += control_step(h, ITR_EV_COMPLETION, now_ps);
	backlog_schedule(h, now_ps);
	cpu_segment(h, CPU_HARDIRQ, writes * h->cost.mmio_write, irq_leave);
}

static void queue(struct host *h, const struct nic_rx_entry *r, int64_t now_ps)
{
	struct host_backlog *b;

	if (h->backlog_tail - h->backlog_head >= HOST_BACKLOG_LIMIT) {
		h->count.rx_backlog_drops++;
		nic_log(h->nic, NIC_LOG_BACKLOG_FULL, now_ps, r->bytes);
		if (r->arrive_ps >= h->measure.warmup_ps)
			h->measure.rx_backlog_dropped++;
		return;
	}
	b = &h->backlog[h->backlog_tail++ % HOST_BACKLOG];
	b->arrive_ps = r->arrive_ps;
	b->bytes = r->bytes;
	b->serial = r->serial;
}

void nonapi_receive(struct host *h, int64_t now_ps)
{
	const struct nic_rx_entry *r = nic_rx_peek(h->nic, now_ps);
	int64_t cost_ps = h->cost.hardirq_packet;

	if (!r) {
		uint32_t n = napi_clean_tx(h, now_ps);

		cpu_segment(h, CPU_HARDIRQ, n * h->cost.tx_clean, finish);
		return;
	}
	host_note_moderation(h, r);
	h->count.told.rx_packets++;
	h->count.told.rx_bytes += r->bytes;
	queue(h, r, now_ps);
	nic_rx_take(h->nic);
	if (++h->taken_since_refill >= HOST_REFILL_BATCH)
		cost_ps += refill(h, now_ps) * h->cost.mmio_write;
	backlog_schedule(h, now_ps);
	cpu_segment(h, CPU_HARDIRQ, cost_ps, nonapi_receive);
}

/* The stack takes the next frame from its queue. */
static void next(struct host *h, int64_t now_ps)
{
	const struct host_backlog *b;

	if (h->timer_event) {
		napi_timer_step(h, now_ps);
		return;
	}
	if (h->backlog_head == h->backlog_tail) {
		napi_done(h, now_ps);
		return;
	}
	b = &h->backlog[h->backlog_head++ % HOST_BACKLOG];
	host_deliver(h, b->arrive_ps, b->bytes, now_ps);
	nic_log(h->nic, NIC_LOG_DELIVER, now_ps, b->arrive_ps);
	cpu_segment(h, CPU_SOFTIRQ, host_stack_cost_ps(h, b->bytes, b->serial),
		    next);
}

void backlog_schedule(struct host *h, int64_t now_ps)
{
	if (h->work[CPU_SOFTIRQ].ready || h->backlog_head == h->backlog_tail)
		return;
	cpu_segment(h, CPU_SOFTIRQ, 0, next);
	cpu_wake(h, CPU_SOFTIRQ, now_ps);
}
