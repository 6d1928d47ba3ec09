// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/duration.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"

static const struct unit {
	const char *name;
	int64_t ps;
} units[] = {
	{ "s", PS_PER_S },	    { "ms", PS_PER_MS },
	{ "us", PS_PER_US },	    { "\xc2\xb5s", PS_PER_US }, /* micro sign */
	{ "\xce\xbcs", PS_PER_US }, /* Greek mu */
	{ "ns", PS_PER_NS },
};

static const struct unit *unit_find(const char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(units[i].name, name) == 0)
			return &units[i];
	return NULL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Adds digit * weight to *sum; false when that exceeds the clock. */
static bool add_digit(int64_t *sum, int digit, int64_t weight)
{
	int64_t term;

	if (__builtin_mul_overflow((int64_t)digit, weight, &term) ||
	    __builtin_add_overflow(*sum, term, sum))
		return false;
	return *sum <= TIME_MAX_PS;
}

int duration_parse(const char *text, const char *bare_unit, const char *what,
		   int64_t *ps, struct err *err)
{
	const char *p = text, *point = NULL;
	const struct unit *unit;
	int64_t sum = 0, weight;
	bool digits = false, fits = true, zero = true;

	for (; is_digit(*p) || (*p == '.' && !point); p++) {
		if (*p == '.') {
			point = p;
			continue;
		}
		digits = true;
		zero = zero && *p == '0';
	}
	if (!digits) {
		err_set(err, ERR_USAGE,
			"%s '%s': not a length of time; write it like 20us, "
			"1.5ms or 10s",
			what, text);
		return -1;
	}
	if (*p != '\0') {
		unit = unit_find(p);
		if (!unit) {
			err_set(err, ERR_USAGE,
				"%s '%s': unknown unit '%s'; units are ns, us, "
				"ms and s",
				what, text, p);
			return -1;
		}
	} else if (bare_unit || zero) {
		unit = unit_find(bare_unit ? bare_unit : "s");
	} else {
		err_set(err, ERR_USAGE,
			"%s '%s': the unit is missing; write %sus, %sms or %ss",
			what, text, text, text, text);
		return -1;
	}

	/* Whole units first: Horner's rule, then times the unit. */
	weight = unit->ps;
	for (p = text; is_digit(*p) && fits; p++)
		fits = sum <= TIME_MAX_PS / 10 &&
		       (sum = sum * 10 + (*p - '0')) <= TIME_MAX_PS;
	fits = fits && (sum == 0 || sum <= TIME_MAX_PS / weight);
	if (fits)
		sum *= weight;
	/* Then the fraction, digit by digit, as long as it is whole ps. */
	for (p = point ? point + 1 : ""; is_digit(*p) && fits; p++) {
		if (weight % 10 != 0 && *p != '0') {
			err_set(err, ERR_USAGE,
				"%s '%s': finer than a picosecond", what, text);
			return -1;
		}
		weight /= 10;
		fits = add_digit(&sum, *p - '0', weight);
	}
	if (!fits) {
		err_set(err, ERR_USAGE,
			"%s '%s': too long; the simulated clock carries 100 "
			"days",
			what, text);
		return -1;
	}
	*ps = sum;
	return 0;
}

char *duration_format(int64_t ps, char *buf, size_t size)
{
	const struct unit *unit = &units[0];
	char frac[16];
	int64_t rest;
	int n = 0;

	if (ps == 0) {
		snprintf(buf, size, "0");
		return buf;
	}
	while (ps < unit->ps && unit->ps > PS_PER_NS)
		unit++;
	rest = ps % unit->ps;
	for (int64_t w = unit->ps / 10; rest != 0; w /= 10) {
		frac[n++] = (char)('0' + rest / w);
		rest %= w;
	}
	frac[n] = '\0';
	snprintf(buf, size, "%" PRId64 "%s%s%s", ps / unit->ps, n ? "." : "",
		 frac, unit->name);
	return buf;
}
