// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/advice.h"

#include <string.h>

#include "core/clock.h"

bool advice_settable(int64_t gap_ps)
{
	return gap_ps == 0 ||
	       (gap_ps % PS_PER_US == 0 && gap_ps >= 10 * PS_PER_US &&
		gap_ps <= 10000 * PS_PER_US);
}

static bool better(const struct compare_row *a, const struct compare_row *b)
{
	if (a->res.interrupts != b->res.interrupts)
		return a->res.interrupts < b->res.interrupts;
	if (a->res.delay.p99_ps != b->res.delay.p99_ps)
		return a->res.delay.p99_ps < b->res.delay.p99_ps;
	return a->gap_ps < b->gap_ps;
}

static bool settable(const struct compare_row *row)
{
	return row->is_fixed && advice_settable(row->gap_ps);
}

static bool has_data(const struct compare_row *row)
{
	return row_measured(row) && row->res.delay.n > 0;
}

static bool is_default(const struct compare_row *row)
{
	struct itr_params p;

	itr_params_default(row->ops, &p);
	return memcmp(&p, &row->params, sizeof(p)) == 0;
}

/* The row to measure gains against: fixed 0, else off. */
static const struct compare_row *
find_unmoderated(const struct compare_result *r)
{
	for (size_t i = 0; i < r->nrows; i++)
		if (r->rows[i].is_fixed && r->rows[i].gap_ps == 0)
			return &r->rows[i];
	for (size_t i = 0; i < r->nrows; i++)
		if (strcmp(r->rows[i].ops->name, "off") == 0)
			return &r->rows[i];
	return NULL;
}

/* What the fixed rows are, before anything is chosen: kind, drops, left_out. */
static void survey(const struct compare_result *res, struct advice *a)
{
	for (size_t i = 0; i < res->nrows; i++) {
		const struct compare_row *row = &res->rows[i];

		if (row->is_fixed && !settable(row))
			a->left_out++;
		if (strcmp(row->ops->name, "e1000") == 0 &&
		    (!a->driver || is_default(row)))
			a->driver = row;
		if (!settable(row))
			continue;
		if (a->kind == ADVICE_NO_ROWS)
			a->kind = ADVICE_NO_DATA;
		if (!has_data(row))
			continue;
		if (a->kind != ADVICE_UNMET || row_dropped(row) < a->drops)
			a->drops = row_dropped(row);
		a->kind = ADVICE_UNMET;
	}
	a->unmoderated = find_unmoderated(res);
}

/* The lowest p99 of the rows that lost at most so many. */
static const struct compare_row *find_lowest(const struct compare_result *res,
					     uint64_t drops)
{
	const struct compare_row *lowest = NULL;

	for (size_t i = 0; i < res->nrows; i++) {
		const struct compare_row *row = &res->rows[i];

		if (settable(row) && has_data(row) &&
		    row_dropped(row) <= drops &&
		    (!lowest ||
		     row->res.delay.p99_ps < lowest->res.delay.p99_ps))
			lowest = row;
	}
	return lowest;
}

static const struct compare_row *find_best(const struct compare_result *res,
					   uint64_t drops, int64_t limit_ps)
{
	const struct compare_row *best = NULL;

	for (size_t i = 0; i < res->nrows; i++) {
		const struct compare_row *row = &res->rows[i];

		if (settable(row) && has_data(row) &&
		    row_dropped(row) <= drops &&
		    row->res.delay.p99_ps <= limit_ps &&
		    (!best || better(row, best)))
			best = row;
	}
	return best;
}

struct advice advice_find(const struct options *opt,
			  const struct compare_result *res)
{
	struct advice a = { .kind = ADVICE_NO_ROWS };

	survey(res, &a);
	if (a.kind != ADVICE_UNMET)
		return a;
	a.lowest = find_lowest(res, a.drops);
	a.lowest_ps = a.lowest->res.delay.p99_ps;
	a.limit_ps = opt->max_p99_given ? opt->max_p99_ps : 2 * a.lowest_ps;
	a.best = find_best(res, a.drops, a.limit_ps);
	a.lossy = find_best(res, UINT64_MAX, a.limit_ps);
	if (a.lossy == a.best)
		a.lossy = NULL;
	if (a.best)
		a.kind = ADVICE_FOUND;
	return a;
}
