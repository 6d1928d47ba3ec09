// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/trace_time.h"

/*
 * last_ps is where the packet before belongs by its own stamp; after a clamp it
 * lies up to TRACE_BACK_PS below now_ps, so that the packets that follow find
 * their own time again.
 */
unsigned int trace_clock_leap(struct trace_clock *c, int64_t step_ps,
			      bool too_far)
{
	unsigned int events = step_ps < 0   ? CLOCK_BACKWARDS
			      : step_ps > 0 ? 0
					    : CLOCK_EQUAL;

	if (step_ps < 0 &&
	    (too_far || c->last_ps + step_ps < c->now_ps - TRACE_BACK_PS)) {
		/* Another clock: go on from here without a gap. */
		c->last_ps = c->now_ps;
		return events | CLOCK_REBASED;
	}
	if (step_ps > 0 && (too_far || step_ps > TIME_MAX_PS - c->now_ps)) {
		events |= too_far ? 0 : CLOCK_BEYOND;
		if (TRACE_PAUSE_PS > TIME_MAX_PS - c->now_ps)
			return events | CLOCK_FULL;
		c->now_ps += TRACE_PAUSE_PS;
		c->last_ps = c->now_ps;
		return events | CLOCK_PAUSE_CUT;
	}
	c->last_ps += step_ps;
	if (c->last_ps > c->now_ps)
		c->now_ps = c->last_ps;
	return events;
}
