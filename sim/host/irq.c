// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The hard interrupt: from the card's assertion to the scheduled poll.
 *
 * 1. The message or the line takes irq_delivery to reach the CPU.
 * 2. Entry; the driver reads ICR. The card answers half-way through the stall,
 *    and that is when the causes are sampled and cleared.
 * 3. A part with auto-mask is now masked. Others need a write of IMC and a read
 *    that flushes it.
 * 4. NAPI is scheduled, the interrupt returns.
 *
 * Without NAPI, the interrupt itself empties the rings into the stack's queue.
 */
#include "core/noise.h"
#include "host/host.h"

static void start(struct host *h, int64_t now_ps);
static void read_icr(struct host *h, int64_t now_ps);

static int64_t entry_ps(const struct host *h)
{
	return noise_cost_ps(h->cost.irq_entry, h->machine->jitter_permille,
			     h->seed, NOISE_IRQ, h->count.interrupts) +
	       h->cost.mmio_read / 2;
}

/*
 * An idle CPU has nothing else to do until the interrupt is delivered, so its
 * first segment is begun at once, with a start in the future: an event less. If
 * something does come up before, cpu_wake() takes it back.
 */
void irq_asserted(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;
	int64_t at_ps = now_ps + h->cost.irq_delivery;

	if (h->running != CPU_IDLE || !h->nic->msi || h->nic->eager ||
	    at_ps <= h->busy_until_ps)
		engine_at(h->engine, h->slot_irq, at_ps);
	else
		cpu_begin_at(h, CPU_HARDIRQ, at_ps, at_ps + h->cost.idle_exit,
			     entry_ps(h), read_icr);
}

void irq_not_ahead(struct host *h)
{
	h->ahead = false;
	h->awake_ps = 0;
	h->running = CPU_IDLE;
	h->work[CPU_HARDIRQ].ready = false;
	engine_at(h->engine, h->slot_cpu, TIME_NEVER);
	engine_at(h->engine, h->slot_irq, h->ahead_ps);
}

static void schedule(struct host *h, int64_t now_ps);

void irq_not_scheduled(struct host *h, int64_t now_ps)
{
	int64_t left_ps = h->ahead_ps - now_ps;

	h->ahead = false;
	h->work[CPU_SOFTIRQ].ready = false;
	h->count.cpu_ps[CPU_HARDIRQ] -= left_ps;
	h->work[CPU_HARDIRQ].ready = true;
	cpu_segment(h, CPU_HARDIRQ, left_ps, schedule);
	h->running = CPU_HARDIRQ;
	h->segment_start_ps = now_ps;
	engine_at(h->engine, h->slot_cpu, now_ps + left_ps);
}

/* A line can drop before the CPU looks; a message cannot be taken back. */
static bool still_there(const struct host *h)
{
	return h->nic->msi || h->nic->asserted;
}

void irq_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	if (!still_there(h))
		return;
	if (h->work[CPU_HARDIRQ].ready)
		h->irq_pending = true;
	else
		start(h, now_ps);
}

static void leave(struct host *h, int64_t now_ps)
{
	bool again = h->irq_pending && still_there(h);

	h->irq_pending = false;
	cpu_sleep(h, CPU_HARDIRQ);
	if (again)
		start(h, now_ps);
}

static void schedule(struct host *h, int64_t now_ps)
{
	napi_schedule(h, now_ps);
	leave(h, now_ps);
}

static void mask(struct host *h, int64_t now_ps)
{
	nic_write_imc(h->nic, UINT32_MAX, now_ps);
	h->count.mmio_reads++;
	cpu_segment(h, CPU_HARDIRQ, h->cost.mmio_read + h->cost.napi_schedule,
		    schedule);
}

/* no-napi: the end of the interrupt, when the rings are empty. */
static void finish(struct host *h, int64_t now_ps)
{
	uint32_t writes;

	nic_rx_refill(h->nic, now_ps);
	writes = control_step_pending(h, now_ps);
	writes += control_step(h, ITR_EV_COMPLETION, now_ps);
	backlog_schedule(h, now_ps);
	cpu_segment(h, CPU_HARDIRQ, writes * h->cost.mmio_write, leave);
}

/* no-napi: one frame after the other into the stack's queue. */
static void receive(struct host *h, int64_t now_ps)
{
	const struct nic_rx_entry *r = nic_rx_peek(h->nic, now_ps);
	struct host_backlog *b;

	if (!r) {
		uint32_t n = napi_clean_tx(h, now_ps);

		cpu_segment(h, CPU_HARDIRQ, n * h->cost.tx_clean, finish);
		return;
	}
	host_note_moderation(h, r);
	h->count.rx_packets++;
	h->count.rx_bytes += r->bytes;
	if (h->backlog_tail - h->backlog_head >= HOST_BACKLOG_LIMIT) {
		h->count.rx_backlog_drops++;
		if (r->arrive_ps >= h->measure.warmup_ps)
			h->measure.rx_backlog_dropped++;
	} else {
		b = &h->backlog[h->backlog_tail++ % HOST_BACKLOG];
		b->arrive_ps = r->arrive_ps;
		b->bytes = r->bytes;
		b->serial = r->serial;
	}
	nic_rx_take(h->nic);
	if (++h->taken_since_refill >= HOST_REFILL_BATCH) {
		h->taken_since_refill = 0;
		nic_rx_refill(h->nic, now_ps);
	}
	backlog_schedule(h, now_ps);
	cpu_segment(h, CPU_HARDIRQ, h->cost.hardirq_packet, receive);
}

static void read_icr(struct host *h, int64_t now_ps)
{
	int64_t rest = h->cost.mmio_read - h->cost.mmio_read / 2;
	uint32_t icr = nic_read_icr(h->nic, now_ps);

	h->count.mmio_reads++;
	if (icr == 0) {
		/* Spurious: a cause was taken by the interrupt before. */
		cpu_segment(h, CPU_HARDIRQ, rest, leave);
		return;
	}
	h->last_icr = icr;
	h->irq_event = true;
	h->count.interrupts++;
	if (icr & (ICR_RXT0 | ICR_RXDMT0 | ICR_RXO))
		h->count.by_rx++;
	else if (icr & ICR_TXDW)
		h->count.by_tx++;
	else
		h->count.by_other++;
	if (h->driver == DRIVER_NO_NAPI) {
		/* Before anything is taken: the controller notes totals. */
		rest += control_step_pending(h, now_ps) * h->cost.mmio_write;
		cpu_segment(h, CPU_HARDIRQ, rest, receive);
	} else if (h->nic->auto_mask) {
		rest += h->cost.napi_schedule;
		if (h->work[CPU_SOFTIRQ].ready || h->nic->eager) {
			cpu_segment(h, CPU_HARDIRQ, rest, schedule);
			return;
		}
		/* Masked, and nothing else to do: straight on to the poll. */
		h->count.cpu_ps[CPU_HARDIRQ] += rest;
		cpu_sleep(h, CPU_HARDIRQ);
		napi_schedule_at(h, now_ps + rest);
	} else {
		cpu_segment(h, CPU_HARDIRQ, rest + h->cost.mmio_write, mask);
	}
}

static void start(struct host *h, int64_t now_ps)
{
	cpu_segment(h, CPU_HARDIRQ, entry_ps(h), read_icr);
	cpu_wake(h, CPU_HARDIRQ, now_ps);
}
