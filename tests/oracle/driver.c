// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * What the levels do: the hard interrupt, the poll, the sends, and the
 * controller within. Each function is what happens at the end of a segment; it
 * returns what the next one costs.
 */
#include "oracle/naive.h"

#include <string.h>

#include "core/noise.h"

#define IMS_BITS (CAUSE_RXT0 | CAUSE_TXDW | CAUSE_RXDMT0 | CAUSE_LSC)
#define REFILL_BATCH 16u /* descriptors given back at a time */
#define BACKLOG_MAX 1000u /* netdev_max_backlog */
#define QUEUE_MAX 1000u /* txqueuelen */
#define TX_PAGE 4096u /* a descriptor holds that much of a send */

/* The level goes on with another function at the end of the next segment. */
static int64_t then(struct naive *v, enum level level, int64_t cost_ps,
		    program_fn fn)
{
	v->level[level].then = fn;
	return cost_ps;
}

static int64_t noisy(const struct naive *v, int64_t cost_ps,
		     enum noise_purpose purpose, uint64_t index)
{
	struct noise_cost c;

	noise_cost_init(&c, cost_ps, v->m->jitter_permille, v->cfg->seed,
			purpose);
	return noise_cost_ps(&c, index);
}

static int64_t writes_ps(const struct naive *v, uint32_t writes)
{
	return writes * ns(v->m->mmio_write_ns);
}

/* The controller */

static void control_timer(struct naive *v, size_t unused);

static int64_t ns_limited(uint64_t t_ns)
{
	return t_ns > (uint64_t)TIME_MAX_PS / 1000 ? TIME_MAX_PS
						   : ns((int64_t)t_ns);
}

/* Asks to be stepped at next_ns, but not within a microsecond. */
static void arm_timer(struct naive *v)
{
	int64_t t = ns_limited(v->controller.last.next_ns);

	v->control_alive++;
	if (v->controller.last.next_ns == 0)
		return;
	if (t < v->now_ps + 1000000)
		t = v->now_ps + 1000000;
	at_alive(v, t, WHEN_CONTROL, control_timer, &v->control_alive);
}

/* Writes each register whose value is another; returns how many. */
static uint32_t program(struct naive *v)
{
	struct itr_decision d = v->controller.last, p = v->programmed;
	uint32_t gap = d.gap_ns != p.gap_ns;
	uint32_t rx = (d.rx_packet_ns != p.rx_packet_ns) +
		      (d.rx_absolute_ns != p.rx_absolute_ns);
	uint32_t tx = (d.tx_packet_ns != p.tx_packet_ns) +
		      (d.tx_absolute_ns != p.tx_absolute_ns);

	v->programmed = d;
	arm_timer(v);
	if (v->started && (msix(v) || v->cfg->nic->traits.itr_defer)) {
		/* In the next interrupt of the vector. */
		v->vector[0].gap_due |= gap;
		v->vector[VECTOR_TX].gap_due |= d.tx_gap_ns != p.tx_gap_ns;
		gap = 0;
	} else if (gap) {
		card_gap(v, 0, ns_limited(d.gap_ns));
	}
	if (rx)
		card_delays(v, &v->rx_delay, ns_limited(d.rx_packet_ns),
			    ns_limited(d.rx_absolute_ns));
	if (tx)
		card_delays(v, &v->tx_delay, ns_limited(d.tx_packet_ns),
			    ns_limited(d.tx_absolute_ns));
	return gap + rx + tx;
}

static uint64_t causes(uint32_t icr)
{
	return (icr & CAUSE_RXT0 ? ITR_CAUSE_RX : 0) |
	       (icr & CAUSE_TXDW ? ITR_CAUSE_TX : 0) |
	       (icr & CAUSE_RXDMT0 ? ITR_CAUSE_RX_LOW : 0) |
	       (icr & CAUSE_RXO ? ITR_CAUSE_RX_OVERRUN : 0) |
	       (icr & CAUSE_LSC ? ITR_CAUSE_LINK : 0);
}

