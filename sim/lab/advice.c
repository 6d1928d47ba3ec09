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

/* One run without --seeds. */
static size_t run_count(const struct compare_row *row)
{
	return row->nseeds ? row->nseeds : 1;
}

static const struct run_result *run_of(const struct compare_row *row, size_t i)
{
	return row->nseeds ? &row->seed_res[i] : &row->res;
}

/* Of all seeds together: the same number in each row, so sums compare. */
static uint64_t interrupts(const struct compare_row *row)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < run_count(row); i++)
		sum += run_of(row, i)->interrupts;
	return sum;
}

/* The mean over the seeds. */
static int64_t p99_ps(const struct compare_row *row)
{
	int64_t sum_ps = 0;

	for (size_t i = 0; i < run_count(row); i++)
		sum_ps += run_of(row, i)->delay.p99_ps;
	return sum_ps / (int64_t)run_count(row);
}

uint64_t advice_lost(const struct compare_row *row)
{
	struct compare_row one = *row;
	uint64_t sum = 0;

	for (size_t i = 0; i < run_count(row); i++) {
		one.res = *run_of(row, i);
		sum += row_dropped(&one);
	}
	return sum;
}

static bool better(const struct compare_row *a, const struct compare_row *b)
{
	if (interrupts(a) != interrupts(b))
		return interrupts(a) < interrupts(b);
	if (p99_ps(a) != p99_ps(b))
		return p99_ps(a) < p99_ps(b);
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
		if (a->kind != ADVICE_UNMET || advice_lost(row) < a->drops)
			a->drops = advice_lost(row);
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
		    advice_lost(row) <= drops &&
		    (!lowest || p99_ps(row) < p99_ps(lowest)))
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
		    advice_lost(row) <= drops && p99_ps(row) <= limit_ps &&
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
	a.lowest_ps = p99_ps(a.lowest);
	a.limit_ps = opt->max_p99_given ? opt->max_p99_ps : 2 * a.lowest_ps;
	a.best = find_best(res, a.drops, a.limit_ps);
	a.lossy = find_best(res, UINT64_MAX, a.limit_ps);
	if (a.lossy == a.best)
		a.lossy = NULL;
	if (a.best)
		a.kind = ADVICE_FOUND;
	return a;
}
