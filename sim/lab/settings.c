// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/settings.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "lab/duration.h"
#include "lab/names.h"

static int64_t value_of(const struct setting *s, const void *values)
{
	int64_t v;

	memcpy(&v, (const char *)values + s->offset, sizeof(v));
	return v;
}

/* Parts of a billion as parts of a million: "5.4", "-20" */
static void format_ppb(int64_t ppb, char *buf, size_t size)
{
	int64_t abs = ppb < 0 ? -ppb : ppb;
	char frac[8];
	size_t n;

	snprintf(frac, sizeof(frac), ".%03d", (int)(abs % 1000));
	for (n = 4; n > 0 && (frac[n - 1] == '0' || frac[n - 1] == '.'); n--)
		frac[n - 1] = '\0';
	snprintf(buf, size, "%s%" PRId64 "%s", ppb < 0 ? "-" : "", abs / 1000,
		 frac);
}

static char *format(const struct setting *s, int64_t v, char *buf, size_t size)
{
	if (s->unit == SETTING_NAMED)
		snprintf(buf, size, "%s", s->names[v]);
	else if (s->unit == SETTING_PPB)
		format_ppb(v, buf, size);
	else
		duration_format(v * PS_PER_NS, buf, size);
	return buf;
}

char *setting_value(const struct setting *s, const void *values, char *buf,
		    size_t size)
{
	return format(s, value_of(s, values), buf, size);
}

char *setting_range(const struct setting *s, char *buf, size_t size)
{
	char low[SETTING_TEXT_MAX], high[SETTING_TEXT_MAX];

	snprintf(buf, size, "%s%s%s", format(s, s->min, low, sizeof(low)),
		 s->unit == SETTING_NAMED ? " or " : " to ",
		 format(s, s->max, high, sizeof(high)));
	return buf;
}

/* "-5.4" as -5400; false if it is no such number. */
static bool parse_ppb(const char *text, int64_t *ppb)
{
	bool minus = *text == '-', digits = false;
	int64_t v = 0, weight = 1000;

	for (text += minus; *text >= '0' && *text <= '9'; text++) {
		digits = true;
		if (v < INT32_MAX)
			v = v * 10 + (*text - '0');
	}
	v *= 1000;
	if (digits && *text == '.')
		for (text++; *text >= '0' && *text <= '9' && weight > 1;
		     text++) {
			weight /= 10;
			v += (*text - '0') * weight;
		}
	*ppb = minus ? -v : v;
	return digits && *text == '\0';
}

static int out_of_range(const struct setting *s, const char *text,
			const char *what, struct err *err)
{
	char range[2 * SETTING_TEXT_MAX];

	err_set(err, ERR_USAGE, "%s: %s=%.64s: %s is wanted", what, s->name,
		text, setting_range(s, range, sizeof(range)));
	return -1;
}

static int parse(const struct setting *s, const char *text, const char *what,
		 int64_t *v, struct err *err)
{
	char where[160];
	int64_t ps;

	switch (s->unit) {
	case SETTING_NAMED:
		for (*v = 0; *v <= s->max; (*v)++)
			if (strcmp(s->names[*v], text) == 0)
				return 0;
		snprintf(where, sizeof(where), "%s: %s", what, s->name);
		names_refuse(where, "value", text, s->names, (size_t)s->max + 1,
			     err);
		return -1;
	case SETTING_PPB:
		if (parse_ppb(text, v))
			break;
		err_set(err, ERR_USAGE,
			"%s: %s=%.64s: a number with at most 3 decimals is "
			"wanted",
			what, s->name, text);
		return -1;
	default:
		snprintf(where, sizeof(where), "%s: %s", what, s->name);
		if (duration_parse(text, NULL, where, &ps, err) < 0)
			return -1;
		if (ps % PS_PER_NS) {
			err_set(err, ERR_USAGE,
				"%s '%.64s': finer than a nanosecond", where,
				text);
			return -1;
		}
		*v = ps / PS_PER_NS;
		break;
	}
	return *v < s->min || *v > s->max ? out_of_range(s, text, what, err)
					  : 0;
}

static int set_one(const struct setting *table, size_t n, const char *item,
		   const char *what, void *values, struct err *err)
{
	size_t len = strcspn(item, "=");
	const char *names[NAMES_MAX];
	char name[SETTING_TEXT_MAX];
	int64_t v;

	if (item[len] == '\0') {
		err_set(err, ERR_USAGE, "%s: '%.64s': write NAME=VALUE", what,
			item);
		return -1;
	}
	snprintf(name, sizeof(name), "%.*s", (int)len, item);
	for (size_t i = 0; i < n; i++) {
		names[i] = table[i].name;
		if (strcmp(names[i], name) != 0)
			continue;
		if (parse(&table[i], item + len + 1, what, &v, err) < 0)
			return -1;
		memcpy((char *)values + table[i].offset, &v, sizeof(v));
		return 0;
	}
	names_refuse(what, "setting", name, names, n, err);
	return -1;
}

int settings_parse(const struct setting *table, size_t n, const char *text,
		   const char *what, void *values, struct err *err)
{
	for (;;) {
		size_t len = strcspn(text, ",");
		char item[2 * SETTING_TEXT_MAX];

		if (len >= sizeof(item)) {
			err_set(err, ERR_USAGE, "%s: '%.32s...' is too long",
				what, text);
			return -1;
		}
		memcpy(item, text, len);
		item[len] = '\0';
		if (set_one(table, n, item, what, values, err) < 0)
			return -1;
		if (text[len] == '\0')
			return 0;
		text += len + 1;
	}
}

char *settings_format(const struct setting *table, size_t n, const char *name,
		      const void *base, const void *values, char *buf,
		      size_t size)
{
	size_t len = (size_t)snprintf(buf, size, "%s", name);
	char value[SETTING_TEXT_MAX];
	char sep = ':';

	for (size_t i = 0; i < n && len < size; i++) {
		const struct setting *s = &table[i];

		if (value_of(s, values) == value_of(s, base))
			continue;
		len += (size_t)snprintf(
			buf + len, size - len, "%c%s=%s", sep, s->name,
			setting_value(s, values, value, sizeof(value)));
		sep = ',';
	}
	return buf;
}
