// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Transmit: descriptor fetch, bus, FIFO, wire, and the delay timers TIDV, TADV.
 *
 * All times of a send are known when the doorbell rings, because the card works
 * its queue in order. A descriptor is written back when its data is in the FIFO
 * (RS without RPS); with a full FIFO that is paced by the wire.
 *
 * Every descriptor carries IDE while TIDV is not 0, so the delay timers act on
 * all sends; with TIDV 0 the cause is immediate.
 */
#include "nic/nic.h"

/* A buffer of a large send is a page; the driver maps one a descriptor. */
#define TX_BUFFER_BYTES 4096u

static struct nic_tx_entry *tx_at(struct nic *n, uint64_t i)
{
	return &n->tx[i & (n->profile->tx_ring - 1)];
}

uint32_t nic_tx_descriptors(uint32_t bytes)
{
	return 1 + (bytes - 1) / TX_BUFFER_BYTES;
}

void nic_tx_arm(struct nic *n)
{
	int64_t t;

	if (n->tx_done == n->tx_posted) {
		t = TIME_NEVER;
	} else {
		t = tx_at(n, n->tx_done)->done_ps;
		if (n->tidv_ps == 0 && !n->eager) {
			if (n->asserted || !(n->ims & ICR_TXDW) ||
			    (n->icr & n->ims))
				t = TIME_NEVER;
			else if (t < n->blocked_until_ps)
				t = n->blocked_until_ps;
		}
	}
	engine_at(n->engine, n->slot_tx, t);
}

/* A write-back: the packet timer restarts, the absolute one runs on. */
static void start_delay(struct nic *n, int64_t done_ps)
{
	engine_at(n->engine, n->slot_tidv, done_ps + n->tidv_ps);
	if (n->tadv_ps && n->engine->when_ps[n->slot_tadv] == TIME_NEVER)
		engine_at(n->engine, n->slot_tadv, done_ps + n->tadv_ps);
}

void nic_tx_sync(struct nic *n, int64_t now_ps)
{
	while (n->tx_done != n->tx_posted) {
		const struct nic_tx_entry *e = tx_at(n, n->tx_done);

		if (e->done_ps > now_ps)
			break;
		n->tx_done++;
		if (n->tidv_ps == 0) {
			n->icr |= ICR_TXDW;
			continue;
		}
		start_delay(n, e->done_ps);
	}
}

void nic_tx_event(void *ctx, int64_t now_ps)
{
	struct nic *n = ctx;

	nic_tx_sync(n, now_ps);
	nic_cause(n, 0, now_ps);
	nic_tx_arm(n);
}

static void delay_over(struct nic *n, int64_t now_ps)
{
	engine_at(n->engine, n->slot_tidv, TIME_NEVER);
	engine_at(n->engine, n->slot_tadv, TIME_NEVER);
	nic_cause(n, ICR_TXDW, now_ps);
}

void nic_tidv_event(void *ctx, int64_t now_ps)
{
	delay_over(ctx, now_ps);
}

void nic_tadv_event(void *ctx, int64_t now_ps)
{
	delay_over(ctx, now_ps);
}

void nic_tx_timers(struct nic *n, int64_t tidv_ps, int64_t tadv_ps)
{
	int64_t now_ps = n->engine->now_ps;

	nic_tx_sync(n, now_ps);
	nic_cause(n, 0, now_ps);
	n->tidv_ps = tidv_ps;
	n->tadv_ps = tadv_ps;
	if (tidv_ps == 0 && n->engine->when_ps[n->slot_tidv] != TIME_NEVER)
		delay_over(n, now_ps);
	nic_tx_arm(n);
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

void nic_tx_post(struct nic *n, const struct nic_tx_entry *want, int64_t now_ps)
{
	struct nic_tx_entry *e = tx_at(n, n->tx_posted);
	int64_t fifo_ps = n->profile->tx_fifo_bytes * WIRE_PS_PER_BYTE;
	int64_t ready = now_ps + n->costs.doorbell_ps;
	int64_t start, first, moved, end;
	uint32_t part;

	/* What is done must be noted before its entry is used again. */
	nic_tx_sync(n, now_ps);
	nic_cause(n, 0, now_ps);
	nic_tx_arm(n);
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
		nic_tx_arm(n);
}

const struct nic_tx_entry *nic_tx_peek(const struct nic *n, int64_t now_ps)
{
	const struct nic_tx_entry *e =
		&n->tx[n->tx_cleaned & (n->profile->tx_ring - 1)];

	return n->tx_cleaned != n->tx_posted && e->done_ps <= now_ps ? e : NULL;
}

void nic_tx_clean(struct nic *n)
{
	n->tx_descriptors_free += tx_at(n, n->tx_cleaned)->descriptors;
	n->tx_cleaned++;
}
