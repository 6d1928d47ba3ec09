/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * names.h - the tables of named things, by name, with a helpful refusal.
 */
#ifndef SIM_LAB_NAMES_H
#define SIM_LAB_NAMES_H

#include <stddef.h>

#include <itr/itr.h>

#include "core/err.h"
#include "host/machine.h"
#include "nic/profile.h"

/* More than any of the tables holds. */
#define NAMES_MAX 128

size_t names_controllers(const char **names, size_t max);
size_t names_nics(const char **names, size_t max);
size_t names_machines(const char **names, size_t max);

/*
 * The thing of that name; a nic or a machine is found whatever the case of its
 * letters. NULL and *err (ERR_USAGE) with the nearest spelling and the list of
 * names if there is none; what begins the text ("--nic").
 */
const struct itr_ops *controller_by_name(const char *name, const char *what,
					 struct err *err);
const struct nic_profile *nic_by_name(const char *name, const char *what,
				      struct err *err);
const struct machine *machine_by_name(const char *name, const char *what,
				      struct err *err);

/* *err (ERR_USAGE): word is none of names; the nearest is suggested. */
void names_refuse(const char *what, const char *kind, const char *word,
		  const char *const *names, size_t n, struct err *err);

#endif /* SIM_LAB_NAMES_H */
