/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * err.h - one error: what went wrong, where, and what to do about it.
 *
 * A function that can fail takes a struct err *, sets it with err_set() and
 * returns -1 or NULL. Nobody below the command line prints or exits.
 */
#ifndef SIM_CORE_ERR_H
#define SIM_CORE_ERR_H

/* Exit codes of itrsim, and the kinds of error that lead to them. */
enum err_code {
	ERR_NONE = 0,
	ERR_INPUT = 1, /* an input is damaged, unreadable or refused */
	ERR_USAGE = 2, /* the command line is wrong */
	ERR_VERDICT = 3, /* it ran, and the answer is no */
	ERR_INTERRUPTED = 130 /* SIGINT or SIGTERM */
};

struct err {
	enum err_code code;
	char text[512];
};

/* Sets *e unless it holds an earlier error (the first cause is kept). */
void err_set(struct err *e, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* SIM_CORE_ERR_H */