/* Tells the controller; returns how many registers were written. */
static uint32_t step(struct naive *v, enum itr_event event)
{
	uint64_t decisions = v->controller.decisions;
	struct itr_sample s;
	bool moved;

	if (!(v->cfg->controller->events & ITR_EVMASK(event)))
		return 0;
	cpu_charge(v);
	memset(&s, 0, sizeof(s));
	s.now_ns = (uint64_t)(v->now_ps / 1000);
	s.event = event;
	s.interrupts = v->interrupts;
	s.polls = v->polls;
	s.rx_packets = v->rx_packets;
	s.rx_bytes = v->rx_bytes;
	s.rx_drops = v->rx_drops;
	s.tx_packets = v->tx_packets;
	s.tx_bytes = v->tx_bytes;
	s.tx_drops = v->tx_drops;
	s.irq_ns = (uint64_t)(v->cpu_ps[LEVEL_HARDIRQ] / 1000);
	s.softirq_ns = (uint64_t)(v->cpu_ps[LEVEL_SOFTIRQ] / 1000);
	s.rx_backlog = v->rx_accepted - v->rx_taken;
	s.tx_backlog = v->tx_posted - v->tx_cleaned;
	s.causes = causes(v->last_icr);
	moved = itr_step(&v->controller, &s);
	decisions = v->controller.decisions - decisions;
	v->total.decisions += decisions;
	journal_step(v->journal, v->now_ps, &s, &v->controller.last,
		     decisions != 0);
	if (!moved) {
		/* A timer that led to nothing still has to run again. */
		if (event == ITR_EV_TIMER)
			arm_timer(v);
		return 0;
	}
	return program(v);
}

/* What has come up since the last look: an interrupt, the timer. */
static uint32_t step_pending(struct naive *v)
{
	bool interrupt = v->tell_interrupt, timer = v->tell_timer;
	uint32_t writes = 0;

	v->tell_interrupt = false;
	v->tell_timer = false;
	if (interrupt)
		writes += step(v, ITR_EV_INTERRUPT);
	if (timer)
		writes += step(v, ITR_EV_TIMER);
	return writes;
}

/* Sends: the process level */

static int64_t send_ends(struct naive *v)
{
	struct tx_frame *f = &v->queue[v->queue_head];

	if (f->descriptors > v->cfg->nic->tx_ring - v->tx_descriptors) {
		v->queue_stopped = true; /* until some are cleaned */
		return DONE;
	}
	card_send(v, *f);
	if (++v->queue_head == v->queue_tail)
		return DONE;
	return noisy(v, ns(v->m->tx_send_ns), NOISE_SEND,
		     v->queue[v->queue_head].serial);
}

void driver_offer(struct naive *v, const struct frame *f)
{
	v->tx_serial++;
	if (v->queue_tail - v->queue_head >= QUEUE_MAX) {
		v->tx_drops++;
		v->sum.tx_dropped[TX_DROP_QUEUE] += measured(v, v->now_ps);
		note(v, NIC_LOG_QUEUE_FULL, f->bytes);
		return;
	}
	v->queue[v->queue_tail++] = (struct tx_frame){
		.offered_ps = v->now_ps,
		.bytes = f->bytes,
		.segments = f->segments,
		.descriptors = (f->bytes + TX_PAGE - 1) / TX_PAGE,
		.serial = v->tx_serial,
	};
	if (v->level[LEVEL_PROCESS].wants || v->queue_stopped)
		return;
	cpu_start_level(
		v, LEVEL_PROCESS,
		noisy(v, ns(v->m->tx_send_ns), NOISE_SEND, v->tx_serial),
		send_ends);
}

