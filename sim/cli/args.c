// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "cli/args.h"

#include <string.h>

#include "cli/cmd.h"
#include "lab/wrap.h"

/* Column at which the text on an option starts in --help. */
#define HELP_INDENT 26

static int unknown_option(const struct command_help *help, const char *name,
			  struct err *err)
{
	const char *near = option_nearest(name, help->used_by);

	if (option_find(name, ~0u))
		err_set(err, ERR_USAGE,
			"--%s is not an option of '%s'; 'itrsim %s --help' "
			"lists those it has",
			name, help->name, help->name);
	else if (near)
		err_set(err, ERR_USAGE,
			"unknown option --%.64s; did you mean --%s?", name,
			near);
	else
		err_set(err, ERR_USAGE,
			"unknown option --%.64s; 'itrsim %s --help' lists the "
			"options",
			name, help->name);
	return -1;
}

/* A value may be one only, so that none is silently of no effect. */
static int note_given(struct args *a, const struct option *opt,
		      const char *what, struct err *err)
{
	const uint64_t bit = UINT64_C(1) << (opt - option_table);

	if (opt->arg && !opt->many && a->given & bit) {
		err_set(err, ERR_USAGE, "%s is given twice", what);
		return -1;
	}
	a->given |= bit;
	return 0;
}

/* One "--name", "--name=value" or "--name value" at argv[*i]. */
static int parse_option(const struct command_help *help, int argc, char **argv,
			int *i, struct args *a, struct err *err)
{
	const char *arg = argv[*i] + 2;
	const char *equals = strchr(arg, '=');
	const char *value = equals ? equals + 1 : NULL;
	const struct option *opt;
	char name[65], what[70];

	snprintf(name, sizeof(name), "%.*s",
		 equals ? (int)(equals - arg) : (int)strlen(arg), arg);
	opt = option_find(name, help->used_by);
	if (!opt)
		return unknown_option(help, name, err);
	snprintf(what, sizeof(what), "--%s", name);
	if (!opt->arg && value) {
		err_set(err, ERR_USAGE, "%s takes no value", what);
		return -1;
	}
	if (opt->arg && !value) {
		if (*i + 1 >= argc) {
			err_set(err, ERR_USAGE, "%s needs a value: %s %s", what,
				what, opt->arg);
			return -1;
		}
		value = argv[++*i];
		if (strncmp(value, "--", 2) == 0) {
			err_set(err, ERR_USAGE,
				"%s needs a value, and %.64s looks like an "
				"option; %s=%.64s if it is meant",
				what, value, what, value);
			return -1;
		}
	}
	if (note_given(a, opt, what, err) < 0)
		return -1;
	return opt->set(&a->opt, opt, what, value, err);
}

int args_parse(const struct command_help *help, int argc, char **argv,
	       struct args *a, struct err *err)
{
	bool operands_only = false;

	memset(a, 0, sizeof(*a));
	options_init(&a->opt);
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];

		if (operands_only || arg[0] != '-' || arg[1] == '\0') {
			if (a->noperands == help->operands_max) {
				err_set(err, ERR_USAGE,
					"'%.128s' is one argument too many; "
					"usage: itrsim %s %s",
					arg, help->name, help->usage);
				return -1;
			}
			a->operand[a->noperands++] = arg;
		} else if (strcmp(arg, "--") == 0) {
			operands_only = true;
		} else if (strcmp(arg, "-h") == 0) {
			a->opt.help = true;
		} else if (arg[1] != '-') {
			err_set(err, ERR_USAGE,
				"unknown option %.64s; options are written "
				"--NAME; 'itrsim %s --help' lists them",
				arg, help->name);
			return -1;
		} else if (parse_option(help, argc, argv, &i, a, err) < 0) {
			return -1;
		}
		if (a->opt.help)
			return 0;
	}
	if (a->noperands < help->operands_min) {
		err_set(err, ERR_USAGE, "%s is missing; usage: itrsim %s %s",
			help->operand[a->noperands], help->name, help->usage);
		return -1;
	}
	return options_check(&a->opt, err);
}

void args_print_help(const struct command_help *help, FILE *out)
{
	fprintf(out, "Usage: itrsim %s %s\n\n", help->name, help->usage);
	wrap_print(out, 0, help->about);
	fprintf(out, "\nExamples:\n%s\nOptions:\n", help->examples);
	for (size_t i = 0; i < option_count; i++) {
		const struct option *opt = &option_table[i];
		char first[128], text[512];

		if (!(opt->used_by & help->used_by))
			continue;
		snprintf(first, sizeof(first), "  --%s%s%s", opt->name,
			 opt->arg ? " " : "", opt->arg ? opt->arg : "");
		snprintf(text, sizeof(text), "%s%s%s%s%s%s%s", opt->help,
			 opt->unit ? " A number alone is in " : "",
			 opt->unit ? opt->unit : "", opt->unit ? "." : "",
			 opt->def ? " Default: " : "", opt->def ? opt->def : "",
			 opt->def ? "." : "");
		if (strlen(first) + 2 > HELP_INDENT)
			fprintf(out, "%s\n%*s", first, HELP_INDENT, "");
		else
			fprintf(out, "%-*s", HELP_INDENT, first);
		wrap_print(out, HELP_INDENT, text);
	}
	if (help->after) {
		fputc('\n', out);
		wrap_print(out, 0, help->after);
	}
}

int args_begin(const struct command_help *help, int argc, char **argv,
	       struct args *a)
{
	struct err err = { 0 };

	if (args_parse(help, argc, argv, a, &err) < 0)
		return cmd_fail(&err);
	if (!a->opt.help)
		return -1;
	args_print_help(help, stdout);
	return cmd_close(stdout, "standard output", 0);
}
