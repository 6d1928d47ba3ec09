// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "oracle/scenario.h"

#include "core/noise.h"

/* state[0] counts the draws. */
static uint64_t below(struct itr *it, uint64_t n)
{
	return noise_bits(((uint64_t)it->params.v[0] << 32) + it->state[0]++) %
	       n;
}

/* Half of the values are 0: no hold-off, no delay. */
static uint64_t some(struct itr *it, uint64_t unit, uint64_t max)
{
	return below(it, 2) ? unit * below(it, max) : 0;
}

static void wild_start(struct itr *it, u64 now_ns)
{
	(void)now_ns;
	it->last.gap_ns = some(it, 256, 200);
	it->last.tx_gap_ns = it->last.gap_ns;
}

/* True: decided. */
static bool decides(struct itr *it, const struct itr_sample *s)
{
	struct itr_decision *d = &it->last;
	bool delays = it->caps.rx_packet.step_ns != 0;

	if (s->event == ITR_EV_TIMER || below(it, 8) == 0)
		d->next_ns = below(it, 3) ? s->now_ns + below(it, 100000)
					  : below(it, 2) * s->now_ns;
	if (below(it, 4))
		return below(it, 2);
	d->gap_ns = some(it, 256, 400);
	d->tx_gap_ns = it->caps.separate_gaps ? some(it, 256, 400) : d->gap_ns;
	d->recheck = below(it, 4) == 0;
	if (delays && below(it, 2)) {
		d->rx_packet_ns = some(it, 1024, 40);
		d->rx_absolute_ns = some(it, 1024, 80);
	}
	if (delays && below(it, 2)) {
		d->tx_packet_ns = some(it, 1024, 40);
		d->tx_absolute_ns = some(it, 1024, 80);
	}
	return true;
}

static bool wild_step(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	u64 next_ns = it->last.next_ns;
	bool decided = decides(it, s);

	(void)now_ns;
	it->decisions += decided;
	return decided || it->last.next_ns != next_ns;
}

static const struct itr_param wild_params[] = {
	{ "seed", "", 0, INT32_MAX, 1, "of its moods", NULL },
};

const struct itr_ops wild_controller = {
	.name = "wild",
	.idea = "Anything at any time.",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_INTERRUPT) | ITR_EVMASK(ITR_EV_POLL) |
		  ITR_EVMASK(ITR_EV_COMPLETION) | ITR_EVMASK(ITR_EV_TIMER),
	.params = wild_params,
	.nparams = 1,
	.start = wild_start,
	.on = { [ITR_EV_INTERRUPT] = wild_step,
		[ITR_EV_POLL] = wild_step,
		[ITR_EV_COMPLETION] = wild_step,
		[ITR_EV_TIMER] = wild_step },
};