static uint32_t clean(struct naive *v)
{
	struct tx_frame *f;
	uint32_t n = 0;

	while ((f = card_sent(v))) {
		note(v, NIC_LOG_CLEAN, f->post_ps);
		v->tx_packets += f->segments;
		v->tx_bytes += f->bytes;
		if (measured(v, f->offered_ps)) {
			int64_t took = v->now_ps - f->post_ps;

			v->sum.tx_delivered++;
			v->sum.tx_bytes_delivered += f->bytes;
			v->sum.tx_completion_delay.n++;
			v->completion_sum += (uint64_t)took;
			if (took > v->sum.tx_completion_delay.max_ps)
				v->sum.tx_completion_delay.max_ps = took;
		}
		v->tx_descriptors -= f->descriptors;
		v->tx_cleaned++;
		n++;
	}
	if (n && v->queue_stopped) {
		/* The send is paid for; only its doorbell is missing. */
		v->queue_stopped = false;
		cpu_start_level(v, LEVEL_PROCESS, 0, send_ends);
	}
	return n;
}

/* Received frames */

static void take(struct naive *v, const struct rx_frame *f)
{
	v->rx_packets++;
	v->rx_bytes += f->bytes;
	v->rx_taken++;
	if (!measured(v, f->arrive_ps))
		return;
	v->sum.moderation_delay.n++;
	v->moderation_sum += (uint64_t)f->held_ps;
	if (f->held_ps > v->sum.moderation_delay.max_ps)
		v->sum.moderation_delay.max_ps = f->held_ps;
}

/* To the stack; returns what that costs. */
static int64_t deliver(struct naive *v, const struct rx_frame *f)
{
	int64_t delay = v->now_ps - f->arrive_ps;

	note(v, NIC_LOG_DELIVER, f->arrive_ps);
	if (measured(v, f->arrive_ps)) {
		v->sum.rx_delivered++;
		v->sum.rx_bytes_delivered += f->bytes;
		v->sum.delay.n++;
		v->delay_sum += (uint64_t)delay;
		if (delay > v->sum.delay.max_ps)
			v->sum.delay.max_ps = delay;
	}
	return noisy(v, ns(v->m->rx_packet_ns), NOISE_RX_PACKET, f->serial) +
	       ns(v->m->rx_kbyte_ns) * f->bytes / 1000;
}

/* Descriptors go back in batches, and at the end; returns whether they did. */
static bool give_back(struct naive *v, uint32_t batch)
{
	if (v->unreturned < batch)
		return false;
	v->unreturned = 0;
	card_refill(v);
	return true;
}

/* The poll: the softirq level */

static int64_t poll_begins(struct naive *v);
static int64_t poll_receives(struct naive *v);
static int64_t backlog_next(struct naive *v);

static int64_t softirq_begins(struct naive *v)
{
	v->poll_again = false;
	v->softirq_ps = v->now_ps;
	v->run_ps = v->now_ps;
	v->restarts = 0;
	v->run_frames = 0;
	return then(v, LEVEL_SOFTIRQ, ns(v->m->napi_poll_ns), poll_begins);
}

static int64_t timer_ends(struct naive *v);

/* The level is through; perhaps there is something else for it. */
static int64_t softirq_ends(struct naive *v)
{
	v->ksoftirqd = false;
	if (v->poll_again)
		return softirq_begins(v);
	if (v->tell_timer)
		return then(v, LEVEL_SOFTIRQ, ns(v->m->timer_ns), timer_ends);
	if (v->backlog_head < v->backlog_tail)
		return then(v, LEVEL_SOFTIRQ, 0, backlog_next);
	return DONE;
}

static int64_t timer_ends(struct naive *v)
{
	bool tell = v->tell_timer; /* or an interrupt has told it meanwhile */

	v->tell_timer = false;
	return then(v, LEVEL_SOFTIRQ,
		    tell ? writes_ps(v, step(v, ITR_EV_TIMER)) : 0,
		    softirq_ends);
}

static void control_timer(struct naive *v, size_t unused)
{
	(void)unused;
	v->tell_timer = true;
	/* Whatever the softirq does now will look at it. */
	if (!v->level[LEVEL_SOFTIRQ].wants)
		cpu_start_level(v, LEVEL_SOFTIRQ, ns(v->m->timer_ns),
				timer_ends);
}

