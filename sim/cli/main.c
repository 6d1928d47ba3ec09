// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * main.c - finds the command and runs it.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <itr/text.h>

#include "cli/cmd.h"
#include "lab/version.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *does;
} commands[] = {
	{ "compare", cmd_compare, "controllers side by side on a trace" },
	{ "replay", cmd_replay, "one controller on a trace, each decision" },
	{ "check", cmd_check, "a record of replay or a driver, done again" },
	{ "info", cmd_info, "what is in a trace" },
	{ "list", cmd_list, "the controllers, nics or machines there are" },
	{ "show", cmd_show, "one controller, nic or machine in detail" },
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int print_help(void)
{
	fputs("itrsim - network interrupt moderation, compared on packet "
	      "traces\n"
	      "\n"
	      "Examples:\n"
	      "  itrsim compare trace.pcap            "
	      "every controller on your trace\n"
	      "  itrsim compare trace.pcap --repeat 60s --max-p99 100us\n"
	      "                                       "
	      "longer, with advice for ethtool\n"
	      "  tcpdump -i eth0 -c 100000 -w - | itrsim info -\n"
	      "  itrsim show controller e1000         "
	      "how it decides, its parameters\n"
	      "\n"
	      "Commands:\n",
	      stdout);
	for (size_t i = 0; i < COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].does);
	fputs("\n"
	      "'itrsim COMMAND --help' teaches each of them; itrsim --version "
	      "says which\n"
	      "build this is.\n"
	      "\n"
	      "Exit codes: 0 good, 1 input damaged or output not written, 2 "
	      "wrong command line,\n"
	      "3 it ran and the answer is no, 130 interrupted.\n",
	      stdout);
	return cmd_close(stdout, "standard output", 0);
}

static int print_version(void)
{
	printf("itrsim %s (%s)\n", itrsim_version(), itrsim_commit());
	return cmd_close(stdout, "standard output", 0);
}

static int unknown_command(const char *word)
{
	const char *names[COMMANDS + 2] = { "--help", "--version" }, *near;
	struct err err = { 0 };

	for (size_t i = 0; i < COMMANDS; i++)
		names[i + 2] = commands[i].name;
	near = itr_nearest(word, names, COMMANDS + 2);
	err_set(&err, ERR_USAGE, "unknown %s '%.64s'; %s%s%s",
		word[0] == '-' ? "option" : "command", word,
		near ? "did you mean '" : "'itrsim --help' lists the commands",
		near ? near : "", near ? "'?" : "");
	return cmd_fail(&err);
}

int main(int argc, char **argv)
{
	const char *word;

	cmd_start();
	if (argc < 2) {
		struct err err = { 0 };

		err_set(&err, ERR_USAGE,
			"which command? Start with 'itrsim --help' or 'itrsim "
			"compare TRACE'");
		return cmd_fail(&err);
	}
	word = argv[1];
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return print_help();
	if (strcmp(word, "--version") == 0)
		return print_version();
	if (strcmp(word, "help") == 0) {
		static char help[] = "--help";

		if (argc < 3 || strcmp(argv[2], "help") == 0)
			return print_help();
		/* "help compare" is "compare --help" */
		word = argv[2];
		argv[1] = argv[2];
		argv[2] = help;
		argc = 3;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, word) == 0)
			return commands[i].run(argc - 1, argv + 1);
	return unknown_command(word);
}
