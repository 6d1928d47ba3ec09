/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * wrap.h - prose broken into lines that fit a terminal of 80 columns.
 */
#ifndef SIM_LAB_WRAP_H
#define SIM_LAB_WRAP_H

#include <stddef.h>
#include <stdio.h>

#define WRAP_COLUMNS 79

/* Columns a UTF-8 text takes, one for each character. */
size_t text_columns(const char *text);

/*
 * Makes text valid UTF-8 in place: bytes that are not (in file names), and
 * control characters, become question marks. JSON takes nothing but UTF-8, and
 * a name from outside must not command a terminal.
 */
void text_clean(char *text);

/*
 * Prints text, broken at spaces so that no line is wider than WRAP_COLUMNS, and
 * a newline. The cursor stands at column indent already; later lines are
 * indented to it. A newline in text starts a new line.
 */
void wrap_print(FILE *out, unsigned int indent, const char *text);

#endif /* SIM_LAB_WRAP_H */
