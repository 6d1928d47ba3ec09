/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * things.h - the kinds of named things that `list` and `show` know.
 */
#ifndef SIM_CLI_THINGS_H
#define SIM_CLI_THINGS_H

#include <jansson.h>
#include <stddef.h>

#include "lab/names.h"

#define THING_KINDS 3

struct thing_kind {
	const char *name, *plural; /* "nic", "nics" */
	size_t (*names)(const char **names, size_t max);
	/* Two or three sentences on the thing of that (known) name. */
	const char *(*about)(const char *name);
	/* Prints everything about it; -1 and *err if there is none. */
	int (*show)(const char *name, struct err *err);
	/* The same as a JSON object, or NULL and *err. */
	json_t *(*json)(const char *name, struct err *err);
};

/* controller, nic, machine */
extern const struct thing_kind thing_kinds[THING_KINDS];

#endif /* SIM_CLI_THINGS_H */
