// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_info.c - itrsim info TRACE: what is in a trace, before anything is
 * compared on it.
 */
#include <errno.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "lab/info_report.h"
#include "lab/wrap.h"
#include "load/trace.h"

static const struct command_help info_help = {
	.name = "info",
	.usage = "TRACE [OPTION]...",
	.about = "Says what is in a packet trace and how it would be replayed: "
		 "packets, bytes, duration, the host whose card is simulated, "
		 "and what is odd about the stamps and lengths. TRACE is pcap "
		 "or pcapng, may be compressed (gzip, bzip2, xz, zstd), and is "
		 "- for a pipe.",
	.examples =
		"  itrsim info trace.pcap\n"
		"      which host was taken, how much it receives and sends\n"
		"  itrsim info trace.pcap --host 10.0.0.7 --json\n"
		"      the same for another host, for a program\n"
		"  tcpdump -i eth0 -s 96 -c 100000 -w - | itrsim info -\n"
		"      what passes this machine right now\n",
	.after = "What each line and JSON key counts: docs/traces.md, "
		 "docs/output.md.\n\nExit codes: 0 good, 1 damaged or refused "
		 "(what was read before is printed), 2 wrong command line, 130 "
		 "interrupted.",
	.used_by = USED_BY_INFO,
	.operands_min = 1,
	.operands_max = 1,
	.operand = { "the trace" },
};

/* Reads the trace to its end; what is known of it goes into *info. */
static void read_all(const struct args *args, struct trace_info *info,
		     bool *opened, struct err *err)
{
	const struct trace_options topt = {
		.host = args->opt.host,
		.hash = args->opt.hash || args->opt.format == REPORT_JSON,
		.progress = cmd_progress,
		.stop = cmd_stop,
	};
	struct frame chunk[TRACE_CHUNK];
	struct trace *t = trace_open(args->operand[0], &topt, err);

	*opened = t != NULL;
	if (t) {
		while (trace_read(t, chunk, TRACE_CHUNK, err) > 0)
			;
		*info = *trace_info(t);
	}
	/* A signal may also show as a read that failed. */
	if ((t && trace_stopped(t)) || (err->code && cmd_stop())) {
		*err = (struct err){ 0 };
		err_set(err, ERR_INTERRUPTED,
			"interrupted: the figures are of the first %llu "
			"packets",
			(unsigned long long)info->packets);
	}
	trace_close(t);
	cmd_progress_end();
}

int cmd_info(int argc, char **argv)
{
	struct trace_info info = { 0 };
	struct err err = { 0 };
	struct args args;
	bool opened;
	int code = args_begin(&info_help, argc, argv, &args);

	if (code >= 0)
		return code;
	read_all(&args, &info, &opened, &err);
	errno = 0;
	if (args.opt.format == REPORT_JSON)
		cmd_print_json(
			trace_info_json(&info, err.code ? err.text : NULL));
	else if (opened)
		trace_info_text(stdout, args.operand[0], &info);
	fflush(stdout); /* before the error, where both go to a terminal */
	cmd_check_write(stdout);
	if (cmd_write_error())
		err = (struct err){ 0 };
	code = err.code ? cmd_fail(&err) : 0;
	return cmd_close(stdout, "standard output", code);
}
