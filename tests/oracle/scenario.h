/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * scenario.h - a small random world: a card, a machine, a controller and some
 * frames, all from one number.
 */
#ifndef TESTS_ORACLE_SCENARIO_H
#define TESTS_ORACLE_SCENARIO_H

#include <stdio.h>

#include "load/run.h"

#define SCENARIO_FRAMES_MAX 1500

struct scenario {
	struct nic_profile nic;
	struct machine machine;
	struct run_config cfg; /* points into the two above */
	struct frame frame[SCENARIO_FRAMES_MAX];
	size_t n;
	int64_t end_ps;
};

/* The same seed makes the same scenario everywhere. */
void scenario_make(struct scenario *s, uint64_t seed);

/* What it is, on one line or two. */
void scenario_print(const struct scenario *s, FILE *out);

/*
 * A controller that does anything at any time: gaps and delay timers change
 * while they run, the timer asks for times that have passed, polls are told to
 * look once more. Its parameter is the seed.
 */
extern const struct itr_ops wild_controller;

#endif /* TESTS_ORACLE_SCENARIO_H */
