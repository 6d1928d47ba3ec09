// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The card. A frame that arrives goes into the FIFO, over the bus into a
 * descriptor, and leaves the FIFO; its descriptor is written back a little
 * later. A send takes the way back. Causes, delay timers and the hold-off are
 * those of the 8254x manual.
 */
#include "oracle/naive.h"

#include <stdlib.h>

#define WIRE_BYTE_PS 8000 /* 1 Gbit/s */
#define WIRE_GAP 24 /* preamble, FCS and inter-frame gap in bytes */
#define WIRE_MBYTES 125

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void evaluate(struct naive *v);

static void throttle_ends(struct naive *v, size_t unused)
{
	(void)unused;
	evaluate(v);
}

/* Frames that are done and whose cause nothing has taken yet. */
static void cover(struct naive *v)
{
	for (size_t i = v->rx_taken; i < v->rx_moved; i++) {
		struct rx_frame *f = &v->rx[i];

		if (f->done_ps > v->now_ps || f->covered)
			continue;
		f->covered = true;
		f->held_ps = v->now_ps - later(f->done_ps, v->unmask_ps);
	}
}

/* The interrupt rule for one vector. */
static void evaluate_one(struct naive *v, size_t i)
{
	struct vector *w = &v->vector[i];

	w->throttle_alive++;
	if (w->asserted || !(v->icr & v->ims & w->causes))
		return;
	if (v->now_ps < w->blocked_ps) {
		at_alive(v, w->blocked_ps, WHEN_THROTTLE + (enum when)i,
			 throttle_ends, &w->throttle_alive);
		return;
	}
	w->blocked_ps = v->now_ps + w->gap_ps;
	v->total.interrupts++;
	note(v, NIC_LOG_ASSERT, (int64_t)i);
	if (w->takes) {
		v->icr &= ~w->causes;
		v->ims &= ~w->causes;
	} else {
		w->asserted = true;
		w->assertion++;
	}
	if (i == VECTOR_RX)
		cover(v);
	if (msix(v)) {
		v->on_their_way++;
		at(v, v->now_ps + ns(v->m->irq_delivery_ns),
		   WHEN_DELIVERY + (enum when)i, driver_message, i);
	} else {
		at(v, v->now_ps + ns(v->m->irq_delivery_ns), WHEN_DELIVERY,
		   driver_delivery, w->assertion);
	}
}

/*
 * Data comes first: a descriptor that is written back at this moment is, before
 * a register is read or written. A frame that arrives at this moment after the
 * one that led here has to wait for its turn.
 */
static void write_back(struct naive *v)
{
	struct event e, arrivals[256];
	size_t n = 0;

	while (heap_peek(&v->heap, &e) && e.t_ps == v->now_ps &&
	       e.when <= WHEN_TX_DONE) {
		heap_pop(&v->heap);
		if (e.when != WHEN_ARRIVAL)
			e.fn(v, e.arg);
		else if (n < sizeof(arrivals) / sizeof(arrivals[0]))
			arrivals[n++] = e;
		else
			abort();
	}
	for (size_t i = 0; i < n; i++)
		heap_push(&v->heap, arrivals[i]);
}

static void evaluate(struct naive *v)
{
	if (msix(v)) /* a message takes along what is there */
		write_back(v);
	for (size_t i = 0; i < v->vectors; i++)
		evaluate_one(v, i);
}

void card_cause(struct naive *v, uint32_t bits)
{
	v->icr |= bits;
	evaluate(v);
}

uint32_t card_read_icr(struct naive *v)
{
	uint32_t icr;

	write_back(v);
	icr = v->icr;
	if (msix(v)) { /* it clears nothing */
		note(v, NIC_LOG_ICR, icr);
		return icr;
	}
	v->icr = 0;
	v->vector[0].asserted = false;
	note(v, NIC_LOG_ICR, icr);
	if (icr) {
		if (v->masks_itself)
			v->ims = 0;
		for (size_t i = v->rx_taken; i < v->rx_moved; i++)
			if (v->rx[i].done_ps <= v->now_ps)
				v->rx[i].covered = true;
	}
	evaluate(v);
	return icr;
}

/* A line follows its causes; a message that was sent stays sent. */
static void follow_line(struct naive *v)
{
	if (v->cfg->irq == IRQ_INTX && !(v->icr & v->ims))
		v->vector[0].asserted = false;
	if (msix(v) && !(v->icr & CAUSE_OTHER))
		v->vector[VECTOR_OTHER].asserted = false;
}

void card_clear_icr(struct naive *v, uint32_t bits)
{
	write_back(v);
	v->icr &= ~bits;
	follow_line(v);
	evaluate(v);
}

void card_unmask(struct naive *v, uint32_t bits)
{
	write_back(v);
	v->ims |= bits;
	if (bits & v->rx_delay.cause)
		v->unmask_ps = v->now_ps;
	evaluate(v);
}

