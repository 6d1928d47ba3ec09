// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Receive: FIFO, bus, descriptors.
 *
 * A frame that has arrived waits in the FIFO until a descriptor and the bus are
 * free. When it gets its descriptor, the time of its write-back is known at
 * once.
 */
#include "nic/nic.h"

static struct nic_fifo_entry *fifo_at(struct nic *n, uint64_t i)
{
	return &n->fifo[i & (NIC_FIFO_SLOTS - 1)];
}

void nic_rx_timers(struct nic *n, int64_t rdtr_ps, int64_t radv_ps)
{
	nic_note(n, n->engine->now_ps);
	nic_delay_set(&n->rx_delay, rdtr_ps, radv_ps);
	nic_arm(n);
}

/* Gives the oldest waiting frame a descriptor and moves it over the bus. */
static void move_to_ring(struct nic *n, int64_t now_ps)
{
	struct nic_fifo_entry *f = fifo_at(n, n->fifo_assigned);
	struct nic_rx_entry *r = nic_rx_at(n, n->rx_filled);
	int64_t start = now_ps, byte_ps = n->dma_byte_ps;

	/* What is done must be noted before its entry is used again. */
	if (n->rx_filled - n->rx_done == n->profile->rx_ring)
		nic_note(n, now_ps);

	if (n->rx_bus_free_ps > start)
		start = n->rx_bus_free_ps;
	if (start < n->tx_free_ps)
		byte_ps = n->shared_byte_ps;
	n->rx_bus_free_ps =
		start + n->costs.dma_setup_ps +
		(f->bytes + n->profile->dma_overhead_bytes) * byte_ps;
	f->release_ps = n->rx_bus_free_ps;
	n->fifo_assigned++;
	r->arrive_ps = f->arrive_ps;
	r->bytes = f->bytes;
	r->serial = f->serial;
	r->done_ps = n->rx_bus_free_ps + n->costs.rx_latency_ps +
		     n->costs.write_back_ps;
	n->rx_filled++;
	r->low = n->rx_posted - n->rx_filled == n->profile->rx_ring / 2;
	if (n->rx_done + 1 == n->rx_filled)
		nic_arm(n);
}

void nic_rx_arrive(struct nic *n, int64_t arrive_ps, uint32_t bytes)
{
	struct nic_fifo_entry *e;

	n->count.rx_frames++;
	while (n->fifo_head != n->fifo_assigned) {
		e = fifo_at(n, n->fifo_head);
		if (e->release_ps > arrive_ps)
			break;
		n->fifo_bytes -= e->bytes;
		n->fifo_head++;
	}
	/* An empty queue begins anew, in the part of it that is in the cache. */
	if (n->fifo_head == n->fifo_tail)
		n->fifo_head = n->fifo_assigned = n->fifo_tail = 0;
	if (n->fifo_bytes + bytes > n->profile->rx_fifo_bytes ||
	    n->fifo_tail - n->fifo_head == NIC_FIFO_SLOTS) {
		if (n->fifo_assigned != n->fifo_tail)
			n->count.rx_no_descriptor++;
		else
			n->count.rx_fifo_full++;
		nic_log(n,
			n->fifo_assigned == n->fifo_tail
				? NIC_LOG_FIFO_FULL
				: NIC_LOG_NO_DESCRIPTOR,
			arrive_ps, bytes);
		/* Under MSI-X only "other" is routed anywhere. */
		nic_cause(n, nic_msix(n) ? ICR_RXO | ICR_OTHER : ICR_RXO,
			  arrive_ps);
		return;
	}
	e = fifo_at(n, n->fifo_tail++);
	e->arrive_ps = arrive_ps;
	e->bytes = bytes;
	e->serial = (uint32_t)n->count.rx_frames;
	n->fifo_bytes += bytes;
	if (n->fifo_assigned + 1 == n->fifo_tail &&
	    n->rx_filled != n->rx_posted)
		move_to_ring(n, arrive_ps);
}

void nic_rx_refill(struct nic *n, int64_t now_ps)
{
	n->rx_posted = n->rx_taken + n->profile->rx_ring;
	while (n->fifo_assigned != n->fifo_tail && n->rx_filled != n->rx_posted)
		move_to_ring(n, now_ps);
}
