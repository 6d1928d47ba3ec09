/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * args.h - a command line read by the option table, and the help printed
 * from it.
 */
#ifndef SIM_CLI_ARGS_H
#define SIM_CLI_ARGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/err.h"
#include "lab/options.h"

#define ARGS_OPERANDS_MAX 4

struct command_help {
	const char *name; /* "compare" */
	const char *usage; /* what follows the name: "TRACE [OPTION]..." */
	const char *about; /* a paragraph; lines are broken when printed */
	const char *examples; /* whole lines, each with what it does */
	const char *after; /* paragraphs below the options, or NULL */
	unsigned int used_by; /* which options: one of USED_BY_* */
	size_t operands_min, operands_max;
	const char *operand[ARGS_OPERANDS_MAX]; /* what each is, if missing */
};

struct args {
	struct options opt;
	uint64_t given; /* a bit for each option of the table */
	const char *operand[ARGS_OPERANDS_MAX];
	size_t noperands;
};

/*
 * Reads argv[1..] ("--name value" if the value does not begin with --, "--name=value", "--", "-" is an operand,
 * options and operands in any order). Returns 0, or -1 and *err (ERR_USAGE).
 * With --help *a holds opt.help and nothing else was checked.
 */
int args_parse(const struct command_help *help, int argc, char **argv,
	       struct args *a, struct err *err);

void args_print_help(const struct command_help *help, FILE *out);

/* As args_parse(); prints help or the error. -1: go on, else: exit with it. */
int args_begin(const struct command_help *help, int argc, char **argv,
	       struct args *a);

#endif /* SIM_CLI_ARGS_H */
