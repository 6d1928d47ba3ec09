// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Descriptors that are done become causes.
 *
 * A ring entry holds the time of its write-back and is done once that has come.
 * nic_sync() notes what is done up to now; nic_arm() makes an event of the next
 * completion only if it could matter: interrupts are enabled and nothing is
 * pending (then not before the hold-off ends), or a delay timer runs on
 * completions. nic_note() is both, with a look at the rule in between.
 */
#include "nic/nic.h"

void nic_sync_some(struct nic *n, int64_t now_ps)
{
	while (n->rx_done != n->rx_filled) {
		const struct nic_rx_entry *r = nic_rx_at(n, n->rx_done);

		if (r->done_ps > now_ps)
			break;
		n->rx_done++;
		if (r->low)
			n->icr |= ICR_RXDMT0;
		nic_delay_completion(&n->rx_delay, r->done_ps);
	}
	while (n->tx_done != n->tx_posted) {
		const struct nic_tx_entry *e = nic_tx_at(n, n->tx_done);

		if (e->done_ps > now_ps)
			break;
		n->tx_done++;
		nic_delay_completion(&n->tx_delay, e->done_ps);
	}
}

/* When a completion at done_ps must be an event: TIME_NEVER if nobody looks. */
static int64_t event_ps(const struct nic_delay *d, int64_t done_ps)
{
	const struct nic *n = d->nic;
	const struct nic_vector *v = d->vector;

	if (d->packet_ps || n->eager)
		return done_ps;
	if (v->asserted || !(n->ims & d->cause) ||
	    (n->icr & n->ims & v->causes))
		return TIME_NEVER;
	return done_ps < v->blocked_until_ps ? v->blocked_until_ps : done_ps;
}

void nic_arm_next(struct nic *n)
{
	int64_t t = TIME_NEVER;

	/* Nobody looks: pending, masked, and no timer that runs on them. */
	if ((n->vector[0].asserted || !n->ims || (n->icr & n->ims)) &&
	    !nic_msix(n) && !(n->rx_delay.packet_ps | n->tx_delay.packet_ps) &&
	    !n->eager) {
		engine_at(n->engine, n->slot_done, TIME_NEVER);
		return;
	}
	if (n->rx_done != n->rx_filled)
		t = event_ps(&n->rx_delay, nic_rx_at(n, n->rx_done)->done_ps);
	if (n->tx_done != n->tx_posted) {
		int64_t tx_ps = event_ps(&n->tx_delay,
					 nic_tx_at(n, n->tx_done)->done_ps);

		t = tx_ps < t ? tx_ps : t;
	}
	engine_at(n->engine, n->slot_done, t);
}

void nic_note(struct nic *n, int64_t now_ps)
{
	nic_sync(n, now_ps);
	nic_cause(n, 0, now_ps);
	nic_arm(n);
}

void nic_done_event(void *ctx, int64_t now_ps)
{
	nic_note(ctx, now_ps);
}