static int64_t poll_unmasks(struct naive *v)
{
	if (v->controller.last.recheck) {
		card_clear_icr(v,
			       msix(v) ? CAUSE_RXQ0 : CAUSE_RXT0 | CAUSE_TXDW);
		if (card_received(v) || (!msix(v) && card_sent(v)))
			return then(v, LEVEL_SOFTIRQ, ns(v->m->napi_poll_ns),
				    poll_begins);
	}
	if (msix(v)) {
		card_unmask(v, CAUSE_RXQ0); /* posted, and not flushed */
		return softirq_ends(v);
	}
	card_unmask(v, IMS_BITS);
	v->total.mmio_reads++;
	return then(v, LEVEL_SOFTIRQ, ns(v->m->mmio_read_ns), softirq_ends);
}

static bool polling_ends(const struct naive *v)
{
	bool less = v->received < v->m->napi_weight;

	if (v->m->exit_rule == NAPI_EXIT_WORK)
		return less;
	if (v->m->exit_rule == NAPI_EXIT_IDLE)
		return v->received == 0 && v->cleaned == 0;
	return less && v->cleaned == 0;
}

/* A run of the softirq is over after its budget or its time. */
static void count_runs(struct naive *v)
{
	v->run_frames += v->received;
	if (v->run_frames < v->m->softirq_budget &&
	    v->now_ps - v->run_ps < ns(v->m->softirq_limit_ns))
		return;
	v->run_frames = 0;
	v->run_ps = v->now_ps;
	if (v->ksoftirqd)
		return;
	v->restarts++;
	if (v->restarts > v->m->softirq_restarts ||
	    (v->m->restart_limit_ns &&
	     v->now_ps - v->softirq_ps >= ns(v->m->restart_limit_ns))) {
		v->ksoftirqd = true;
		v->ksoftirqd_lead_ps = 0;
	}
}

static int64_t poll_ends(struct naive *v)
{
	int64_t cost;
	uint32_t writes;

	note(v, NIC_LOG_POLL_END, v->received);
	cost = writes_ps(v, give_back(v, 1));
	if (polling_ends(v)) {
		writes = step_pending(v);
		writes += step(v, ITR_EV_COMPLETION);
		writes++; /* IMS */
		if (v->controller.last.recheck)
			writes++; /* ICR */
		cost += ns(v->m->napi_complete_ns) + writes_ps(v, writes);
		return then(v, LEVEL_SOFTIRQ, cost, poll_unmasks);
	}
	cost += writes_ps(v, step(v, ITR_EV_POLL));
	count_runs(v);
	return then(v, LEVEL_SOFTIRQ, cost + ns(v->m->napi_poll_ns),
		    poll_begins);
}

static int64_t poll_receives(struct naive *v)
{
	struct rx_frame *f = card_received(v);
	int64_t cost;

	if (!f || v->received == v->m->napi_weight)
		return poll_ends(v);
	v->received++;
	v->unreturned++;
	take(v, f);
	cost = deliver(v, f);
	return cost + writes_ps(v, give_back(v, REFILL_BATCH));
}

static int64_t poll_begins(struct naive *v)
{
	uint32_t writes = step_pending(v);

	v->polls++;
	v->received = 0;
	v->cleaned = msix(v) ? 0 : clean(v);
	note(v, NIC_LOG_POLL, v->cleaned);
	return then(v, LEVEL_SOFTIRQ,
		    v->cleaned * ns(v->m->tx_clean_ns) + writes_ps(v, writes),
		    poll_receives);
}

/* no-napi: the stack's queue, which the interrupt fills. */
static int64_t backlog_next(struct naive *v)
{
	if (v->tell_timer)
		return timer_ends(v);
	if (v->backlog_head == v->backlog_tail)
		return softirq_ends(v);
	return deliver(v, &v->backlog[v->backlog_head++]);
}