void card_mask_all(struct naive *v)
{
	write_back(v);
	v->ims = 0;
	follow_line(v);
	evaluate(v);
}

/* What the card takes for ps is that times 1 + ppb / 10^9, to the nearest ps. */
static int64_t crystal(const struct naive *v, int64_t ps)
{
	const __int128 one = 1000000000;
	__int128 twice = 2 * (__int128)ps * (one + v->cfg->nic->traits.ppb);

	return (int64_t)((twice + one) / (2 * one));
}

void card_gap(struct naive *v, size_t i, int64_t gap_ps)
{
	const struct nic_traits *t = &v->cfg->nic->traits;
	struct vector *w = &v->vector[i];

	w->gap_ps = crystal(v, later(gap_ps, ns(t->gap_min_ns)));
	if (t->itr_write && v->now_ps < w->blocked_ps) {
		write_back(v);
		w->blocked_ps = v->now_ps + w->gap_ps;
		evaluate(v);
	}
}

/* Delay timers */

static void stop(struct delay *d)
{
	d->packet_runs = false;
	d->absolute_runs = false;
	d->alive++;
	d->packet_alive++;
}

static void expire(struct naive *v, struct delay *d)
{
	stop(d);
	card_cause(v, d->cause);
}

static void rx_expires(struct naive *v, size_t unused)
{
	(void)unused;
	expire(v, &v->rx_delay);
}

static void tx_expires(struct naive *v, size_t unused)
{
	(void)unused;
	expire(v, &v->tx_delay);
}

/* A descriptor was written back. */
static void completion(struct naive *v, struct delay *d)
{
	event_fn fn = d == &v->rx_delay ? rx_expires : tx_expires;

	if (d->packet_ps == 0) {
		card_cause(v, d->cause);
		return;
	}
	if (!(d->packet_runs && d->first)) {
		d->packet_alive++;
		d->packet_runs = true;
		at_alive(v, v->now_ps + d->packet_ps, d->packet_when, fn,
			 &d->packet_alive);
	}
	if (d->absolute_ps == 0 || d->absolute_runs)
		return;
	d->absolute_runs = true;
	at_alive(v, v->now_ps + d->absolute_ps, d->absolute_when, fn,
		 &d->alive);
}

void card_delays(struct naive *v, struct delay *d, int64_t packet_ps,
		 int64_t absolute_ps)
{
	write_back(v);
	d->packet_ps = crystal(v, packet_ps);
	d->absolute_ps = crystal(v, absolute_ps);
	/* A delay that is switched off must not leave a frame behind. */
	if (packet_ps == 0 && d->packet_runs)
		expire(v, d);
}

/* Receive */

static void rx_done(struct naive *v, size_t i)
{
	v->rx_written++;
	if (v->rx[i].low)
		v->icr |= CAUSE_RXDMT0;
	completion(v, &v->rx_delay);
	evaluate(v);
}

static void rx_release(struct naive *v, size_t i)
{
	v->fifo_bytes -= v->rx[i].bytes;
}

/*
 * The oldest waiting frame gets a descriptor, which was written back before it
 * is used again, and crosses the bus.
 */
static void rx_move(struct naive *v)
{
	const struct nic_profile *p = v->cfg->nic;
	struct rx_frame *f = &v->rx[v->rx_moved];
	int64_t start = later(v->now_ps, v->rx_bus_free_ps);
	int64_t byte =
		start < v->tx_bus_free_ps ? v->shared_byte_ps : v->byte_ps;
	int64_t over = start + ns(v->m->dma_setup_ns) +
		       (f->bytes + p->dma_overhead_bytes) * byte;

	if (v->rx_moved - v->rx_written == p->rx_ring)
		write_back(v);
	v->rx_bus_free_ps = over;
	f->done_ps = over + ns(v->m->rx_latency_ns + v->m->write_back_ns);
	f->low = v->rx_posted - (v->rx_moved + 1) == p->rx_ring / 2;
	at(v, over, WHEN_RELEASE, rx_release, v->rx_moved);
	at(v, f->done_ps, WHEN_RX_DONE, rx_done, v->rx_moved);
	v->rx_moved++;
}

static void rx_move_all(struct naive *v)
{
	while (v->rx_moved < v->rx_accepted && v->rx_moved < v->rx_posted)
		rx_move(v);
}

void card_arrival(struct naive *v, uint32_t bytes)
{
	v->rx_serial++;
	if (v->fifo_bytes + bytes > v->cfg->nic->rx_fifo_bytes) {
		bool waits = v->rx_moved < v->rx_accepted;

		v->rx_drops++;
		v->total.rx_dropped[waits ? RX_DROP_NO_DESCRIPTOR
					  : RX_DROP_FIFO_FULL]++;
		note(v, waits ? NIC_LOG_NO_DESCRIPTOR : NIC_LOG_FIFO_FULL,
		     bytes);
		card_cause(v, msix(v) ? CAUSE_RXO | CAUSE_OTHER : CAUSE_RXO);
		return;
	}
	v->fifo_bytes += bytes;
	v->rx[v->rx_accepted++] = (struct rx_frame){
		.arrive_ps = v->now_ps,
		.bytes = bytes,
		.serial = v->rx_serial,
	};
	rx_move_all(v);
}

