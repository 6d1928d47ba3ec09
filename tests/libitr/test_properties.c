// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_properties.c - what every controller must do, whatever its rule. It
 * runs over all of itr_controllers[], so a new controller is under test as soon
 * as it is listed.
 */
#include "util.h"

#define S UINT64_C(1000000000)
#define MS UINT64_C(1000000)
#define US UINT64_C(1000)

/* The last thing tried, for the message of a failure. */
static const char *at_name = "?";
static u64 at_case;

#define MUST(cond) \
	CHECK(cond, "controller %s, case %ju", at_name, (uintmax_t)at_case)

/*
 * Every capability set: each of the five timers is missing, an e1000's, or a
 * coarse one with a least value that is no multiple; with and without packet
 * count and separate gaps; five link speeds: 4860 in all.
 */
#define CAPS_SETS (3 * 3 * 3 * 3 * 3 * 2 * 2 * 5)

static struct itr_caps caps_set(u64 n)
{
	static const struct itr_range gaps[] = { { 0, 0, 0 },
						 { 256, 0, 65535 * 256 },
						 { 2000, 3001, 126000 } };
	static const struct itr_range delays[] = { { 0, 0, 0 },
						   { 1024, 0, 65535 * 1024 },
						   { 500, 1, 9999 } };
	static const u64 links[] = { 1000, 0, 10, 100, 10000 };
	struct itr_caps c;

	memset(&c, 0, sizeof(c));
	c.gap = gaps[(n + 1) % 3];
	n /= 3;
	c.rx_packet = delays[(n + 1) % 3];
	n /= 3;
	c.rx_absolute = delays[(n + 1) % 3];
	n /= 3;
	c.tx_packet = delays[(n + 1) % 3];
	n /= 3;
	c.tx_absolute = delays[(n + 1) % 3];
	n /= 3;
	c.count_max = n % 2 ? 255 : 0;
	n /= 2;
	c.separate_gaps = n % 2;
	n /= 2;
	c.link_mbps = links[n % 5];
	return c;
}

static void check_range(const struct itr_range *r, u64 ns)
{
	if (ns == 0)
		return;
	MUST(r->step_ns != 0);
	MUST(ns % r->step_ns == 0);
	MUST(ns >= r->min_ns && ns <= r->max_ns);
}

/* The decision is one that this hardware can be given. */
static void check_decision(const struct itr *it)
{
	const struct itr_decision *d = &it->last;

	check_range(&it->caps.gap, d->gap_ns);
	check_range(&it->caps.gap, d->tx_gap_ns);
	if (!it->caps.separate_gaps)
		MUST(d->tx_gap_ns == d->gap_ns);
	check_range(&it->caps.rx_packet, d->rx_packet_ns);
	check_range(&it->caps.rx_absolute, d->rx_absolute_ns);
	check_range(&it->caps.tx_packet, d->tx_packet_ns);
	check_range(&it->caps.tx_absolute, d->tx_absolute_ns);
	MUST(d->count <= it->caps.count_max);
	MUST(d->recheck <= 1);
	MUST(d->reason < ITR_R_COUNT);
}

/*
 * A step with all that holds for every step. Events the controller does not
 * want change nothing; one that was told the time asks to be stepped later, or
 * never, but not again at once.
 */
static bool step(struct itr *it, const struct itr_sample *s)
{
	u64 decisions = it->decisions;
	u64 now = s->now_ns > it->now_ns ? s->now_ns : it->now_ns;
	bool wanted = s->event < ITR_EV_COUNT &&
		      (it->ops->events & ITR_EVMASK(s->event));
	struct itr before = *it;
	bool changed;

	changed = itr_step(it, s);
	check_decision(it);
	MUST(it->decisions == decisions || it->decisions == decisions + 1);
	if (it->decisions != decisions || s->event == ITR_EV_RESET)
		MUST(changed);
	if (!wanted) {
		MUST(changed == (s->event == ITR_EV_RESET));
		MUST(memcmp(it, &before, sizeof(before)) == 0);
	} else if (now < UINT64_MAX / 2) {
		MUST(it->last.next_ns == 0 || it->last.next_ns > now ||
		     s->event != ITR_EV_TIMER);
	}
	return changed;
}

