// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_info.c - itrsim info TRACE: what is in a trace, and how it would be
 * replayed, before anything is compared on it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "lab/info_report.h"

static const struct command_help info_help = {
	.name = "info",
	.usage = "TRACE [OPTION]...",
	.about = "Says what is in a pcap or pcapng trace (also packed by gzip, "
		 "bzip2, xz or zstd; - reads a pipe), which host its packets "
		 "are taken to be for, and what a replay would have to change. "
		 "docs/traces.md has the rules.",
	.examples = "  itrsim info trace.pcap\n"
		    "  itrsim info trace.pcapng.gz --host 192.0.2.7 --json\n"
		    "  tcpdump -i eth0 -c 100000 -w - | itrsim info -\n",
	.used_by = USED_BY_INFO,
	.operands_min = 1,
	.operands_max = 1,
	.operand = "the trace",
};

static void print_json(const struct trace_info *info, const struct err *err)
{
	json_t *json =
		trace_info_json(info, err->code == ERR_NONE ? NULL : err->text);

	if (!json)
		return;
	json_dumpf(json, stdout,
		   JSON_INDENT(2) | JSON_PRESERVE_ORDER |
			   JSON_REAL_PRECISION(15));
	putchar('\n');
	json_decref(json);
}

/* To the end of the trace, or of what can be read of it. */
static void read_through(struct trace *t, struct err *err)
{
	static struct frame chunk[TRACE_CHUNK];

	while (trace_read(t, chunk, TRACE_CHUNK, err) > 0)
		;
}

int cmd_info(int argc, char **argv)
{
	static const struct trace_info nothing;
	const struct trace_info *info = &nothing;
	struct err err = { .code = ERR_NONE };
	struct trace_options opt;
	struct trace *t;
	struct args args;
	bool json;
	int code = args_begin(&info_help, argc, argv, &args);

	if (code >= 0)
		return code;
	json = args.opt.format == REPORT_JSON;
	opt = (struct trace_options){ .host = args.opt.host,
				      .hash = json,
				      .progress = cmd_progress,
				      .stop = cmd_stop };
	t = trace_open(args.operand[0], &opt, &err);
	if (t) {
		read_through(t, &err);
		info = trace_info(t);
	}
	cmd_progress_end();
	if (cmd_stop())
		err = (struct err){ .code = ERR_NONE };
	if (cmd_stop())
		err_set(&err, ERR_INTERRUPTED,
			"interrupted after %" PRIu64 " packets: the figures "
			"are of these only",
			info->packets);
	if (json)
		print_json(info, &err);
	else if (info->packets || err.code == ERR_NONE)
		trace_info_text(stdout, args.operand[0], info);
	/* The figures first, also where both go to one terminal. */
	fflush(stdout);
	code = err.code == ERR_NONE ? 0 : cmd_fail(&err);
	trace_close(t);
	return cmd_close(stdout, "standard output", code);
}
