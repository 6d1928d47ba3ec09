/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_time.h - recorded stamps as simulated time, and frames as a wire of
 * 1 Gbit/s could have carried them. The rules are those of docs/traces.md.
 */
#ifndef SIM_LOAD_TRACE_TIME_H
#define SIM_LOAD_TRACE_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"
#include "load/trace_decode.h"

/* Up to this far back is a stamping error; more is another clock. */
#define TRACE_BACK_PS (10 * PS_PER_MS)
/* What is left of a pause the clock cannot carry: every controller forgets. */
#define TRACE_PAUSE_PS (60 * PS_PER_S)
/* A wire this far behind the stamps is too slow for the trace. */
#define TRACE_BACKLOG_PS (1 * PS_PER_S)

struct trace_clock {
	int64_t last_sec; /* recorded stamp of the packet before */
	uint32_t last_nsec;
	bool started; /* there was a packet before, in this pass */
	bool unstamped; /* every stamp so far was zero, in this pass */
	int64_t last_ps; /* where the packet before belongs by its stamp */
	int64_t now_ps; /* never goes back */
	int64_t wire_free_ps; /* the last bit on the receive wire */
};

enum clock_event {
	CLOCK_BACKWARDS = 1, /* below the recorded stamp just before */
	CLOCK_EQUAL = 2,
	CLOCK_REBASED = 4,
	CLOCK_PAUSE_CUT = 8,
	CLOCK_FULL = 16, /* no room for another pause: an error */
	CLOCK_BEYOND = 32 /* its own time would be beyond the clock's end */
};

/* A new pass over the file; its first packet is at start_ps. */
static inline void trace_clock_start(struct trace_clock *c, int64_t start_ps)
{
	c->started = false;
	c->unstamped = true;
	c->last_ps = start_ps;
	c->now_ps = start_ps;
}

/*
 * Makes the stamp the last one when it is more than a step of the ordinary:
 * returns the events. Sets c->last_ps and c->now_ps.
 */
unsigned int trace_clock_leap(struct trace_clock *c, int64_t step_ps,
			      bool too_far);

/* Advances to a stamp: c->now_ps is its time. Returns enum clock_event bits. */
static inline unsigned int trace_clock_advance(struct trace_clock *c,
					       int64_t sec, uint32_t nsec)
{
	/* Beyond this the difference in ps would not fit. */
	const int64_t far_s = TIME_MAX_PS / PS_PER_S;
	int64_t step_s, step_ps;
	unsigned int events = 0;

	if (!c->started) {
		c->started = true;
		c->unstamped = !(sec | nsec);
		c->last_sec = sec;
		c->last_nsec = nsec;
		return 0;
	}
	step_s = sec - c->last_sec;
	if (step_s >= far_s || step_s <= -far_s) {
		events = trace_clock_leap(c, step_s, true);
	} else {
		step_ps = step_s * PS_PER_S +
			  ((int64_t)nsec - (int64_t)c->last_nsec) * PS_PER_NS;
		if (step_ps >= 0 && step_ps <= TIME_MAX_PS - c->now_ps &&
		    c->last_ps == c->now_ps) {
			c->last_ps += step_ps;
			c->now_ps = c->last_ps;
			events = step_ps ? 0 : CLOCK_EQUAL;
		} else {
			events = trace_clock_leap(c, step_ps, false);
		}
	}
	c->last_sec = sec;
	c->last_nsec = nsec;
	if (c->unstamped && (sec | nsec)) {
		c->unstamped = false;
		/* The packets without stamps took the wire until then. */
		if (c->wire_free_ps > c->now_ps) {
			c->now_ps = c->wire_free_ps;
			c->last_ps = c->now_ps;
			events |= CLOCK_REBASED;
		}
	}
	return events;
}

#endif /* SIM_LOAD_TRACE_TIME_H */