static void start(struct itr *it, const struct itr_ops *ops,
		  const struct itr_caps *caps, const struct itr_params *p,
		  u64 now_ns)
{
	at_name = ops->name;
	itr_start(it, ops, caps, p, now_ns);
	MUST(it->ops == ops && it->decisions == 0);
	check_decision(it);
}

static void params_random(const struct itr_ops *ops, struct itr_params *p,
			  u64 *seed)
{
	u32 i;

	itr_params_default(ops, p);
	for (i = 0; i < ops->nparams; i++) {
		const struct itr_param *r = &ops->params[i];

		switch (rnd(seed) % 4) {
		case 0:
			p->v[i] = r->min;
			break;
		case 1:
			p->v[i] = r->max;
			break;
		case 2:
			p->v[i] = rnd_between(seed, r->min, r->max);
			break;
		}
	}
}

/*
 * A plausible host: time passes, packets come, interrupts and polls follow, all
 * at a pace that changes now and then.
 */
struct host {
	u64 seed;
	u64 pace_ns, packet; /* mean step in time, packets a step */
	struct itr_sample s;
};

static void host_step(struct host *h)
{
	static const u64 paces[] = { 1, US, 20 * US, MS, 50 * MS, 3 * S };
	static const u64 events[] = { ITR_EV_INTERRUPT,	 ITR_EV_POLL,
				      ITR_EV_COMPLETION, ITR_EV_COMPLETION,
				      ITR_EV_TIMER,	 ITR_EV_TIMER };
	struct itr_sample *s = &h->s;
	u64 rx, tx;

	if (rnd(&h->seed) % 16 == 0 || h->pace_ns == 0) {
		h->pace_ns = paces[rnd(&h->seed) % COUNT(paces)];
		h->packet = 1 + rnd(&h->seed) % 100;
	}
	rx = rnd(&h->seed) % h->packet;
	tx = rnd(&h->seed) % h->packet;
	s->now_ns += rnd(&h->seed) % (2 * h->pace_ns);
	s->event = events[rnd(&h->seed) % COUNT(events)];
	s->interrupts += s->event == ITR_EV_INTERRUPT;
	s->polls += s->event != ITR_EV_INTERRUPT;
	s->rx_packets += rx;
	s->rx_bytes += rx * (60 + rnd(&h->seed) % 1455);
	s->tx_packets += tx;
	s->tx_bytes += tx * (60 + rnd(&h->seed) % 1455);
	s->rx_drops += rnd(&h->seed) % 64 == 0;
	s->irq_ns += rnd(&h->seed) % (h->pace_ns / 4 + 1);
	s->softirq_ns += rnd(&h->seed) % (h->pace_ns / 2 + 1);
	s->rx_backlog = rnd(&h->seed) % 256;
	s->tx_backlog = rnd(&h->seed) % 256;
	s->causes = rnd(&h->seed) % 32;
}

/* Adds the same to every total. */
static void shift_totals(struct itr_sample *s, u64 by)
{
	s->interrupts += by;
	s->polls += by;
	s->rx_packets += by;
	s->rx_bytes += by;
	s->rx_drops += by;
	s->tx_packets += by;
	s->tx_bytes += by;
	s->tx_drops += by;
	s->irq_ns += by;
	s->softirq_ns += by;
}

/* Calls one for each controller, a number of times with random parameters and
 * any capability set (the first time with the defaults and an e1000's). */
