/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * settings.h - settings as text: "NAME=VALUE,NAME=VALUE".
 */
#ifndef SIM_LAB_SETTINGS_H
#define SIM_LAB_SETTINGS_H

#include "core/err.h"
#include "core/setting.h"

/* Room for one value, and for all settings of a table. */
#define SETTING_TEXT_MAX 64
#define SETTINGS_TEXT_MAX 1024

/*
 * Sets in *values what the text names; what and kind begin an error, as in
 * "--nic: unknown setting". Returns 0, or -1 and *err with the nearest name, the
 * range or the names of the values; then *values may be half set.
 */
int settings_parse(const struct setting *table, size_t n, const char *text,
		   const char *what, void *values, struct err *err);

/*
 * Writes "NAME:NAME=VALUE,...", those that differ from *base, as it can be read
 * again; only the name if none does. Returns buf.
 */
char *settings_format(const struct setting *table, size_t n, const char *name,
		      const void *base, const void *values, char *buf,
		      size_t size);

/* One value as text; returns buf. */
char *setting_value(const struct setting *s, const void *values, char *buf,
		    size_t size);

/* What may be written for it: "keep or restart", "0 to 16.77696ms". */
char *setting_range(const struct setting *s, char *buf, size_t size);

#endif /* SIM_LAB_SETTINGS_H */
