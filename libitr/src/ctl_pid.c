// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl_pid.c - hold a set-point: added delay, packets per interrupt or CPU share.
 *
 * A person says what matters and how much of it, and the gap follows the
 * traffic. The loop moves the logarithm of the gap by the relative error of the
 * measure: twice the gap makes any of the three measures at most four times, at
 * least a quarter, whatever the packet rate, so one set of gains serves all of
 * them at 1000 and at a million packets a second. (Of the plain gap, "packets
 * per interrupt" grows by the packet rate itself, and the CPU share falls with
 * the square of the gap.) The error is not a logarithm, too: the mean of a noisy
 * measure's logarithm is not that of its mean, and few frames are noisy.
 *
 * 1. At each interrupt compare its distance from the one before with the gap in
 *    force: about equal means it was held back, longer that it was immediate.
 *    Frames received on a held interrupt are taken to have waited half the gap,
 *    those on an immediate one not at all.
 * 2. At the end of a poll (or in one that goes on), once period_us have gone by
 *    with at least `interrupts` interrupts, take the measure of `kind` over that
 *    time. Fewer interrupts: go on measuring; after 64 periods give up, keep the
 *    gap and begin anew.
 * 3. e = (set-point - measure) / set-point / ln 2, where the measure counts for
 *    3.5 set-points at most. For the CPU share, which falls as the gap grows, the
 *    other way round. So too much is answered faster than too little.
 * 4. u = kp e + I + D; I grows by ki e; D is -kd times the change of the measure
 *    (not of e: a new set-point gives no kick), smoothed over kd_periods.
 * 5. Anti-windup: I does not grow while u is at a limit and e drives it further.
 * 6. gap = 2^u less 1 us, within [gap_min_ns, gap_max_ns].
 * 7. After a parameter change I is seated anew so that u goes on from where it
 *    is: no change of a parameter moves the gap by itself, but new limits do.
 *
 * Idle: no interrupts, no decision, and no timer to wake the CPU for it. The gap
 * stays: a hold-off that has run out delays nobody after a pause, and what was
 * right for the last burst is the best guess for the next. The timer (next_ns)
 * is a backstop, two periods after the last decision: it closes a measure whose
 * traffic has stopped, before the pause can water it down.
 *
 * Before the first decision: gap_start_ns. Without a gap register (82544)
 * nothing can be controlled: gap 0, ITR_R_NO_CAP, no steps wanted. Missing delay
 * timers stay 0. Separate gaps both get the one value. The link speed does not
 * matter. A host that measures no CPU time leaves kind=cpu without a measure:
 * no decision. The rx delay timers are off by default, since the estimate does
 * not see them; the tx timers are the e1000 driver's (8 and 32 units).
 *
 * Why these constants:
 *  - 20 us of delay by default: a gap near 40 us under load, between the 20000
 *    and 30000 interrupts a second that drivers give interactive traffic.
 *  - 2 ms: 500 decisions a second, and 8 interrupts even at the largest gap.
 *  - kp 10, ki 25, kd 5 %: with a measure that answers within one period to a
 *    power g of the gap, P and I are stable for g (2 kp + ki) < 2, here g < 4.4.
 *    I does the work; P and D are small, for traffic that answers more slowly.
 *  - 1 us (GAP_OFFSET_NS), and half of it for the delay, keep the logarithm
 *    finite at 0 and g at most 2 there, too.
 *  - 2 us and a 16th of the gap in step 1: interrupt delivery varies that much.
 */
#include "ctl.h"

enum kind { KIND_DELAY, KIND_PACKETS, KIND_CPU };

struct pid_params {
	s32 kind;
	s32 delay_us, packets, cpu_percent;
	s32 period_us, interrupts;
	s32 gap_min_ns, gap_max_ns, gap_start_ns;
	s32 kp_percent, ki_percent, kd_percent, kd_periods;
	struct itr_delay_params delays;
};

static const char *const kind_names[] = { "delay", "packets", "cpu", NULL };

#define ROW(name_, unit_, min_, max_, def_, help_)                      \
	{                                                               \
		.name = name_, .unit = unit_, .min = min_, .max = max_, \
		.def = def_, .help = help_                              \
	}

