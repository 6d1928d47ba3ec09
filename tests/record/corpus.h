/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * corpus.h - records of controllers that live through everything a record can
 * tell of: all controllers, capabilities, parameters at the start and while
 * running, link speeds, resets, traffic of all kinds, four units at once.
 */
#ifndef TESTS_RECORD_CORPUS_H
#define TESTS_RECORD_CORPUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Lives of `steps` steps each are begun `lives` times in each of four units. */
void corpus_write(FILE *out, uint64_t seed, unsigned int lives,
		  unsigned int steps);

#endif /* TESTS_RECORD_CORPUS_H */
