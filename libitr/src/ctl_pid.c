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
	/* Totals at the start of the measure. */
	u64 since_ns, interrupts, packets, rx_packets, busy_ns;
	/* Step 1: the last interrupt, and the waiting of this measure. */
	u64 int_ns; /* when it was */
	u64 armed_ns; /* gap in force from it on */
	u64 wait_ns; /* what its frames are taken to have waited, each */
	u64 rx_seen; /* rx_packets already accounted */
	u64 waited_ns; /* sum over the frames of this measure */
	/* The loop; signed values, see from_word(). */
	u64 u; /* octaves of (gap + GAP_OFFSET_NS) */
	u64 integral, derivative; /* octaves * 100: gains are in percent */
	u64 last_measure; /* octaves, grows with the gap */
};
ITR_STATE_FITS(struct pid_state);

#define OCTAVE 65536
#define VALUE_MAX (5u * OCTAVE)
#define SUM_MAX ((s64)1 << 40) /* of integral and derivative, far off */
#define GAP_OFFSET_NS 1000u
#define DELAY_OFFSET_NS (GAP_OFFSET_NS / 2)
#define STALE_PERIODS 64u
#define COUNT_MAX 0xffffffffu

/* A signed value is kept as its two's complement; no cast out of range. */
static s64 from_word(u64 word, s64 limit)
{
	s64 v = word >> 63 ? -(s64)~word - 1 : (s64)word;

	if (v > limit)
		return limit;
	return v < -limit ? -limit : v;
}

/* Quotient rounded towards 0; |num| below 2^62, den not 0. */
static s64 div_signed(s64 num, u64 den)
{
	return num < 0 ? -(s64)itr_div64((u64)-num, den)
		       : (s64)itr_div64((u64)num, den);
}

/*
 * log2(v) in octaves, v at least 1: the exponent, and for the mantissa 1 + f a
 * parabola that is exact at both ends: f + 0.3465 f (1 - f), at most 0.008
 * octaves off. Never falls as v rises.
 */
static s64 log_of(u64 v)
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
	return (s64)(n * OCTAVE + f + ((f * (OCTAVE - f) >> 16) * 22710 >> 16));
}

/* 2^x, x from 0 to below 40 octaves: likewise, by 0.3397, at most 0.3 % off. */
static u64 exp_of(s64 x)
{
	u64 n = (u64)x >> 16, f = (u64)x & (OCTAVE - 1);

	f -= (f * (OCTAVE - f) >> 16) * 22260 >> 16;
	return (OCTAVE + f) << n >> 16;
}

static const struct pid_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

static struct pid_state *state_of(struct itr *it)
{
	return (void *)it->state;
}

static u64 gap_max(const struct itr *it)
{
	return itr_min((u64)params_of(it)->gap_max_ns, it->caps.gap.max_ns);
}

static u64 gap_min(const struct itr *it)
{
	return itr_min((u64)params_of(it)->gap_min_ns, gap_max(it));
}

static u64 gap_within(const struct itr *it, u64 gap_ns)
{
	return itr_min(itr_max(gap_ns, gap_min(it)), gap_max(it));
}

static u64 period_ns(const struct itr *it)
{
	return (u64)params_of(it)->period_us * 1000;
}

static void decide(struct itr *it, u64 gap_ns, u64 next_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	wish.next_ns = next_ns;
	itr_decide(it, &wish);
}

/* Begins a measure; the timer of step 2 closes it if the traffic stops. */
static u64 measure_from(struct itr *it, const struct itr_sample *s)
{
	struct pid_state *st = state_of(it);

	st->since_ns = s->now_ns;
	st->interrupts = s->interrupts;
	st->packets = s->rx_packets + s->tx_packets;
	st->rx_packets = s->rx_packets;
	st->rx_seen = s->rx_packets;
	st->busy_ns = s->irq_ns + s->softirq_ns;
	st->waited_ns = 0;
	return itr_after(s->now_ns, 2 * period_ns(it));
}