void card_refill(struct naive *v)
{
	v->rx_posted = v->rx_taken + v->cfg->nic->rx_ring;
	rx_move_all(v);
}

struct rx_frame *card_received(struct naive *v)
{
	struct rx_frame *f = &v->rx[v->rx_taken];

	return v->rx_taken < v->rx_moved && f->done_ps <= v->now_ps ? f : NULL;
}

/* Transmit */

static void tx_done(struct naive *v, size_t i)
{
	(void)i;
	completion(v, &v->tx_delay);
}

void card_send(struct naive *v, struct tx_frame f)
{
	const struct nic_profile *p = v->cfg->nic;
	uint32_t part = f.bytes / f.segments, rest = f.bytes - part;
	int64_t setup = ns(v->m->dma_setup_ns), latency;
	int64_t start, first, all, begin, out, fifo_free;

	latency = ns(v->m->tx_latency_ns);
	/* Doorbell; an idle card fetches the descriptor first. */
	start = v->now_ps + ns(v->m->doorbell_ns);
	if (v->tx_bus_free_ps <= start)
		start += ns(v->m->tx_fetch_ns);
	start = later(start, v->tx_bus_free_ps);
	if (p->bus_shared)
		start = later(start, v->rx_bus_free_ps);
	/* It goes out once its first frame is whole in the FIFO. */
	first = start + setup + (part + p->dma_overhead_bytes) * v->byte_ps;
	all = first + rest * v->byte_ps;
	begin = later(v->wire_free_ps, first + latency);
	out = begin + (int64_t)(f.bytes + (uint32_t)f.segments * WIRE_GAP) *
			      WIRE_BYTE_PS;
	/* Its end waits for room in the FIFO, and goes out after that. */
	fifo_free = out - (int64_t)p->tx_fifo_bytes * WIRE_BYTE_PS;
	all = later(all, fifo_free);
	out = later(out, all + (int64_t)(part + WIRE_GAP) * WIRE_BYTE_PS);
	v->tx_bus_free_ps = all;
	v->wire_free_ps = out;
	f.post_ps = v->now_ps;
	f.done_ps = all + latency + ns(v->m->write_back_ns);
	v->tx[v->tx_posted] = f;
	v->tx_descriptors += f.descriptors;
	at(v, f.done_ps, WHEN_TX_DONE, tx_done, v->tx_posted);
	v->tx_posted++;
}

struct tx_frame *card_sent(struct naive *v)
{
	struct tx_frame *f = &v->tx[v->tx_cleaned];

	return v->tx_cleaned < v->tx_posted && f->done_ps <= v->now_ps ? f
								       : NULL;
}

void card_start(struct naive *v)
{
	const struct nic_profile *p = v->cfg->nic;
	uint32_t rate = p->bus_mbyte_per_s, beside;

	if (v->m->bus_mbyte_per_s && v->m->bus_mbyte_per_s < rate)
		rate = v->m->bus_mbyte_per_s;
	if (v->m->bus_mbyte_per_s != MACHINE_BUS_FREE) {
		/* A send at wire speed takes 125 MB/s of a shared bus. */
		beside = rate > 2 * WIRE_MBYTES ? rate - WIRE_MBYTES : rate / 2;
		v->byte_ps = 1000000 / rate;
		v->shared_byte_ps = p->bus_shared
					    ? 1000000 / (beside ? beside : 1)
					    : v->byte_ps;
	}
	v->masks_itself = p->auto_mask && v->cfg->driver == DRIVER_NAPI;
	v->rx_posted = p->rx_ring;
	v->vectors = msix(v) ? VECTORS : 1;
	v->vector[0].causes = msix(v) ? CAUSE_RXQ0 : UINT32_MAX;
	v->vector[0].takes = msix(v);
	v->vector[VECTOR_TX].causes = CAUSE_TXQ0;
	v->vector[VECTOR_TX].takes = true;
	v->vector[VECTOR_OTHER].causes = CAUSE_OTHER;
	v->rx_delay =
		(struct delay){ .cause = msix(v) ? CAUSE_RXQ0 : CAUSE_RXT0,
				.packet_when = WHEN_RDTR,
				.absolute_when = WHEN_RADV };
	v->tx_delay =
		(struct delay){ .cause = msix(v) ? CAUSE_TXQ0 : CAUSE_TXDW,
				.packet_when = WHEN_TIDV,
				.absolute_when = WHEN_TADV,
				.first = p->traits.tidv != 0 };
	for (size_t i = 0; i < v->vectors; i++)
		card_gap(v, i, 0);
}
