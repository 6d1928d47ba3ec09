// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Any bytes as a command line, one argument a line, of each command; and the
 * first two as an option of a scenario file.
 */
#include "fuzz/fuzz.h"

#include <string.h>

#include "cli/args.h"

#define ARGS_MAX 200

static void one(unsigned int used_by, int argc, char **argv)
{
	const struct command_help help = {
		.name = "fuzz",
		.usage = "THING",
		.used_by = used_by,
		.operands_min = 1,
		.operands_max = 2,
		.operand = { "the thing", "another" },
	};
	struct err err = { 0 };
	struct args args;
	int ret = args_parse(&help, argc, argv, &args, &err);

	LAW(ret == 0 || ret == -1);
	LAW((ret < 0) == (err.code == ERR_USAGE));
	if (ret < 0) {
		LAW(err.text[0] != '\0');
		return;
	}
	LAW(args.opt.nic && args.opt.machine);
	LAW(args.opt.ncontrollers <= OPT_CONTROLLERS_MAX);
	LAW(args.opt.nfixed <= OPT_FIXED_MAX);
	/* What a report shows of an option is read back as the same. */
	for (size_t i = 0; i < option_count; i++) {
		char text[128], again[128];

		if (!option_table[i].get)
			continue;
		option_table[i].get(&args.opt, text, sizeof(text));
		if (strlen(text) + 1 == sizeof(text) || text[0] == '\0')
			continue; /* an address cut, or not given */
		LAW(options_set(&args.opt, option_table[i].name, text, "again",
				&err) == 0);
		option_table[i].get(&args.opt, again, sizeof(again));
		LAW(strcmp(text, again) == 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *argv[ARGS_MAX + 1], *at;
	struct err err = { 0 };
	struct options opt;
	int argc = 1;

	LAW(text);
	memcpy(text, data, size);
	text[size] = '\0';
	argv[0] = text + size;
	for (at = text; at && argc < ARGS_MAX;) {
		argv[argc++] = at;
		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
	}
	argv[argc] = NULL;
	for (unsigned int used_by = 1; used_by <= USED_BY_CHECK; used_by *= 2)
		one(used_by, argc, argv);
	if (argc > 2) {
		options_init(&opt);
		LAW((options_set(&opt, argv[1], argv[2], "a.yaml:3", &err) <
		     0) == (err.code != ERR_NONE));
	}
	free(text);
	return 0;
}
