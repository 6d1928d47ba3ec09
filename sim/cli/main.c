// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "info"))
		return cmd_info(argc - 1, argv + 1);
	fprintf(stderr, "usage: itrsim info TRACE\n");
	return 2;
}
