// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * A run of the naive model: the load as events, the clock, the totals.
 */
#include "oracle/naive.h"

#include <stdlib.h>

#define DRAIN_PS INT64_C(1000000000000) /* a second */

static void *array(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	if (!p)
		abort();
	return p;
}

/* Stalls count as hard interrupt. */
static int64_t hardirq_ps(const struct naive *v)
{
	return v->cpu_ps[LEVEL_HARDIRQ] + v->cpu_ps[LEVEL_STALL];
}

static void arrival(struct naive *v, size_t i)
{
	const struct frame *f = &v->load[i];

	if (f->kind == FRAME_RX) {
		v->sum.rx_offered += measured(v, f->t_ps);
		card_arrival(v, f->bytes);
	} else {
		v->sum.tx_offered += measured(v, f->t_ps);
		driver_offer(v, f);
	}
}

/* What was counted up to now is not measured. */
static void warm_up_ends(struct naive *v, size_t unused)
{
	(void)unused;
	cpu_charge(v);
	v->warm = true;
	v->measured_from_ps = v->now_ps;
	v->total.hardirq_ps = hardirq_ps(v);
	v->total.softirq_ps = v->cpu_ps[LEVEL_SOFTIRQ];
	v->total.process_ps = v->cpu_ps[LEVEL_PROCESS];
	v->total.polls = v->polls;
	v->before = v->total;
}

/* A frame is somewhere, the CPU works, or an interrupt is on its way. */
static bool at_work(const struct naive *v)
{
	return v->rx_taken < v->rx_accepted || v->tx_cleaned < v->tx_posted ||
	       v->backlog_head < v->backlog_tail ||
	       v->queue_head < v->queue_tail || v->vector[0].asserted ||
	       v->vector[VECTOR_OTHER].asserted || v->on_their_way ||
	       v->running != LEVEL_NONE;
}

/* The totals now, less those of then. */
static struct run_drain totals_since(struct naive *v, struct run_drain then)
{
	cpu_charge(v);
	return (struct run_drain){
		.ps = v->now_ps - then.ps,
		.interrupts = v->total.interrupts - then.interrupts,
		.hardirq_ps = hardirq_ps(v) - then.hardirq_ps,
		.softirq_ps = v->cpu_ps[LEVEL_SOFTIRQ] - then.softirq_ps,
		.process_ps = v->cpu_ps[LEVEL_PROCESS] - then.process_ps,
	};
}

/* Plays all events before t_ps, and of that moment what the load brings. */
static void play_load(struct naive *v, int64_t t_ps)
{
	struct event e;

	while (heap_peek(&v->heap, &e) &&
	       (e.t_ps < t_ps || (e.t_ps == t_ps && e.when <= WHEN_ARRIVAL))) {
		heap_pop(&v->heap);
		v->now_ps = e.t_ps;
		e.fn(v, e.arg);
	}
	v->now_ps = t_ps;
}

/* And on until all is delivered, but no longer than a second. */
static void play_drain(struct naive *v, int64_t limit_ps)
{
	struct event e;

	while (at_work(v) && heap_peek(&v->heap, &e) && e.t_ps <= limit_ps) {
		heap_pop(&v->heap);
		v->now_ps = e.t_ps;
		e.fn(v, e.arg);
	}
}

static void play(struct naive *v, size_t n, int64_t end_ps)
{
	const struct run_drain zero = { 0 };
	struct run_drain at_end;

	for (size_t i = 0; i < n; i++)
		at(v, v->load[i].t_ps, WHEN_ARRIVAL, arrival, i);
	if (v->cfg->warmup_ps <= end_ps)
		at(v, v->cfg->warmup_ps, WHEN_WARM, warm_up_ends, 0);
	play_load(v, end_ps);
	at_end = totals_since(v, zero);
	play_drain(v, end_ps + DRAIN_PS);
	if (v->warm)
		v->sum.drain = totals_since(v, at_end);
	else
		warm_up_ends(v, 0);
}

static double mean(unsigned __int128 sum, uint64_t n)
{
	return n ? (double)sum / (double)n : 0.0;
}

static void in_flight(const struct naive *v, struct run_result *r)
{
	for (size_t i = v->rx_taken; i < v->rx_accepted; i++)
		r->rx_in_flight += measured(v, v->rx[i].arrive_ps);
	for (size_t i = v->backlog_head; i < v->backlog_tail; i++)
		r->rx_in_flight += measured(v, v->backlog[i].arrive_ps);
	for (size_t i = v->tx_cleaned; i < v->tx_posted; i++)
		r->tx_in_flight += measured(v, v->tx[i].offered_ps);
	for (size_t i = v->queue_head; i < v->queue_tail; i++)
		r->tx_in_flight += measured(v, v->queue[i].offered_ps);
}

static void result(const struct naive *v, struct run_result *r)
{
	const struct run_result *t = &v->total, *b = &v->before;

	*r = v->sum; /* frames that are measured */
	r->measured_ps = v->now_ps - v->measured_from_ps;
	r->decisions = t->decisions - b->decisions;
	r->interrupts = t->interrupts - b->interrupts;
	r->interrupts_rx = t->interrupts_rx - b->interrupts_rx;
	r->interrupts_tx = t->interrupts_tx - b->interrupts_tx;
	r->interrupts_other = t->interrupts_other - b->interrupts_other;
	r->polls = v->polls - b->polls;
	r->mmio_reads = t->mmio_reads - b->mmio_reads;
	for (int i = RX_DROP_NO_DESCRIPTOR; i <= RX_DROP_FIFO_FULL; i++)
		r->rx_dropped[i] = t->rx_dropped[i] - b->rx_dropped[i];
	r->hardirq_ps = hardirq_ps(v) - b->hardirq_ps;
	r->softirq_ps = v->cpu_ps[LEVEL_SOFTIRQ] - b->softirq_ps;
	r->process_ps = v->cpu_ps[LEVEL_PROCESS] - b->process_ps;
	r->idle_ps =
		r->measured_ps - r->hardirq_ps - r->softirq_ps - r->process_ps;
	r->delay.mean_ps = mean(v->delay_sum, r->delay.n);
	r->moderation_delay.mean_ps =
		mean(v->moderation_sum, r->moderation_delay.n);
	r->tx_completion_delay.mean_ps =
		mean(v->completion_sum, r->tx_completion_delay.n);
	in_flight(v, r);
}

void naive_run(const struct run_config *cfg, const struct frame *f, size_t n,
	       int64_t end_ps, struct journal *j, struct run_result *res)
{
	struct naive *v = array(1, sizeof(*v));

	v->cfg = cfg;
	v->m = cfg->machine;
	v->load = f;
	v->journal = j;
	v->running = LEVEL_NONE;
	v->rx = array(n, sizeof(*v->rx));
	v->tx = array(n, sizeof(*v->tx));
	v->backlog = array(n, sizeof(*v->backlog));
	v->queue = array(n, sizeof(*v->queue));
	card_start(v);
	driver_start(v);
	play(v, n, end_ps);
	result(v, res);
	free(v->rx);
	free(v->tx);
	free(v->backlog);
	free(v->queue);
	free(v->heap.e);
	free(v);
}