static const struct itr_param pid_table[] = {
	{ .name = "kind",
	  .unit = "",
	  .min = KIND_DELAY,
	  .max = KIND_CPU,
	  .def = KIND_DELAY,
	  .help = "which of the three set-points to hold",
	  .names = kind_names },
	ROW("delay_us", "us", 1, 10000, 20,
	    "set-point: estimated mean delay added to received frames"),
	ROW("packets", "", 1, 1000, 8,
	    "set-point: packets per interrupt, received and sent"),
	ROW("cpu_percent", "%", 1, 100, 10,
	    "set-point: share of a CPU in hard interrupt and polls"),
	ROW("period_us", "us", 100, 1000000, 2000, "least time of a measure"),
	ROW("interrupts", "", 1, 1000, 8, "fewest interrupts of a measure"),
	ROW("gap_min_ns", "ns", 0, ITR_GAP_MAX_NS, 0, "smallest gap"),
	ROW("gap_max_ns", "ns", 0, ITR_GAP_MAX_NS, 250000,
	    "largest gap; it wins over gap_min_ns"),
	ROW("gap_start_ns", "ns", 0, ITR_GAP_MAX_NS, 50000,
	    "gap before the first decision"),
	ROW("kp_percent", "%", 0, 1000, 10, "proportional gain"),
	ROW("ki_percent", "%", 0, 1000, 25, "integral gain, a decision"),
	ROW("kd_percent", "%", 0, 1000, 5, "derivative gain, a decision"),
	ROW("kd_periods", "", 1, 64, 4, "decisions that smooth the derivative"),
	ITR_DELAY_ROWS(8 * 1024, 32 * 1024, 0, 0),
};
ITR_PARAMS_FIT(struct pid_params, pid_table);

/* Octaves: logarithms to base 2 with 16 binary digits after the point. */
struct pid_state {
	u64 primed; /* 0 until the first step */
	u64 fresh; /* 1: seat I anew at the next decision */
	u64 since_ns; /* start of the measure */
	u64 interrupts, packets, rx_packets, busy_ns; /* totals at since_ns */
	/* Step 1 */
	u64 reach_ns; /* how long after one interrupt another counts as held */
	u64 held_ns; /* an interrupt before that time was held back */
	u64 wait_ns; /* what the frames of the last one have waited, each */
	u64 waited_ns; /* plus rx_packets * wait_ns: of this measure's frames */
	/* The loop; signed, see signed_of(). */
	u64 u; /* octaves of (gap + GAP_OFFSET_NS) */
	u64 integral, derivative; /* octaves * 100: gains are in percent */
	u64 last_measure; /* octaves, grows with the gap */
};
ITR_STATE_FITS(struct pid_state);

/* What parameters and capabilities lead to. */
struct pid_plan {
	u64 period_ns, stale_ns; /* least and largest span of a measure */
	u64 swing_min_ns, swing_max_ns; /* limits of the gap + GAP_OFFSET_NS */
	u64 u_min, u_max; /* octaves of these */
	u64 interrupts; /* fewest of a measure */
	u64 unit, goal; /* of the measure, and the set-point in octaves */
};
_Static_assert(sizeof(struct pid_plan) <= ITR_PLAN_WORDS * sizeof(u64),
	       "ITR_PLAN_WORDS is too small");

#define OCTAVE 65536
#define VALUE_MAX (5u * OCTAVE)
#define GAP_OFFSET_NS 1000u
#define DELAY_OFFSET_NS (GAP_OFFSET_NS / 2)
#define SLACK_NS 2000u
#define STALE_PERIODS 64u
#define COUNT_MAX 0xffffffffu

/*
 * Signed values are words in two's complement: sums and products are then those of
 * unsigned numbers, which may wrap. No cast out of range.
 */
static s64 signed_of(u64 word)
{
	return word >> 63 ? -(s64)~word - 1 : (s64)word;
}

static bool is_negative(u64 word)
{
	return word >> 63;
}

/* Quotient rounded towards 0. */
static u64 div_signed(u64 num, u64 den)
{
	return is_negative(num) ? 0 - itr_quot64(0 - num, den)
				: itr_quot64(num, den);
}

/*
 * log2(v) in octaves, v at least 1: the exponent, and for the mantissa 1 + f a
 * parabola that is exact at both ends: f + 0.3465 f (1 - f), at most 0.008
 * octaves off. Never falls as v rises.
 */
