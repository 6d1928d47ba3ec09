// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * corpus.c - runs every controller over a pseudo-random corpus and prints one
 * line each: name, version, decisions, changes of the gap, digest of it all.
 *
 * Whatever the compiler, the optimisation or the surroundings (kernel variant),
 * the lines must be the same. Capabilities, link speed, parameters (also while
 * running), traffic and time all move: a planted fault once showed only with
 * parameters that were not the defaults. Integers only.
 *
 * It is not a test of what is decided, except that an adaptive controller which
 * hardly decides or never moves makes a poor corpus: then the exit code is 1.
 *
 * One draw a statement: C leaves the order of two draws in one to the compiler.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <itr/itr.h>
#include <itr/text.h>
#include <itr/units.h>

#define LIVES 500
#define STEPS 120
#define FEWEST 1000 /* decisions and changes of an adaptive controller */

struct rng {
	u64 s;
};

/* splitmix64's recipe (public domain, Vigna 2015). */
static u64 draw(struct rng *r)
{
	u64 z = r->s += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static u64 below(struct rng *r, u64 n)
{
	return draw(r) % n;
}

static bool one_in(struct rng *r, u64 n)
{
	return below(r, n) == 0;
}

/* Of any magnitude, each about as often. */
static u64 scaled(struct rng *r)
{
	u64 v = draw(r);

	return v >> below(r, 64);
}

static u64 chain(u64 h, u64 word)
{
	h = (h ^ word) * 0xd6e8feb86659fd93u;
	return h ^ h >> 29;
}

static u64 chain_bytes(u64 h, const void *data, size_t n)
{
	const u8 *b = data;

	while (n-- > 0)
		h = chain(h, *b++);
	return h;
}

/* What one run of a controller lives through. */
struct life {
	struct rng r;
	struct itr it;
	struct itr_sample s;
	u64 rx_per_us, tx_per_us; /* octets */
	u64 rx_size, tx_size; /* octets a packet */
	u64 pace_ns; /* of a step */
	u64 changes;
};

static void random_range(struct rng *r, struct itr_range *g, u64 unit)
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

static void random_caps(struct rng *r, struct itr_caps *c)
{
	static const u64 speeds[] = { 1000, 1000, 1000, 100, 10, 0, 2500 };

	memset(c, 0, sizeof(*c));
	random_range(r, &c->gap, ITR_GAP_UNIT_NS);
	random_range(r, &c->rx_packet, ITR_DELAY_UNIT_NS);
	random_range(r, &c->rx_absolute, ITR_DELAY_UNIT_NS);
	random_range(r, &c->tx_packet, ITR_DELAY_UNIT_NS);
	random_range(r, &c->tx_absolute, ITR_DELAY_UNIT_NS);
	c->count_max = one_in(r, 3) ? below(r, 256) : 0;
	c->separate_gaps = below(r, 2);
	c->link_mbps = speeds[below(r, 7)];
}

static void random_params(struct rng *r, const struct itr_ops *ops,
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

	if (one_in(r, 200)) {
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

/* Saves, and goes on from what was loaded. 0: the load did not succeed. */
static u64 through_bytes(struct itr *it, u64 h)
{
	u8 buf[2048];
	size_t n = itr_save(it, buf, sizeof(buf));
	struct itr back;

	if (n > sizeof(buf) || itr_load(&back, buf, n))
		return 0;
	*it = back;
	return chain_bytes(h, buf, n);
}

static u64 live(const struct itr_ops *ops, u64 seed, u64 h, u64 *decisions,
		u64 *changes)
{
	struct life l = { .r = { seed } };
	struct itr_params params;
	struct itr_caps caps;
	u32 i;

	random_caps(&l.r, &caps);
	random_params(&l.r, ops, &params);
	random_traffic(&l);
	l.s.now_ns = one_in(&l.r, 8) ? scaled(&l.r) : below(&l.r, 1u << 30);
	if (one_in(&l.r, 3)) {
		l.s.rx_bytes = 0 - scaled(&l.r);
		l.s.tx_packets = 0 - scaled(&l.r);
		l.s.interrupts = 0 - scaled(&l.r);
	}
	itr_start(&l.it, ops, &caps, one_in(&l.r, 4) ? NULL : &params,
		  l.s.now_ns);
	h = chain(h, itr_digest(&l.it));
	for (i = 0; i < STEPS; i++) {
		u64 gap_ns = l.it.last.gap_ns;

		if (one_in(&l.r, 40))
			random_traffic(&l);
		if (one_in(&l.r, 30)) {
			random_params(&l.r, ops, &params);
			itr_retune(&l.it, &params);
		}
		if (one_in(&l.r, 60)) {
			h = through_bytes(&l.it, h);
			if (h == 0)
				return 0;
		}
		next_event(&l);
		h = chain(h, itr_step(&l.it, &l.s));
		h = chain(h, itr_digest(&l.it));
		*changes += l.it.last.gap_ns != gap_ns;
	}
	*decisions += l.it.decisions;
	return h;
}

/* All lives of one controller. False: a poor corpus, or a failed load. */
static bool controller(const struct itr_ops *ops)
{
	u64 h = 1, decisions = 0, changes = 0, i;

	for (i = 0; i < LIVES && h != 0; i++)
		h = live(ops, i * 0x5851f42d4c957f2du, h, &decisions, &changes);
	printf("%-12s version %u decisions %" PRIu64 " changes %" PRIu64
	       " digest %016" PRIx64 "\n",
	       ops->name, (unsigned int)ops->version, (uint64_t)decisions,
	       (uint64_t)changes, (uint64_t)h);
	if (h == 0) {
		fprintf(stderr, "%s: a saved state did not load\n", ops->name);
		return false;
	}
	if (ops->events != 0 && (decisions < FEWEST || changes < FEWEST)) {
		fprintf(stderr, "%s: fewer than %d decisions or changes\n",
			ops->name, FEWEST);
		return false;
	}
	return true;
}

/* One parameter with a unit that may be another than its own. */
static u64 other_units(struct rng *r, const struct itr_ops *ops, u64 h)
{
	static const char *const unit[] = { "ns", "us", "ms", "s" };
	struct itr_params p;
	char line[128], err[ITR_TEXT_MAX] = "";
	u64 value = scaled(r) >> 32, which = below(r, ops->nparams);

	if (one_in(r, 2))
		value = value / 1000 * 1000;
	snprintf(line, sizeof(line), "%s=%" PRIu64 "%s",
		 ops->params[which].name, (uint64_t)value, unit[below(r, 4)]);
	itr_params_default(ops, &p);
	h = chain(h,
		  (u64)(itr_parse_params(ops, line, &p, err, sizeof(err)) + 2));
	h = chain_bytes(h, err, strlen(err));
	return chain_bytes(h, &p, sizeof(p));
}

/* All parameters to text and back; then the text with one wrong byte. */
static u64 round_trip(struct rng *r, const struct itr_ops *ops, u64 h)
{
	struct itr_params p, back;
	char line[1024], err[ITR_TEXT_MAX] = "";
	size_t n;

	random_params(r, ops, &p);
	n = itr_format_params(ops, &p, true, line, sizeof(line));
	itr_params_default(ops, &back);
	if (n >= sizeof(line) ||
	    itr_parse_params(ops, line, &back, err, sizeof(err)) ||
	    memcmp(&p, &back, sizeof(p)) != 0) {
		fprintf(stderr, "text: '%s' does not come back: %s\n", line,
			err);
		return 0;
	}
	h = chain_bytes(h, line, n);
	line[below(r, n)] = (char)(32 + below(r, 95));
	h = chain(h,
		  (u64)(itr_parse_params(ops, line, &back, err, sizeof(err)) +
			2));
	h = chain_bytes(h, err, strlen(err));
	return chain_bytes(h, &back, sizeof(back));
}

static bool text(void)
{
	struct rng r = { 7 };
	u64 h = 1, i;
	size_t c;

	for (c = 0; c < itr_controllers_count; c++) {
		const struct itr_ops *ops = itr_controllers[c];

		for (i = 0; i < 300 && ops->nparams > 0; i++) {
			h = other_units(&r, ops, h);
			h = round_trip(&r, ops, h);
			if (h == 0)
				return false;
		}
	}
	printf("%-12s digest %016" PRIx64 "\n", "text", (uint64_t)h);
	return true;
}

static void units(void)
{
	struct rng r = { 9 };
	u64 h = 1, i;

	for (i = 0; i < 20000; i++) {
		struct itr_range g;
		u64 a, b;

		random_range(&r, &g, ITR_GAP_UNIT_NS);
		a = scaled(&r);
		b = scaled(&r);
		h = chain(h, itr_rate_to_ns(a));
		h = chain(h, itr_ns_to_rate(a));
		h = chain(h, itr_ns_to_reg(a, b));
		h = chain(h, itr_reg_to_ns(a & ITR_REG_MAX, b & 0xfff));
		h = chain(h, itr_quantise(&g, a));
	}
	printf("%-12s digest %016" PRIx64 "\n", "units", (uint64_t)h);
}

int main(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < itr_controllers_count; i++)
		good &= controller(itr_controllers[i]);
	good &= text();
	units();
	return good ? 0 : 1;
}
