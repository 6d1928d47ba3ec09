/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * clock.h - simulated time: int64 picoseconds since the start of a run.
 *
 * 1 ppm of a 50 us hold-off is 50 ps, so nothing coarser will do; int64 carries
 * 106 days.
 */
#ifndef SIM_CORE_CLOCK_H
#define SIM_CORE_CLOCK_H

#include <stdint.h>

#define PS_PER_NS INT64_C(1000)
#define PS_PER_US INT64_C(1000000)
#define PS_PER_MS INT64_C(1000000000)
#define PS_PER_S INT64_C(1000000000000)

/* Later than anything that happens: a timer that is not running. */
#define TIME_NEVER INT64_MAX

/* The longest run the clock is asked to carry, with room for sums: 100 days. */
#define TIME_MAX_PS (INT64_C(100) * 86400 * PS_PER_S)

#endif /* SIM_CORE_CLOCK_H */
