// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "cli/study.h"

#include <errno.h>

#include "cli/cmd.h"
#include "lab/advice.h"
#include "lab/duration.h"
#include "lab/report.h"
#include "lab/table.h"
#include "lab/wrap.h"

/* Packets times rows that take about a minute on a computer of 2020. */
#define LONG_REPEAT 2e8

struct long_repeat {
	size_t rows, seeds;
	bool told;
	char repeat[DURATION_TEXT_MAX];
};

static void print_report(const struct study *s, const struct advice *advice)
{
	const struct report report = {
		.opt = &s->args->opt,
		.res = s->res,
		.path = s->args->operand[0],
		.advice = advice,
		.argc = s->argc,
		.argv = s->argv,
	};

	switch (s->args->opt.format) {
	case REPORT_TEXT:
		report_text(s->out, &report);
		break;
	case REPORT_JSON:
		report_json(s->out, &report);
		break;
	case REPORT_CSV:
		report_csv(s->out, &report);
		break;
	}
}

/* No results at all. A program that wants JSON still gets a document. */
static int refused(const struct study *s)
{
	s->res->nrows = 0;
	if (s->res->interrupted) {
		cmd_notice("interrupted before the first packet");
		return ERR_INTERRUPTED;
	}
	if (s->args->opt.format == REPORT_JSON)
		print_report(s, NULL);
	return cmd_fail(&s->res->err);
}

static int verdict(const struct study *s, const struct advice *advice)
{
	const struct options *opt = &s->args->opt;
	const struct compare_result *res = s->res;
	char a[DURATION_TEXT_MAX];
	struct err err = { 0 };

	if (res->interrupted) {
		cmd_notice("interrupted: the results are partial");
		return ERR_INTERRUPTED;
	}
	if (res->err.code != ERR_NONE)
		return cmd_fail(&res->err);
	if (opt->warmup_ps > 0 && res->info.packets > 0 &&
	    opt->warmup_ps >= res->end_ps) {
		err_set(&err, ERR_USAGE,
			"--warmup %s is not shorter than the trace (%.3g s): "
			"nothing was measured; shorten it, or lengthen the "
			"trace with --repeat",
			duration_format(opt->warmup_ps, a, sizeof(a)),
			(double)res->end_ps / (double)PS_PER_S);
		return cmd_fail(&err);
	}
	if (advice && opt->max_p99_given && advice->kind != ADVICE_FOUND) {
		err_set(&err, ERR_VERDICT,
			advice->kind == ADVICE_UNMET
				? "no fixed row keeps --max-p99 %s"
				: "no fixed row to hold against --max-p99 %s "
				  "(whole microseconds, 0 or 10 to 10000, and "
				  "packets received)",
			duration_format(opt->max_p99_ps, a, sizeof(a)));
		return cmd_fail(&err);
	}
	return 0;
}

/*
 * A small trace and a large --repeat are soon hundreds of millions of packets:
 * said once, early, for it looks as if nothing happened. done, total: ps.
 */
static void repeat_progress(void *ctx, uint64_t packets, uint64_t done,
			    uint64_t total)
{
	struct long_repeat *r = ctx;
	const double all = (double)packets * (double)total / (double)done;

	if (!r->told && done &&
	    all * (double)(r->rows * r->seeds) > LONG_REPEAT) {
		cmd_progress_end();
		cmd_notice("--repeat %s means about %.0f million packets to "
			   "play, in each of %zu %s%s; Ctrl-C ends it with "
			   "the figures so far",
			   r->repeat, all / 1e6, r->rows * r->seeds,
			   r->seeds > 1 ? "run" : "row",
			   r->rows * r->seeds == 1 ? "" : "s");
	}
	r->told = true;
	cmd_progress(NULL, packets, done, total);
}

int study_run(const struct study *s)
{
	const struct options *opt = &s->args->opt;
	struct long_repeat repeat = { .rows = s->res->nrows,
				      .seeds = opt->seeds };
	struct compare_config cfg = {
		.opt = opt,
		.path = s->args->operand[0],
		.hash = opt->format != REPORT_TEXT,
		.stop = cmd_stop,
		.progress = opt->repeat_ps ? repeat_progress : cmd_progress,
		.progress_ctx = &repeat,
		.on_step = s->on_step,
		.on_step_ctx = s->on_step_ctx,
	};
	struct advice advice;
	int rc;

	duration_format(opt->repeat_ps, repeat.repeat, sizeof(repeat.repeat));
	rc = compare_run(&cfg, s->res);
	cmd_progress_end();
	text_clean(s->res->err.text);
	if (cmd_write_error())
		return ERR_INPUT; /* cmd_close() says what and why */
	if (rc < 0)
		return refused(s);
	if (opt->sort)
		table_sort(s->res, opt->sort);
	advice = advice_find(opt, s->res);
	errno = 0;
	print_report(s, s->advise ? &advice : NULL);
	/* The figures first, also where both go to one terminal. */
	fflush(s->out);
	cmd_check_write(s->out);
	if (cmd_write_error())
		return ERR_INPUT;
	return verdict(s, s->advise ? &advice : NULL);
}
