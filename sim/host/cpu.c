// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The CPU: which level runs, for how long, and what preempts it.
 */
#include "host/host.h"

/* How far ksoftirqd and the process may run ahead of each other: a time slice
 * of a fair scheduler, a few milliseconds in Linux. */
#define FAIR_SLICE_PS (INT64_C(1) * PS_PER_MS)

/* ksoftirqd is softirq work that waits in line with the process. */
static int priority(const struct host *h, enum cpu_level level)
{
	if (level == CPU_SOFTIRQ && h->ksoftirqd)
		return CPU_PROCESS;
	return (int)level;
}

static enum cpu_level choose(struct host *h)
{
	if (h->work[CPU_HARDIRQ].ready)
		return CPU_HARDIRQ;
	if (!h->work[CPU_SOFTIRQ].ready)
		return h->work[CPU_PROCESS].ready ? CPU_PROCESS : CPU_IDLE;
	if (!h->ksoftirqd || !h->work[CPU_PROCESS].ready)
		return CPU_SOFTIRQ;
	return h->ksoftirqd_lead_ps > 0 ? CPU_PROCESS : CPU_SOFTIRQ;
}

/* While both want the CPU, who has run a slice more than the other waits. */
static void account_fairness(struct host *h, int64_t ran_ps)
{
	if (h->running == CPU_SOFTIRQ)
		h->ksoftirqd_lead_ps += ran_ps;
	else if (h->running == CPU_PROCESS)
		h->ksoftirqd_lead_ps -= ran_ps;
	if (h->ksoftirqd_lead_ps > FAIR_SLICE_PS)
		h->ksoftirqd_lead_ps = FAIR_SLICE_PS;
	if (h->ksoftirqd_lead_ps < -FAIR_SLICE_PS)
		h->ksoftirqd_lead_ps = -FAIR_SLICE_PS;
}

void cpu_account(struct host *h, int64_t now_ps)
{
	int64_t ran = now_ps - h->segment_start_ps;

	if (h->running == CPU_IDLE || ran < 0) /* not yet begun */
		return;
	h->segment_start_ps = now_ps;
	h->count.cpu_ps[h->running] += ran;
	h->work[h->running].left_ps -= ran;
	if (h->ksoftirqd)
		account_fairness(h, ran);
}

static void begin_segment(struct host *h, enum cpu_level level, int64_t now_ps)
{
	/* Waking up is still idle time; whatever runs first waits for it. An
	 * idle segment began when the CPU fell asleep. */
	if (h->running == CPU_IDLE)
		h->awake_ps = now_ps +
			      (now_ps - h->segment_start_ps < h->deep_after_ps
				       ? h->cost.idle_exit
				       : h->cost.deep_exit);
	h->running = level;
	h->segment_start_ps = now_ps > h->awake_ps ? now_ps : h->awake_ps;
}

/* Who has the CPU now, and from when on. */
static void choose_next(struct host *h, int64_t now_ps)
{
	enum cpu_level level = choose(h);

	begin_segment(h, level, now_ps);
}

static int64_t segment_end_ps(const struct host *h)
{
	return h->running == CPU_IDLE
		       ? TIME_NEVER
		       : h->segment_start_ps + h->work[h->running].left_ps;
}

void cpu_wake(struct host *h, enum cpu_level level, int64_t now_ps)
{
	h->work[level].ready = true;
	if (priority(h, level) <= priority(h, h->running))
		return;
	cpu_account(h, now_ps);
	choose_next(h, now_ps);
	engine_at(h->engine, h->slot_cpu, segment_end_ps(h));
}

void cpu_interrupt(struct host *h, int64_t now_ps)
{
	if (h->running == CPU_STALL)
		return;
	cpu_account(h, now_ps);
	begin_segment(h, CPU_HARDIRQ, now_ps);
	cpu_run(h);
}

void cpu_take(struct host *h, enum cpu_level level, int64_t now_ps)
{
	h->work[level].ready = true;
	if (level <= h->running)
		return;
	cpu_account(h, now_ps);
	begin_segment(h, level, now_ps);
	engine_at(h->engine, h->slot_cpu, segment_end_ps(h));
}

/* The running segment ends, and with it all that cost nothing after it. */
static void segment_ends(struct host *h, int64_t now_ps)
{
	enum cpu_level level = h->running;
	struct cpu_work *w = &h->work[level];

	cpu_account(h, now_ps);
	do {
		w->at_end(h, now_ps);
		now_ps = h->engine->now_ps; /* cpu_through() */
	} while (w->ready && w->left_ps == 0);
	/* The common case of choose_next(): it goes on. */
	if (w->ready && !h->ksoftirqd && level >= CPU_SOFTIRQ &&
	    (level == CPU_HARDIRQ || !h->work[CPU_HARDIRQ].ready))
		return;
	choose_next(h, now_ps);
}

void cpu_run(struct host *h)
{
	struct engine *e = h->engine;
	int64_t t = segment_end_ps(h);

	while (engine_quiet(e, h->slot_cpu, t) && !h->nic->eager) {
		engine_go(e, h->slot_cpu, t);
		segment_ends(h, t);
		t = segment_end_ps(h);
	}
	engine_at(e, h->slot_cpu, t);
}

void cpu_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	segment_ends(h, now_ps);
	cpu_run(h);
}