static void wake_backlog(struct naive *v)
{
	if (!v->level[LEVEL_SOFTIRQ].wants && v->backlog_head < v->backlog_tail)
		cpu_start_level(v, LEVEL_SOFTIRQ, 0, backlog_next);
}

/* The hard interrupt */

static int64_t irq_reads(struct naive *v);

static int64_t irq_writes(struct naive *v)
{
	v->vector[0].gap_due = false;
	card_gap(v, 0, ns_limited(v->programmed.gap_ns));
	return then(v, LEVEL_HARDIRQ, ns(v->m->mmio_read_ns) / 2, irq_reads);
}

static int64_t irq_begins(struct naive *v)
{
	int64_t entry = v->m->irq_entry_ns;

	v->vector[0].waits = false;
	if (v->cfg->irq == IRQ_INTX)
		entry += v->m->intx_extra_ns;
	entry = noisy(v, ns(entry), NOISE_IRQ, v->interrupts);
	if (v->vector[0].gap_due)
		return then(v, LEVEL_HARDIRQ, entry + writes_ps(v, 1),
			    irq_writes);
	return then(v, LEVEL_HARDIRQ, entry + ns(v->m->mmio_read_ns) / 2,
		    irq_reads);
}

/* A line can drop before the CPU looks; a message cannot be taken back. */
static bool still_there(const struct naive *v)
{
	return v->cfg->irq == IRQ_MSI || v->vector[0].asserted;
}

void driver_delivery(struct naive *v, size_t assertion)
{
	/* The line dropped and rose again: that one is on its way, too. */
	if (v->cfg->irq == IRQ_INTX && assertion != v->vector[0].assertion)
		return;
	if (!still_there(v))
		return;
	if (v->level[LEVEL_HARDIRQ].wants)
		v->vector[0].waits = true;
	else {
		int64_t cost = irq_begins(v);

		cpu_start_level(v, LEVEL_HARDIRQ, cost,
				v->level[LEVEL_HARDIRQ].then);
	}
}

static int64_t next_message(struct naive *v);

/* A tick comes before an interrupt of the card that waits, too. */
static int64_t irq_returns(struct naive *v)
{
	bool again;

	if (v->tick_waits) {
		v->tick_waits = false;
		return then(v, LEVEL_HARDIRQ, ns(v->m->tick_ns), irq_returns);
	}
	if (msix(v))
		return next_message(v);
	again = v->vector[0].waits && still_there(v);
	v->vector[0].waits = false;
	return again ? irq_begins(v) : DONE;
}

static int64_t irq_schedules(struct naive *v)
{
	if (v->level[LEVEL_SOFTIRQ].wants)
		v->poll_again = true;
	else
		cpu_start_level(v, LEVEL_SOFTIRQ, softirq_begins(v),
				poll_begins);
	return irq_returns(v);
}

/* The hard interrupts of MSI-X */

static void told_message(struct naive *v, uint32_t causes, uint64_t *count)
{
	v->interrupts++;
	v->last_icr = causes;
	v->tell_interrupt = true;
	(*count)++;
}

/* The driver writes 1 (256 ns) for no gap. */
static void set_gap(struct naive *v, size_t i)
{
	uint64_t gap =
		i == VECTOR_TX ? v->programmed.tx_gap_ns : v->programmed.gap_ns;

	v->vector[i].gap_due = false;
	card_gap(v, i, gap ? ns_limited(gap) : ns(256));
}

static int64_t rx_message(struct naive *v)
{
	bool due = v->vector[VECTOR_RX].gap_due;

	told_message(v, CAUSE_RXT0, &v->total.interrupts_rx);
	if (due)
		set_gap(v, VECTOR_RX);
	return then(v, LEVEL_HARDIRQ,
		    ns(v->m->napi_schedule_ns) + writes_ps(v, due),
		    irq_schedules);
}

static int64_t tx_message_ends(struct naive *v)
{
	card_unmask(v, CAUSE_TXQ0);
	return irq_returns(v);
}