static u64 log_of(u64 v)
{
	u64 n = 0, f, t = v;
	u32 half;

	for (half = 32; half > 0; half >>= 1) {
		if (t >> half) {
			t >>= half;
			n += half;
		}
	}
	f = (n > 16 ? v >> (n - 16) : v << (16 - n)) & (OCTAVE - 1);
	return n * OCTAVE + f + ((f * (OCTAVE - f) >> 16) * 22710 >> 16);
}

/* 2^x, x from 0 to below 40 octaves: likewise, by 0.3397, at most 0.3 % off. */
static u64 exp_of(u64 x)
{
	u64 n = x >> 16, f = x & (OCTAVE - 1);

	f -= (f * (OCTAVE - f) >> 16) * 22260 >> 16;
	return (OCTAVE + f) << n >> 16;
}

static u64 u_of_gap(u64 gap_ns)
{
	return log_of(gap_ns + GAP_OFFSET_NS);
}

static const struct pid_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

static struct pid_state *state_of(struct itr *it)
{
	return (void *)it->state;
}

static const struct pid_plan *plan_of(const struct itr *it)
{
	return (const void *)it->plan.own;
}

static u64 gap_within(const struct itr *it, u64 gap_ns)
{
	const struct pid_plan *plan = plan_of(it);
	u64 swing_ns = itr_max(gap_ns + GAP_OFFSET_NS, plan->swing_min_ns);

	return itr_min(swing_ns, plan->swing_max_ns) - GAP_OFFSET_NS;
}

static void decide(struct itr *it, u64 gap_ns, u64 next_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	wish.next_ns = next_ns;
	itr_decide(it, &wish);
}

/* The gap in force has changed. */
static void arm(struct itr *it)
{
	u64 gap_ns = it->last.gap_ns;

	state_of(it)->reach_ns = gap_ns + (gap_ns >> 4) + SLACK_NS + 1;
}

/* Begins a measure. */
static void measure_from(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	struct pid_state *st = state_of(it);

	st->since_ns = now_ns;
	st->interrupts = s->interrupts;
	st->packets = s->rx_packets + s->tx_packets;
	st->rx_packets = s->rx_packets;
	st->busy_ns = s->irq_ns + s->softirq_ns;
	st->waited_ns = 0 - s->rx_packets * st->wait_ns;
}

/* When to be stepped, should the traffic stop. */
static u64 backstop_ns(const struct itr *it, u64 since_ns)
{
	return itr_add_sat(since_ns, 2 * plan_of(it)->period_ns);
}

/*
 * The first step, and a new measure whenever the one before is stale. Without a
 * gap register there is nothing to measure for.
 */
static ITR_RARE bool begin(struct itr *it, const struct itr_sample *s,
			   u64 now_ns)
{
	struct pid_state *st = state_of(it);

	if (it->caps.gap.step_ns == 0)
		return false;
	if (!st->primed) {
		st->primed = 1;
		st->held_ns = now_ns + st->reach_ns;
	}
	measure_from(it, s, now_ns);
	return itr_ask(it, backstop_ns(it, now_ns));
}

/* value / unit / ln 2, at most VALUE_MAX; 1 / ln 2 is 94548 / OCTAVE. */
static u64 relative(u64 value, u64 unit)
{
	return itr_min(itr_quot64(itr_min(value, COUNT_MAX) * 94548, unit),
		       VALUE_MAX);
}

/*
 * The measure over span_ns (not 0) in units of the set-point, so that it grows with
 * the gap. False: there is no measure.
 */
static bool measure(const struct itr *it, const struct itr_sample *s,
		    u64 now_ns, u64 *value)
{
	const struct pid_state *st = (const void *)it->state;
	u64 unit = plan_of(it)->unit;
	u64 packets, span_ns, busy_ns;

	switch (params_of(it)->kind) {
	case KIND_DELAY:
		*value = itr_div64(st->waited_ns + s->rx_packets * st->wait_ns,
				   itr_delta(s->rx_packets, st->rx_packets));
		break;
	case KIND_PACKETS: /* in 256ths */
		packets = itr_delta(s->rx_packets + s->tx_packets, st->packets);
		*value = itr_div64(itr_min(packets, COUNT_MAX) * 256,
				   itr_delta(s->interrupts, st->interrupts));
		break;
	default: /* KIND_CPU: in millionths; it falls as the gap grows */
		busy_ns = itr_delta(s->irq_ns + s->softirq_ns, st->busy_ns);
		if (busy_ns == 0)
			return false;
		span_ns = now_ns - st->since_ns;
		*value =
			itr_div64(itr_min(busy_ns, span_ns) * 1000000, span_ns);
		*value = 0 - relative(*value, unit);
		return true;
	}
	*value = relative(*value, unit);
	return true;
}

