/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * cmd.h - the commands of itrsim, and what they share.
 */
#ifndef SIM_CLI_CMD_H
#define SIM_CLI_CMD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/err.h"

/* Each takes its own name in argv[0] and returns the exit code of itrsim. */
int cmd_check(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_show(int argc, char **argv);

/*
 * To be called first: installs the handlers behind cmd_stop(), makes a closed
 * pipe an error, and sees to it that no file opened later becomes the standard
 * output because that was closed.
 */
void cmd_start(void);

/* True once SIGINT or SIGTERM has come; fits trace_options.stop. */
bool cmd_stop(void);

/* Prints "itrsim: TEXT" on standard error; returns the exit code of *e. */
int cmd_fail(const struct err *e);

/* A hint or a warning on standard error that changes no exit code. */
void cmd_notice(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Progress of reading a trace, on standard error: only if that is a terminal
 * and it has taken a second so far. Fits trace_options.progress (ctx unused).
 */
void cmd_progress(void *ctx, uint64_t packets, uint64_t done, uint64_t total);

/* Clears the progress line if there is one. */
void cmd_progress_end(void);

/* Prints j (and takes it) on standard output, with a newline. */
void cmd_print_json(json_t *j);

/*
 * Remembers that a write has failed, and why: cmd_stop() is true from now on,
 * so that nothing more is computed for an output nobody can read.
 */
void cmd_write_failed(int error);
bool cmd_write_error(void);

/* Calls cmd_write_failed() if f has an error; errno must be of that write. */
void cmd_check_write(FILE *f);

/*
 * Flushes and closes f; name is what the user calls it. Returns code, or says
 * on standard error what could not be written and returns ERR_INPUT.
 */
int cmd_close(FILE *f, const char *name, int code);

#endif /* SIM_CLI_CMD_H */
