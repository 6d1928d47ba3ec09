// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_compare.c - itrsim compare TRACE: controllers side by side.
 */
#include <inttypes.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/study.h"
#include "lab/compare.h"

static const struct command_help compare_help = {
	.name = "compare",
	.usage = "TRACE [OPTION]...",
	.about = "Plays a packet trace to a simulated host once for each "
		 "controller, in one pass over the file, and prints what each "
		 "costs (interrupts, CPU) and what it does to the delay of "
		 "received packets. TRACE is pcap or pcapng, may be compressed "
		 "(gzip, bzip2, xz, zstd), and is - for a pipe.",
	.examples =
		"  itrsim compare trace.pcap\n"
		"      every controller, and a ladder of fixed gaps\n"
		"  itrsim compare trace.pcap --repeat 60s --warmup 10s\n"
		"      long enough for controllers that decide every 2 s\n"
		"  itrsim compare trace.pcap --max-p99 100us\n"
		"      which rx-usecs to set if p99 may be 100 us\n"
		"  itrsim compare trace.pcap --controller off --controller "
		"e1000:mode=1\n"
		"      just these two\n"
		"  itrsim compare trace.pcap --sort p99 --wide\n"
		"      every column, the lowest p99 first\n"
		"  itrsim compare trace.pcap --seeds 10\n"
		"      each row ten times with other noise: how sure is it?\n"
		"  zcat big.pcap.gz | itrsim compare - --json >result.json\n"
		"      from a pipe, for a program\n",
	.after = "How to read the table: docs/tutorial.md. int/s interrupts a "
		 "second; pkt/int packets an interrupt, received and sent; "
		 "delay from the last bit on the wire to the stack; CPU all "
		 "time that is not idle; drop of the received packets.\n\nExit "
		 "codes: 0 good, 1 damaged or refused input or output not "
		 "written, 2 wrong command line, 3 no "
		 "fixed row within --max-p99, 130 interrupted (the figures so "
		 "far are printed).",
	.used_by = USED_BY_COMPARE,
	.operands_min = 1,
	.operands_max = 1,
	.operand = { "the trace" },
};

static int check(const struct compare_result *plan, const struct options *opt,
		 struct err *err)
{
	if (!opt->max_p99_given)
		return 0;
	for (size_t i = 0; i < plan->nrows; i++)
		if (plan->rows[i].is_fixed)
			return 0;
	err_set(err, ERR_USAGE,
		"--max-p99 chooses among fixed rows and there are none; add "
		"--fixed " OPT_FIXED_LADDER);
	return -1;
}

int cmd_compare(int argc, char **argv)
{
	struct compare_result res = { 0 };
	struct err err = { 0 };
	struct args args;
	int code = args_begin(&compare_help, argc, argv, &args);
	const struct study study = {
		.args = &args,
		.argc = argc,
		.argv = argv,
		.res = &res,
		.advise = true,
		.out = stdout,
	};

	if (code >= 0)
		return code;
	if (compare_plan(&args.opt, &res, &err) < 0 ||
	    check(&res, &args.opt, &err) < 0) {
		compare_free(&res);
		return cmd_fail(&err);
	}
	if (res.merged)
		cmd_notice("'%s' was asked for twice and is shown once",
			   res.merged_label);
	if (args.opt.seeds > 1 && args.opt.machine->jitter_permille == 0)
		cmd_notice("--seeds %" PRIu64 ": machine %s has no jitter, so "
			   "that all seeds give the same figures",
			   args.opt.seeds, args.opt.machine->name);
	code = study_run(&study);
	compare_free(&res);
	return cmd_close(stdout, "standard output", code);
}
