// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_replay.c - itrsim replay TRACE: one controller, decision by decision.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/study.h"
#include "lab/timeline.h"

static const struct command_help replay_help = {
	.name = "replay",
	.usage = "TRACE --controller NAME[:PARAM=VALUE,...] [OPTION]...",
	.about = "Plays a packet trace to one controller, writes each of its "
		 "decisions with what it saw (--timeline), and prints a "
		 "summary.",
	.examples = "  itrsim replay trace.pcap --controller e1000 --timeline "
		    "steps.csv\n"
		    "      a line of CSV a decision, and the summary here\n"
		    "  itrsim replay trace.pcap --controller pid:delay_us=50 "
		    "--timeline - "
		    ">steps.csv\n"
		    "      the same; the summary goes to standard error\n",
	.after = "Columns of the timeline: the time, the event that made the "
		 "controller decide, its running totals (packets, bytes, "
		 "interrupts ...), the gap and the delay timers it chose, and "
		 "why (docs/output.md). A controller that never decides (off, "
		 "fixed) leaves only the heading.\n\nExit codes: 0 good, 1 "
		 "damaged input or output not written, 2 wrong command line, "
		 "130 interrupted (the figures so far are printed).",
	.used_by = USED_BY_REPLAY,
	.operands_min = 1,
	.operands_max = 1,
	.operand = { "the trace" },
};

/* True if writing to path would destroy the trace that is to be read. */
static bool is_the_trace(const char *path, const char *trace)
{
	struct stat a, b;

	if (stat(path, &a) < 0)
		return false;
	if ((strcmp(trace, "-") ? stat(trace, &b) : fstat(STDIN_FILENO, &b)) <
	    0)
		return false;
	return S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* "-" is standard output, and the summary gives way to standard error. */
static FILE *open_timeline(const char *path, const char *trace, struct err *err)
{
	FILE *f;
	int fd;

	if (!path)
		return NULL;
	if (strcmp(path, "-") == 0)
		return stdout;
	if (is_the_trace(path, trace)) {
		err_set(err, ERR_USAGE,
			"--timeline %s is the trace itself; name another file",
			path);
		return NULL;
	}
	/* Emptied by begin(), so a trace that cannot be read costs nothing. */
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f)
		err_set(err, ERR_INPUT, "cannot write %s: %s", path,
			strerror(errno));
	return f;
}

struct timeline {
	FILE *file;
	bool begun;
};

static void begin(struct timeline *t)
{
	struct stat st;

	if (t->begun)
		return;
	t->begun = true;
	if (fstat(fileno(t->file), &st) == 0 && S_ISREG(st.st_mode) &&
	    t->file != stdout && ftruncate(fileno(t->file), 0) < 0)
		cmd_write_failed(errno);
	timeline_heading(t->file);
}

static void write_step(void *ctx, const struct run_step *step)
{
	struct timeline *t = ctx;

	if (cmd_write_error())
		return;
	errno = 0;
	begin(t);
	timeline_step(t->file, step);
	cmd_check(t->file);
}

static int replay(const struct args *args, int argc, char **argv,
		  FILE *timeline, struct compare_result *res)
{
	struct timeline t = { .file = timeline };
	const struct study study = {
		.args = args,
		.argc = argc,
		.argv = argv,
		.res = res,
		.out = timeline == stdout ? stderr : stdout,
		.on_decision = timeline ? write_step : NULL,
		.on_decision_ctx = &t,
	};
	int code;

	code = study_run(&study);
	if (timeline && !res->info.host_absent &&
	    (code == 0 || res->info.packets > 0))
		begin(&t);
	if (timeline && timeline != stdout)
		code = cmd_close(timeline, args->opt.timeline, code);
	return cmd_close(stdout, "standard output", code);
}

int cmd_replay(int argc, char **argv)
{
	struct compare_result res = { 0 };
	struct err err = { 0 };
	FILE *timeline = NULL;
	struct args args;
	int code = args_begin(&replay_help, argc, argv, &args);

	if (code >= 0)
		return code;
	if (args.opt.ncontrollers != 1)
		err_set(&err, ERR_USAGE,
			"replay takes one controller: --controller NAME; "
			"'itrsim list controllers' names them");
	else if (compare_plan(&args.opt, &res, &err) == 0)
		timeline =
			open_timeline(args.opt.timeline, args.operand[0], &err);
	if (err.code)
		code = cmd_fail(&err);
	else
		code = replay(&args, argc, argv, timeline, &res);
	compare_free(&res);
	return code;
}