/* Steps 3 to 5: the new u from a measure. */
static u64 control(struct itr *it, u64 value)
{
	const struct pid_params *p = params_of(it);
	const struct pid_plan *plan = plan_of(it);
	struct pid_state *st = state_of(it);
	u64 e = plan->goal - value;
	u64 change = value - st->last_measure;
	u64 p_part = (u64)p->kp_percent * e, i_part = (u64)p->ki_percent * e;
	u64 sum = st->integral, d = st->derivative, u;

	if (st->fresh) { /* step 7 */
		sum = 100 * st->u - p_part;
		d = 0;
		change = 0;
		st->fresh = 0;
	}
	d += div_signed(0 - (u64)p->kd_percent * change - d,
			(u64)p->kd_periods);
	u = div_signed(p_part + sum + i_part + d, 100);
	if (signed_of(u) > signed_of(plan->u_max)) {
		u = plan->u_max;
		if (!is_negative(e))
			i_part = 0;
	} else if (signed_of(u) < signed_of(plan->u_min)) {
		u = plan->u_min;
		if (is_negative(e))
			i_part = 0;
	}
	st->integral = sum + i_part;
	st->derivative = d;
	st->last_measure = value;
	st->u = u;
	return u;
}

/* Step 6: which gap to ask for, and why. */
static void apply(struct itr *it, u64 u, u64 next_ns)
{
	const struct pid_plan *plan = plan_of(it);
	u64 swing_ns, gap_ns, reason = ITR_R_LIMIT;

	if (u == plan->u_max) {
		swing_ns = plan->swing_max_ns;
	} else if (u == plan->u_min) {
		swing_ns = plan->swing_min_ns;
	} else {
		swing_ns = itr_max(exp_of(u), plan->swing_min_ns);
		swing_ns = itr_min(swing_ns, plan->swing_max_ns);
		reason = ITR_R_RULE;
	}
	gap_ns = itr_fit_gap(it, swing_ns - GAP_OFFSET_NS, &reason);
	if (gap_ns == it->last.gap_ns && reason == ITR_R_RULE)
		reason = ITR_R_KEEP;
	itr_set_gap(it, gap_ns, next_ns, reason);
	arm(it);
}

static void pid_plan(struct itr *it)
{
	const struct pid_params *p = params_of(it);
	struct pid_plan *plan = (void *)it->plan.own;
	u64 want;

	plan->period_ns = (u64)p->period_us * 1000;
	if (it->caps.gap.step_ns == 0)
		plan->period_ns = ITR_U64_MAX; /* there is no measure */
	plan->interrupts = (u64)p->interrupts;
	plan->stale_ns = STALE_PERIODS * plan->period_ns;
	plan->swing_max_ns = itr_min((u64)p->gap_max_ns, it->caps.gap.max_ns) +
			     GAP_OFFSET_NS;
	plan->swing_min_ns =
		itr_min((u64)p->gap_min_ns + GAP_OFFSET_NS, plan->swing_max_ns);
	plan->u_min = log_of(plan->swing_min_ns);
	plan->u_max = log_of(plan->swing_max_ns);
	switch (p->kind) {
	case KIND_DELAY:
		want = (u64)p->delay_us * 1000;
		plan->unit = want + DELAY_OFFSET_NS;
		plan->goal = relative(want, plan->unit);
		break;
	case KIND_PACKETS: /* relative to one packet more */
		want = (u64)p->packets * 256;
		plan->unit = want + 256;
		plan->goal = relative(want, plan->unit);
		break;
	default: /* KIND_CPU: and to a thousandth more */
		want = (u64)p->cpu_percent * 10000;
		plan->unit = want + 1000;
		plan->goal = 0 - relative(want, plan->unit);
	}
}

/* As if there were a stale one: the first step begins anew. */
static void no_measure(struct itr *it, u64 now_ns)
{
	state_of(it)->since_ns = now_ns - plan_of(it)->stale_ns - 1;
}

