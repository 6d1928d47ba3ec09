// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "lab/names.h"

static double ratio(double num, double den)
{
	return den > 0 ? num / den : NAN;
}

static double share(const struct compare_row *r, int64_t ps)
{
	return 100.0 * ratio((double)ps, (double)row_span_ps(r));
}

static double us(const struct delay_stats *d, double ps)
{
	return d->n > 0 ? ps / (double)PS_PER_US : NAN;
}

static double int_s(const struct compare_row *r)
{
	return ratio((double)(r->res.interrupts - r->res.drain.interrupts) *
			     (double)PS_PER_S,
		     (double)row_span_ps(r));
}

static double pkt_int(const struct compare_row *r)
{
	return ratio((double)row_packets(r), (double)r->res.interrupts);
}

#define DELAY_VALUE(fn, stats, member)                                 \
	static double fn(const struct compare_row *r)                  \
	{                                                              \
		return us(&r->res.stats, (double)r->res.stats.member); \
	}

DELAY_VALUE(delay_mean, delay, mean_ps)
DELAY_VALUE(delay_p50, delay, p50_ps)
DELAY_VALUE(delay_p90, delay, p90_ps)
DELAY_VALUE(delay_p99, delay, p99_ps)
DELAY_VALUE(delay_p999, delay, p999_ps)
DELAY_VALUE(delay_max, delay, max_ps)
DELAY_VALUE(mod_mean, moderation_delay, mean_ps)
DELAY_VALUE(mod_p50, moderation_delay, p50_ps)
DELAY_VALUE(mod_p99, moderation_delay, p99_ps)
DELAY_VALUE(mod_max, moderation_delay, max_ps)
DELAY_VALUE(txc_p50, tx_completion_delay, p50_ps)
DELAY_VALUE(txc_p99, tx_completion_delay, p99_ps)

static double cpu_hardirq(const struct compare_row *r)
{
	return share(r, r->res.hardirq_ps - r->res.drain.hardirq_ps);
}

static double cpu_softirq(const struct compare_row *r)
{
	return share(r, r->res.softirq_ps - r->res.drain.softirq_ps);
}

static double cpu_process(const struct compare_row *r)
{
	return share(r, r->res.process_ps - r->res.drain.process_ps);
}

static double cpu(const struct compare_row *r)
{
	return cpu_hardirq(r) + cpu_softirq(r) + cpu_process(r);
}

static double drop(const struct compare_row *r)
{
	return 100.0 *
	       ratio((double)row_rx_dropped(r), (double)r->res.rx_offered);
}

static double tx_drop(const struct compare_row *r)
{
	return 100.0 *
	       ratio((double)row_tx_dropped(r), (double)r->res.tx_offered);
}

#define COUNT_VALUE(fn, expr)                           \
	static uint64_t fn(const struct compare_row *r) \
	{                                               \
		return (expr);                          \
	}

COUNT_VALUE(interrupts, r->res.interrupts)
COUNT_VALUE(decisions, r->res.decisions)
COUNT_VALUE(polls, r->res.polls)
COUNT_VALUE(rx_offered, r->res.rx_offered)
COUNT_VALUE(rx_delivered, r->res.rx_delivered)
COUNT_VALUE(rx_dropped, row_rx_dropped(r))
COUNT_VALUE(rx_in_flight, r->res.rx_in_flight)
COUNT_VALUE(tx_offered, r->res.tx_offered)
COUNT_VALUE(tx_delivered, r->res.tx_delivered)
COUNT_VALUE(tx_dropped, row_tx_dropped(r))
COUNT_VALUE(tx_in_flight, r->res.tx_in_flight)

