/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * ctl.h - what the controllers share: the list of their names in C, and the
 * few pieces of arithmetic that must not be written twice. Internal.
 *
 * How a controller is written:
 *  - its parameters are a struct of s32 in table order, laid over it->params.v;
 *    its state is a struct of u64 laid over it->state (all zero at the start,
 *    so that every bit of it is saved, loaded and digested alike everywhere);
 *  - totals of a sample may start anywhere and may wrap: take a baseline at
 *    the first step and use itr_delta();
 *  - it fills a struct itr_decision with what it wishes and hands that to
 *    itr_decide(); a step, which can change only the gap, calls
 *    itr_fit_gap() and itr_set_gap(). No other place knows what hardware can hold;
 *  - a step that has evaluated the rule ends with itr_decided();
 *  - now_ns never goes back within a unit: itr_step() has seen to that. It may
 *    stand still;
 *  - steps are counted in instructions (tests/bench): what follows from
 *    parameters and capabilities alone belongs into plan();
 *  - a saved state may come from anywhere: no value of a state word may lead
 *    to undefined behaviour.
 */
#ifndef ITR_CTL_H
#define ITR_CTL_H

#include <itr/itr.h>
#include <itr/units.h>

extern const struct itr_ops itr_off;
extern const struct itr_ops itr_fixed;
extern const struct itr_ops itr_threshold;
extern const struct itr_ops itr_symmetry;
extern const struct itr_ops itr_e1000;
extern const struct itr_ops itr_pid;

/* For what a step seldom needs: kept out of the way of what it always does. */
#define ITR_RARE __attribute__((__noinline__, __cold__))
/* For what would cost registers in the place that calls it. */
#define ITR_NOINLINE __attribute__((__noinline__))
/* For what is one piece, written once and built into each of its two places. */
#define ITR_INLINE inline __attribute__((__always_inline__))
#define ITR_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define ITR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#define ITR_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define ITR_U64_MAX (~(u64)0)

