// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "record/corpus.h"

#include <string.h>

#include <itr/record.h>
#include <itr/units.h>

#include "lab/record_writer.h"

#define UNITS 4
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* SplitMix64 (Steele, Lea, Flood 2014). */
static u64 draw(u64 *s)
{
	u64 z = *s += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static u64 below(u64 *s, u64 n)
{
	return draw(s) % n;
}

static bool one_in(u64 *s, u64 n)
{
	return below(s, n) == 0;
}

/* Frames at a rate; or a burst a step that lies at an edge of some rule. */
enum traffic { AT_A_RATE, FEW_FRAMES, MANY_OCTETS, TRAFFICS };

struct life {
	u64 rng;
	struct record_writer writer;
	struct itr it;
	struct itr_sample s;
	enum traffic traffic;
	u64 rx_per_ms, tx_per_ms, rx_size, tx_size; /* octets */
	u64 pace_ns;
	bool no_cpu_times; /* a host that does not measure them */
	unsigned int left;
};

static const u64 speeds[] = { 1000, 1000, 1000, 100, 10, 0, 2500 };

static struct itr_range some_range(u64 *r, u64 unit)
{
	if (one_in(r, 5))
		return (struct itr_range){ 0, 0, 0 };
	if (one_in(r, 2)) /* so fine that every rate has a gap of its own */
		return (struct itr_range){ 1, 0, unit * 65535 };
	return (struct itr_range){
		.step_ns = unit,
		.min_ns = one_in(r, 4) ? unit * 40 : 0,
		.max_ns = unit * (one_in(r, 4) ? 400 : 65535),
	};
}

static struct itr_params some_params(u64 *r, const struct itr_ops *ops)
{
	struct itr_params p;

	itr_params_default(ops, &p);
	for (u32 i = 0; i < ops->nparams; i++) {
		const struct itr_param *row = &ops->params[i];
		u64 span = (u64)((s64)row->max - row->min) + 1;

		/* The least, the largest, small values as often as large. */
		if (one_in(r, 16))
			p.v[i] = one_in(r, 2) ? row->min : row->max;
		else if (one_in(r, 3))
			p.v[i] = (s32)(row->min +
				       (s64)((draw(r) >> below(r, 64)) % span));
	}
	return p;
}

static void some_traffic(struct life *l)
{
	static const u64 sizes[] = { 60, 120, 400, 900, 1514, 4000, 9000 };
	static const u64 paces[] = { 3000, 20000, 60000, 300000, 3000000 };
	u64 *r = &l->rng;

	l->traffic = (enum traffic)below(r, TRAFFICS);
	l->rx_per_ms = below(r, 125000u >> below(r, 12)) + 1;
	l->tx_per_ms = below(r, 125000u >> below(r, 12)) + 1;
	l->rx_size = sizes[below(r, COUNT(sizes))];
	l->tx_size = sizes[below(r, COUNT(sizes))];
	l->pace_ns = paces[below(r, COUNT(paces))];
}

static void begin(struct life *l, unsigned int steps)
{
	u64 *r = &l->rng;
	const struct itr_ops *ops;
	struct itr_params params;
	struct itr_caps caps = {
		.gap = some_range(r, ITR_GAP_UNIT_NS),
		.rx_packet = some_range(r, ITR_DELAY_UNIT_NS),
		.rx_absolute = some_range(r, ITR_DELAY_UNIT_NS),
		.tx_packet = some_range(r, ITR_DELAY_UNIT_NS),
		.tx_absolute = some_range(r, ITR_DELAY_UNIT_NS),
		.separate_gaps = one_in(r, 4),
		.link_mbps = speeds[below(r, COUNT(speeds))],
	};

	some_traffic(l);
	ops = itr_controllers[below(r, itr_controllers_count)];
	if (l->traffic == FEW_FRAMES && one_in(r, 2))
		ops = itr_find("e1000"); /* whose edges these are */
	params = some_params(r, ops);
	l->left = steps;
	l->no_cpu_times = one_in(r, 8);
	/* Totals stand anywhere, also just before their wrap. */
	if (one_in(r, 2)) {
		l->s.rx_packets = 0 - below(r, 500);
		l->s.rx_bytes = 0 - below(r, 50000000);
		l->s.tx_bytes = 0 - below(r, 5000);
		l->s.interrupts = 0 - below(r, 50);
	}
	itr_start(&l->it, ops, &caps, one_in(r, 3) ? NULL : &params,
		  l->s.now_ns);
	record_write(&l->writer, ITR_REC_START, &l->it, NULL);
}

/* The edges of e1000's classes, in frames and octets of one step. */
static void few_frames(u64 *r, u64 *packets, u64 *bytes)
{
	static const u64 counts[] = { 1, 2, 3, 4, 5, 6, 9, 10, 11, 35, 36, 36 };
	static const u64 sums[] = { 512, 512, 512, 6000, 10000, 25000 };
	static const u64 sizes[] = { 200, 1200, 1200, 2000, 8000 };
	u64 n = one_in(r, 2) ? 1 + below(r, 4)
			     : counts[below(r, COUNT(counts))];
	u64 octets = one_in(r, 2) ? sums[below(r, COUNT(sums))]
				  : n * sizes[below(r, COUNT(sizes))];

	if (!one_in(r, 4))
		return; /* a quiet step, so that one burst stands alone */
	octets += below(r, 3) - 1;
	if (one_in(r, 3))
		octets += n; /* a frame's mean size one larger */
	*packets += n;
	*bytes += octets;
}

/* The edges of threshold's classes, in octets of a period; and the absurd. */
static void many_octets(u64 *r, u64 *packets, u64 *bytes)
{
	static const u64 millions[] = { 0, 1, 10, 11, 20, 21, 100, 101 };
	u64 octets = millions[below(r, COUNT(millions))] * 1000000;

	if (one_in(r, 3))
		octets = draw(r) >> (one_in(r, 20) ? 0 : 30 + below(r, 34));
	else if (octets > 0)
		octets += below(r, 3) - 1;
	*packets += octets / 1000;
	*bytes += octets;
}

/* Whole frames, and now and then one of its own. */
static void at_a_rate(u64 *r, u64 ns, u64 per_ms, u64 size, u64 *packets,
		      u64 *bytes)
{
	u64 n = ns / 1000 * per_ms / 1000 / size + one_in(r, 3);

	*packets += n;
	*bytes += n * (size + below(r, 64));
}

/* Time and traffic pass. */
static void pass(struct life *l, u64 ns)
{
	struct itr_sample *s = &l->s;
	u64 *r = &l->rng;

	s->now_ns += ns;
	switch (l->traffic) {
	case FEW_FRAMES:
		few_frames(r, &s->rx_packets, &s->rx_bytes);
		few_frames(r, &s->tx_packets, &s->tx_bytes);
		break;
	case MANY_OCTETS:
		many_octets(r, &s->rx_packets, &s->rx_bytes);
		many_octets(r, &s->tx_packets, &s->tx_bytes);
		break;
	default:
		at_a_rate(r, ns, l->rx_per_ms, l->rx_size, &s->rx_packets,
			  &s->rx_bytes);
		at_a_rate(r, ns, l->tx_per_ms, l->tx_size, &s->tx_packets,
			  &s->tx_bytes);
	}
	if (!l->no_cpu_times) {
		s->irq_ns += below(r, ns / 8 + 1);
		s->softirq_ns += below(r, ns / 4 + 1);
	}
	s->rx_drops += one_in(r, 50);
	s->rx_backlog = below(r, 256);
	s->tx_backlog = below(r, 256);
	s->causes = below(r, 32);
}

/* Interrupt, polls, completion; the timer where it is due. */
static void next_event(struct life *l)
{
	struct itr_sample *s = &l->s;
	u64 *r = &l->rng;
	u64 next_ns = l->it.last.next_ns;
	u64 wait_ns = next_ns > s->now_ns ? next_ns - s->now_ns : 0;
	bool polling = s->event == ITR_EV_INTERRUPT || s->event == ITR_EV_POLL;

	if (next_ns != 0 && wait_ns < 30000000000u &&
	    (one_in(r, 4) || l->traffic == MANY_OCTETS)) {
		pass(l, wait_ns + below(r, 2) * below(r, 50000));
		s->event = ITR_EV_TIMER;
		return;
	}
	/* A millisecond is the least time between two decisions of e1000. */
	pass(l, one_in(r, 4) ? 1000000 : 1 + below(r, 2 * l->pace_ns));
	s->polls++;
	if (polling) {
		s->event = one_in(r, 4) ? ITR_EV_POLL : ITR_EV_COMPLETION;
		return;
	}
	s->event = ITR_EV_INTERRUPT;
	s->interrupts++;
}

static void go_on(struct life *l)
{
	u64 *r = &l->rng;
	struct itr_params params;
	struct itr_caps caps = l->it.caps;

	l->left--;
	if (one_in(r, 40))
		some_traffic(l);
	if (one_in(r, 50)) {
		params = some_params(r, l->it.ops);
		itr_retune(&l->it, &params);
		record_write(&l->writer, ITR_REC_PARAM, &l->it, NULL);
	}
	if (one_in(r, 150)) {
		params = l->it.params;
		caps.link_mbps = speeds[below(r, COUNT(speeds))];
		itr_start(&l->it, l->it.ops, &caps, &params, l->s.now_ns);
		record_write(&l->writer, ITR_REC_LINK, &l->it, NULL);
	}
	if (one_in(r, 150)) {
		struct itr_sample reset = l->s;

		reset.event = ITR_EV_RESET;
		itr_step(&l->it, &reset);
		record_write(&l->writer, ITR_REC_RESET, &l->it, &reset);
	}
	next_event(l);
	itr_step(&l->it, &l->s);
	record_write(&l->writer, ITR_REC_STEP, &l->it, &l->s);
	if (one_in(r, 400))
		record_write(&l->writer, ITR_REC_SNAPSHOT, &l->it, NULL);
}

void corpus_write(FILE *out, uint64_t seed, unsigned int lives,
		  unsigned int steps)
{
	struct life life[UNITS];

	memset(life, 0, sizeof(life));
	for (unsigned int u = 0; u < UNITS; u++) {
		life[u].rng = seed * UNITS + u;
		life[u].writer = (struct record_writer){
			.out = out,
			.port = u / 2,
			.unit = u % 2,
		};
		life[u].s.now_ns = below(&life[u].rng, 1u << 30);
	}
	for (unsigned int n = 0; n < lives * (steps + 1); n++)
		for (unsigned int u = 0; u < UNITS; u++)
			if (life[u].left == 0)
				begin(&life[u], steps);
			else
				go_on(&life[u]);
}
