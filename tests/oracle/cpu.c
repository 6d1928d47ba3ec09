// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The CPU: three levels and one for stalls, each in the middle of a segment or with nothing to do.
 * The highest that wants the CPU has it; when that changes, the end of the
 * segment that ran is cancelled, and what is left of it waits.
 *
 * A softirq that has become ksoftirqd is a process among processes: whoever of
 * the two has run less goes on when a segment ends, and neither gets more than
 * a slice of a millisecond ahead.
 */
#include "oracle/naive.h"

#define SLICE_PS INT64_C(1000000000)

static void segment_ends(struct naive *v, size_t unused);

void cpu_charge(struct naive *v)
{
	int64_t ran = v->now_ps - v->since_ps;

	if (v->running == LEVEL_NONE || ran <= 0) /* still waking up */
		return;
	v->since_ps = v->now_ps;
	v->cpu_ps[v->running] += ran;
	v->level[v->running].left_ps -= ran;
	if (!v->ksoftirqd || v->running >= LEVEL_HARDIRQ)
		return;
	v->ksoftirqd_lead_ps += v->running == LEVEL_SOFTIRQ ? ran : -ran;
	if (v->ksoftirqd_lead_ps > SLICE_PS)
		v->ksoftirqd_lead_ps = SLICE_PS;
	if (v->ksoftirqd_lead_ps < -SLICE_PS)
		v->ksoftirqd_lead_ps = -SLICE_PS;
}

static int rank(const struct naive *v, enum level level)
{
	if (level == LEVEL_NONE)
		return -1;
	if (level == LEVEL_SOFTIRQ && v->ksoftirqd)
		return LEVEL_PROCESS;
	return level;
}

static enum level highest(const struct naive *v)
{
	const struct level_state *l = v->level;

	if (l[LEVEL_STALL].wants)
		return LEVEL_STALL;
	if (l[LEVEL_HARDIRQ].wants)
		return LEVEL_HARDIRQ;
	if (l[LEVEL_SOFTIRQ].wants && l[LEVEL_PROCESS].wants && v->ksoftirqd)
		return v->ksoftirqd_lead_ps > 0 ? LEVEL_PROCESS : LEVEL_SOFTIRQ;
	if (l[LEVEL_SOFTIRQ].wants)
		return LEVEL_SOFTIRQ;
	return l[LEVEL_PROCESS].wants ? LEVEL_PROCESS : LEVEL_NONE;
}

/* Who has slept long enough sleeps deeper. */
static int64_t wake_up_ps(const struct naive *v)
{
	int64_t slept = v->now_ps - v->asleep_ps;

	if (v->m->deep_after_ns && slept >= ns(v->m->deep_after_ns))
		return ns(v->m->deep_exit_ns);
	return ns(v->m->idle_exit_ns);
}

static void run(struct naive *v, enum level level)
{
	v->segment_alive++;
	if (level != LEVEL_NONE) {
		if (v->running == LEVEL_NONE)
			v->awake_ps = v->now_ps + wake_up_ps(v);
		v->since_ps = v->now_ps > v->awake_ps ? v->now_ps : v->awake_ps;
		at_alive(v, v->since_ps + v->level[level].left_ps, WHEN_CPU,
			 segment_ends, &v->segment_alive);
	}
	if (level == LEVEL_NONE)
		v->asleep_ps = v->now_ps;
	v->running = level;
}

/* What costs nothing after it has ended with it. */
static void segment_ends(struct naive *v, size_t unused)
{
	struct level_state *l = &v->level[v->running];

	(void)unused;
	cpu_charge(v);
	do {
		int64_t cost = l->then(v);

		l->wants = cost != DONE;
		l->left_ps = cost;
	} while (l->wants && l->left_ps == 0);
	run(v, highest(v));
}

void cpu_start_level(struct naive *v, enum level level, int64_t cost_ps,
		     program_fn then)
{
	v->level[level] = (struct level_state){ true, cost_ps, then };
	if (rank(v, level) <= rank(v, v->running))
		return;
	cpu_charge(v);
	run(v, level);
}