/* Compile-time checks of the two overlays; put them below the structs. */
#define ITR_STATE_FITS(type)                                            \
	_Static_assert(sizeof(type) <= ITR_STATE_WORDS * sizeof(u64) && \
			       sizeof(type) % sizeof(u64) == 0,         \
		       #type " must be u64 members within ITR_STATE_WORDS")
#define ITR_PARAMS_FIT(type, table)                                           \
	_Static_assert(sizeof(type) == ITR_ARRAY_SIZE(table) * sizeof(s32) && \
			       ITR_ARRAY_SIZE(table) <= ITR_PARAMS_MAX,       \
		       #type " must be s32 members, one a row of " #table)

/* How far a free-running total has come since then, also across its wrap. */
static inline u64 itr_delta(u64 now, u64 then)
{
	return now - then;
}

static inline u64 itr_min(u64 a, u64 b)
{
	return a < b ? a : b;
}

static inline u64 itr_max(u64 a, u64 b)
{
	return a > b ? a : b;
}

/* Saturating: the true result, but at most ITR_U64_MAX. */
static inline u64 itr_add_sat(u64 a, u64 b)
{
	return a > ITR_U64_MAX - b ? ITR_U64_MAX : a + b;
}

/* The true result, but at least 0. */
static inline u64 itr_sub_sat(u64 a, u64 b)
{
	return a > b ? a - b : 0;
}

/* When to be stepped next: never 0, which would mean never. */
static inline u64 itr_after(u64 now_ns, u64 wait_ns)
{
	return itr_max(itr_add_sat(now_ns, wait_ns), 1);
}

/*
 * Smallest and largest multiple of the step within a range's ends; both 0 if there
 * is none, or no such timer.
 */
void itr_bounds(const struct itr_range *r, u64 *low_ns, u64 *high_ns);

/* Fills it->plan, whenever parameters or capabilities are new. */
void itr_make_plan(struct itr *it);

/* The end of a step that has evaluated the rule. */
static inline bool itr_decided(struct itr *it)
{
	it->decisions++;
	return true;
}

/* The end of a step that only asks for the next one at another time. */
static inline bool itr_ask(struct itr *it, u64 next_ns)
{
	bool moved = it->last.next_ns != next_ns;

	it->last.next_ns = next_ns;
	return moved;
}

/*
 * The gap that the hardware holds for a wish, rounded as by itr_quantise(). The
 * reason is kept, except that a gap which the hardware lacks gives ITR_R_NO_CAP and
 * one beyond its range ITR_R_LIMIT.
 */
static inline u64 itr_fit_gap(const struct itr *it, u64 wish_ns, u64 *reason)
{
	const struct itr_plan *plan = &it->plan;

	if (ITR_LIKELY(wish_ns - plan->gap_low_ns <= plan->gap_room_ns))
		return itr_quot64(wish_ns, plan->gap_step_ns) *
		       plan->gap_step_ns;
	if (wish_ns >= plan->gap_low_ns) {
		*reason = it->caps.gap.step_ns ? ITR_R_LIMIT : ITR_R_NO_CAP;
		return plan->gap_high_ns;
	}
	if (wish_ns == 0)
		return 0;
	*reason = ITR_R_LIMIT;
	return plan->gap_low_ns;
}

/* A fitted gap for both directions; the rest of the decision stays. */
static inline void itr_set_gap(struct itr *it, u64 gap_ns, u64 next_ns,
			       u64 reason)
{
	it->last.gap_ns = gap_ns;
	it->last.tx_gap_ns = gap_ns;
	it->last.next_ns = next_ns;
	it->last.reason = reason;
}

/*
 * Makes a wish representable under it->caps and stores it in it->last. Times are
 * rounded by itr_quantise() (down, 0 where the hardware has no such timer),
 * tx_gap_ns becomes the rx gap unless the gaps are separate, count is limited to
 * count_max, recheck becomes 0 or 1; next_ns is kept. The reason is as with
 * itr_fit_gap(), but ITR_R_START and ITR_R_PARAM always stay. Idempotent.
 */
void itr_decide(struct itr *it, const struct itr_decision *wish);

/*
 * The four delay timers as parameters, the same four rows for every controller
 * that leaves them alone, with each one's own defaults (ns).
 */
struct itr_delay_params {
	s32 tx_packet_ns, tx_absolute_ns, rx_packet_ns, rx_absolute_ns;
};

#define ITR_GAP_MAX_NS ((s32)(ITR_REG_MAX * ITR_GAP_UNIT_NS))
#define ITR_DELAY_MAX_NS ((s32)(ITR_REG_MAX * ITR_DELAY_UNIT_NS))

#define ITR_DELAY_ROW(name_, def_, help_)                           \
	{                                                           \
		.name = name_, .unit = "ns", .min = 0,              \
		.max = ITR_DELAY_MAX_NS, .def = def_, .help = help_ \
	}
#define ITR_DELAY_ROWS(tx_packet, tx_absolute, rx_packet, rx_absolute)      \
	ITR_DELAY_ROW("tx_packet_ns", tx_packet,                            \
		      "tx delay, restarted by each frame sent (TIDV)"),     \
		ITR_DELAY_ROW("tx_absolute_ns", tx_absolute,                \
			      "tx delay from the first frame sent (TADV)"), \
		ITR_DELAY_ROW("rx_packet_ns", rx_packet,                    \
			      "rx delay, restarted by each frame (RDTR)"),  \
		ITR_DELAY_ROW("rx_absolute_ns", rx_absolute,                \
			      "rx delay from the first frame (RADV; needs " \
			      "rx_packet_ns)")

/* Copies the four timers into a wish. */
void itr_wish_delays(struct itr_decision *wish,
		     const struct itr_delay_params *p);

/* A wish with a shared gap (both directions) and nothing else. */
static inline struct itr_decision itr_wish_gap(u64 gap_ns, u64 reason)
{
	struct itr_decision w = { .gap_ns = gap_ns,
				  .tx_gap_ns = gap_ns,
				  .reason = reason };
	return w;
}

#endif /* ITR_CTL_H */
