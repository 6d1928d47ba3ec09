// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * make_record SEED LIVES STEPS - the corpus on standard output.
 */
#include <stdio.h>
#include <stdlib.h>

#include "record/corpus.h"

int main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: make_record SEED LIVES STEPS\n", stderr);
		return 2;
	}
	corpus_write(stdout, strtoull(argv[1], NULL, 10),
		     (unsigned int)strtoul(argv[2], NULL, 10),
		     (unsigned int)strtoul(argv[3], NULL, 10));
	return fflush(stdout) || ferror(stdout);
}