static int64_t tx_message(struct naive *v)
{
	bool due = v->vector[VECTOR_TX].gap_due;
	uint32_t cleaned;

	told_message(v, CAUSE_TXDW, &v->total.interrupts_tx);
	if (due)
		set_gap(v, VECTOR_TX);
	cleaned = clean(v);
	return then(v, LEVEL_HARDIRQ,
		    cleaned * ns(v->m->tx_clean_ns) +
			    writes_ps(v, 1 + (uint32_t)due),
		    tx_message_ends);
}

static int64_t other_ends(struct naive *v)
{
	card_clear_icr(v, v->last_icr & ~(CAUSE_RXQ0 | CAUSE_TXQ0));
	card_unmask(v, CAUSE_OTHER | CAUSE_LSC);
	return irq_returns(v);
}

static int64_t other_reads(struct naive *v)
{
	told_message(v, card_read_icr(v), &v->total.interrupts_other);
	v->total.mmio_reads++;
	return then(v, LEVEL_HARDIRQ,
		    ns(v->m->mmio_read_ns) - ns(v->m->mmio_read_ns) / 2 +
			    writes_ps(v, 2),
		    other_ends);
}

static int64_t other_message(struct naive *v)
{
	return then(v, LEVEL_HARDIRQ, ns(v->m->mmio_read_ns) / 2, other_reads);
}

/* Those that came meanwhile: receive, transmit, other. */
static int64_t next_message(struct naive *v)
{
	static const program_fn handler[VECTORS] = { rx_message, tx_message,
						     other_message };

	for (size_t i = 0; i < VECTORS; i++) {
		if (!v->vector[i].waits)
			continue;
		v->vector[i].waits = false;
		return then(v, LEVEL_HARDIRQ,
			    noisy(v, ns(v->m->irq_entry_ns), NOISE_IRQ,
				  v->interrupts),
			    handler[i]);
	}
	return DONE;
}

void driver_message(struct naive *v, size_t vector)
{
	int64_t entry;

	v->on_their_way--;
	v->vector[vector].waits = true;
	if (v->level[LEVEL_HARDIRQ].wants)
		return;
	entry = next_message(v);
	cpu_start_level(v, LEVEL_HARDIRQ, entry, v->level[LEVEL_HARDIRQ].then);
}

static int64_t irq_masks(struct naive *v)
{
	card_mask_all(v);
	v->total.mmio_reads++; /* which flushes the write */
	return then(v, LEVEL_HARDIRQ,
		    ns(v->m->mmio_read_ns) + ns(v->m->napi_schedule_ns),
		    irq_schedules);
}

static int64_t irq_is_through(struct naive *v)
{
	uint32_t writes;

	writes = give_back(v, 1);
	writes += step_pending(v);
	writes += step(v, ITR_EV_COMPLETION);
	wake_backlog(v);
	return then(v, LEVEL_HARDIRQ, writes_ps(v, writes), irq_returns);
}

/* no-napi: into the stack's queue, until the ring is empty. */
static int64_t irq_receives(struct naive *v)
{
	struct rx_frame *f = card_received(v);
	int64_t cost;

	if (!f)
		return then(v, LEVEL_HARDIRQ, clean(v) * ns(v->m->tx_clean_ns),
			    irq_is_through);
	take(v, f);
	if (v->backlog_tail - v->backlog_head < BACKLOG_MAX) {
		v->backlog[v->backlog_tail++] = *f;
	} else {
		v->rx_drops++;
		v->sum.rx_dropped[RX_DROP_BACKLOG] += measured(v, f->arrive_ps);
		note(v, NIC_LOG_BACKLOG_FULL, f->bytes);
	}
	v->unreturned++;
	cost = writes_ps(v, give_back(v, REFILL_BATCH));
	wake_backlog(v);
	return cost + ns(v->m->hardirq_packet_ns);
}