/* Step 1, in two halves: the frames since the last look, and an interrupt. */
static void account(struct pid_state *st, const struct itr_sample *s)
{
	u64 frames = itr_delta(s->rx_packets, st->rx_seen);

	st->rx_seen = s->rx_packets;
	st->waited_ns = itr_add_sat(
		st->waited_ns,
		itr_mul_sat(itr_min(frames, COUNT_MAX), st->wait_ns));
}

static void classify(struct itr *it, const struct itr_sample *s)
{
	struct pid_state *st = state_of(it);
	u64 slack_ns = 2000 + (st->armed_ns >> 4);
	u64 distance_ns = s->now_ns - st->int_ns;

	st->wait_ns = 0;
	if (distance_ns <= itr_add_sat(st->armed_ns, slack_ns))
		st->wait_ns = st->armed_ns >> 1;
	st->int_ns = s->now_ns;
	st->armed_ns = it->last.gap_ns;
}

/* value / unit / ln 2, at most VALUE_MAX; 1 / ln 2 is 94548 / OCTAVE. */
static s64 relative(u64 value, u64 unit)
{
	return (s64)itr_min(itr_div64(itr_min(value, COUNT_MAX) * 94548, unit),
			    VALUE_MAX);
}

/*
 * The measure over span_ns (not 0) and its set-point in units of the set-point,
 * both so that they grow with the gap. False: there is no measure.
 */
static bool measure(const struct itr *it, const struct pid_state *st,
		    const struct itr_sample *s, u64 span_ns, s64 *value,
		    s64 *goal)
{
	const struct pid_params *p = params_of(it);
	u64 packets, busy_ns, want, unit;

	switch (p->kind) {
	case KIND_DELAY:
		packets = itr_delta(s->rx_packets, st->rx_packets);
		want = (u64)p->delay_us * 1000;
		unit = want + DELAY_OFFSET_NS;
		*value = relative(itr_div64(st->waited_ns, packets), unit);
		*goal = relative(want, unit);
		return true;
	case KIND_PACKETS: /* in 256ths, and relative to one packet more */
		packets = itr_delta(s->rx_packets + s->tx_packets, st->packets);
		packets = itr_min(packets, COUNT_MAX) * 256;
		want = (u64)p->packets * 256;
		unit = want + 256;
		*value = relative(itr_div64(packets, itr_delta(s->interrupts,
							       st->interrupts)),
				  unit);
		*goal = relative(want, unit);
		return true;
	default: /* KIND_CPU: in millionths, and a thousandth more */
		busy_ns = itr_delta(s->irq_ns + s->softirq_ns, st->busy_ns);
		if (busy_ns == 0)
			return false;
		want = (u64)p->cpu_percent * 10000;
		unit = want + 1000;
		*value = -relative(
			itr_div64(itr_min(busy_ns, span_ns) * 1000000, span_ns),
			unit);
		*goal = -relative(want, unit);
		return true;
	}
}

static s64 u_of_gap(u64 gap_ns)
{
	return log_of(gap_ns + GAP_OFFSET_NS);
}

/* Steps 3 to 5: the new u from a measure and its set-point. */
static s64 control(struct itr *it, s64 value, s64 goal)
{
	const struct pid_params *p = params_of(it);
	struct pid_state *st = state_of(it);
	s64 low = u_of_gap(gap_min(it)), high = u_of_gap(gap_max(it));
	s64 sum = from_word(st->integral, SUM_MAX);
	s64 d = from_word(st->derivative, SUM_MAX);
	s64 change = value - from_word(st->last_measure, VALUE_MAX);
	s64 e = goal - value;
	s64 u;

	if (st->fresh) { /* step 7 */
		sum = 100 * from_word(st->u, 64 * OCTAVE) - p->kp_percent * e;
		d = 0;
		change = 0;
		st->fresh = 0;
	}
	d += div_signed(-p->kd_percent * change - d, (u64)p->kd_periods);

	u = div_signed(p->kp_percent * e + sum + p->ki_percent * e + d, 100);
	if (!(u > high && e > 0) && !(u < low && e < 0))
		sum += p->ki_percent * e;
	if (u > high)
		u = high;
	if (u < low)
		u = low;

	st->integral = (u64)sum;
	st->derivative = (u64)d;
	st->last_measure = (u64)value;
	st->u = (u64)u;
	return u;
}

