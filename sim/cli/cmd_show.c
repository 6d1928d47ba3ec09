// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_show.c - itrsim show controller|nic|machine NAME.
 */
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/things.h"

static const struct command_help show_help = {
	.name = "show",
	.usage = "controller|nic|machine NAME [OPTION]...",
	.about = "Shows one of them: a controller's idea and its parameters "
		 "with units, ranges and defaults; what sets a network card "
		 "apart; what things cost on a machine, and who measured it.",
	.examples = "  itrsim show controller e1000\n"
		    "      how it decides; what may stand behind --controller "
		    "e1000:\n"
		    "  itrsim show nic 82574L\n"
		    "      its memory, rings and timers\n"
		    "  itrsim show machine modern --json\n"
		    "      each cost and its source, for a program\n",
	.used_by = USED_BY_SHOW,
	.operands_min = 2,
	.operands_max = 2,
	.operand = { "what to show", "the NAME of what to show" },
};

static const struct thing_kind *kind_of(const char *word, struct err *err)
{
	const char *kinds[THING_KINDS];

	for (size_t i = 0; i < THING_KINDS; i++) {
		kinds[i] = thing_kinds[i].name;
		if (strcmp(word, thing_kinds[i].name) == 0 ||
		    strcmp(word, thing_kinds[i].plural) == 0)
			return &thing_kinds[i];
	}
	names_refuse("show", "kind", word, kinds, THING_KINDS, err);
	return NULL;
}

int cmd_show(int argc, char **argv)
{
	const struct thing_kind *kind;
	struct err err = { 0 };
	struct args args;
	int code = args_begin(&show_help, argc, argv, &args);

	if (code >= 0)
		return code;
	kind = kind_of(args.operand[0], &err);
	if (!kind)
		return cmd_fail(&err);
	if (args.opt.format == REPORT_JSON) {
		json_t *j = kind->json(args.operand[1], &err);

		if (!j)
			return cmd_fail(&err);
		cmd_print_json(j);
	} else if (kind->show(args.operand[1], &err) < 0) {
		return cmd_fail(&err);
	}
	return cmd_close(stdout, "standard output", 0);
}
