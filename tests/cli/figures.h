/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* figures.h - results made up for tests, so that no model stands behind. */
#ifndef TESTS_CLI_FIGURES_H
#define TESTS_CLI_FIGURES_H

#include "lab/compare.h"

#define FIGURES_ROWS 16

struct figures {
	struct options opt;
	struct compare_result res;
	struct compare_row rows[FIGURES_ROWS];
};

/* No rows, default options, a second of trace. */
void figures_init(struct figures *f);

/* A fixed row (gap in us) or, with gap -1, a row of that controller. */
struct compare_row *figures_add(struct figures *f, const char *controller,
				int gap_us, uint64_t interrupts, double p99_us);

#endif /* TESTS_CLI_FIGURES_H */
