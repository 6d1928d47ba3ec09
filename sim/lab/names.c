// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <itr/text.h>

size_t names_controllers(const char **names, size_t max)
{
	size_t n = itr_controllers_count < max ? itr_controllers_count : max;

	for (size_t i = 0; i < n; i++)
		names[i] = itr_controllers[i]->name;
	return n;
}

size_t names_nics(const char **names, size_t max)
{
	size_t n = nic_profiles_count < max ? nic_profiles_count : max;

	for (size_t i = 0; i < n; i++)
		names[i] = nic_profiles[i]->name;
	return n;
}

size_t names_machines(const char **names, size_t max)
{
	size_t n = machines_count < max ? machines_count : max;

	for (size_t i = 0; i < n; i++)
		names[i] = machines[i]->name;
	return n;
}

/* "a, b or c" */
static void join(const char *const *names, size_t n, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < n && len < size; i++) {
		const char *sep = i == 0 ? "" : i + 1 == n ? " or " : ", ";
		int more =
			snprintf(buf + len, size - len, "%s%s", sep, names[i]);

		len += more > 0 ? (size_t)more : 0;
	}
}

void names_refuse(const char *what, const char *kind, const char *word,
		  const char *const *names, size_t n, struct err *err)
{
	const char *near = itr_nearest(word, names, n);
	char list[512];

	join(names, n, list, sizeof(list));
	/* A long list beside a good guess only hides it. */
	if (near && n > 8)
		err_set(err, ERR_USAGE,
			"%s: unknown %s '%.64s'; did you mean '%s'?", what,
			kind, word, near);
	else if (near)
		err_set(err, ERR_USAGE,
			"%s: unknown %s '%.64s'; did you mean '%s'? "
			"Known: %s",
			what, kind, word, near, list);
	else
		err_set(err, ERR_USAGE, "%s: unknown %s '%.64s'; known: %s",
			what, kind, word, list);
}

const struct itr_ops *controller_by_name(const char *name, const char *what,
					 struct err *err)
{
	const struct itr_ops *ops = itr_find(name);
	const char *names[NAMES_MAX];

	if (!ops)
		names_refuse(what, "controller", name, names,
			     names_controllers(names, NAMES_MAX), err);
	return ops;
}

const struct nic_profile *nic_by_name(const char *name, const char *what,
				      struct err *err)
{
	const char *names[NAMES_MAX];

	for (size_t i = 0; i < nic_profiles_count; i++)
		if (strcasecmp(nic_profiles[i]->name, name) == 0)
			return nic_profiles[i];
	names_refuse(what, "nic", name, names, names_nics(names, NAMES_MAX),
		     err);
	return NULL;
}

const struct machine *machine_by_name(const char *name, const char *what,
				      struct err *err)
{
	const char *names[NAMES_MAX];

	for (size_t i = 0; i < machines_count; i++)
		if (strcasecmp(machines[i]->name, name) == 0)
			return machines[i];
	names_refuse(what, "machine", name, names,
		     names_machines(names, NAMES_MAX), err);
	return NULL;
}