static void each(int times, void (*one)(const struct itr_ops *ops,
					const struct itr_caps *caps,
					const struct itr_params *p, u64 seed))
{
	size_t c;
	int n;

	for (c = 0; c < itr_controllers_count; c++) {
		u64 seed = 100;

		for (n = 0; n < times; n++) {
			const struct itr_ops *ops = itr_controllers[c];
			struct itr_caps caps = caps_set(rnd(&seed) % CAPS_SETS);
			struct itr_params p;

			params_random(ops, &p, &seed);
			if (n & 1) /* some rules look at traffic only then */
				caps.link_mbps = 1000;
			if (n == 0) {
				caps = caps_e1000();
				itr_params_default(ops, &p);
			}
			at_case = (u64)n;
			one(ops, &caps, &p, rnd(&seed));
		}
	}
}

/* What a controller says it wants is what it has a step for. */
static void events_have_steps(void **state)
{
	size_t c;
	int ev;

	(void)state;
	for (c = 0; c < itr_controllers_count; c++)
		for (ev = 0; ev < ITR_EV_COUNT; ev++) {
			at_name = itr_controllers[c]->name;
			at_case = (u64)ev;
			MUST((itr_controllers[c]->events & ITR_EVMASK(ev)) ==
			     (itr_controllers[c]->on[ev] ? ITR_EVMASK(ev) : 0));
		}
}

/* Every capability set, with default and with random parameters. */
static void every_capability_set(void **state)
{
	size_t c;
	u64 n;

	(void)state;
	for (c = 0; c < itr_controllers_count; c++)
		for (n = 0; n < 2 * CAPS_SETS; n++) {
			struct itr_caps caps = caps_set(n / 2);
			struct host h = { .seed = n };
			struct itr_params p;
			struct itr it;
			int i;

			at_case = n;
			itr_params_default(itr_controllers[c], &p);
			if (n & 1)
				params_random(itr_controllers[c], &p, &h.seed);
			start(&it, itr_controllers[c], &caps, &p, 0);
			for (i = 0; i < 40; i++) {
				host_step(&h);
				step(&it, &h.s);
			}
		}
}

/* The same input twice: the same state after every step. */
static void one_same_twice(const struct itr_ops *ops,
			   const struct itr_caps *caps,
			   const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr a, b;
	int i;

	memset(&a, 0x00, sizeof(a));
	memset(&b, 0xff, sizeof(b)); /* what was in the memory does not count */
	start(&a, ops, caps, p, 0);
	start(&b, ops, caps, p, 0);
	for (i = 0; i < 400; i++) {
		host_step(&h);
		MUST(step(&a, &h.s) == step(&b, &h.s));
		MUST(itr_digest(&a) == itr_digest(&b));
	}
	MUST(memcmp(&a, &b, sizeof(a)) == 0);
}

static void same_twice(void **state)
{
	(void)state;
	each(100, one_same_twice);
}

/* Saved and loaded elsewhere at any point: it goes on as if nothing was. */
static void one_save_load(const struct itr_ops *ops,
			  const struct itr_caps *caps,
			  const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr a, b;
	u8 buf[2048];
	int i;

	start(&a, ops, caps, p, 0);
	b = a;
	for (i = 0; i < 400; i++) {
		host_step(&h);
		step(&a, &h.s);
		step(&b, &h.s);
		if (rnd(&h.seed) % 8 == 0) {
			size_t n = itr_save(&b, buf, sizeof(buf));

			MUST(n <= sizeof(buf));
			memset(&b, 0xa5, sizeof(b));
			MUST(itr_load(&b, buf, n) == 0);
		}
		MUST(itr_digest(&a) == itr_digest(&b));
	}
	MUST(memcmp(&a, &b, sizeof(a)) == 0);
}

static void save_load(void **state)
{
	(void)state;
	each(100, one_save_load);
}

/*
 * Totals are free-running: where they start does not matter, nor that they wrap
 * on the way, to any decision.
 */
