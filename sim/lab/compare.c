// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <itr/text.h>

#include "lab/duration.h"
#include "lab/fixed.h"

/* Frames between two reports of progress. */
#define PROGRESS_FRAMES 100000

bool row_undecided(const struct compare_row *row)
{
	/* A controller that wants no events decides once and for all. */
	return row->ops->events != 0 &&
	       row->res.decisions < COMPARE_FEW_DECISIONS;
}

uint64_t row_packets(const struct compare_row *row)
{
	return row->res.rx_delivered + row->res.tx_delivered;
}

uint64_t row_rx_dropped(const struct compare_row *row)
{
	uint64_t sum = 0;

	for (int i = 0; i < RX_DROP_COUNT; i++)
		sum += row->res.rx_dropped[i];
	return sum;
}

uint64_t row_tx_dropped(const struct compare_row *row)
{
	uint64_t sum = 0;

	for (int i = 0; i < TX_DROP_COUNT; i++)
		sum += row->res.tx_dropped[i];
	return sum;
}

uint64_t row_dropped(const struct compare_row *row)
{
	return row_rx_dropped(row) + row_tx_dropped(row);
}

static void label_row(struct compare_row *row)
{
	char params[COMPARE_LABEL_MAX - 64], gap[DURATION_TEXT_MAX];

	if (row->is_fixed) {
		snprintf(row->label, sizeof(row->label), "%s %s",
			 row->ops->name,
			 duration_format(row->gap_ps, gap, sizeof(gap)));
		return;
	}
	itr_format_params(row->ops, &row->params, false, params,
			  sizeof(params));
	snprintf(row->label, sizeof(row->label), "%s%s%s", row->ops->name,
		 params[0] ? ":" : "", params);
}

/* Adds a row unless there is one just like it. */
static void add_row(struct compare_result *res, const struct itr_ops *ops,
		    const struct itr_params *params)
{
	struct compare_row *row = &res->rows[res->nrows];

	memset(row, 0, sizeof(*row));
	row->ops = ops;
	row->params = *params;
	row->is_fixed = fixed_gap_ps(ops, params, &row->gap_ps);
	label_row(row);
	for (size_t i = 0; i < res->nrows; i++) {
		const struct compare_row *other = &res->rows[i];

		if (other->ops == ops &&
		    params_equal(ops, &other->params, params)) {
			res->merged++;
			snprintf(res->merged_label, sizeof(res->merged_label),
				 "%s", row->label);
			return;
		}
	}
	res->nrows++;
}

static int add_fixed(struct compare_result *res, const int64_t *gaps_ps,
		     size_t n, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		const struct itr_ops *ops;
		struct itr_params params;

		if (fixed_params(gaps_ps[i], &ops, &params, "--fixed", err) < 0)
			return -1;
		add_row(res, ops, &params);
	}
	return 0;
}

int compare_plan(const struct options *opt, struct compare_result *res,
		 struct err *err)
{
	const bool all = opt->ncontrollers == 0;
	const bool ladder = all && opt->nfixed == 0;

	memset(res, 0, sizeof(*res));
	res->rows = calloc(COMPARE_ROWS_MAX, sizeof(*res->rows));
	if (!res->rows) {
		err_set(err, ERR_INPUT, "out of memory");
		return -1;
	}
	for (size_t i = 0; i < opt->ncontrollers; i++)
		add_row(res, opt->controllers[i].ops,
			&opt->controllers[i].params);
	for (size_t i = 0; all && i < itr_controllers_count; i++) {
		const struct itr_ops *ops = itr_controllers[i];
		struct itr_params params;

		/* The fixed rows that follow stand for it. */
		if (ops == fixed_ops() || i >= NAMES_ROOM)
			continue;
		itr_params_default(ops, &params);
		add_row(res, ops, &params);
	}
	if (ladder) {
		struct options defaults = { 0 };

		if (options_set(&defaults, "fixed", OPT_FIXED_LADDER, "default",
				err) < 0)
			return -1;
		return add_fixed(res, defaults.fixed_ps, defaults.nfixed, err);
	}
	return add_fixed(res, opt->fixed_ps, opt->nfixed, err);
}

