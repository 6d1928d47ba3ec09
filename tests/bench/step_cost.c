// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * step_cost.c - steps every controller through the lives of the digest's corpus,
 * for callgrind: after each itr_step() it dumps the instructions counted since the
 * step before, labelled with the controller and what the step was. See steps.sh.
 *
 * Usage: step_cost LIVES [CONTROLLER]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/callgrind.h>

#include "life.h"

#define STEPS 120

/*
 * A decision, a new time for the next step alone (or a reset, which returns true
 * too), or nothing.
 */
static const char *kind(bool decided, bool program)
{
	if (decided)
		return "decision";
	return program ? "program" : "none";
}

static bool live(const struct itr_ops *ops, u64 seed)
{
	struct itr_sample s;
	char label[64];
	struct life l;
	int i;

	life_begin(&l, ops, seed);
	for (i = 0; i < STEPS; i++) {
		u64 decisions;
		bool program;

		if (!life_next(&l, &s))
			return false;
		decisions = l.it.decisions;
		program = itr_step(&l.it, &s);
		snprintf(label, sizeof(label), "%s %s", ops->name,
			 kind(l.it.decisions != decisions, program));
		CALLGRIND_DUMP_STATS_AT(label);
	}
	return true;
}

int main(int argc, char **argv)
{
	u64 lives = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, n;
	size_t c;

	for (c = 0; c < itr_controllers_count; c++) {
		const struct itr_ops *ops = itr_controllers[c];

		if (argc > 2 && strcmp(argv[2], ops->name) != 0)
			continue;
		for (n = 0; n < lives; n++)
			if (!live(ops, n * 0x5851f42d4c957f2du))
				return 1;
	}
	return 0;
}
