// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The controller in its driver: what it is told, and what it makes the driver
 * write. All steps run where the poll runs.
 */
#include "host/host.h"

#include <itr/units.h>

/* A step that asks for an earlier time than now is called again after this. */
#define TIMER_MIN_PS PS_PER_US

static int64_t ns_to_ps(uint64_t ns)
{
	return ns > (uint64_t)(TIME_MAX_PS / PS_PER_NS)
		       ? TIME_MAX_PS
		       : (int64_t)ns * PS_PER_NS;
}

/* Arms the timer with which the controller wants to be stepped. */
static void arm_timer(struct host *h, int64_t now_ps)
{
	int64_t t = TIME_NEVER;

	if (h->controller.last.next_ns) {
		t = ns_to_ps(h->controller.last.next_ns);
		if (t < now_ps + TIMER_MIN_PS)
			t = now_ps + TIMER_MIN_PS;
	}
	engine_at(h->engine, h->slot_control, t);
}

/* Where no hold-off is asked for e1000e writes EITR = 1. */
void control_write_gap(struct host *h, unsigned int vector)
{
	const struct itr_decision *d = &h->programmed;
	uint64_t gap_ns = vector == NIC_VECTOR_TX ? d->tx_gap_ns : d->gap_ns;

	if (gap_ns == 0 && nic_msix(h->nic))
		gap_ns = ITR_GAP_UNIT_NS;
	h->gap_due[vector] = false;
	nic_write_gap(h->nic, vector, ns_to_ps(gap_ns));
}

/* Writes the registers that differ from the old ones; returns how many. */
static uint32_t write_registers(struct host *h, const struct itr_decision *p)
{
	const struct itr_decision *d = &h->programmed;
	uint32_t writes = 0, rx, tx;

	if (d->gap_ns != p->gap_ns && h->gap_defers) {
		h->gap_due[0] = true;
	} else if (d->gap_ns != p->gap_ns) {
		control_write_gap(h, 0);
		writes++;
	}
	if (d->tx_gap_ns != p->tx_gap_ns && nic_msix(h->nic))
		h->gap_due[NIC_VECTOR_TX] = true;
	rx = (d->rx_packet_ns != p->rx_packet_ns) +
	     (d->rx_absolute_ns != p->rx_absolute_ns);
	if (rx)
		nic_rx_timers(h->nic, ns_to_ps(d->rx_packet_ns),
			      ns_to_ps(d->rx_absolute_ns));
	tx = (d->tx_packet_ns != p->tx_packet_ns) +
	     (d->tx_absolute_ns != p->tx_absolute_ns);
	if (tx)
		nic_tx_timers(h->nic, ns_to_ps(d->tx_packet_ns),
			      ns_to_ps(d->tx_absolute_ns));
	return writes + rx + tx;
}

/* Most decisions are the one before: then nothing is written. */
static uint32_t program(struct host *h, int64_t now_ps)
{
	const struct itr_decision *d = &h->controller.last;
	struct itr_decision *p = &h->programmed, old;

	if (d->next_ns || p->next_ns)
		arm_timer(h, now_ps);
	if (d->gap_ns == p->gap_ns && d->tx_gap_ns == p->tx_gap_ns &&
	    d->rx_packet_ns == p->rx_packet_ns &&
	    d->rx_absolute_ns == p->rx_absolute_ns &&
	    d->tx_packet_ns == p->tx_packet_ns &&
	    d->tx_absolute_ns == p->tx_absolute_ns) {
		p->next_ns = d->next_ns;
		return 0;
	}
	old = *p;
	*p = *d;
	return write_registers(h, &old);
}

static uint64_t causes_of(uint32_t icr)
{
	uint64_t c = 0;

	if (icr & ICR_RXT0)
		c |= ITR_CAUSE_RX;
	if (icr & ICR_TXDW)
		c |= ITR_CAUSE_TX;
	if (icr & ICR_RXDMT0)
		c |= ITR_CAUSE_RX_LOW;
	if (icr & ICR_RXO)
		c |= ITR_CAUSE_RX_OVERRUN;
	if (icr & ICR_LSC)
		c |= ITR_CAUSE_LINK;
	return c;
}

uint32_t control_step_wanted(struct host *h, enum itr_event ev, int64_t now_ps)
{
	struct host_counters *c = &h->count;
	uint64_t before = h->controller.decisions;
	struct itr_sample *s = &c->told;
	bool moved;

	cpu_account(h, now_ps);
	s->now_ns = (uint64_t)(now_ps / PS_PER_NS);
	s->event = ev;
	s->rx_drops = h->nic->count.rx_no_descriptor +
		      h->nic->count.rx_fifo_full + c->rx_backlog_drops;
	s->irq_ns = (uint64_t)(c->cpu_ps[CPU_HARDIRQ] / PS_PER_NS);
	s->softirq_ns = (uint64_t)(c->cpu_ps[CPU_SOFTIRQ] / PS_PER_NS);
	s->rx_backlog = nic_rx_pending(h->nic);
	s->tx_backlog = nic_tx_pending(h->nic);
	s->causes = causes_of(h->last_icr);
	moved = itr_step(&h->controller, s);
	if (__builtin_expect(h->on_step != NULL, false))
		h->on_step(h->on_step_ctx, now_ps, s,
			   h->controller.decisions != before);
	if (!moved) {
		/* A timer that led to nothing still has to run again. */
		if (ev == ITR_EV_TIMER)
			arm_timer(h, now_ps);
		return 0;
	}
	h->count.decisions += h->controller.decisions - before;
	return program(h, now_ps);
}

uint32_t control_step_noted(struct host *h, int64_t now_ps)
{
	uint32_t writes = 0;

	if (h->irq_event) {
		h->irq_event = false;
		writes += control_step(h, ITR_EV_INTERRUPT, now_ps);
	}
	if (h->timer_event) {
		h->timer_event = false;
		writes += control_step(h, ITR_EV_TIMER, now_ps);
	}
	return writes;
}

void control_init(struct host *h, const struct host_config *cfg)
{
	struct itr_caps caps;

	nic_profile_caps(h->nic->profile, cfg->irq, &caps);
	itr_start(&h->controller, cfg->controller, &caps, cfg->params, 0);
	h->wanted = cfg->controller->events;
	program(h, 0);
	h->gap_defers = nic_msix(h->nic) || h->nic->profile->traits.itr_defer;
	/* Before the first interrupt all vectors get the gap. */
	for (unsigned int i = 0; nic_msix(h->nic) && i < NIC_VECTORS; i++)
		control_write_gap(h, i);
}
