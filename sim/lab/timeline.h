/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * timeline.h - each decision of a controller as a line of CSV.
 */
#ifndef SIM_LAB_TIMELINE_H
#define SIM_LAB_TIMELINE_H

#include <stdio.h>

#include "load/run.h"

/* The heading; columns carry their units. */
void timeline_heading(FILE *out);

/* A line; only for a step that decided. */
void timeline_step(FILE *out, const struct run_step *step);

#endif /* SIM_LAB_TIMELINE_H */
