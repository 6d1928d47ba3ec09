/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * duration.h - lengths of time as people write them, exact to the picosecond.
 */
#ifndef SIM_LAB_DURATION_H
#define SIM_LAB_DURATION_H

#include <stddef.h>
#include <stdint.h>

#include "core/err.h"

/*
 * Parses "20us", "1.5ms", "10s" (units ns, us, ms, s) into *ps, 0 to
 * TIME_MAX_PS. A number without a unit is in bare_unit; if that is NULL only 0
 * may stand alone. Integer arithmetic throughout. Returns 0, or -1 and *err
 * (ERR_USAGE; the text begins with what, e.g. "--repeat").
 */
int duration_parse(const char *text, const char *bare_unit, const char *what,
		   int64_t *ps, struct err *err);

/* Writes ps as the shortest exact text that duration_parse() reads back. */
char *duration_format(int64_t ps, char *buf, size_t size);

#define DURATION_TEXT_MAX 32

#endif /* SIM_LAB_DURATION_H */
