// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <itr/text.h>

#include "lab/report.h"
#include "lab/table.h"
#include "lab/version.h"

void csv_field(FILE *out, const char *text)
{
	if (!text[strcspn(text, ",\"\r\n")]) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

static bool has_spread(const struct report *r, const struct column *col)
{
	return r->opt->seeds > 1 && !col->wide;
}

static void heading(FILE *out, const struct report *r)
{
	fputs("label,controller,params", out);
	for (size_t i = 0; i < table_column_count; i++)
		fprintf(out, ",%s", table_columns[i].csv);
	for (int i = 0; i < RX_DROP_COUNT; i++)
		fprintf(out, ",rx_dropped_%s", rx_drop_name((enum rx_drop)i));
	for (int i = 0; i < TX_DROP_COUNT; i++)
		fprintf(out, ",tx_dropped_%s", tx_drop_name((enum tx_drop)i));
	fputs(",measured_s,drain_s,drain_interrupts,partial,version,commit,nic,"
	      "irq,machine,driver,"
	      "repeat_s,warmup_s,seed,host,trace,trace_sha256",
	      out);
	if (r->opt->seeds > 1)
		fputs(",seeds", out);
	for (size_t i = 0; i < table_column_count; i++) {
		const char *name = table_columns[i].csv;

		if (has_spread(r, &table_columns[i]))
			fprintf(out, ",%s_mean,%s_low,%s_high,%s_n", name, name,
				name, name);
	}
	fputs("\r\n", out);
}

/* A value that is not there is an empty field. */
static void number(FILE *out, double v)
{
	fputc(',', out);
	if (!isnan(v))
		fprintf(out, "%.6f", v);
}

static void count(FILE *out, uint64_t n)
{
	fprintf(out, ",%" PRIu64, n);
}

static void cell(FILE *out, const struct column *col,
		 const struct compare_row *row)
{
	if (col->count)
		count(out, col->count(row));
	else
		number(out, col->figure(row));
}

static void spread(FILE *out, const struct spread *s)
{
	number(out, s->mean);
	number(out, s->mean - s->half);
	number(out, s->mean + s->half);
	count(out, s->n);
}

static void text(FILE *out, const char *value)
{
	fputc(',', out);
	csv_field(out, value);
}

static void line(FILE *out, const struct report *r,
		 const struct compare_row *row)
{
	const struct options *opt = r->opt;
	char params[COMPARE_LABEL_MAX];

	csv_field(out, row->label);
	text(out, row->ops->name);
	itr_format_params(row->ops, &row->params, true, params, sizeof(params));
	text(out, params);
	for (size_t i = 0; i < table_column_count; i++)
		cell(out, &table_columns[i], row);
	for (int i = 0; i < RX_DROP_COUNT; i++)
		count(out, row->res.rx_dropped[i]);
	for (int i = 0; i < TX_DROP_COUNT; i++)
		count(out, row->res.tx_dropped[i]);
	number(out, (double)row_span_ps(row) / (double)PS_PER_S);
	number(out, (double)row->res.drain.ps / (double)PS_PER_S);
	count(out, row->res.drain.interrupts);
	text(out, r->res->interrupted || r->res->err.code ? "1" : "0");
	text(out, itrsim_version());
	text(out, itrsim_commit());
	text(out, opt->nic->name);
	text(out, irq_mode_name(opt->irq));
	text(out, opt->machine->name);
	text(out, driver_name(opt->driver));
	number(out, (double)opt->repeat_ps / (double)PS_PER_S);
	number(out, (double)opt->warmup_ps / (double)PS_PER_S);
	count(out, opt->seed);
	text(out, r->res->info.host);
	text(out, r->path);
	text(out, r->res->info.sha256);
	if (opt->seeds > 1)
		count(out, opt->seeds);
	for (size_t i = 0; i < table_column_count; i++) {
		struct spread s;

		if (!has_spread(r, &table_columns[i]))
			continue;
		s = column_spread(&table_columns[i], row);
		spread(out, &s);
	}
	fputs("\r\n", out);
}

void report_csv(FILE *out, const struct report *r)
{
	heading(out, r);
	for (size_t i = 0; i < r->res->nrows; i++)
		line(out, r, &r->res->rows[i]);
}
