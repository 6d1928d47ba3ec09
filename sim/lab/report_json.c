// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "lab/info_report.h"
#include "lab/report.h"
#include "lab/table.h"
#include "lab/version.h"
#include "lab/wrap.h"

/* Nothing is printed finer than this; the digits are the same everywhere. */
#define ROUND_TO 1e9

/* A number, or null for one that does not exist: never inf or nan. */
static json_t *real(double v)
{
	if (!isfinite(v))
		return json_null();
	return json_real(round(v * ROUND_TO) / ROUND_TO);
}

static json_t *count(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static void set(json_t *obj, const char *key, json_t *value)
{
	json_object_set_new(obj, key, value);
}

static json_t *ratio(double num, double den)
{
	return real(den > 0 ? num / den : NAN);
}

static json_t *delay(const struct delay_stats *d)
{
	const double none = d->n ? 1.0 / (double)PS_PER_US : NAN;
	json_t *j = json_object();

	set(j, "mean", real(d->mean_ps * none));
	set(j, "p50", real((double)d->p50_ps * none));
	set(j, "p90", real((double)d->p90_ps * none));
	set(j, "p99", real((double)d->p99_ps * none));
	set(j, "p999", real((double)d->p999_ps * none));
	set(j, "max", real((double)d->max_ps * none));
	return j;
}

/* A named value is a string, unless its name is a number: "mode=3". */
static json_t *named(const char *name)
{
	char *end;
	long v = strtol(name, &end, 10);

	return *name && !*end ? json_integer(v) : json_string(name);
}

static json_t *params(const struct compare_row *row)
{
	json_t *j = json_object();

	for (u32 i = 0; i < row->ops->nparams; i++) {
		const struct itr_param *p = &row->ops->params[i];
		const s32 v = row->params.v[i];

		set(j, p->name,
		    p->names ? named(p->names[v - p->min]) : json_integer(v));
	}
	return j;
}

static json_t *cpu(const struct compare_row *row)
{
	json_t *j = json_object();

	set(j, "hardirq", real(table_value("hardirq", row) / 100));
	set(j, "softirq", real(table_value("softirq", row) / 100));
	set(j, "process", real(table_value("process", row) / 100));
	set(j, "idle", real(1 - table_value("cpu", row) / 100));
	return j;
}

static json_t *drain(const struct run_drain *d)
{
	json_t *j = json_object();

	set(j, "s", real((double)d->ps / (double)PS_PER_S));
	set(j, "interrupts", count(d->interrupts));
	return j;
}

static json_t *rx(const struct run_result *res)
{
	json_t *j = json_object(), *dropped = json_object();

	for (int i = 0; i < RX_DROP_COUNT; i++)
		set(dropped, rx_drop_name((enum rx_drop)i),
		    count(res->rx_dropped[i]));
	set(j, "offered", count(res->rx_offered));
	set(j, "delivered", count(res->rx_delivered));
	set(j, "dropped", dropped);
	set(j, "in_flight", count(res->rx_in_flight));
	set(j, "bytes_delivered", count(res->rx_bytes_delivered));
	return j;
}

static json_t *tx(const struct run_result *res)
{
	json_t *j = json_object(), *dropped = json_object();

	for (int i = 0; i < TX_DROP_COUNT; i++)
		set(dropped, tx_drop_name((enum tx_drop)i),
		    count(res->tx_dropped[i]));
	set(j, "offered", count(res->tx_offered));
	set(j, "delivered", count(res->tx_delivered));
	set(j, "dropped", dropped);
	set(j, "in_flight", count(res->tx_in_flight));
	set(j, "bytes_delivered", count(res->tx_bytes_delivered));
	return j;
}

/* The columns of the table, by the names they have in CSV. */
static json_t *seeds(const struct compare_row *row)
{
	json_t *j = json_object();

	for (size_t i = 0; i < table_column_count; i++) {
		const struct column *col = &table_columns[i];
		struct spread s;
		json_t *k;

		if (col->wide)
			continue;
		s = column_spread(col, row);
		k = json_object();
		set(k, "mean", real(s.mean));
		set(k, "low", real(s.mean - s.half));
		set(k, "high", real(s.mean + s.half));
		set(k, "n", count(s.n));
		set(j, col->csv, k);
	}
	return j;
}

static json_t *run(const struct compare_row *row)
{
	const struct run_result *res = &row->res;
	json_t *j = json_object(), *cause = json_object();

	set(j, "label", json_string(row->label));
	set(j, "controller", json_string(row->ops->name));
	set(j, "params", params(row));
	set(j, "measured_s", real((double)row_span_ps(row) / (double)PS_PER_S));
	set(j, "drain", drain(&res->drain));
	set(j, "decisions", count(res->decisions));
	set(j, "interrupts", count(res->interrupts));
	set(j, "interrupts_per_s", real(table_value("int/s", row)));
	set(cause, "rx", count(res->interrupts_rx));
	set(cause, "tx", count(res->interrupts_tx));
	set(cause, "other", count(res->interrupts_other));
	/* Asserted, and its cause not (or no longer) found. */
	set(cause, "none",
	    json_integer((json_int_t)(res->interrupts - res->interrupts_rx -
				      res->interrupts_tx -
				      res->interrupts_other)));
	set(j, "interrupts_by_cause", cause);
	set(j, "packets_per_interrupt",
	    ratio((double)row_packets(row), (double)res->interrupts));
	set(j, "bytes_per_interrupt",
	    ratio((double)(res->rx_bytes_delivered + res->tx_bytes_delivered),
		  (double)res->interrupts));
	set(j, "polls", count(res->polls));
	set(j, "mmio_reads", count(res->mmio_reads));
	set(j, "delay_us", delay(&res->delay));
	set(j, "moderation_delay_us", delay(&res->moderation_delay));
	set(j, "tx_completion_delay_us", delay(&res->tx_completion_delay));
	set(j, "cpu", cpu(row));
	set(j, "rx", rx(res));
	set(j, "tx", tx(res));
	if (row->nseeds)
		set(j, "seeds", seeds(row));
	return j;
}

static json_t *provenance(const struct report *r)
{
	const struct options *opt = r->opt;
	const struct trace_info *info = &r->res->info;
	json_t *j = json_object(), *options = json_object(),
	       *command = json_array();
	char text[4096];

	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];

		if (!o->in_result)
			continue;
		o->get(opt, text, sizeof(text));
		set(options, o->name,
		    text[0] ? json_string(text) : json_null());
	}
	for (int i = 0; i < r->argc; i++) {
		/* A file name need not be UTF-8, but JSON is. */
		snprintf(text, sizeof(text), "%s", r->argv[i]);
		text_clean(text);
		json_array_append_new(command, json_string(text));
	}
	set(j, "version", json_string(itrsim_version()));
	set(j, "commit", json_string(itrsim_commit()));
	set(j, "machine", json_string(opt->machine->name));
	set(j, "nic", json_string(opt->nic->name));
	set(j, "irq", json_string(irq_mode_name(opt->irq)));
	set(j, "driver", json_string(driver_name(opt->driver)));
	set(j, "seed", count(opt->seed));
	if (opt->seeds > 1)
		set(j, "seeds", count(opt->seeds));
	set(j, "options", options);
	set(j, "command", command);
	set(j, "trace_sha256",
	    info->sha256[0] ? json_string(info->sha256) : json_null());
	return j;
}

