// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

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

static int plan_rows(const struct options *opt, struct compare_result *res,
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

/* Room for one result a seed and row, and each row told which are its. */
static int plan_seeds(const struct options *opt, struct compare_result *res,
		      struct err *err)
{
	if (opt->seeds <= 1)
		return 0;
	if (res->nrows * opt->seeds > COMPARE_RUNS_MAX) {
		err_set(err, ERR_USAGE,
			"--seeds %" PRIu64 ": %zu rows make %" PRIu64
			" runs; at most %d fit in memory at once: fewer seeds, "
			"or fewer rows by --controller and --fixed",
			opt->seeds, res->nrows, res->nrows * opt->seeds,
			COMPARE_RUNS_MAX);
		return -1;
	}
	res->seed_res = calloc(res->nrows * opt->seeds, sizeof(*res->seed_res));
	if (!res->seed_res) {
		err_set(err, ERR_INPUT, "out of memory");
		return -1;
	}
	for (size_t i = 0; i < res->nrows; i++) {
		res->rows[i].seed_res = res->seed_res + i * opt->seeds;
		res->rows[i].nseeds = opt->seeds;
	}
	return 0;
}

int compare_plan(const struct options *opt, struct compare_result *res,
		 struct err *err)
{
	if (plan_rows(opt, res, err) < 0)
		return -1;
	return plan_seeds(opt, res, err);
}

/* All runs of a comparison: those of a row side by side, one a seed. */
struct runs {
	struct run **run;
	size_t n, seeds;
	int threads;
	struct frame *batch;
	size_t batch_size;
};

/*
 * More than a chunk at a time, so that threads wait for each other and caches
 * change hands seldom; 64 KB or so stay in the second cache beside a run.
 */
#define BATCH_CHUNKS 16

static int thread_count(const struct options *opt, size_t nruns)
{
	int n = (int)opt->threads;

#ifdef _OPENMP
	if (n == 0)
		n = opt->seeds > 1 ? omp_get_max_threads() : 1;
#else
	n = 1;
#endif
	return n < 1 ? 1 : (size_t)n > nruns ? (int)nruns : n;
}

static int open_runs(const struct compare_config *cfg,
		     struct compare_result *res, struct runs *runs)
{
	for (size_t i = 0; i < runs->n; i++) {
		const struct compare_row *row = &res->rows[i / runs->seeds];
		struct run_config rc = {
			.nic = cfg->opt->nic,
			.irq = cfg->opt->irq,
			.machine = cfg->opt->machine,
			.driver = cfg->opt->driver,
			.controller = row->ops,
			.params = row->params,
			.seed = cfg->opt->seed + i % runs->seeds,
			.warmup_ps = cfg->opt->warmup_ps,
			.stop = cfg->stop,
		};

		if (i == 0) {
			rc.on_step = cfg->on_step;
			rc.on_step_ctx = cfg->on_step_ctx;
		}
		runs->run[i] = run_new(&rc, &res->err);
		if (!runs->run[i])
			return -1;
	}
	return 0;
}

/* A run is its own world, so neither order nor thread shows in its result. */
static void feed(const struct runs *runs, size_t nframes)
{
#pragma omp parallel for schedule(dynamic) \
	num_threads(runs->threads) if (runs->threads > 1)
	for (size_t i = 0; i < runs->n; i++)
		run_feed(runs->run[i], runs->batch, nframes);
}

static void finish(const struct runs *runs, struct compare_result *res)
{
	struct run_result *seed_res = res->seed_res;

#pragma omp parallel for schedule(dynamic) \
	num_threads(runs->threads) if (runs->threads > 1)
	for (size_t i = 0; i < runs->n; i++)
		run_finish(runs->run[i], res->end_ps,
			   seed_res ? &seed_res[i] : &res->rows[i].res);
	for (size_t i = 0; seed_res && i < res->nrows; i++)
		res->rows[i].res = res->rows[i].seed_res[0];
}

/* Fills the batch; *last is what trace_read() said last. Returns its frames. */
static size_t read_batch(struct trace *trace, const struct runs *runs,
			 long *last, struct err *err)
{
	size_t n = 0;

	do {
		*last = trace_read(trace, runs->batch + n, TRACE_CHUNK, err);
		n += *last > 0 ? (size_t)*last : 0;
	} while (*last > 0 && n + TRACE_CHUNK <= runs->batch_size);
	return n;
}

/* Reads the whole trace and ends the runs. */
static void play(struct trace *trace, const struct compare_config *cfg,
		 struct compare_result *res, const struct runs *runs)
{
	int64_t last_ps = 0;
	uint64_t fed = 0, tell = PROGRESS_FRAMES;
	long n = 1;

	while (n > 0) {
		size_t frames = read_batch(trace, runs, &n, &res->err);

		if (frames == 0)
			break;
		last_ps = runs->batch[frames - 1].t_ps;
		feed(runs, frames);
		fed += frames;
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
	finish(runs, res);
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
	struct runs runs = { .seeds = res->seed_res ? cfg->opt->seeds : 1 };
	struct trace *trace = NULL;
	int rc = -1;

	runs.n = res->nrows * runs.seeds;
	runs.threads = thread_count(cfg->opt, runs.n);
	runs.batch_size =
		TRACE_CHUNK * (size_t)(runs.threads > 1 ? BATCH_CHUNKS : 1);
	runs.run = calloc(runs.n + 1, sizeof(struct run *));
	runs.batch = calloc(runs.batch_size, sizeof(*runs.batch));
	if (!runs.run || !runs.batch) {
		err_set(&res->err, ERR_INPUT, "out of memory");
		runs.n = 0;
		goto out;
	}
	if (open_runs(cfg, res, &runs) < 0)
		goto out;
	trace = trace_open(cfg->path, &topt, &res->err);
	if (!trace) {
		if (cfg->stop && cfg->stop())
			res->interrupted = true;
		goto out;
	}
	play(trace, cfg, res, &runs);
	rc = res->info.host_absent ? -1 : 0;
out:
	trace_close(trace);
	for (size_t i = 0; i < runs.n; i++)
		run_free(runs.run[i]);
	free(runs.run);
	free(runs.batch);
	return rc;
}

void compare_free(struct compare_result *res)
{
	free(res->rows);
	free(res->seed_res);
	res->seed_res = NULL;
	res->rows = NULL;
	res->nrows = 0;
}
