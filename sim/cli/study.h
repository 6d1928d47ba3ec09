/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * study.h - what compare and replay share: run a plan, print what came out of
 * it, whole or not, and say how it ended.
 */
#ifndef SIM_CLI_STUDY_H
#define SIM_CLI_STUDY_H

#include <stdio.h>

#include "cli/args.h"
#include "lab/compare.h"

struct study {
	const struct args *args; /* operand[0] is the trace */
	int argc; /* the command line, for the provenance */
	char **argv;
	struct compare_result *res; /* planned by compare_plan() */
	bool advise; /* give advice for ethtool */
	FILE *out; /* for the report */
	void (*on_step)(void *ctx, const struct run_step *step);
	void *on_step_ctx;
};

/* Runs and prints; returns the exit code. Does not close out. */
int study_run(const struct study *s);

#endif /* SIM_CLI_STUDY_H */
