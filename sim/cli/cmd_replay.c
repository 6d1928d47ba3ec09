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
#include "lab/record_writer.h"
#include "lab/timeline.h"

static const struct command_help replay_help = {
	.name = "replay",
	.usage = "TRACE --controller NAME[:PARAM=VALUE,...] [OPTION]...",
	.about = "Plays a packet trace to one controller, writes each of its "
		 "decisions with what it saw (--timeline) or all that it "
		 "takes to do the same again (--record), and prints a "
		 "summary.",
	.examples = "  itrsim replay trace.pcap --controller e1000 --timeline "
		    "steps.csv\n"
		    "      a line of CSV a decision, and the summary here\n"
		    "  itrsim replay trace.pcap --controller pid:delay_us=50 "
		    "--timeline - "
		    ">steps.csv\n"
		    "      the same; the summary goes to standard error\n"
		    "  itrsim replay trace.pcap --controller pid --record "
		    "run.itr\n"
		    "      all that it takes to decide the same again: itrsim "
		    "check run.itr\n",
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

/* True if both are one file: writing to path would destroy the other. */
static bool same_file(const char *path, const char *other)
{
	struct stat a, b;

	if (stat(path, &a) < 0)
		return false;
	if ((strcmp(other, "-") ? stat(other, &b) : fstat(STDIN_FILENO, &b)) <
	    0)
		return false;
	return S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* A file that is written while the trace is played; no file: all zero. */
struct output {
	const char *name; /* as given */
	FILE *file;
	bool begun;
};

/* "-" is standard output, and the summary gives way to standard error. */
static int open_output(struct output *o, const char *option, const char *name,
		       const char *trace, struct err *err)
{
	int fd;

	if (!name)
		return 0;
	o->name = name;
	if (strcmp(name, "-") == 0) {
		o->file = stdout;
		return 0;
	}
	if (same_file(name, trace)) {
		err_set(err, ERR_USAGE,
			"%s %s is the trace itself; name another file", option,
			name);
		return -1;
	}
	/* Emptied by begin(), so a trace that cannot be read costs nothing. */
	fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	o->file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!o->file) {
		err_set(err, ERR_INPUT, "cannot write %s: %s", name,
			strerror(errno));
		return -1;
	}
	return 0;
}

/* True where there is something to write for the first time. */
static bool begin(struct output *o)
{
	struct stat st;

	if (!o->file || o->begun)
		return false;
	o->begun = true;
	if (fstat(fileno(o->file), &st) == 0 && S_ISREG(st.st_mode) &&
	    o->file != stdout && ftruncate(fileno(o->file), 0) < 0)
		cmd_write_failed(errno);
	return true;
}

struct outputs {
	struct output timeline, record;
	struct record_writer writer;
	struct itr started; /* the controller before its first step */
};

static void begin_timeline(struct outputs *o)
{
	if (begin(&o->timeline))
		timeline_heading(o->timeline.file);
}

static void begin_record(struct outputs *o)
{
	if (!begin(&o->record))
		return;
	o->writer.out = o->record.file;
	record_write(&o->writer, ITR_REC_START, &o->started, NULL);
}

static void write_step(void *ctx, const struct run_step *step)
{
	struct outputs *o = ctx;

	if (cmd_write_error())
		return;
	errno = 0;
	if (!step->sample) {
		o->started = *step->controller;
		return;
	}
	if (o->timeline.file && step->decided) {
		begin_timeline(o);
		timeline_step(o->timeline.file, step);
		cmd_check_write(o->timeline.file);
	}
	if (o->record.file) {
		begin_record(o);
		record_write(&o->writer, ITR_REC_STEP, step->controller,
			     step->sample);
		cmd_check_write(o->record.file);
	}
}

static int open_outputs(struct outputs *o, const struct options *opt,
			const char *trace, struct err *err)
{
	bool one = opt->timeline && opt->record &&
		   strcmp(opt->timeline, opt->record) == 0;

	if (!one &&
	    (open_output(&o->timeline, "--timeline", opt->timeline, trace,
			 err) < 0 ||
	     open_output(&o->record, "--record", opt->record, trace, err) < 0))
		return -1;
	if (!one && opt->timeline && opt->record)
		one = same_file(opt->timeline, opt->record);
	if (!one)
		return 0;
	err_set(err, ERR_USAGE, "--timeline and --record need a file each");
	return -1;
}

static int close_output(struct output *o, int code)
{
	if (o->file && o->file != stdout)
		code = cmd_close(o->file, o->name, code);
	return code;
}

static int replay(const struct args *args, int argc, char **argv,
		  struct outputs *o, struct compare_result *res)
{
	const bool any = o->timeline.file || o->record.file;
	const bool to_stdout =
		o->timeline.file == stdout || o->record.file == stdout;
	const struct study study = {
		.args = args,
		.argc = argc,
		.argv = argv,
		.res = res,
		.out = to_stdout ? stderr : stdout,
		.on_step = any ? write_step : NULL,
		.on_step_ctx = o,
	};
	int code;

	code = study_run(&study);
	if (!res->info.host_absent && (code == 0 || res->info.packets > 0)) {
		begin_timeline(o);
		begin_record(o);
	}
	code = close_output(&o->timeline, code);
	code = close_output(&o->record, code);
	return cmd_close(stdout, "standard output", code);
}

int cmd_replay(int argc, char **argv)
{
	struct compare_result res = { 0 };
	struct outputs outputs = { 0 };
	struct err err = { 0 };
	struct args args;
	int code = args_begin(&replay_help, argc, argv, &args);

	if (code >= 0)
		return code;
	if (args.opt.ncontrollers != 1)
		err_set(&err, ERR_USAGE,
			"replay takes one controller: --controller NAME; "
			"'itrsim list controllers' names them");
	else if (compare_plan(&args.opt, &res, &err) == 0)
		open_outputs(&outputs, &args.opt, args.operand[0], &err);
	if (err.code)
		code = cmd_fail(&err);
	else
		code = replay(&args, argc, argv, &outputs, &res);
	compare_free(&res);
	return code;
}
