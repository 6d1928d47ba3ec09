// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <itr/text.h>

#include "unit/pid_plant.h"

const struct itr_caps plant_caps = {
	.gap = { .step_ns = 256, .min_ns = 0, .max_ns = 65535 * 256 },
	.link_mbps = 1000,
};

static void die(const char *err)
{
	fprintf(stderr, "plant: %s\n", err);
	abort();
}

void plant_start(struct plant *p, const char *text, u64 seed)
{
	const struct itr_ops *ops;
	struct itr_params params;
	char err[ITR_TEXT_MAX];

	if (itr_parse_controller(text, &ops, &params, err, sizeof(err)))
		die(err);
	*p = (struct plant){ .random = seed,
			     .mean_gap_ns = 10000,
			     .burst = 16,
			     .int_cost_ns = 100,
			     .packet_cost_ns = 10 };
	itr_start(&p->it, ops, &plant_caps, &params, 0);
}

void plant_retune(struct plant *p, const char *text)
{
	struct itr_params params = p->it.params;
	char err[ITR_TEXT_MAX];

	if (itr_parse_params(p->it.ops, text, &params, err, sizeof(err)))
		die(err);
	itr_retune(&p->it, &params);
}

/* Uniform in (0, 1]: splitmix64's recipe. */
static double uniform(struct plant *p)
{
	u64 z = p->random += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (double)((z >> 11) + 1) / 9007199254740992.0;
}

static u64 exponential(struct plant *p)
{
	return (u64)(-log(uniform(p)) * (double)p->mean_gap_ns);
}

/* Takes the arrival at next_ns and draws the one after it. */
static void take(struct plant *p)
{
	p->s.rx_packets++;
	p->s.rx_bytes += 100;
	switch (p->arrivals) {
	case CONSTANT:
		p->next_ns += p->mean_gap_ns;
		return;
	case BURSTS:
		if (++p->in_burst < p->burst) {
			p->next_ns += 1000;
			return;
		}
		p->in_burst = 0;
		p->next_ns += exponential(p);
		return;
	default:
		p->next_ns += exponential(p);
		return;
	}
}

static void step(struct plant *p, enum itr_event event, u64 now_ns)
{
	p->s.event = event;
	p->s.now_ns = now_ns;
	itr_step(&p->it, &p->s);
}

/* One-shot timers: each value of next_ns fires once. */
static void timers_until(struct plant *p, u64 until_ns)
{
	u64 t, done = 0;

	while ((t = p->it.last.next_ns) != 0 && t <= until_ns && t != done) {
		done = t;
		if (t < p->s.now_ns)
			t = p->s.now_ns;
		p->timers++;
		step(p, ITR_EV_TIMER, t);
	}
}

/* The next interrupt with its poll. */
static void cycle(struct plant *p)
{
	u64 assert_ns, t;

	assert_ns = p->next_ns > p->hold_ns ? p->next_ns : p->hold_ns;
	timers_until(p, assert_ns);
	p->hold_ns = assert_ns + p->it.last.gap_ns;
	p->s.interrupts++;
	p->s.polls++;
	p->s.irq_ns += p->int_cost_ns;
	t = assert_ns + p->int_cost_ns;
	step(p, ITR_EV_INTERRUPT, t);
	/* Interrupts stay masked: what comes in the poll is served by it. */
	while (p->next_ns <= t) {
		if (p->next_ns < assert_ns)
			p->waited_ns += assert_ns - p->next_ns;
		take(p);
		p->s.softirq_ns += p->packet_cost_ns;
		t += p->packet_cost_ns;
	}
	step(p, ITR_EV_COMPLETION, t);
}

struct seen plant_run(struct plant *p, u64 ms)
{
	struct itr_sample from = p->s;
	u64 waited_ns = p->waited_ns, decisions = p->it.decisions;
	u64 end_ns = p->s.now_ns + ms * 1000000;
	double frames, interrupts;

	while (p->s.now_ns < end_ns)
		cycle(p);
	frames = (double)(p->s.rx_packets - from.rx_packets);
	interrupts = (double)(p->s.interrupts - from.interrupts);
	return (struct seen){
		.delay_us = (double)(p->waited_ns - waited_ns) / frames / 1000,
		.packets = frames / interrupts,
		.cpu = (double)(p->s.irq_ns - from.irq_ns + p->s.softirq_ns -
				from.softirq_ns) /
		       (double)(p->s.now_ns - from.now_ns),
		.decisions = p->it.decisions - decisions,
	};
}

void plant_decide(struct plant *p, u64 n)
{
	u64 until = p->it.decisions + n;

	while (p->it.decisions < until)
		cycle(p);
}

void plant_idle(struct plant *p, u64 ms)
{
	u64 end_ns = p->s.now_ns + ms * 1000000;

	timers_until(p, end_ns);
	p->next_ns = end_ns;
	p->in_burst = 0;
}
