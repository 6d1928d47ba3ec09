/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * compare.h - many controllers on one trace, in one pass over the file.
 */
#ifndef SIM_LAB_COMPARE_H
#define SIM_LAB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/err.h"
#include "lab/options.h"
#include "load/run.h"
#include "load/trace.h"

#define COMPARE_ROWS_MAX (OPT_CONTROLLERS_MAX + OPT_FIXED_MAX + NAMES_ROOM + 1)
#define NAMES_ROOM 64 /* controllers of the library */
#define COMPARE_LABEL_MAX 512

/*
 * Runs of all rows and seeds with --seeds. A run takes about 230 KB; all
 * are fed in one pass over the file, so they all live at once.
 */
#define COMPARE_RUNS_MAX 1024

/* Decisions below which a controller has hardly acted (docs/design.md). */
#define COMPARE_FEW_DECISIONS 10

struct compare_row {
	char label[COMPARE_LABEL_MAX]; /* "fixed 50us", "pid:gain=3" */
	const struct itr_ops *ops;
	struct itr_params params;
	bool is_fixed; /* of the controller `fixed`: ethtool can set it */
	int64_t gap_ps; /* of a fixed row */
	struct run_result res; /* with --seeds: of the first seed */
	/* With --seeds: one result a seed, the first again; else NULL. */
	const struct run_result *seed_res;
	size_t nseeds; /* 0 without */
};

struct compare_config {
	const struct options *opt;
	const char *path; /* "-": standard input */
	bool hash; /* want the file's SHA-256 */
	bool (*stop)(void);
	/* As trace_options.progress; with --repeat done and total are ps. */
	void (*progress)(void *ctx, uint64_t packets, uint64_t done,
			 uint64_t total);
	void *progress_ctx;
	/* For the first row only: run_config.on_step. May be NULL. */
	void (*on_step)(void *ctx, const struct run_step *step);
	void *on_step_ctx;
};

struct compare_result {
	struct compare_row *rows;
	size_t nrows;
	struct run_result *seed_res; /* what the rows' seed_res point into */
	size_t merged; /* rows asked for twice and run once */
	char merged_label[COMPARE_LABEL_MAX]; /* one of them */
	struct trace_info info;
	int64_t end_ps; /* of the replay */
	bool interrupted;
	/* What ended it early: damage in the trace, or code ERR_NONE. */
	struct err err;
};

/*
 * Builds the rows: the controllers named (none: all of the library, at their
 * defaults), then the fixed gaps (none of either: the ladder). Returns 0, or -1
 * and *err. compare_free() takes it back either way.
 */
int compare_plan(const struct options *opt, struct compare_result *res,
		 struct err *err);

/*
 * Reads the trace once and feeds all rows of a plan. Returns 0 if there are
 * results, be they of a part of the trace (res->interrupted, res->err), or -1
 * and res->err if there are none.
 */
int compare_run(const struct compare_config *cfg, struct compare_result *res);

void compare_free(struct compare_result *res);

/*
 * The time rates are of: from the end of the warm-up to the end of the trace.
 * What it then takes to deliver the rest would only thin them out.
 */
static inline int64_t row_span_ps(const struct compare_row *row)
{
	return row->res.measured_ps - row->res.drain.ps;
}

/* Did any time count? False: every rate of the row is meaningless. */
static inline bool row_measured(const struct compare_row *row)
{
	return row_span_ps(row) > 0;
}

/* A controller that steps, but has made fewer decisions than it should. */
bool row_undecided(const struct compare_row *row);

/* Frames the row lost on receive, all causes. */
uint64_t row_rx_dropped(const struct compare_row *row);
/* Frames the interrupts were for: received, and sends given back. */
uint64_t row_packets(const struct compare_row *row);
/* Frames it lost on send, and both. */
uint64_t row_tx_dropped(const struct compare_row *row);
uint64_t row_dropped(const struct compare_row *row);

#endif /* SIM_LAB_COMPARE_H */
