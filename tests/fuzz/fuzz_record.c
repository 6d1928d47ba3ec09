// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Any bytes as a record: a file, or what a tracer printed.
 */
#include "fuzz/fuzz.h"

#include "lab/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct check_result r;
	FILE *f;

	if (size == 0) /* fmemopen() takes no empty file */
		return 0;
	f = fmemopen((void *)data, size, "r");
	LAW(f);
	check_run(f, "input", NULL, &r);
	fclose(f);
	LAW(r.checked + r.unchecked <= r.records);
	LAW(r.units <= CHECK_UNITS_MAX && r.gaps <= r.records);
	LAW(!r.differs || r.err.code == ERR_NONE);
	LAW(!r.differs || r.difference.field);
	LAW(r.checked > 0 || r.differs || r.err.code == ERR_INPUT);
	LAW((r.err.code != ERR_NONE) == (r.err.text[0] != '\0'));
	return 0;
}
