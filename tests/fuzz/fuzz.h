/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * fuzz.h - a fuzz target is one function that takes any bytes. Beyond what the
 * sanitizers see it states laws with LAW(): what must hold of every answer.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LAW(cond)                                                            \
	do {                                                                 \
		if (!(cond)) {                                               \
			fprintf(stderr, "%s:%d: law broken: %s\n", __FILE__, \
				__LINE__, #cond);                            \
			abort();                                             \
		}                                                            \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* TESTS_FUZZ_FUZZ_H */