/* Step 6: which gap to ask for, and why. */
static void apply(struct itr *it, s64 u, u64 next_ns)
{
	u64 low = gap_min(it), high = gap_max(it);
	u64 old_ns = it->last.gap_ns;
	u64 gap_ns = gap_within(it, itr_sub_sat(exp_of(u), GAP_OFFSET_NS));
	u64 reason = ITR_R_RULE;

	if (u >= u_of_gap(high)) {
		gap_ns = high;
		reason = ITR_R_LIMIT;
	} else if (u <= u_of_gap(low)) {
		gap_ns = low;
		reason = ITR_R_LIMIT;
	}
	decide(it, gap_ns, next_ns, reason);
	if (it->last.gap_ns == old_ns && it->last.reason == ITR_R_RULE)
		it->last.reason = ITR_R_KEEP;
}

static void pid_start(struct itr *it, u64 now_ns)
{
	struct pid_state *st = state_of(it);
	u64 gap_ns = gap_within(it, (u64)params_of(it)->gap_start_ns);

	(void)now_ns;
	st->fresh = 1;
	st->u = (u64)u_of_gap(gap_ns);
	decide(it, gap_ns, 0,
	       it->caps.gap.step_ns ? ITR_R_START : ITR_R_NO_CAP);
}

static bool pid_step(struct itr *it, const struct itr_sample *s)
{
	struct pid_state *st = state_of(it);
	u64 span_ns = s->now_ns - st->since_ns;
	u64 interrupts = itr_delta(s->interrupts, st->interrupts);
	s64 value, goal;

	if (it->caps.gap.step_ns == 0)
		return false;
	if (!st->primed) {
		st->primed = 1;
		st->int_ns = s->now_ns;
		st->armed_ns = it->last.gap_ns;
		it->last.next_ns = measure_from(it, s);
		return false;
	}
	account(st, s);
	if (s->event == ITR_EV_INTERRUPT) {
		classify(it, s);
		return false;
	}
	if (span_ns < period_ns(it))
		return false;
	if (span_ns > STALE_PERIODS * period_ns(it)) {
		it->last.next_ns = measure_from(it, s);
		return false;
	}
	if (interrupts < (u64)params_of(it)->interrupts) {
		if (s->event == ITR_EV_TIMER)
			it->last.next_ns = 0; /* the backstop acts once */
		return false;
	}
	if (!measure(it, st, s, span_ns, &value, &goal)) {
		it->last.next_ns = measure_from(it, s);
		return false;
	}
	apply(it, control(it, value, goal), measure_from(it, s));
	return true;
}

static void pid_retune(struct itr *it, const struct itr_params *old)
{
	struct pid_state *st = state_of(it);
	u64 gap_ns = gap_within(it, it->last.gap_ns);
	u64 next_ns = it->last.next_ns;

	(void)old;
	st->fresh = 1;
	if (gap_ns != it->last.gap_ns)
		st->u = (u64)u_of_gap(gap_ns);
	if (st->primed && it->caps.gap.step_ns)
		next_ns = itr_after(st->since_ns, 2 * period_ns(it));
	decide(it, gap_ns, next_ns, ITR_R_PARAM);
}

const struct itr_ops itr_pid = {
	.name = "pid",
	.idea = "Holds a set-point a person gives: the estimated delay added "
		"to received frames, the packets per interrupt, or the share "
		"of a CPU that interrupts may take. A PID loop on logarithms, "
		"so that one tuning serves every packet rate.",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_INTERRUPT) | ITR_EVMASK(ITR_EV_POLL) |
		  ITR_EVMASK(ITR_EV_COMPLETION) | ITR_EVMASK(ITR_EV_TIMER),
	.params = pid_table,
	.nparams = ITR_ARRAY_SIZE(pid_table),
	.start = pid_start,
	.step = pid_step,
	.retune = pid_retune,
};
