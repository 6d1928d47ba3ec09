// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The poll: clean what was sent, receive up to a weight, and perhaps go on.
 *
 * 1. A poll costs napi_poll, then looks at the transmit ring and cleans it.
 * 2. Frames are taken one by one while there are any, up to the weight. A frame
 *    is handed to the stack when it is taken; then the stack runs.
 * 3. The exit rule (struct machine) says whether polling ends. If not, the
 *    controller is told that a poll was spent, and the next poll follows. A run
 *    of the softirq ends with its budget; after some runs it goes on in
 *    ksoftirqd, in line with the process.
 * 4. At the end the controller is stepped, its registers are written,
 *    interrupts are unmasked, and a read flushes the write.
 *
 * Under MSI-X the poll receives only: what was sent is cleaned in the interrupt of
 * its vector (msix.c), and no read flushes the write that unmasks.
 *
 * Without NAPI this level only empties the stack's queue: nonapi.c.
 */
#include "host/host.h"

static void poll_begin(struct host *h, int64_t now_ps);

static void begin(struct host *h, int64_t now_ps)
{
	h->poll_again = false;
	h->softirq_start_ps = now_ps;
	h->softirq_run_ps = now_ps;
	h->softirq_restarts = 0;
	h->softirq_work = 0;
	cpu_segment(h, CPU_SOFTIRQ, h->cost.napi_poll, poll_begin);
	/* Called by the interrupt or the softirq itself: it is next in any case. */
	h->work[CPU_SOFTIRQ].ready = true;
}

void napi_schedule(struct host *h, int64_t now_ps)
{
	if (h->work[CPU_SOFTIRQ].ready)
		h->poll_again = true;
	else
		begin(h, now_ps);
}

/* The level is done with what it did; more may have come meanwhile. */
void napi_done(struct host *h, int64_t now_ps)
{
	cpu_sleep(h, CPU_SOFTIRQ);
	h->ksoftirqd = false;
	if (h->poll_again)
		begin(h, now_ps); /* which steps for the timer, too */
	else if (h->timer_event)
		control_timer_event(h, now_ps);
	else
		backlog_schedule(h, now_ps);
}

uint32_t napi_clean_tx(struct host *h, int64_t now_ps)
{
	const struct nic_tx_entry *e;
	uint32_t n = 0;

	while ((e = nic_tx_peek(h->nic, now_ps))) {
		h->count.told.tx_packets += e->segments;
		h->count.told.tx_bytes += e->bytes;
		nic_log(h->nic, NIC_LOG_CLEAN, now_ps, e->post_ps);
		if (e->offered_ps >= h->measure.warmup_ps) {
			hist_add(&h->measure.tx_completion,
				 now_ps - e->post_ps);
			h->measure.tx_delivered++;
			h->measure.tx_bytes += e->bytes;
		}
		nic_tx_clean(h->nic);
		n++;
	}
	if (n)
		send_resume(h, now_ps);
	return n;
}

static void unmask(struct host *h, int64_t now_ps)
{
	if (h->controller.last.recheck) {
		/* Forget what has been seen, then look once more. */
		nic_clear_icr(h->nic,
			      nic_msix(h->nic) ? ICR_RXQ0 : ICR_RXT0 | ICR_TXDW,
			      now_ps);
		if (nic_rx_peek(h->nic, now_ps) ||
		    (!nic_msix(h->nic) && nic_tx_peek(h->nic, now_ps))) {
			cpu_segment(h, CPU_SOFTIRQ, h->cost.napi_poll,
				    poll_begin);
			return;
		}
	}
	nic_write_ims(h->nic, h->poll_unmasks, now_ps);
	if (__builtin_expect(nic_msix(h->nic), false)) { /* no flush */
		napi_done(h, now_ps);
		return;
	}
	h->count.mmio_reads++;
	if (cpu_through(h, CPU_SOFTIRQ, h->cost.mmio_read, &now_ps))
		napi_done(h, now_ps);
	else
		cpu_segment(h, CPU_SOFTIRQ, h->cost.mmio_read, napi_done);
}

/* Polling ends: step the controller, write its registers and IMS. */
static void complete(struct host *h, int64_t cost_ps, int64_t now_ps)
{
	uint32_t writes = 1 + control_step_pending(h, now_ps);

	writes += control_step(h, ITR_EV_COMPLETION, now_ps);
	if (h->controller.last.recheck)
		writes++;
	cost_ps += h->cost.napi_complete + writes * h->cost.mmio_write;
	if (cpu_through(h, CPU_SOFTIRQ, cost_ps, &now_ps))
		unmask(h, now_ps);
	else
		cpu_segment(h, CPU_SOFTIRQ, cost_ps, unmask);
}

