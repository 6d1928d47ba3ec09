/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * record_writer.h - what happens to one controller, as records in a file
 * (docs/formats.md), for `itrsim check`.
 */
#ifndef SIM_LAB_RECORD_WRITER_H
#define SIM_LAB_RECORD_WRITER_H

#include <stdint.h>
#include <stdio.h>

#include <itr/record.h>

/* Zero, but for out, port and unit, before the first record. */
struct record_writer {
	FILE *out; /* errors are found by ferror() */
	uint64_t port, unit;
	uint64_t seq; /* of the next record */
	uint64_t steps; /* since the last SNAPSHOT */
};

/*
 * Writes one record of what has just happened to *it, and a SNAPSHOT where one
 * is due. s: the sample of a STEP or RESET, else NULL.
 */
void record_write(struct record_writer *w, enum itr_record_type type,
		  const struct itr *it, const struct itr_sample *s);

#endif /* SIM_LAB_RECORD_WRITER_H */
