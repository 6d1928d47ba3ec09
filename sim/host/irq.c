// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The hard interrupt: from the card's assertion to the scheduled poll.
 *
 * 1. The message or the line takes irq_delivery to reach the CPU.
 * 2. Entry; a gap that waits for an interrupt is written; the driver reads ICR. The card answers half-way through the stall,
 *    and that is when the causes are sampled and cleared.
 * 3. A part with auto-mask is now masked. Others need a write of IMC and a read
 *    that flushes it.
 * 4. NAPI is scheduled, the interrupt returns.
 *
 * Without NAPI the interrupt itself empties the rings: nonapi.c. Under MSI-X each
 * vector has its own: msix.c.
 */
#include "host/host.h"

static void read_icr(struct host *h, int64_t now_ps);

void irq_asserted(void *ctx, const struct nic_vector *v, int64_t now_ps)
{
	struct host *h = ctx;

	engine_at(h->engine, h->slot_irq[v->index],
		  now_ps + h->cost.irq_delivery);
}

/* A line can drop before the CPU looks; a message cannot be taken back. */
static bool still_there(const struct host *h)
{
	return h->nic->msi || h->nic->vector[0].asserted;
}

static void write_deferred(struct host *h, int64_t now_ps)
{
	(void)now_ps;
	control_write_gap(h, 0);
	cpu_segment(h, CPU_HARDIRQ, h->cost.mmio_read / 2, read_icr);
}

static void enter(struct host *h)
{
	int64_t entry_ps =
		noise_cost_ps(&h->irq_entry, h->count.told.interrupts);

	cpu_segment(h, CPU_HARDIRQ, entry_ps + h->cost.mmio_read / 2, read_icr);
	if (__builtin_expect(h->gap_due[0], false))
		cpu_segment(h, CPU_HARDIRQ, entry_ps + h->cost.mmio_write,
			    write_deferred);
	h->work[CPU_HARDIRQ].ready = true;
}

void irq_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	if (!still_there(h))
		return;
	if (h->work[CPU_HARDIRQ].ready) {
		h->irq_pending = 1u << 0;
	} else {
		enter(h);
		cpu_interrupt(h, now_ps);
	}
}

/* What came while a hard interrupt ran: a tick, then the card's. */
static __attribute__((cold, noinline)) void leave_for_next(struct host *h)
{
	uint32_t pending = h->irq_pending;

	if (h->tick_pending) {
		h->tick_pending = false;
		cpu_segment(h, CPU_HARDIRQ, h->cost.tick, irq_leave);
		return;
	}
	h->irq_pending = 0;
	cpu_sleep(h, CPU_HARDIRQ);
	if (nic_msix(h->nic))
		msix_enter_next(h, pending);
	else if (still_there(h))
		enter(h);
}

void irq_leave(struct host *h, int64_t now_ps)
{
	(void)now_ps;
	if (__builtin_expect(h->irq_pending | h->tick_pending, false))
		leave_for_next(h);
	else
		cpu_sleep(h, CPU_HARDIRQ);
}

static void schedule(struct host *h, int64_t now_ps)
{
	napi_schedule(h, now_ps);
	irq_leave(h, now_ps);
}

static void mask(struct host *h, int64_t now_ps)
{
	nic_write_imc(h->nic, UINT32_MAX, now_ps);
	h->count.mmio_reads++;
	cpu_segment(h, CPU_HARDIRQ, h->cost.mmio_read + h->cost.napi_schedule,
		    schedule);
}

static void read_icr(struct host *h, int64_t now_ps)
{
	int64_t rest = h->cost.mmio_read - h->cost.mmio_read / 2;
	uint32_t icr = nic_read_icr(h->nic, now_ps);

	h->count.mmio_reads++;
	nic_log(h->nic, NIC_LOG_ICR, now_ps, icr);
	if (icr == 0) {
		/* Spurious: a cause was taken by the interrupt before. */
		cpu_segment(h, CPU_HARDIRQ, rest, irq_leave);
		return;
	}
	h->last_icr = icr;
	h->irq_event = h->wanted & ITR_EVMASK(ITR_EV_INTERRUPT);
	h->count.told.interrupts++;
	if (icr & (ICR_RXT0 | ICR_RXDMT0 | ICR_RXO))
		h->count.by_rx++;
	else if (icr & ICR_TXDW)
		h->count.by_tx++;
	else
		h->count.by_other++;
	if (h->driver == DRIVER_NO_NAPI) {
		/* Before anything is taken: the controller notes totals. */
		rest += control_step_pending(h, now_ps) * h->cost.mmio_write;
		cpu_segment(h, CPU_HARDIRQ, rest, nonapi_receive);
	} else if (h->nic->auto_mask) {
		rest += h->cost.napi_schedule;
		if (cpu_through(h, CPU_HARDIRQ, rest, &now_ps))
			schedule(h, now_ps);
		else
			cpu_segment(h, CPU_HARDIRQ, rest, schedule);
	} else {
		cpu_segment(h, CPU_HARDIRQ, rest + h->cost.mmio_write, mask);
	}
}
