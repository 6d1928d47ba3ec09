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

static void dispatch(struct host *h, int64_t now_ps)
{
	enum cpu_level level = choose(h);
	struct cpu_work *w = &h->work[level];

	if (level == CPU_IDLE) {
		h->running = CPU_IDLE;
		engine_at(h->engine, h->slot_cpu, TIME_NEVER);
		return;
	}
	/* Waking up is still idle time; whatever runs first waits for it. */
	if (h->running == CPU_IDLE)
		h->awake_ps = now_ps + h->cost.idle_exit;
	h->running = level;
	h->segment_start_ps = now_ps > h->awake_ps ? now_ps : h->awake_ps;
	engine_at(h->engine, h->slot_cpu, h->segment_start_ps + w->left_ps);
}

void cpu_begin_at(struct host *h, enum cpu_level level, int64_t ahead_ps,
		  int64_t start_ps, int64_t cost_ps,
		  void (*at_end)(struct host *, int64_t))
{
	h->work[level].ready = true;
	cpu_segment(h, level, cost_ps, at_end);
	h->ahead = true;
	h->ahead_ps = ahead_ps;
	h->running = level;
	h->awake_ps = start_ps;
	h->segment_start_ps = start_ps;
	engine_at(h->engine, h->slot_cpu, start_ps + cost_ps);
}

void cpu_idle_after(struct host *h, int64_t cost_ps, int64_t now_ps)
{
	h->count.cpu_ps[CPU_SOFTIRQ] += cost_ps;
	h->busy_until_ps = now_ps + cost_ps;
}

void cpu_still_busy(struct host *h, int64_t now_ps)
{
	int64_t left_ps = h->busy_until_ps - now_ps;

	/* A segment that ends this very moment has not ended yet. */
	if (left_ps < 0 || h->busy_until_ps == 0)
		return;
	h->busy_until_ps = 0;
	h->count.cpu_ps[CPU_SOFTIRQ] -= left_ps;
	h->work[CPU_SOFTIRQ].ready = true;
	cpu_segment(h, CPU_SOFTIRQ, left_ps, napi_done);
	h->running = CPU_SOFTIRQ;
	h->segment_start_ps = now_ps;
	engine_at(h->engine, h->slot_cpu, now_ps + left_ps);
}

void cpu_settle(struct host *h, int64_t now_ps)
{
	if (h->ahead && now_ps <= h->ahead_ps) {
		if (h->running == CPU_HARDIRQ)
			irq_not_ahead(h);
		else
			irq_not_scheduled(h, now_ps);
	}
	if (h->running == CPU_IDLE)
		cpu_still_busy(h, now_ps);
}

void cpu_wake(struct host *h, enum cpu_level level, int64_t now_ps)
{
	cpu_settle(h, now_ps);
	h->work[level].ready = true;
	if (priority(h, level) <= priority(h, h->running))
		return;
	cpu_account(h, now_ps);
	dispatch(h, now_ps);
}

/* The running segment ends, and with it all that cost nothing after it. */
void cpu_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;
	enum cpu_level level = h->running;
	struct cpu_work *w = &h->work[level];

	h->ahead = false;
	cpu_account(h, now_ps);
	do {
		w->at_end(h, now_ps);
	} while (w->ready && w->left_ps == 0);
	if (h->ahead)
		return;
	if (w->ready && !h->ksoftirqd &&
	    (level == CPU_HARDIRQ || !h->work[CPU_HARDIRQ].ready) &&
	    level >= CPU_SOFTIRQ) {
		/* The common case of dispatch(): it goes on. */
		engine_at(h->engine, h->slot_cpu, now_ps + w->left_ps);
		return;
	}
	dispatch(h, now_ps);
}
