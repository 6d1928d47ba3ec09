// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * What is measured where a frame changes hands, and what the stack costs then.
 */
#include "host/host.h"

void host_note_moderation(struct host *h, const struct nic_rx_entry *r)
{
	const struct nic *n = h->nic;
	int64_t from = r->done_ps, covered = n->vector[NIC_VECTOR_RX].assert_ps,
		held = 0;

	if (r->arrive_ps < h->measure.warmup_ps)
		return;
	/*
	 * Without moderation it would have asserted when it was done, or when
	 * interrupts came back. What the last read of ICR cleared belongs to the
	 * assertion before that read; a frame that came after its assertion was
	 * taken by a poll that ran anyway.
	 */
	if (r->done_ps <= n->read_ps)
		covered = n->read_assert_ps;
	if (from < n->unmask_ps)
		from = n->unmask_ps;
	if (r->done_ps <= covered && from < covered)
		held = covered - from;
	hist_add(&h->measure.moderation, held);
}

void host_deliver(struct host *h, int64_t arrive_ps, uint32_t bytes,
		  int64_t now_ps)
{
	if (arrive_ps < h->measure.warmup_ps)
		return;
	hist_add(&h->measure.delay, now_ps - arrive_ps);
	h->measure.rx_delivered++;
	h->measure.rx_bytes += bytes;
}

int64_t host_stack_cost_ps(const struct host *h, uint32_t bytes,
			   uint32_t serial)
{
	int64_t cost_ps = noise_cost_ps(&h->rx_packet, serial);

	if (h->cost.rx_kbyte)
		cost_ps += h->cost.rx_kbyte * bytes / 1000;
	return cost_ps;
}
