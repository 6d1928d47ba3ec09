// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/fixed.h"

#include <inttypes.h>
#include <string.h>

#include "core/clock.h"
#include "lab/duration.h"

#define FIXED_NAME "fixed"
#define FIXED_GAP "gap_ns"

const struct itr_ops *fixed_ops(void)
{
	return itr_find(FIXED_NAME);
}

/* The index of the gap in the parameter table, and its unit; -1: none. */
static int gap_param(const struct itr_ops *ops, int64_t *unit_ps)
{
	for (u32 i = 0; i < ops->nparams; i++) {
		const struct itr_param *p = &ops->params[i];

		if (strcmp(p->name, FIXED_GAP) != 0)
			continue;
		*unit_ps = strcmp(p->unit, "ns") == 0 ? PS_PER_NS : PS_PER_US;
		return (int)i;
	}
	return -1;
}

int fixed_params(int64_t gap_ps, const struct itr_ops **ops,
		 struct itr_params *params, const char *what, struct err *err)
{
	char text[DURATION_TEXT_MAX], low[DURATION_TEXT_MAX],
		high[DURATION_TEXT_MAX];
	const struct itr_param *p;
	int64_t unit_ps = 0;
	int i;

	*ops = fixed_ops();
	i = *ops ? gap_param(*ops, &unit_ps) : -1;
	if (i < 0) {
		err_set(err, ERR_USAGE, "%s: this library has no fixed gaps",
			what);
		return -1;
	}
	p = &(*ops)->params[i];
	itr_params_default(*ops, params);
	duration_format(gap_ps, text, sizeof(text));
	if (gap_ps / unit_ps < p->min || gap_ps / unit_ps > p->max) {
		err_set(err, ERR_USAGE,
			"%s %s: out of range; gaps go from %s to %s", what,
			text,
			duration_format(p->min * unit_ps, low, sizeof(low)),
			duration_format(p->max * unit_ps, high, sizeof(high)));
		return -1;
	}
	if (gap_ps % unit_ps != 0) {
		err_set(err, ERR_USAGE, "%s %s: gaps are whole %s", what, text,
			unit_ps == PS_PER_US ? "microseconds" : "nanoseconds");
		return -1;
	}
	params->v[i] = (s32)(gap_ps / unit_ps);
	return 0;
}

bool params_equal(const struct itr_ops *ops, const struct itr_params *a,
		  const struct itr_params *b)
{
	return memcmp(a->v, b->v, ops->nparams * sizeof(a->v[0])) == 0;
}

bool fixed_gap_ps(const struct itr_ops *ops, const struct itr_params *params,
		  int64_t *gap_ps)
{
	struct itr_params bare;
	int64_t unit_ps = 0;
	int i;

	if (ops != fixed_ops())
		return false;
	i = gap_param(ops, &unit_ps);
	if (i < 0)
		return false;
	itr_params_default(ops, &bare);
	bare.v[i] = params->v[i];
	if (!params_equal(ops, &bare, params))
		return false;
	*gap_ps = params->v[i] * unit_ps;
	return true;
}
