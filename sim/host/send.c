// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The process level: sends, one after the other.
 *
 * A send costs tx_send and then rings the doorbell. Without free descriptors
 * the queue stops until the poll has cleaned some, as a driver stops its queue.
 */
#include "host/host.h"

static void send_done(struct host *h, int64_t now_ps);

static void next(struct host *h)
{
	const struct host_send *s = &h->queue[h->queue_head % HOST_SEND_QUEUE];

	cpu_segment(h, CPU_PROCESS, noise_cost_ps(&h->tx_send, s->serial),
		    send_done);
}

static void send_done(struct host *h, int64_t now_ps)
{
	const struct host_send *s = &h->queue[h->queue_head % HOST_SEND_QUEUE];
	struct nic_tx_entry e = {
		.offered_ps = s->offered_ps,
		.bytes = s->bytes,
		.segments = s->segments,
		.descriptors = (uint16_t)nic_tx_descriptors(s->bytes),
	};

	if (e.descriptors > h->nic->tx_descriptors_free) {
		h->queue_stopped = true;
		cpu_sleep(h, CPU_PROCESS);
		return;
	}
	nic_tx_post(h->nic, &e, now_ps);
	h->queue_head++;
	if (h->queue_head == h->queue_tail) {
		/* An empty queue begins anew, in what of it is in the cache. */
		h->queue_head = h->queue_tail = 0;
		cpu_sleep(h, CPU_PROCESS);
	} else {
		next(h);
	}
}

void host_send(struct host *h, int64_t offered_ps, uint32_t bytes,
	       uint16_t segments)
{
	struct host_send *s;

	h->sends++;
	if (h->queue_tail - h->queue_head >= HOST_SEND_QUEUE_LIMIT) {
		h->count.told.tx_drops++;
		nic_log(h->nic, NIC_LOG_QUEUE_FULL, offered_ps, bytes);
		if (offered_ps >= h->measure.warmup_ps)
			h->measure.tx_queue_dropped++;
		return;
	}
	s = &h->queue[h->queue_tail++ % HOST_SEND_QUEUE];
	s->offered_ps = offered_ps;
	s->bytes = bytes;
	s->serial = h->sends;
	s->segments = segments;
	if (h->work[CPU_PROCESS].ready || h->queue_stopped)
		return;
	next(h);
	cpu_wake(h, CPU_PROCESS, offered_ps);
}

void send_resume(struct host *h, int64_t now_ps)
{
	if (!h->queue_stopped)
		return;
	/* Its cost is paid; only the doorbell is left to ring. */
	h->queue_stopped = false;
	cpu_segment(h, CPU_PROCESS, 0, send_done);
	cpu_wake(h, CPU_PROCESS, now_ps);
}
