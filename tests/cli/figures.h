/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* figures.h - results made up for tests, so that no model stands behind. */
#ifndef TESTS_CLI_FIGURES_H
#define TESTS_CLI_FIGURES_H

#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "lab/compare.h"
#include "lab/fixed.h"

#define FIGURES_ROWS 16

struct figures {
	struct options opt;
	struct compare_result res;
	struct compare_row rows[FIGURES_ROWS];
};

/* No rows, default options, a second of trace. */
static inline void figures_init(struct figures *f)
{
	memset(f, 0, sizeof(*f));
	options_init(&f->opt);
	f->res.rows = f->rows;
	f->res.end_ps = PS_PER_S;
	f->res.info.packets = 1000;
	f->res.info.duration_ps = PS_PER_S;
	f->res.info.host_share = 1.0;
	strcpy(f->res.info.host, "00:11:22:33:44:55");
}

/* A fixed row (gap in us) or, with gap -1, a row of that controller. */
static inline struct compare_row *figures_add(struct figures *f,
					      const char *controller,
					      int gap_us, uint64_t interrupts,
					      double p99_us)
{
	struct compare_row *row = &f->rows[f->res.nrows++];
	struct run_result *res = &row->res;

	row->ops = itr_find(controller);
	itr_params_default(row->ops, &row->params);
	if (gap_us >= 0) {
		struct err err = { 0 };

		fixed_params(gap_us * PS_PER_US, &row->ops, &row->params, "x",
			     &err);
		row->is_fixed = true;
		row->gap_ps = gap_us * PS_PER_US;
		snprintf(row->label, sizeof(row->label), "fixed %dus", gap_us);
	} else {
		snprintf(row->label, sizeof(row->label), "%s", controller);
	}
	res->measured_ps = PS_PER_S;
	res->idle_ps = PS_PER_S;
	res->interrupts = interrupts;
	res->decisions = 1000;
	res->rx_offered = res->rx_delivered = 1000;
	res->delay.n = 1000;
	res->delay.p99_ps = (int64_t)(p99_us * (double)PS_PER_US);
	return row;
}

#endif /* TESTS_CLI_FIGURES_H */
