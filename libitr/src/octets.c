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
 *    not ask whether its watchdog was late. At any other period `threshold`
 *    scales them to 2 s by the time that has really passed, since a short period
 *    is late by a large share of itself; `symmetry`, a ratio, only scales its
 *    unit.
 * 4. Apply the rule, note the totals and the time, ask for the next step a
 *    period after this one (as mod_timer() at the end of the watchdog does).
 */
#include "octets.h"

ITR_STATE_FITS(struct itr_octets);

static const struct itr_octets_params *params_of(const struct itr *it)
{
	return (const void *)it->params.v;
}

static void decide(struct itr *it, u64 gap_ns, u64 next_ns, u64 reason)
{
	struct itr_decision wish = itr_wish_gap(gap_ns, reason);

	itr_wish_delays(&wish, &params_of(it)->delays);
	wish.next_ns = next_ns;
	itr_decide(it, &wish);
}

void itr_octets_start(struct itr *it, u64 now_ns, u64 idle_gap_ns)
{
	decide(it, idle_gap_ns, itr_after(now_ns, 0), ITR_R_START);
}

void itr_octets_make_plan(struct itr *it)
{
	itr_octets_plan(it)->period_ns = (u64)params_of(it)->period_us * 1000;
}

bool itr_octets_prime(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	struct itr_octets *o = (void *)it->state;

	o->primed = 1;
	o->since_ns = now_ns;
	o->rx_bytes = s->rx_bytes;
	o->tx_bytes = s->tx_bytes;
	return itr_ask(it, itr_add_sat(now_ns, itr_octets_plan(it)->period_ns));
}

/* Bumpless: timers and period are new, the gap stays until it is due. */
void itr_octets_retune(struct itr *it)
{
	const struct itr_octets *o = (const void *)it->state;
	u64 next_ns = it->last.next_ns;

	if (o->primed)
		next_ns = itr_add_sat(o->since_ns,
				      itr_octets_plan(it)->period_ns);
	decide(it, it->last.gap_ns, next_ns, ITR_R_PARAM);
}
