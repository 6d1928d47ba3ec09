/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * table.h - the columns of a comparison, once: for the table on a terminal,
 * for CSV and for sorting.
 */
#ifndef SIM_LAB_TABLE_H
#define SIM_LAB_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/err.h"
#include "lab/compare.h"
#include "lab/spread.h"

struct column {
	const char *name; /* for --sort: "p99" */
	const char *csv; /* heading in CSV, with its unit: "delay_p99_us" */
	const char *group; /* first line of the heading; same: drawn once */
	const char *head; /* second line */
	bool wide; /* only in --wide */
	unsigned int decimals; /* at most, on a terminal */
	/* One of the two: a figure, NAN when there is none; or a count. */
	double (*figure)(const struct compare_row *row);
	uint64_t (*count)(const struct compare_row *row);
};

extern const struct column table_columns[];
extern const size_t table_column_count;

/*
 * 0 if text names a column, with or without a leading -, else -1 and *err
 * (ERR_USAGE) with the nearest name. "controller" is one, too.
 */
int table_column_check(const char *text, const char *what, struct err *err);

/*
 * Over the seeds of a row; without --seeds the one value, and n is 1. Of a
 * comparison with --seeds the columns that are not wide are reported so.
 */
struct spread column_spread(const struct column *col,
			    const struct compare_row *row);

/* The value in that column, of the first seed, NAN: none. A count is rounded above 2^53. */
double column_value(const struct column *col, const struct compare_row *row);

/* The same of the column of that --sort name; the name must exist. */
double table_value(const char *name, const struct compare_row *row);

/* And its mean over the seeds, which is the value without --seeds. */
double table_mean(const char *name, const struct compare_row *row);

/* Sorts the rows by the mean of that column; rows without a value come last. */
void table_sort(struct compare_result *res, const char *column);

#endif /* SIM_LAB_TABLE_H */
