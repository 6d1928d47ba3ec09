/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * info_report.h - what is known about a trace, for people and for programs.
 */
#ifndef SIM_LAB_INFO_REPORT_H
#define SIM_LAB_INFO_REPORT_H

#include <stdio.h>

#include <jansson.h>

#include "load/trace.h"

/*
 * The trace as a JSON object: the keys of docs/traces.md. error: what ended the
 * reading, NULL if nothing did. The caller owns the reference; NULL when out
 * of memory.
 */
json_t *trace_info_json(const struct trace_info *info, const char *error);

/* The same as text of at most 80 columns. */
void trace_info_text(FILE *out, const char *path,
		     const struct trace_info *info);

#endif /* SIM_LAB_INFO_REPORT_H */
