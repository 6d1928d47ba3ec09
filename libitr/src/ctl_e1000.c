// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_e1000.c - what the e1000 and e1000e drivers do by default.
 *
 * Each direction is in one of three classes of traffic, and the packets and
 * octets of one interrupt move it between them: few and small packets want low
 * latency, many or large ones are bulk. The slower class of the two directions
 * sets the rate.
 *
 * 1. At an interrupt note the totals.
 * 2. When polling ends, take each direction's packets and octets since that
 *    interrupt and move its class by class_after() below. No packets: no move.
 * 3. Mode 3 (the driver's default) then turns lowest latency into low latency.
 * 4. Rate of the slower class: lowest latency 70000 interrupts a second, low
 *    latency 20000, bulk 4000. A link that is not 1000 Mbit/s gets 4000 at
 *    once, and the classes stay.
 * 5. A rising rate rises by at most a quarter of its goal a step, a falling one
 *    falls at once: a bias towards bulk.
 * 6. A poll that goes on and on has no end to step at (a router at full load
 *    polls for minutes), so after poll_us it is treated as though it had ended
 *    and an interrupt had come: the rule runs and the totals are noted anew.
 *    The driver does not do this; a poll that ends sooner is decided as by the
 *    driver, and poll_us=0 leaves it out.
 *
 * Why these constants: all are the driver's (7.3.20 and later), taken over as
 * they are so that this is what people run. poll_us: 1000 is longer than nearly
 * every poll that ends, and still allows a thousand decisions a second. Timers:
 * the same driver's defaults, TIDV 8, TADV 32, RDTR 0, RADV 8, in units of
 * 1024 ns.
 *
 * Before the first decision: 20000 a second, both classes lowest latency.
 * Without a gap register the gap is 0 (ITR_R_NO_CAP); missing timers stay 0;
 * separate gaps both get the one value, as e1000e does with its vectors. A link
 * speed of 0 (down or unknown) is not 1000 either.
 */
#include "ctl.h"

enum class { LOWEST_LATENCY, LOW_LATENCY, BULK_LATENCY };

enum { MODE_1, MODE_3 };

struct e1000_params {
	s32 mode;
	s32 poll_us;
	struct itr_delay_params delays;
};

static const char *const mode_names[] = { "1", "3", NULL };

static const struct itr_param e1000_table[] = {
	{ .name = "mode",
	  .unit = "",
	  .min = MODE_1,
	  .max = MODE_3,
	  .def = MODE_3,
	  .help = "InterruptThrottleRate=1 or 3; only 1 goes to 70000 int/s",
	  .names = mode_names },
	{ .name = "poll_us",
	  .unit = "us",
	  .min = 0,
	  .max = 1000000,
	  .def = 1000,
	  .help = "decide in a poll that has gone on for that long, 0: never" },
	ITR_DELAY_ROWS(8 * 1024, 32 * 1024, 0, 8 * 1024),
};
ITR_PARAMS_FIT(struct e1000_params, e1000_table);

struct e1000_state {
	u64 primed; /* 0 until the first step */
	u64 rate; /* interrupts a second, as asked for */
	u64 rx_class, tx_class; /* enum class */
	u64 since_ns; /* the totals below are from then */
	u64 rx_packets, rx_bytes, tx_packets, tx_bytes;
};
ITR_STATE_FITS(struct e1000_state);

static const struct e1000_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

/* The class after an interrupt's worth of packets and octets; step 2. */
static u64 class_after(u64 class, u64 packets, u64 bytes)
{
	u64 size;

	if (packets == 0)
		return class;
	size = itr_div64(bytes, packets);
	switch (class) {
	case LOWEST_LATENCY:
		if (size > 8000) /* segmentation offload, jumbo frames */
			return BULK_LATENCY;
		if (packets < 5 && bytes > 512)
			return LOW_LATENCY;
		return class;
	case LOW_LATENCY:
		if (bytes > 10000) {
			if (size > 8000 || packets < 10 || size > 1200)
				return BULK_LATENCY;
			if (packets > 35)
				return LOWEST_LATENCY;
			return class;
		}
		if (size > 2000)
			return BULK_LATENCY;
		if (packets <= 2 && bytes < 512)
			return LOWEST_LATENCY;
		return class;
	default: /* BULK_LATENCY */
		if (bytes > 25000)
			return packets > 35 ? LOW_LATENCY : BULK_LATENCY;
		return bytes < 6000 ? LOW_LATENCY : BULK_LATENCY;
	}
}

static u64 class_rate(u64 class)
{
	switch (class) {
	case LOWEST_LATENCY:
		return 70000;
	case LOW_LATENCY:
		return 20000;
	default:
		return 4000;
	}
}

static void note_totals(struct e1000_state *st, const struct itr_sample *s)
{
	st->primed = 1;
	st->since_ns = s->now_ns;
	st->rx_packets = s->rx_packets;
	st->rx_bytes = s->rx_bytes;
	st->tx_packets = s->tx_packets;
	st->tx_bytes = s->tx_bytes;
}

/* Steps 2 to 4: the rate to go to. */
static u64 goal_rate(struct itr *it, const struct itr_sample *s)
{
	struct e1000_state *st = (void *)it->state;

	if (it->caps.link_mbps != 1000)
		return 4000;
	st->rx_class = class_after(st->rx_class,
				   itr_delta(s->rx_packets, st->rx_packets),
				   itr_delta(s->rx_bytes, st->rx_bytes));
	st->tx_class = class_after(st->tx_class,
				   itr_delta(s->tx_packets, st->tx_packets),
				   itr_delta(s->tx_bytes, st->tx_bytes));
	if (params_of(it)->mode == MODE_3) {
		if (st->rx_class == LOWEST_LATENCY)
			st->rx_class = LOW_LATENCY;
		if (st->tx_class == LOWEST_LATENCY)
			st->tx_class = LOW_LATENCY;
	}
	return class_rate(itr_max(st->rx_class, st->tx_class));
}

static void decide(struct itr *it, u64 gap_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	itr_decide(it, &wish);
}

static void evaluate(struct itr *it, const struct itr_sample *s)
{
	struct e1000_state *st = (void *)it->state;
	u64 goal = goal_rate(it, s);
	u64 rate = goal;
	u64 reason = ITR_R_RULE;

	if (goal > st->rate) /* step 5 */
		rate = itr_min(itr_add_sat(st->rate, goal >> 2), goal);
	if (rate == st->rate) {
		it->last.reason = ITR_R_KEEP;
		return;
	}
	if (it->caps.link_mbps != 1000)
		reason = ITR_R_LINK_SPEED;
	else if (rate != goal)
		reason = ITR_R_RAMP;
	st->rate = rate;
	decide(it, itr_rate_to_ns(rate), reason);
}

static void e1000_start(struct itr *it, u64 now_ns)
{
	struct e1000_state *st = (void *)it->state;

	(void)now_ns;
	st->rate = 20000;
	st->rx_class = LOWEST_LATENCY;
	st->tx_class = LOWEST_LATENCY;
	decide(it, itr_rate_to_ns(st->rate), ITR_R_START);
}

static bool e1000_step(struct itr *it, const struct itr_sample *s)
{
	struct e1000_state *st = (void *)it->state;
	u64 poll_ns = (u64)params_of(it)->poll_us * 1000;

	if (!st->primed || s->event == ITR_EV_INTERRUPT) {
		note_totals(st, s);
		return false;
	}
	if (s->event == ITR_EV_POLL) { /* step 6 */
		if (poll_ns == 0 || s->now_ns - st->since_ns < poll_ns)
			return false;
		evaluate(it, s);
		note_totals(st, s);
		return true;
	}
	evaluate(it, s);
	return true;
}

/* Bumpless: the timers are new, mode and poll_us count from the next step. */
static void e1000_retune(struct itr *it, const struct itr_params *old)
{
	(void)old;
	decide(it, it->last.gap_ns, ITR_R_PARAM);
}

const struct itr_ops itr_e1000 = {
	.name = "e1000",
	.idea = "What the e1000 and e1000e drivers do by default. Each "
		"interrupt's packets and octets move a class per direction "
		"between lowest latency (70000 interrupts a second), low "
		"latency (20000) and bulk (4000); the slower direction sets "
		"the rate. Mode 3, the drivers' default, stays at 20000.",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_INTERRUPT) | ITR_EVMASK(ITR_EV_POLL) |
		  ITR_EVMASK(ITR_EV_COMPLETION),
	.params = e1000_table,
	.nparams = ITR_ARRAY_SIZE(e1000_table),
	.start = e1000_start,
	.step = e1000_step,
	.retune = e1000_retune,
};