const struct column table_columns[] = {
	{ "int/s", "interrupts_per_s", "", "int/s", false, 1, int_s, NULL },
	{ "pkt/int", "packets_per_interrupt", "pkt", "/int", false, 2, pkt_int,
	  NULL },
	{ "mean", "delay_mean_us", "delay, us", "mean", true, 2, delay_mean,
	  NULL },
	{ "p50", "delay_p50_us", "delay, us", "p50", false, 2, delay_p50,
	  NULL },
	{ "p90", "delay_p90_us", "delay, us", "p90", true, 2, delay_p90, NULL },
	{ "p99", "delay_p99_us", "delay, us", "p99", false, 2, delay_p99,
	  NULL },
	{ "p99.9", "delay_p999_us", "delay, us", "p99.9", false, 2, delay_p999,
	  NULL },
	{ "max", "delay_max_us", "delay, us", "max", false, 2, delay_max,
	  NULL },
	{ "cpu", "cpu_percent", "CPU", "%", false, 2, cpu, NULL },
	{ "hardirq", "cpu_hardirq_percent", "of which, %", "hard", true, 2,
	  cpu_hardirq, NULL },
	{ "softirq", "cpu_softirq_percent", "of which, %", "soft", true, 2,
	  cpu_softirq, NULL },
	{ "process", "cpu_process_percent", "of which, %", "proc", true, 2,
	  cpu_process, NULL },
	{ "drop", "rx_drop_percent", "drop", "%", false, 2, drop, NULL },
	{ "mod-mean", "moderation_delay_mean_us", "moderation delay, us",
	  "mean", true, 2, mod_mean, NULL },
	{ "mod-p50", "moderation_delay_p50_us", "moderation delay, us", "p50",
	  true, 2, mod_p50, NULL },
	{ "mod-p99", "moderation_delay_p99_us", "moderation delay, us", "p99",
	  true, 2, mod_p99, NULL },
	{ "mod-max", "moderation_delay_max_us", "moderation delay, us", "max",
	  true, 2, mod_max, NULL },
	{ "tx-p50", "tx_completion_delay_p50_us", "tx completion, us", "p50",
	  true, 2, txc_p50, NULL },
	{ "tx-p99", "tx_completion_delay_p99_us", "tx completion, us", "p99",
	  true, 2, txc_p99, NULL },
	{ "tx-drop", "tx_drop_percent", "tx drop", "%", true, 2, tx_drop,
	  NULL },
	{ "interrupts", "interrupts", "", "interrupts", true, 0, NULL,
	  interrupts },
	{ "polls", "polls", "", "polls", true, 0, NULL, polls },
	{ "decisions", "decisions", "", "decisions", true, 0, NULL, decisions },
	{ "rx-offered", "rx_offered", "rx", "offered", true, 0, NULL,
	  rx_offered },
	{ "rx-delivered", "rx_delivered", "rx", "delivered", true, 0, NULL,
	  rx_delivered },
	{ "rx-dropped", "rx_dropped", "rx", "dropped", true, 0, NULL,
	  rx_dropped },
	{ "rx-in-flight", "rx_in_flight", "rx", "pending", true, 0, NULL,
	  rx_in_flight },
	{ "tx-offered", "tx_offered", "tx", "offered", true, 0, NULL,
	  tx_offered },
	{ "tx-delivered", "tx_delivered", "tx", "delivered", true, 0, NULL,
	  tx_delivered },
	{ "tx-dropped", "tx_dropped", "tx", "dropped", true, 0, NULL,
	  tx_dropped },
	{ "tx-in-flight", "tx_in_flight", "tx", "pending", true, 0, NULL,
	  tx_in_flight },
};

const size_t table_column_count =
	sizeof(table_columns) / sizeof(table_columns[0]);

#define BY_LABEL "controller"

/* The column of that name (or CSV heading); NULL for the label, too. */
static const struct column *column_find(const char *name)
{
	for (size_t i = 0; i < table_column_count; i++)
		if (strcmp(table_columns[i].name, name) == 0 ||
		    strcmp(table_columns[i].csv, name) == 0)
			return &table_columns[i];
	return NULL;
}

double column_value(const struct column *col, const struct compare_row *row)
{
	return col->count ? (double)col->count(row) : col->figure(row);
}

double table_value(const char *name, const struct compare_row *row)
{
	return column_value(column_find(name), row);
}

struct spread column_spread(const struct column *col,
			    const struct compare_row *row)
{
	double value[OPT_SEEDS_MAX];
	struct compare_row one;

	if (row->nseeds == 0)
		return (struct spread){ .n = 1,
					.mean = column_value(col, row),
					.half = NAN };
	one = *row;
	for (size_t i = 0; i < row->nseeds; i++) {
		one.res = row->seed_res[i];
		value[i] = column_value(col, &one);
	}
	return spread_of(value, row->nseeds);
}

double table_mean(const char *name, const struct compare_row *row)
{
	return column_spread(column_find(name), row).mean;
}

int table_column_check(const char *text, const char *what, struct err *err)
{
	const char *names[NAMES_MAX];
	size_t n = 0;

	if (*text == '-')
		text++;
	if (strcmp(text, BY_LABEL) == 0 || column_find(text))
		return 0;
	names[n++] = BY_LABEL;
	for (size_t i = 0; i < table_column_count && n < NAMES_MAX; i++)
		names[n++] = table_columns[i].name;
	names_refuse(what, "column", text, names, n, err);
	return -1;
}

struct sort_key {
	struct compare_row row;
	double value;
	size_t place; /* keeps equal rows in order */
};

static int by_value(const void *va, const void *vb)
{
	const struct sort_key *a = va, *b = vb;
	bool no_a = isnan(a->value), no_b = isnan(b->value);

	if (no_a != no_b)
		return no_a ? 1 : -1;
	if (!no_a && a->value != b->value)
		return a->value < b->value ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static int by_label(const void *va, const void *vb)
{
	const struct sort_key *a = va, *b = vb;
	int order = strcmp(a->row.label, b->row.label);

	if (order)
		return order;
	return a->place < b->place ? -1 : a->place > b->place;
}

void table_sort(struct compare_result *res, const char *column)
{
	bool down = *column == '-';
	const struct column *col = column_find(column + down);
	struct sort_key *keys = calloc(res->nrows, sizeof(*keys));

	if (!keys)
		return; /* unsorted is still right */
	for (size_t i = 0; i < res->nrows; i++) {
		keys[i].row = res->rows[i];
		keys[i].place = i;
		if (col)
			keys[i].value = (down ? -1.0 : 1.0) *
					column_spread(col, &res->rows[i]).mean;
	}
	qsort(keys, res->nrows, sizeof(*keys), col ? by_value : by_label);
	for (size_t i = 0; i < res->nrows; i++)
		res->rows[down && !col ? res->nrows - 1 - i : i] = keys[i].row;
	free(keys);
}