static json_t *advice(const struct advice *a)
{
	json_t *j;

	if (!a || a->kind == ADVICE_NO_ROWS || a->kind == ADVICE_NO_DATA)
		return json_null();
	j = json_object();
	set(j, "max_p99_us", real((double)a->limit_ps / (double)PS_PER_US));
	set(j, "met", json_boolean(a->best != NULL));
	set(j, "label", a->best ? json_string(a->best->label) : json_null());
	set(j, "passed_over",
	    a->lossy ? json_string(a->lossy->label) : json_null());
	set(j, "rx_usecs",
	    a->best ? json_integer(a->best->gap_ps / PS_PER_US) : json_null());
	return j;
}

void report_json(FILE *out, const struct report *r)
{
	const struct compare_result *res = r->res;
	json_t *j = json_object(), *runs = json_array();

	for (size_t i = 0; i < res->nrows; i++)
		json_array_append_new(runs, run(&res->rows[i]));
	set(j, "schema", json_integer(1));
	set(j, "provenance", provenance(r));
	set(j, "partial",
	    json_boolean(res->interrupted || res->err.code != ERR_NONE));
	set(j, "interrupted", json_boolean(res->interrupted));
	set(j, "trace",
	    trace_info_json(&res->info, res->err.code ? res->err.text : NULL));
	set(j, "runs", runs);
	set(j, "advice", advice(r->advice));
	json_dumpf(j, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	fputc('\n', out);
	json_decref(j);
}