static void pid_start(struct itr *it, u64 now_ns)
{
	struct pid_state *st = state_of(it);
	u64 gap_ns = gap_within(it, (u64)params_of(it)->gap_start_ns);

	no_measure(it, now_ns);
	st->fresh = 1;
	st->u = u_of_gap(gap_ns);
	decide(it, gap_ns, 0,
	       it->caps.gap.step_ns ? ITR_R_START : ITR_R_NO_CAP);
	arm(it);
}

static inline void wait_from(struct pid_state *st, const struct itr_sample *s,
			     u64 now_ns, u64 wait_ns)
{
	st->waited_ns += s->rx_packets * (st->wait_ns - wait_ns);
	st->wait_ns = wait_ns;
	st->held_ns = now_ns + st->reach_ns;
}

/* Step 1: the frames up to now have waited as the last interrupt's did. */
static bool pid_interrupt(struct itr *it, const struct itr_sample *s,
			  u64 now_ns)
{
	struct pid_state *st = state_of(it);

	if (now_ns < st->held_ns) {
		wait_from(st, s, now_ns, it->last.gap_ns >> 1);
	} else if (st->primed) {
		wait_from(st, s, now_ns, 0);
	} else {
		return begin(it, s, now_ns);
	}
	return false;
}

/* Steps 2 to 6, when it is time. */
static ITR_NOINLINE bool evaluate(struct itr *it, const struct itr_sample *s,
				  u64 now_ns)
{
	u64 value;

	if (!measure(it, s, now_ns, &value))
		return begin(it, s, now_ns);
	measure_from(it, s, now_ns);
	apply(it, control(it, value), backstop_ns(it, now_ns));
	return itr_decided(it);
}

static bool too_few(const struct itr *it, const struct itr_sample *s)
{
	const struct pid_state *st = (const void *)it->state;

	return itr_delta(s->interrupts, st->interrupts) <
	       plan_of(it)->interrupts;
}

static bool pid_poll(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	const struct pid_state *st = state_of(it);

	if (now_ns - st->since_ns < plan_of(it)->period_ns)
		return false;
	if (now_ns - st->since_ns > plan_of(it)->stale_ns)
		return begin(it, s, now_ns);
	return !too_few(it, s) && evaluate(it, s, now_ns);
}

/* The backstop of step 2 acts once. */
static bool pid_timer(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	if (it->last.next_ns == 0)
		return false; /* nobody asked for a timer */
	if (now_ns - state_of(it)->since_ns < plan_of(it)->period_ns)
		return false;
	if (too_few(it, s))
		return itr_ask(it, 0);
	if (now_ns - state_of(it)->since_ns > plan_of(it)->stale_ns)
		return begin(it, s, now_ns);
	return evaluate(it, s, now_ns);
}

static void pid_retune(struct itr *it, const struct itr_params *old)
{
	struct pid_state *st = state_of(it);
	u64 gap_ns = gap_within(it, it->last.gap_ns);
	u64 next_ns = it->last.next_ns;

	(void)old;
	st->fresh = 1;
	if (gap_ns != it->last.gap_ns)
		st->u = u_of_gap(gap_ns);
	if (st->primed)
		next_ns = backstop_ns(it, st->since_ns);
	else
		no_measure(it, it->now_ns);
	decide(it, gap_ns, next_ns, ITR_R_PARAM);
	arm(it);
}

const struct itr_ops itr_pid = {
	.name = "pid",
	.idea = "Holds a set-point a person gives: the estimated delay added "
		"to received frames, the packets per interrupt, or the share "
		"of a CPU that interrupts may take. A PID loop on logarithms, "
		"so that one tuning serves every packet rate.",
	.version = 2,
	.events = ITR_EVMASK(ITR_EV_INTERRUPT) | ITR_EVMASK(ITR_EV_POLL) |
		  ITR_EVMASK(ITR_EV_COMPLETION) | ITR_EVMASK(ITR_EV_TIMER),
	.params = pid_table,
	.nparams = ITR_ARRAY_SIZE(pid_table),
	.start = pid_start,
	.on = { [ITR_EV_INTERRUPT] = pid_interrupt,
		[ITR_EV_POLL] = pid_poll,
		[ITR_EV_COMPLETION] = pid_poll,
		[ITR_EV_TIMER] = pid_timer },
	.plan = pid_plan,
	.retune = pid_retune,
};
