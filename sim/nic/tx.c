// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Transmit: descriptor fetch, bus, FIFO, wire.
 *
 * All times of a send are known when the doorbell rings, because the card works
 * its queue in order. A descriptor is written back when its data is in the FIFO
 * (RS without RPS); with a full FIFO that is paced by the wire.
 *
 * Every descriptor carries IDE while TIDV is not 0, so the delay timers act on
 * all sends; with TIDV 0 the cause is immediate. Under MSI-X no descriptor may
 * carry it, and each write-back is a cause (IVAR bit 31).
 */
#include "nic/nic.h"

/* A buffer of a large send is a page; the driver maps one a descriptor. */
#define TX_BUFFER_BYTES 4096u

uint32_t nic_tx_descriptors(uint32_t bytes)
{
	return 1 + (bytes - 1) / TX_BUFFER_BYTES;
}

void nic_tx_timers(struct nic *n, int64_t tidv_ps, int64_t tadv_ps)
{
	nic_note(n, n->engine->now_ps);
	nic_delay_set(&n->tx_delay, tidv_ps, tadv_ps);
	nic_arm(n);
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

void nic_tx_post(struct nic *n, const struct nic_tx_entry *want, int64_t now_ps)
{
	struct nic_tx_entry *e = nic_tx_at(n, n->tx_posted);
	int64_t fifo_ps = n->profile->tx_fifo_bytes * WIRE_PS_PER_BYTE;
	int64_t ready = now_ps + n->costs.doorbell_ps;
	int64_t start, first, moved, end;
	uint32_t part;

	/* What is done must be noted before its entry is used again. */
	if (n->tx_posted - n->tx_done == n->profile->tx_ring)
		nic_note(n, now_ps);
	*e = *want;
	e->post_ps = now_ps;
	/* The card prefetches while it has work; an idle one fetches first. */
	if (n->tx_free_ps <= ready)
		ready += n->costs.tx_fetch_ps;
	start = later(ready, n->tx_free_ps);
	if (n->profile->bus_shared)
		start = later(start, n->rx_bus_free_ps);
	/* The first frame goes out as soon as it is whole in the FIFO ... */
	part = e->bytes / e->segments;
	first = start + n->costs.dma_setup_ps +
		(part + n->profile->dma_overhead_bytes) * n->dma_byte_ps;
	end = first + (int64_t)(e->bytes - part) * n->dma_byte_ps;
	e->wire_ps = later(n->wire_free_ps, first + n->costs.tx_latency_ps) +
		     wire_time_ps(e->bytes, e->segments);
	/* ... and the rest is not moved before the FIFO has room. */
	moved = later(end, e->wire_ps - fifo_ps);
	e->wire_ps = later(e->wire_ps, moved + wire_time_ps(part, 1));
	n->wire_free_ps = e->wire_ps;
	n->tx_free_ps = moved;
	e->done_ps = moved + n->costs.tx_latency_ps + n->costs.write_back_ps;
	n->tx_posted++;
	n->tx_descriptors_free -= e->descriptors;
	if (n->tx_done + 1 == n->tx_posted)
		nic_arm(n);
}
