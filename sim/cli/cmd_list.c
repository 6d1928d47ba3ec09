// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_list.c - itrsim list controllers|nics|machines.
 */
#include <jansson.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/things.h"
#include "lab/wrap.h"

static const struct command_help list_help = {
	.name = "list",
	.usage = "controllers|nics|machines [OPTION]...",
	.about = "Lists what a comparison can be made of, each with the "
		 "beginning of its description. 'itrsim show' tells the rest.",
	.examples = "  itrsim list controllers\n"
		    "      what --controller takes\n"
		    "  itrsim list machines --json\n"
		    "      what --machine takes, for a program\n",
	.used_by = USED_BY_LIST,
	.operands_min = 1,
	.operands_max = 1,
	.operand = { "what to list" },
};

/* "controllers" or "controller": either may be meant. */
static const struct thing_kind *kind_of(const char *word, struct err *err)
{
	const char *plurals[THING_KINDS];

	for (size_t i = 0; i < THING_KINDS; i++) {
		plurals[i] = thing_kinds[i].plural;
		if (strcmp(word, thing_kinds[i].plural) == 0 ||
		    strcmp(word, thing_kinds[i].name) == 0)
			return &thing_kinds[i];
	}
	names_refuse("list", "list", word, plurals, THING_KINDS, err);
	return NULL;
}

/* Up to the end of the first sentence. */
static void first_sentence(const char *text, char *buf, size_t size)
{
	const char *end = strstr(text, ". ");

	snprintf(buf, size, "%.*s", end ? (int)(end - text) : (int)strlen(text),
		 text);
	if (!end && buf[0] && buf[strlen(buf) - 1] == '.')
		buf[strlen(buf) - 1] = '\0';
}

static void list_text(const struct thing_kind *kind)
{
	const char *names[NAMES_MAX];
	size_t n = kind->names(names, NAMES_MAX), width = 0;
	char about[512];

	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) > width)
			width = strlen(names[i]);
	for (size_t i = 0; i < n; i++) {
		first_sentence(kind->about(names[i]), about, sizeof(about));
		printf("%-*s  ", (int)width, names[i]);
		wrap_print(stdout, (unsigned int)width + 2, about);
	}
}

static void list_json(const struct thing_kind *kind)
{
	const char *names[NAMES_MAX];
	size_t n = kind->names(names, NAMES_MAX);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, json_pack("{s:s,s:s}", "name",
						      names[i], "about",
						      kind->about(names[i])));
	cmd_print_json(json_pack("{s:i,s:o}", "schema", 1, kind->plural, list));
}

int cmd_list(int argc, char **argv)
{
	const struct thing_kind *kind;
	struct err err = { 0 };
	struct args args;
	int code = args_begin(&list_help, argc, argv, &args);

	if (code >= 0)
		return code;
	kind = kind_of(args.operand[0], &err);
	if (!kind)
		return cmd_fail(&err);
	if (args.opt.format == REPORT_JSON)
		list_json(kind);
	else
		list_text(kind);
	return cmd_close(stdout, "standard output", 0);
}