static int64_t irq_reads(struct naive *v)
{
	/* The card answers half-way through the stall. */
	int64_t rest = ns(v->m->mmio_read_ns) - ns(v->m->mmio_read_ns) / 2;
	uint32_t icr = card_read_icr(v);

	v->total.mmio_reads++;
	if (icr == 0)
		return then(v, LEVEL_HARDIRQ, rest, irq_returns);
	v->last_icr = icr;
	v->tell_interrupt = true;
	v->interrupts++;
	if (icr & (CAUSE_RXT0 | CAUSE_RXDMT0 | CAUSE_RXO))
		v->total.interrupts_rx++;
	else if (icr & CAUSE_TXDW)
		v->total.interrupts_tx++;
	else
		v->total.interrupts_other++;
	if (v->cfg->driver == DRIVER_NO_NAPI)
		return then(v, LEVEL_HARDIRQ,
			    rest + writes_ps(v, step_pending(v)), irq_receives);
	if (v->masks_itself)
		return then(v, LEVEL_HARDIRQ, rest + ns(v->m->napi_schedule_ns),
			    irq_schedules);
	return then(v, LEVEL_HARDIRQ, rest + ns(v->m->mmio_write_ns),
		    irq_masks);
}

/* The driver's watchdog makes sure that a ring is never forgotten. */
static void watchdog(struct naive *v, size_t unused)
{
	(void)unused;
	at(v, v->now_ps + ns(v->m->watchdog_ns), WHEN_WATCHDOG, watchdog, 0);
	card_cause(v, msix(v) ? CAUSE_RXQ0 : CAUSE_RXDMT0);
}

static int64_t drawn(const struct naive *v, enum noise_purpose purpose,
		     uint64_t index, int64_t below)
{
	uint64_t bits = noise_bits(noise_key(v->cfg->seed, purpose) + index);

	return (int64_t)(bits % (uint64_t)below);
}

static void tick(struct naive *v, size_t unused)
{
	(void)unused;
	at(v, v->now_ps + ns(v->m->tick_period_ns), WHEN_TICK, tick, 0);
	if (v->level[LEVEL_HARDIRQ].wants)
		v->tick_waits = true;
	else
		cpu_start_level(v, LEVEL_HARDIRQ, ns(v->m->tick_ns),
				irq_returns);
}

static int64_t stall_ends(struct naive *v)
{
	(void)v;
	return DONE;
}

static void stall(struct naive *v, size_t unused);

static void next_stall(struct naive *v)
{
	int64_t twice = 2 * ns(v->m->stall_period_ns);

	at(v, v->now_ps + 1 + drawn(v, NOISE_STALL, v->stalls, twice),
	   WHEN_STALL, stall, 0);
	v->stalls++;
}

static void stall(struct naive *v, size_t unused)
{
	(void)unused;
	next_stall(v);
	if (!v->level[LEVEL_STALL].wants)
		cpu_start_level(v, LEVEL_STALL, ns(v->m->stall_ns), stall_ends);
}

void driver_start(struct naive *v)
{
	struct itr_caps caps;

	nic_profile_caps(v->cfg->nic, v->cfg->irq, &caps);
	itr_start(&v->controller, v->cfg->controller, &caps, &v->cfg->params,
		  0);
	program(v);
	for (size_t i = 0; msix(v) && i < VECTORS; i++)
		set_gap(v, i);
	v->started = true;
	for (size_t i = 0; i < v->vectors; i++)
		v->vector[i].blocked_ps = ns(v->cfg->nic->traits.phase_ns);
	if (v->m->watchdog_ns)
		at(v, ns(v->m->watchdog_ns), WHEN_WATCHDOG, watchdog, 0);
	if (v->m->tick_period_ns)
		at(v, drawn(v, NOISE_TICK, 0, ns(v->m->tick_period_ns)),
		   WHEN_TICK, tick, 0);
	if (v->m->stall_period_ns)
		next_stall(v);
	card_unmask(v,
		    msix(v) ? CAUSE_RXQ0 | CAUSE_TXQ0 | CAUSE_OTHER | CAUSE_LSC
			    : IMS_BITS);
}
