/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * check.h - recorded controllers run again, record by record, and compared.
 */
#ifndef SIM_LAB_CHECK_H
#define SIM_LAB_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <itr/record.h>

#include "core/err.h"

/* Units (port, unit) that one file may hold. */
#define CHECK_UNITS_MAX 256

/* A record and where it stands. */
struct check_place {
	uint64_t line; /* from 1 */
	uint64_t offset; /* of the record's first byte, from 0 */
	struct itr_record_head head;
	const char *controller;
};

/* Where a recorded value and the computed one part. */
struct check_difference {
	struct check_place at;
	const char *field; /* "gap_ns", "digest", "state" ... */
	char recorded[40], computed[40];
};

struct check_result {
	uint64_t records; /* read and understood */
	uint64_t by_type[ITR_REC_COUNT]; /* the same by type */
	uint64_t checked; /* done again and found equal */
	uint64_t decisions; /* among the steps checked */
	uint64_t lost, gaps; /* numbers missing, and in how many places */
	uint64_t unchecked; /* passed over up to a START or SNAPSHOT */
	size_t units;
	bool sealed; /* a file with checksums, not the text of a trace */
	bool interrupted;
	bool differs;
	struct check_difference difference; /* the first one, if differs */
	/* Damage, or what cannot be checked: ERR_INPUT, with its place. */
	struct err err;
};

/*
 * Reads records from in to the first difference, damage or end. Either every
 * line is a record with a checksum, or none has one: then the text may hold
 * whatever else a tracer prints. name is for errors. stop may be NULL; it is
 * asked now and then.
 */
void check_run(FILE *in, const char *name, bool (*stop)(void),
	       struct check_result *res);

#endif /* SIM_LAB_CHECK_H */
