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
 * 1. When polling ends, take each direction's packets and octets since it ended
 *    before and move its class by class_after() below. No packets: no move.
 * 2. Note the totals. (The driver does so at the next interrupt; nothing is
 *    taken or cleaned in between, so that comes to the same and is one step
 *    less. The first end of polling has nothing to compare with and only notes.)
 * 3. Mode 3 (the driver's default) then turns lowest latency into low latency.
 * 4. Rate of the slower class: lowest latency 70000 interrupts a second, low
 *    latency 20000, bulk 4000. A link that is not 1000 Mbit/s gets 4000 at
 *    once, and the classes stay.
 * 5. A rising rate rises by at most a quarter of its goal a step, a falling one
 *    falls at once: a bias towards bulk.
 * 6. A poll that goes on and on has no end to step at (a router at full load
 *    polls for minutes), so poll_us after the first poll that did not end, it is
 *    treated as though it had, and so on. The driver does not do this; polling
 *    that ends sooner is decided as by the driver, and poll_us=0 leaves it out.
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
	u64 since_ns; /* polling goes on, undecided, since then; 0: not so */
	u64 rx_class, tx_class; /* enum class */
	u64 rx_packets, rx_bytes, tx_packets, tx_bytes;
};
ITR_STATE_FITS(struct e1000_state);

struct e1000_plan {
	u64 least_class; /* step 3 */
	u64 quiet_ns; /* how long a poll may go on undecided */
};

static const struct e1000_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

/*
 * The class after an interrupt's worth of packets and octets; steps 2 and 3. Never
 * below least, which is LOWEST_LATENCY or LOW_LATENCY.
 */
static inline u64 class_after(u64 class, u64 packets, u64 bytes, u64 least)
{
	u64 size;

	if (packets == 0)
		return itr_min(itr_max(class, least), BULK_LATENCY);
	size = itr_quot64(bytes, packets);
	if (class == LOWEST_LATENCY) {
		if (size > 8000) /* segmentation offload, jumbo frames */
			return BULK_LATENCY;
		if (ITR_LIKELY(packets >= 5))
			return least;
		return bytes > 512 ? LOW_LATENCY : least;
	}
	if (class == LOW_LATENCY) {
		if (bytes > 10000) {
			if (packets < 10 || size > 1200)
				return BULK_LATENCY;
			return packets > 35 ? least : LOW_LATENCY;
		}
		if (size > 2000)
			return BULK_LATENCY;
		if (ITR_LIKELY(bytes >= 512))
			return LOW_LATENCY;
		return packets <= 2 ? least : LOW_LATENCY;
	}
	/* BULK_LATENCY */
	if (bytes > 25000)
		return packets > 35 ? LOW_LATENCY : BULK_LATENCY;
	return bytes < 6000 ? LOW_LATENCY : BULK_LATENCY;
}

static const u32 class_rate[] = {
	[LOWEST_LATENCY] = 70000,
	[LOW_LATENCY] = 20000,
	[BULK_LATENCY] = 4000,
};

/* Apart, so that a decision's registers are not saved for it. */
static ITR_NOINLINE bool note_totals(struct itr *it, const struct itr_sample *s)
{
	struct e1000_state *st = (void *)it->state;

	st->primed = 1;
	st->rx_packets = s->rx_packets;
	st->rx_bytes = s->rx_bytes;
	st->tx_packets = s->tx_packets;
	st->tx_bytes = s->tx_bytes;
	return false;
}

static void decide(struct itr *it, u64 gap_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	itr_decide(it, &wish);
}

/* Step 5: goes there, or a part of the way. */
static inline bool go_to(struct itr *it, u64 goal, u64 reason, u64 reason_ramp)
{
	struct e1000_state *st = (void *)it->state;
	u64 rate = st->rate, gap_ns;

	if (goal == rate) {
		it->last.reason = ITR_R_KEEP;
		return itr_decided(it);
	}
	if (goal > rate && goal - rate > goal >> 2) {
		rate += goal >> 2;
		reason = reason_ramp;
	} else {
		rate = goal;
	}
	st->rate = rate;
	gap_ns = itr_fit_gap(it, itr_quot64(ITR_NS_PER_S, rate), &reason);
	itr_set_gap(it, gap_ns, 0, reason);
	return itr_decided(it);
}

/* The rule, steps 1 to 5. */
static ITR_INLINE bool evaluate(struct itr *it, const struct itr_sample *s)
{
	const struct e1000_plan *plan = (const void *)it->plan.own;
	struct e1000_state *st = (void *)it->state;
	u64 packets, bytes, slower;

	if (ITR_UNLIKELY(it->caps.link_mbps != 1000)) {
		note_totals(it, s);
		return go_to(it, 4000, ITR_R_LINK_SPEED, ITR_R_LINK_SPEED);
	}
	packets = itr_delta(s->rx_packets, st->rx_packets);
	bytes = itr_delta(s->rx_bytes, st->rx_bytes);
	st->rx_packets = s->rx_packets;
	st->rx_bytes = s->rx_bytes;
	st->rx_class =
		class_after(st->rx_class, packets, bytes, plan->least_class);
	packets = itr_delta(s->tx_packets, st->tx_packets);
	bytes = itr_delta(s->tx_bytes, st->tx_bytes);
	st->tx_packets = s->tx_packets;
	st->tx_bytes = s->tx_bytes;
	st->tx_class =
		class_after(st->tx_class, packets, bytes, plan->least_class);
	slower = itr_max(st->rx_class, st->tx_class);
	return go_to(it, class_rate[slower], ITR_R_RULE, ITR_R_RAMP);
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

static bool e1000_completion(struct itr *it, const struct itr_sample *s,
			     u64 now_ns)
{
	struct e1000_state *st = (void *)it->state;

	(void)now_ns;
	st->since_ns = 0;
	if (ITR_UNLIKELY(!st->primed))
		return note_totals(it, s);
	return evaluate(it, s);
}

/* Step 6 */
static bool e1000_poll(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	const struct e1000_plan *plan = (const void *)it->plan.own;
	struct e1000_state *st = (void *)it->state;

	if (!st->since_ns) {
		if (ITR_UNLIKELY(!st->primed))
			return note_totals(it, s);
		st->since_ns = now_ns;
		return false;
	}
	if (ITR_LIKELY(now_ns - st->since_ns <= plan->quiet_ns))
		return false;
	st->since_ns = now_ns;
	return evaluate(it, s);
}

static void e1000_plan(struct itr *it)
{
	struct e1000_plan *plan = (void *)it->plan.own;
	s32 poll_us = params_of(it)->poll_us;

	plan->least_class = LOWEST_LATENCY;
	if (params_of(it)->mode == MODE_3)
		plan->least_class = LOW_LATENCY;
	plan->quiet_ns = poll_us ? (u64)poll_us * 1000 - 1 : ITR_U64_MAX;
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
	.version = 2,
	.events = ITR_EVMASK(ITR_EV_POLL) | ITR_EVMASK(ITR_EV_COMPLETION),
	.params = e1000_table,
	.nparams = ITR_ARRAY_SIZE(e1000_table),
	.start = e1000_start,
	.on = { [ITR_EV_POLL] = e1000_poll,
		[ITR_EV_COMPLETION] = e1000_completion },
	.plan = e1000_plan,
	.retune = e1000_retune,
};