static void one_totals_anywhere(const struct itr_ops *ops,
				const struct itr_caps *caps,
				const struct itr_params *p, u64 seed)
{
	/* Just before the wrap, by up to 2^27; one in eight anywhere. */
	u64 by = seed % 8 ? 0 - (seed >> 8) % (1 << seed / 8 % 28) : seed;
	struct host h = { .seed = seed };
	struct itr a, b;
	int i;

	start(&a, ops, caps, p, 0);
	start(&b, ops, caps, p, 0);
	for (i = 0; i < 400; i++) {
		struct itr_sample moved;

		host_step(&h);
		moved = h.s;
		shift_totals(&moved, by);
		MUST(step(&a, &h.s) == step(&b, &moved));
		MUST(memcmp(&a.last, &b.last, sizeof(a.last)) == 0);
	}
	MUST(a.decisions == b.decisions);
}

static void totals_anywhere(void **state)
{
	(void)state;
	each(200, one_totals_anywhere);
}

/* Nor does it matter where the clock starts. */
static void one_clock_anywhere(const struct itr_ops *ops,
			       const struct itr_caps *caps,
			       const struct itr_params *p, u64 seed)
{
	u64 by = rnd(&seed) >> (2 + rnd(&seed) % 60);
	struct host h = { .seed = seed, .s.now_ns = 1000 };
	struct itr a, b;
	int i;

	start(&a, ops, caps, p, 1000);
	start(&b, ops, caps, p, 1000 + by);
	for (i = 0; i < 400; i++) {
		struct itr_decision d;
		struct itr_sample moved;

		host_step(&h);
		moved = h.s;
		moved.now_ns += by;
		MUST(step(&a, &h.s) == step(&b, &moved));
		d = b.last;
		if (d.next_ns != 0)
			d.next_ns -= by;
		MUST(memcmp(&a.last, &d, sizeof(d)) == 0);
	}
	MUST(a.decisions == b.decisions);
}

static void clock_anywhere(void **state)
{
	(void)state;
	each(200, one_clock_anywhere);
}

/* Time stands still (zero span), goes back, and is near its end. */
static void one_odd_time(const struct itr_ops *ops, const struct itr_caps *caps,
			 const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr a, b;
	u64 latest = 5 * S;
	int i;

	/* Still: the same instant, with and without traffic. */
	start(&a, ops, caps, p, 5 * S);
	h.s.now_ns = 5 * S;
	for (i = 0; i < 300; i++) {
		if (i < 100) {
			host_step(&h);
		} else if (i < 200) {
			h.s.event = (u64)i % ITR_EV_COUNT;
		} else {
			host_step(&h);
			h.s.event = ITR_EV_TIMER;
		}
		h.s.now_ns = 5 * S;
		step(&a, &h.s);
	}

	/* Back: the same as if it had stood still. */
	start(&a, ops, caps, p, 5 * S);
	start(&b, ops, caps, p, 5 * S);
	h.s.now_ns = 5 * S;
	for (i = 0; i < 300; i++) {
		struct itr_sample back, still;
		bool changed;

		host_step(&h);
		back = h.s;
		if (rnd(&h.seed) & 1)
			back.now_ns -= rnd(&h.seed) % (back.now_ns + 1);
		still = back;
		if (still.now_ns < latest)
			still.now_ns = latest;
		if (ops->events & ITR_EVMASK(still.event))
			latest = still.now_ns;
		changed = step(&a, &back);
		MUST(step(&b, &still) == changed);
		MUST(memcmp(&a, &b, sizeof(a)) == 0);
	}

	/* The end of time, 584 years on. */
	start(&a, ops, caps, p, UINT64_MAX - S);
	h.s.now_ns = UINT64_MAX - S;
	for (i = 0; i < 100; i++) {
		u64 now = h.s.now_ns;

		host_step(&h);
		if (h.s.now_ns < now)
			h.s.now_ns = UINT64_MAX;
		step(&a, &h.s);
	}
}

static void odd_time(void **state)
{
	(void)state;
	each(100, one_odd_time);
}

/* No packets for ever: time goes on, events come, totals stay. */
static void one_zero_packets(const struct itr_ops *ops,
			     const struct itr_caps *caps,
			     const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr it;
	int i;

	start(&it, ops, caps, p, 0);
	for (i = 0; i < 300; i++) {
		u64 now, event;

		host_step(&h);
		now = h.s.now_ns;
		event = h.s.event;
		memset(&h.s, 0, sizeof(h.s));
		h.s.now_ns = now;
		h.s.event = event;
		step(&it, &h.s);
	}
}

