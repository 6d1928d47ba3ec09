// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * octets.c - the sampling that `threshold` and `symmetry` share.
 *
 * 1. At the start the gap is what the rule says of an idle port, since in the
 *    driver the watchdog has run on a silent port while the link came up (so
 *    recalled, not measured). Ask to be stepped at once.
 * 2. The first step only notes the totals (they may stand anywhere) and asks
 *    for the next one a period later.
 * 3. Once a period has passed, take the octets since then. At the 2 s period
 *    of the driver they count as they are, just as in the driver, which does
 *    not ask whether its watchdog was late. At any other period they are scaled
 *    to 2 s by the time that has really passed, since a short period is late by
 *    a large share of itself.
 * 4. Apply the rule, note the totals and the time, ask for the next step a
 *    period after this one (as mod_timer() at the end of the watchdog does).
 */
#include "octets.h"

#define US_NS 1000u

ITR_STATE_FITS(struct itr_octets);

static const struct itr_octets_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

static u64 period_ns(const struct itr *it)
{
	return (u64)params_of(it)->period_us * US_NS;
}

static void note_totals(struct itr_octets *o, const struct itr_sample *s)
{
	o->primed = 1;
	o->since_ns = s->now_ns;
	o->rx_bytes = s->rx_bytes;
	o->tx_bytes = s->tx_bytes;
}

static void decide(struct itr *it, u64 gap_ns, u64 next_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	wish.next_ns = next_ns;
	itr_decide(it, &wish);
}

void itr_octets_start(struct itr *it, u64 now_ns, itr_octets_rule rule)
{
	const struct itr_octets_seen idle = { 0, 0 };

	decide(it, itr_rate_to_ns(rule(&idle)), itr_after(now_ns, 0),
	       ITR_R_START);
}

bool itr_octets_step(struct itr *it, const struct itr_sample *s,
		     itr_octets_rule rule)
{
	struct itr_octets *o = (void *)it->state;
	struct itr_octets_seen seen;
	u64 span_ns, next_ns, gap_ns = it->last.gap_ns;

	if (!o->primed) {
		note_totals(o, s);
		it->last.next_ns = itr_after(s->now_ns, period_ns(it));
		return false;
	}
	span_ns = s->now_ns - o->since_ns;
	if (span_ns < period_ns(it))
		return false;

	seen.rx = itr_delta(s->rx_bytes, o->rx_bytes);
	seen.tx = itr_delta(s->tx_bytes, o->tx_bytes);
	if (params_of(it)->period_us != ITR_WATCHDOG_US) {
		u64 whole_ns = (u64)ITR_WATCHDOG_US * US_NS;

		seen.rx = itr_muldiv(seen.rx, whole_ns, span_ns);
		seen.tx = itr_muldiv(seen.tx, whole_ns, span_ns);
	}
	note_totals(o, s);
	next_ns = itr_after(s->now_ns, period_ns(it));
	decide(it, itr_rate_to_ns(rule(&seen)), next_ns, ITR_R_RULE);
	if (it->last.gap_ns == gap_ns && it->last.reason == ITR_R_RULE)
		it->last.reason = ITR_R_KEEP;
	return true;
}

/* Bumpless: timers and period are new, the gap stays until it is due. */
void itr_octets_retune(struct itr *it)
{
	const struct itr_octets *o = (const void *)it->state;
	u64 next_ns = it->last.next_ns;

	if (o->primed)
		next_ns = itr_after(o->since_ns, period_ns(it));
	decide(it, it->last.gap_ns, next_ns, ITR_R_PARAM);
}
