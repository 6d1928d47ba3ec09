/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * report.h - a comparison as a table for people, JSON or CSV for programs.
 *
 * They write and do not check: the caller looks at ferror() in the end.
 */
#ifndef SIM_LAB_REPORT_H
#define SIM_LAB_REPORT_H

#include <stdio.h>

#include "lab/advice.h"
#include "lab/compare.h"
#include "lab/options.h"

struct report {
	const struct options *opt;
	const struct compare_result *res;
	const char *path; /* of the trace, "-": standard input */
	const struct advice *advice; /* or NULL: do not give any */
	/* The command line, for the provenance: argv[0] is the command. */
	int argc;
	char *const *argv;
};

/* The table: 80 columns, or as wide as it gets with --wide. */
void report_text(FILE *out, const struct report *r);

/* Schema 1 of docs/formats. */
void report_json(FILE *out, const struct report *r);

/* RFC 4180: a heading with units, one line a row, CRLF. */
void report_csv(FILE *out, const struct report *r);

/* One field of CSV, quoted if it must be. */
void csv_field(FILE *out, const char *text);

#endif /* SIM_LAB_REPORT_H */