static void zero_packets(void **state)
{
	(void)state;
	each(100, one_zero_packets);
}

/* Samples that no host would give. */
static void one_random_samples(const struct itr_ops *ops,
			       const struct itr_caps *caps,
			       const struct itr_params *p, u64 seed)
{
	struct itr_sample s;
	u64 *w = (u64 *)&s;
	struct itr it;
	int i;
	size_t k;

	start(&it, ops, caps, p, rnd(&seed) >> 1);
	for (i = 0; i < 400; i++) {
		for (k = 0; k < sizeof(s) / sizeof(u64); k++)
			w[k] = rnd(&seed) >> (rnd(&seed) & 63);
		s.event = rnd(&seed) % (i % 3 ? ITR_EV_COUNT + 1 : 64);
		if (i & 1) /* or else time would soon stand at its end */
			s.now_ns = it.now_ns + rnd(&seed) % (3 * S);
		step(&it, &s);
	}
	s.event = UINT64_MAX;
	MUST(!step(&it, &s));
}

static void random_samples(void **state)
{
	(void)state;
	each(300, one_random_samples);
}

/* Parameters change while it runs: each alone to both ends and anywhere, and
 * all together. What does not change anything changes nothing. */
static void one_retune(const struct itr_ops *ops, const struct itr_caps *caps,
		       const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr_params q = *p;
	struct itr it;
	struct itr before;
	int i;

	start(&it, ops, caps, p, 0);
	for (i = 0; i < 400; i++) {
		host_step(&h);
		step(&it, &h.s);
		if (ops->nparams > 0 && rnd(&h.seed) % 4 == 0) {
			u32 k = (u32)(rnd(&h.seed) % ops->nparams);
			const struct itr_param *r = &ops->params[k];

			switch (rnd(&h.seed) % 4) {
			case 0:
				q.v[k] = r->min;
				break;
			case 1:
				q.v[k] = r->max;
				break;
			case 2:
				q.v[k] = rnd_between(&h.seed, r->min, r->max);
				break;
			default:
				params_random(ops, &q, &h.seed);
			}
			itr_retune(&it, &q);
			check_decision(&it);
			MUST(memcmp(&it.params, &q, sizeof(q)) == 0);
		}
		before = it;
		itr_retune(&it, &q);
		MUST(memcmp(&it, &before, sizeof(it)) == 0);
	}
}

static void retune(void **state)
{
	(void)state;
	each(200, one_retune);
}

/* A saved state is input like any other: whatever its words, a step does
 * nothing undefined (the sanitizer build looks) and decides what can be. */
static void one_any_state(const struct itr_ops *ops,
			  const struct itr_caps *caps,
			  const struct itr_params *p, u64 seed)
{
	struct host h = { .seed = seed };
	struct itr it;
	int i, k;

	for (i = 0; i < 60; i++) {
		start(&it, ops, caps, p, 0);
		for (k = 0; k < ITR_STATE_WORDS; k++)
			it.state[k] = rnd(&h.seed) >> (rnd(&h.seed) & 63);
		for (k = 0; k < 10; k++) {
			host_step(&h);
			itr_step(&it, &h.s);
			check_decision(&it);
		}
	}
}

static void any_state(void **state)
{
	(void)state;
	each(100, one_any_state);
}

/* One property alone: its name as the argument. */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_have_steps),
		cmocka_unit_test(every_capability_set),
		cmocka_unit_test(same_twice),
		cmocka_unit_test(save_load),
		cmocka_unit_test(totals_anywhere),
		cmocka_unit_test(clock_anywhere),
		cmocka_unit_test(odd_time),
		cmocka_unit_test(zero_packets),
		cmocka_unit_test(random_samples),
		cmocka_unit_test(retune),
		cmocka_unit_test(any_state),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
