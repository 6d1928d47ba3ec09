/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * setting.h - a number of a part or a machine that a run may set, as data. Its
 * text is read and written in lab/settings.h.
 */
#ifndef SIM_CORE_SETTING_H
#define SIM_CORE_SETTING_H

#include <stddef.h>
#include <stdint.h>

enum setting_unit {
	SETTING_NAMED, /* one of names[], counted from 0 */
	SETTING_NS, /* a time */
	SETTING_PPB, /* read and written as ppm: 5.4 is 5400 */
};

struct setting {
	const char *name;
	enum setting_unit unit;
	int64_t min, max;
	const char *const *names; /* of the values 0 to max, or NULL */
	const char *help;
	size_t offset; /* of the int64_t in the struct that holds it */
};

#endif /* SIM_CORE_SETTING_H */
