/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * pid_plant.h - a toy card and host that a controller moderates.
 *
 * Not the simulator, and written apart from it: arrivals, one hold-off, an
 * interrupt, a poll that serves whatever has come. It knows the true waits that
 * a controller can only estimate.
 */
#ifndef TESTS_UNIT_PID_PLANT_H
#define TESTS_UNIT_PID_PLANT_H

#include <itr/itr.h>

enum arrivals {
	POISSON,
	CONSTANT,
	BURSTS, /* of burst frames 1 us apart, starting at random times */
};

struct plant {
	struct itr it;
	struct itr_sample s; /* totals so far */
	u64 random;
	enum arrivals arrivals;
	u64 mean_gap_ns; /* between frames (BURSTS: between bursts) */
	u64 burst, in_burst;
	u64 int_cost_ns, packet_cost_ns; /* of the CPU */
	u64 next_ns; /* the next arrival */
	u64 hold_ns; /* the hold-off ends */
	u64 timers; /* TIMER steps made */
	u64 waited_ns; /* true sum of the waits for interrupts */
};

/* What happened in a stretch of a run. */
struct seen {
	double delay_us; /* true mean wait of a frame for its interrupt */
	double packets; /* per interrupt */
	double cpu; /* share */
	u64 decisions;
};

/* The unit of most tests: a gap of 16 bits of 256 ns, nothing else. */
extern const struct itr_caps plant_caps;

/* A plant with the controller text says ("pid:kind=cpu"). */
void plant_start(struct plant *p, const char *text, u64 seed);

/* Changes parameters of the running controller. */
void plant_retune(struct plant *p, const char *text);

/* Runs for so long; the traffic can be changed between two calls. */
struct seen plant_run(struct plant *p, u64 ms);

/* Runs until the controller has made n more decisions. */
void plant_decide(struct plant *p, u64 n);

/* Nothing arrives for so long; timers run. */
void plant_idle(struct plant *p, u64 ms);

#endif /* TESTS_UNIT_PID_PLANT_H */
