// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "life.h"

#include <string.h>

#include <itr/units.h>

u64 draw(struct rng *r)
{
	u64 z = r->s += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

u64 below(struct rng *r, u64 n)
{
	return draw(r) % n;
}

bool one_in(struct rng *r, u64 n)
{
	return below(r, n) == 0;
}

u64 scaled(struct rng *r)
{
	u64 v = draw(r);

	return v >> below(r, 64);
}

u64 chain(u64 h, u64 word)
{
	h = (h ^ word) * 0xd6e8feb86659fd93u;
	return h ^ h >> 29;
}

u64 chain_bytes(u64 h, const void *data, size_t n)
{
	const u8 *b = data;

	while (n-- > 0)
		h = chain(h, *b++);
	return h;
}

void random_range(struct rng *r, struct itr_range *g, u64 unit)
{
	static const u64 highest[] = { 65535, 65535, 255, 8191 };

	if (one_in(r, 4)) {
		*g = (struct itr_range){ 0, 0, 0 };
		return;
	}
	g->step_ns = one_in(r, 4) ? 1 + below(r, 5000) : unit;
	g->min_ns = one_in(r, 3) ? g->step_ns * below(r, 50) : 0;
	g->max_ns = g->step_ns * highest[below(r, 4)];
}

static u64 random_link(struct rng *r)
{
	static const u64 speeds[] = { 1000, 1000, 1000, 100, 10, 0, 2500 };

	return speeds[below(r, 7)];
}

static void random_caps(struct rng *r, struct itr_caps *c)
{
	memset(c, 0, sizeof(*c));
	random_range(r, &c->gap, ITR_GAP_UNIT_NS);
	random_range(r, &c->rx_packet, ITR_DELAY_UNIT_NS);
	random_range(r, &c->rx_absolute, ITR_DELAY_UNIT_NS);
	random_range(r, &c->tx_packet, ITR_DELAY_UNIT_NS);
	random_range(r, &c->tx_absolute, ITR_DELAY_UNIT_NS);
	c->count_max = one_in(r, 3) ? below(r, 256) : 0;
	c->separate_gaps = below(r, 2);
	c->link_mbps = random_link(r);
}

void random_params(struct rng *r, const struct itr_ops *ops,
		   struct itr_params *p)
{
	u32 i;

	itr_params_default(ops, p);
	for (i = 0; i < ops->nparams; i++) {
		const struct itr_param *row = &ops->params[i];
		u64 span = (u64)((s64)row->max - row->min) + 1;

		if (one_in(r, 3))
			p->v[i] = (s32)(row->min + (s64)below(r, span));
		else if (one_in(r, 3))
			p->v[i] = (s32)(row->min + (s64)(scaled(r) % span));
	}
}

static void random_traffic(struct life *l)
{
	static const u64 sizes[] = { 60, 90, 300, 1000, 1514, 9000, 65000 };
	static const u64 paces[] = { 2000, 20000, 60000, 300000, 3000000 };
	struct rng *r = &l->r;

	l->rx_per_us = below(r, 1 + (125u >> below(r, 8)));
	l->tx_per_us = below(r, 1 + (125u >> below(r, 8)));
	l->rx_size = sizes[below(r, 7)];
	l->rx_size += below(r, 64);
	l->tx_size = sizes[below(r, 7)];
	l->tx_size += below(r, 64);
	l->pace_ns = paces[below(r, 5)];
}

/* Totals after dt_ns of traffic; now and then by something absurd. */
static void pass(struct life *l, u64 dt_ns)
{
	struct rng *r = &l->r;
	struct itr_sample *s = &l->s;
	u64 rx = dt_ns / 1000 * l->rx_per_us;
	u64 tx = dt_ns / 1000 * l->tx_per_us;

	if (one_in(r, 2))
		rx += l->rx_size;
	if (one_in(r, 2))
		tx += l->tx_size;
	if (one_in(r, 100))
		rx = scaled(r);
	if (one_in(r, 100))
		tx = scaled(r);
	s->now_ns += dt_ns;
	s->rx_bytes += rx;
	s->rx_packets += rx / l->rx_size;
	s->tx_bytes += tx;
	s->tx_packets += tx / l->tx_size;
	s->irq_ns += below(r, dt_ns / 8 + 2);
	s->softirq_ns += below(r, dt_ns / 4 + 2);
	s->rx_drops += one_in(r, 50);
	s->rx_backlog = below(r, 256);
	s->tx_backlog = below(r, 256);
	s->causes = below(r, 32);
}

static u64 random_dt(struct life *l)
{
	struct rng *r = &l->r;

	if (one_in(r, 50))
		return 0;
	if (one_in(r, 100))
		return scaled(r) >> 20;
	return 1 + below(r, 2 * l->pace_ns);
}

/* Which event comes, and when: a cycle of interrupt, polls and completion. */
static void next_event(struct life *l)
{
	struct rng *r = &l->r;
	u64 next_ns = l->it.last.next_ns, last = l->s.event;
	u64 wait_ns = next_ns > l->s.now_ns ? next_ns - l->s.now_ns : 0;

	if (one_in(r, 100)) {
		l->s.event = below(r, ITR_EV_COUNT);
		pass(l, random_dt(l));
		return;
	}
	if (next_ns != 0 && wait_ns < 20000000000u && one_in(r, 4)) {
		if (one_in(r, 2))
			wait_ns += below(r, 100000);
		l->s.event = ITR_EV_TIMER;
		pass(l, wait_ns);
		return;
	}
	pass(l, random_dt(l));
	l->s.polls++;
	if (last == ITR_EV_INTERRUPT || last == ITR_EV_POLL) {
		l->s.event = one_in(r, 4) ? ITR_EV_POLL : ITR_EV_COMPLETION;
		return;
	}
	l->s.event = ITR_EV_INTERRUPT;
	l->s.interrupts += one_in(r, 2) ? 1 : 1 + below(r, 40);
}

/* Saves, and goes on from what was loaded. */
static bool through_bytes(struct life *l)
{
	u8 buf[2048];
	size_t n = itr_save(&l->it, buf, sizeof(buf));
	struct itr back;

	if (n > sizeof(buf) || itr_load(&back, buf, n))
		return false;
	l->it = back;
	l->digest = chain_bytes(l->digest, buf, n);
	return true;
}

/* A link change is a new start. */
static void link_change(struct life *l)
{
	l->caps.link_mbps = random_link(&l->r);
	itr_start(&l->it, l->it.ops, &l->caps, &l->params, l->s.now_ns);
}

void life_begin(struct life *l, const struct itr_ops *ops, u64 seed)
{
	struct rng *r;
	u64 *total[] = { &l->s.interrupts, &l->s.polls,	     &l->s.rx_packets,
			 &l->s.rx_bytes,   &l->s.tx_packets, &l->s.tx_bytes,
			 &l->s.irq_ns,	   &l->s.softirq_ns };
	size_t i;

	memset(l, 0, sizeof(*l));
	r = &l->r;
	r->s = seed;
	random_caps(r, &l->caps);
	random_params(r, ops, &l->params);
	if (one_in(r, 4))
		itr_params_default(ops, &l->params);
	random_traffic(l);
	l->s.now_ns = one_in(r, 8) ? scaled(r) : below(r, 1u << 30);
	if (one_in(r, 2)) /* about to wrap, sooner or later */
		for (i = 0; i < sizeof(total) / sizeof(total[0]); i++)
			*total[i] = 0 - scaled(r);
	itr_start(&l->it, ops, &l->caps, one_in(r, 4) ? NULL : &l->params,
		  l->s.now_ns);
}

bool life_next(struct life *l, struct itr_sample *s)
{
	struct rng *r = &l->r;

	if (one_in(r, 40))
		random_traffic(l);
	if (one_in(r, 30)) {
		random_params(r, l->it.ops, &l->params);
		itr_retune(&l->it, &l->params);
	}
	if (one_in(r, 200))
		link_change(l);
	if (one_in(r, 60) && !through_bytes(l))
		return false;
	next_event(l);
	*s = l->s;
	if (one_in(r, 50)) {
		u64 back_ns = scaled(r);

		if (back_ns <= s->now_ns)
			s->now_ns -= back_ns;
	}
	return true;
}
