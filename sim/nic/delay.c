// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The delay timers of one direction: RDTR and RADV, or TIDV and TADV.
 *
 * 1. Packet timer 0: a completion sets the cause at once.
 * 2. Otherwise each completion restarts the packet timer, and the first one
 *    starts the absolute timer, if that is not 0. On some parts TIDV runs from
 *    the first one, too.
 * 3. When either ends both stop, and the cause is set.
 *
 * They delay the cause; the throttle then delays the assertion.
 */
#include "nic/nic.h"

static bool running(const struct nic_delay *d)
{
	return d->nic->engine->when_ps[d->slot_packet] != TIME_NEVER;
}

void nic_delay_restart(struct nic_delay *d, int64_t done_ps)
{
	struct engine *e = d->nic->engine;

	if (d->restarts || !running(d))
		engine_at(e, d->slot_packet, done_ps + d->packet_ps);
	if (d->absolute_ps && e->when_ps[d->slot_absolute] == TIME_NEVER)
		engine_at(e, d->slot_absolute, done_ps + d->absolute_ps);
}

static void expire(void *ctx, int64_t now_ps)
{
	struct nic_delay *d = ctx;

	engine_at(d->nic->engine, d->slot_packet, TIME_NEVER);
	engine_at(d->nic->engine, d->slot_absolute, TIME_NEVER);
	nic_cause(d->nic, d->cause, now_ps);
}

void nic_delay_set(struct nic_delay *d, int64_t packet_ps, int64_t absolute_ps)
{
	d->packet_ps = nic_crystal_ps(d->nic, packet_ps);
	d->absolute_ps = nic_crystal_ps(d->nic, absolute_ps);
	/* A delay that is switched off must not leave a frame behind. */
	if (packet_ps == 0 && running(d))
		expire(d, d->nic->engine->now_ps);
}

void nic_delay_init(struct nic_delay *d, struct nic *n,
		    const struct nic_vector *vector, uint32_t cause)
{
	d->nic = n;
	d->vector = vector;
	d->cause = cause;
	d->slot_packet = engine_add(n->engine, expire, d);
	d->slot_absolute = engine_add(n->engine, expire, d);
}