static int open_runs(const struct compare_config *cfg,
		     struct compare_result *res, struct run **runs)
{
	for (size_t i = 0; i < res->nrows; i++) {
		struct run_config rc = {
			.nic = cfg->opt->nic,
			.irq = cfg->opt->irq,
			.machine = cfg->opt->machine,
			.driver = cfg->opt->driver,
			.controller = res->rows[i].ops,
			.params = res->rows[i].params,
			.seed = cfg->opt->seed,
			.warmup_ps = cfg->opt->warmup_ps,
			.stop = cfg->stop,
		};

		if (i == 0) {
			rc.on_step = cfg->on_step;
			rc.on_step_ctx = cfg->on_step_ctx;
		}
		runs[i] = run_new(&rc, &res->err);
		if (!runs[i])
			return -1;
	}
	return 0;
}

/* Reads the whole trace and ends the runs. */
static void play(struct trace *trace, const struct compare_config *cfg,
		 struct compare_result *res, struct run **runs)
{
	struct frame chunk[TRACE_CHUNK];
	int64_t last_ps = 0;
	uint64_t fed = 0, tell = PROGRESS_FRAMES;
	long n;

	while ((n = trace_read(trace, chunk, TRACE_CHUNK, &res->err)) > 0) {
		last_ps = chunk[n - 1].t_ps;
		for (size_t i = 0; i < res->nrows; i++)
			run_feed(runs[i], chunk, (size_t)n);
		fed += (uint64_t)n;
		if (cfg->progress && cfg->opt->repeat_ps && fed >= tell) {
			tell += PROGRESS_FRAMES;
			cfg->progress(cfg->progress_ctx, fed, (uint64_t)last_ps,
				      (uint64_t)cfg->opt->repeat_ps);
		}
	}
	/* A signal may also end a read() with an error that is none. */
	if (trace_stopped(trace) || (n < 0 && cfg->stop && cfg->stop())) {
		res->interrupted = true;
		res->err = (struct err){ 0 };
	}
	res->info = *trace_info(trace);
	res->end_ps = trace_end_ps(trace);
	if (res->interrupted || n < 0)
		res->end_ps = last_ps;
	for (size_t i = 0; i < res->nrows; i++)
		run_finish(runs[i], res->end_ps, &res->rows[i].res);
}

int compare_run(const struct compare_config *cfg, struct compare_result *res)
{
	struct trace_options topt = {
		.host = cfg->opt->host,
		.repeat_ps = cfg->opt->repeat_ps,
		.hash = cfg->hash,
		/* The file is not the measure when it is played again. */
		.progress = cfg->opt->repeat_ps ? NULL : cfg->progress,
		.progress_ctx = cfg->progress_ctx,
		.stop = cfg->stop,
	};
	struct run **runs = calloc(res->nrows + 1, sizeof(struct run *));
	struct trace *trace = NULL;
	int rc = -1;

	if (!runs) {
		err_set(&res->err, ERR_INPUT, "out of memory");
		return -1;
	}
	if (open_runs(cfg, res, runs) < 0)
		goto out;
	trace = trace_open(cfg->path, &topt, &res->err);
	if (!trace) {
		if (cfg->stop && cfg->stop())
			res->interrupted = true;
		goto out;
	}
	play(trace, cfg, res, runs);
	rc = res->info.host_absent ? -1 : 0;
out:
	trace_close(trace);
	for (size_t i = 0; i < res->nrows; i++)
		run_free(runs[i]);
	free(runs);
	return rc;
}

void compare_free(struct compare_result *res)
{
	free(res->rows);
	res->rows = NULL;
	res->nrows = 0;
}