static bool polling_ends(const struct host *h)
{
	switch (h->machine->exit_rule) {
	case NAPI_EXIT_IDLE:
		return h->cleaned == 0 && h->work_done == 0;
	case NAPI_EXIT_TX_OR_WORK:
		return h->cleaned == 0 &&
		       h->work_done < h->machine->napi_weight;
	default:
		return h->work_done < h->machine->napi_weight;
	}
}

/* A softirq that has had its run is run again some times, then handed over. */
static void softirq_run_ends(struct host *h, int64_t now_ps)
{
	h->softirq_work = 0;
	h->softirq_run_ps = now_ps;
	if (h->ksoftirqd)
		return;
	if (h->softirq_restarts++ < h->machine->softirq_restarts &&
	    (!h->cost.restart_limit ||
	     now_ps - h->softirq_start_ps < h->cost.restart_limit))
		return;
	h->ksoftirqd = true;
	h->ksoftirqd_lead_ps = 0;
}

static void poll_end(struct host *h, int64_t now_ps)
{
	int64_t cost = 0;

	nic_log(h->nic, NIC_LOG_POLL_END, now_ps, h->work_done);
	if (h->taken_since_refill) {
		h->taken_since_refill = 0;
		nic_rx_refill(h->nic, now_ps);
		cost = h->cost.mmio_write;
	}
	if (polling_ends(h)) {
		complete(h, cost, now_ps);
		return;
	}
	h->softirq_work += h->work_done;
	cost += control_step(h, ITR_EV_POLL, now_ps) * h->cost.mmio_write;
	if (h->softirq_work >= h->machine->softirq_budget ||
	    now_ps - h->softirq_run_ps >= h->cost.softirq_limit)
		softirq_run_ends(h, now_ps);
	cpu_segment(h, CPU_SOFTIRQ, cost + h->cost.napi_poll, poll_begin);
}

static int64_t receive_frame(struct host *h, const struct nic_rx_entry *r,
			     int64_t now_ps)
{
	int64_t cost_ps = host_stack_cost_ps(h, r->bytes, r->serial);

	host_note_moderation(h, r);
	host_deliver(h, r->arrive_ps, r->bytes, now_ps);
	h->count.told.rx_packets++;
	h->count.told.rx_bytes += r->bytes;
	nic_log(h->nic, NIC_LOG_DELIVER, now_ps, r->arrive_ps);
	h->work_done++;
	nic_rx_take(h->nic);
	if (++h->taken_since_refill >= HOST_REFILL_BATCH) {
		h->taken_since_refill = 0;
		nic_rx_refill(h->nic, now_ps);
		cost_ps += h->cost.mmio_write;
	}
	return cost_ps;
}

static void poll_rx(struct host *h, int64_t now_ps)
{
	const struct nic_rx_entry *r;
	int64_t cost_ps;

	do {
		r = nic_rx_peek(h->nic, now_ps);
		if (!r || h->work_done >= h->machine->napi_weight) {
			poll_end(h, now_ps);
			return;
		}
		cost_ps = receive_frame(h, r, now_ps);
	} while (cpu_through(h, CPU_SOFTIRQ, cost_ps, &now_ps));
	cpu_segment(h, CPU_SOFTIRQ, cost_ps, poll_rx);
}

static void poll_begin(struct host *h, int64_t now_ps)
{
	uint32_t writes = control_step_pending(h, now_ps);
	int64_t cost_ps;

	h->count.told.polls++;
	h->work_done = 0;
	h->cleaned = nic_msix(h->nic) ? 0 : napi_clean_tx(h, now_ps);
	nic_log(h->nic, NIC_LOG_POLL, now_ps, h->cleaned);
	cost_ps = h->cleaned * h->cost.tx_clean + writes * h->cost.mmio_write;
	if (cpu_through(h, CPU_SOFTIRQ, cost_ps, &now_ps))
		poll_rx(h, now_ps);
	else
		cpu_segment(h, CPU_SOFTIRQ, cost_ps, poll_rx);
}

/* The controller's timer, when no poll runs that could step it. */
void napi_timer_step(struct host *h, int64_t now_ps)
{
	uint32_t writes = 0;

	/* Without NAPI an interrupt may have told the controller meanwhile. */
	if (h->timer_event)
		writes = control_step(h, ITR_EV_TIMER, now_ps);
	h->timer_event = false;
	cpu_segment(h, CPU_SOFTIRQ, writes * h->cost.mmio_write, napi_done);
}

void control_timer_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	h->timer_event = true;
	if (h->work[CPU_SOFTIRQ].ready)
		return;
	cpu_segment(h, CPU_SOFTIRQ, h->cost.timer, napi_timer_step);
	cpu_wake(h, CPU_SOFTIRQ, now_ps);
}
