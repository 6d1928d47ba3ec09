// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "lab/duration.h"
#include "lab/grid.h"
#include "lab/report.h"
#include "lab/settings.h"
#include "lab/table.h"
#include "lab/wrap.h"

/* Less than 2 % fewer interrupts are no reason to wait. */
#define GAIN_LEAST 0.98
#define CPU_FULL_PERCENT 90.0

/* Of a long file name at least so much is shown. */
#define NAME_MIN 9

/* Footnotes of the table, in the order of their letters. */
enum note { NOTE_DECISIONS, NOTE_DROPS, NOTE_TX_DROPS, NOTE_IN_FLIGHT, NOTES };

/* snprintf() at the end of what buf holds already. */
static void add(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void add(char *buf, size_t size, const char *fmt, ...)
{
	size_t len = strlen(buf);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf + len, size - len, fmt, ap);
	va_end(ap);
}

/* Three significant digits: "5.32", "84.9", "1920". */
static void add_short(char *buf, size_t size, double v)
{
	add(buf, size, "%.*f", v >= 100 || v == 0 ? 0 : v >= 10 ? 1 : 2, v);
}

static const char *trace_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (strcmp(path, "-") == 0)
		return "standard input";
	return slash && slash[1] ? slash + 1 : path;
}

/* The two lines above the table; what has no room there becomes a note. */
struct heading {
	char trace[512], model[512];
	char left_out[2 * SETTINGS_TEXT_MAX];
};

static void leave_out(struct heading *h, const char *what)
{
	add(h->left_out, sizeof(h->left_out), "%s%s",
	    h->left_out[0] ? ", " : "", what);
}

/* "name: N packets, S s, host X (P %), seed N"; the name gives way first. */
static void trace_line(const struct report *r, struct heading *h)
{
	const struct trace_info *info = &r->res->info;
	const double s = (double)info->duration_ps / (double)PS_PER_S;
	const char *name = trace_name(r->path);
	char front[128] = "", host[128] = "no host", share[32] = "", seed[64];
	size_t room, used;

	add(front, sizeof(front), ": %" PRIu64 " packet%s, ", info->packets,
	    info->packets == 1 ? "" : "s");
	if (s >= 1 || s == 0)
		add_short(front, sizeof(front), s);
	else
		add_short(front, sizeof(front), s < 1e-3 ? s * 1e6 : s * 1e3);
	add(front, sizeof(front), "%s, ",
	    s >= 1 || s == 0 ? " s"
	    : s < 1e-3	     ? " us"
			     : " ms");
	if (info->host[0]) {
		snprintf(host, sizeof(host), "host %s", info->host);
		snprintf(share, sizeof(share), " (%.*f %%)",
			 info->host_share < 1, 100.0 * info->host_share);
	}
	if (r->opt->seeds > 1)
		snprintf(seed, sizeof(seed), ", seeds %" PRIu64 "-%" PRIu64,
			 r->opt->seed, r->opt->seed + r->opt->seeds - 1);
	else
		snprintf(seed, sizeof(seed), ", seed %" PRIu64, r->opt->seed);
	used = NAME_MIN + strlen(front) + strlen(share);
	if (used + strlen(host) + strlen(seed) > WRAP_COLUMNS) {
		leave_out(h, seed + 2);
		seed[0] = '\0';
	}
	used += strlen(seed);
	if (used + strlen(host) > WRAP_COLUMNS) {
		size_t keep = WRAP_COLUMNS - used - strlen("host ...");

		leave_out(h, host);
		snprintf(host, sizeof(host), "host ...%s",
			 info->host + strlen(info->host) - keep);
	}
	room = WRAP_COLUMNS - (used - NAME_MIN + strlen(host));
	if (strlen(name) <= room)
		add(h->trace, sizeof(h->trace), "%s", name);
	else
		add(h->trace, sizeof(h->trace), "%.*s...", (int)room - 3, name);
	add(h->trace, sizeof(h->trace), "%s%s%s%s", front, host, share, seed);
}

/* "82574L:ppm=5.4", or without the settings if there is no room for them. */
static void model_name(struct heading *h, const char *name, size_t room)
{
	size_t n = strlen(name);

	if (strlen(h->model) + n > room) {
		leave_out(h, name);
		n = strcspn(name, ":");
	}
	add(h->model, sizeof(h->model), "%.*s", (int)n, name);
}

static void model_line(const struct report *r, struct heading *h)
{
	static const char tail[] = "; open-loop replay: senders do not react";
	const struct options *opt = r->opt;
	char extra[4][DURATION_TEXT_MAX + 16], text[DURATION_TEXT_MAX];
	int n = 0;

	model_name(h, opt->nic->name,
		   WRAP_COLUMNS - strlen(tail) - strlen(", msi, ") -
			   strcspn(opt->machine->name, ":"));
	add(h->model, sizeof(h->model), ", %s, ", irq_mode_name(opt->irq));
	model_name(h, opt->machine->name, WRAP_COLUMNS - strlen(tail));
	if (opt->driver != DRIVER_NAPI)
		snprintf(extra[n++], sizeof(extra[0]), "%s",
			 driver_name(opt->driver));
	if (opt->repeat_ps > 0)
		snprintf(extra[n++], sizeof(extra[0]), "repeat %s",
			 duration_format(opt->repeat_ps, text, sizeof(text)));
	if (opt->warmup_ps > 0)
		snprintf(extra[n++], sizeof(extra[0]), "warm-up %s",
			 duration_format(opt->warmup_ps, text, sizeof(text)));
	if (!opt->irq_given && !opt->nic->has_msi)
		snprintf(extra[n++], sizeof(extra[0]), "no MSI");
	for (int i = 0; i < n; i++)
		if (strlen(h->model) + 2 + strlen(extra[i]) + strlen(tail) <=
		    WRAP_COLUMNS)
			add(h->model, sizeof(h->model), ", %s", extra[i]);
		else
			leave_out(h, extra[i]);
	add(h->model, sizeof(h->model), "%s", tail);
}

static void print_partial(FILE *out, const struct report *r)
{
	const struct compare_result *res = r->res;
	char line[160] = "", whole[DURATION_TEXT_MAX];

	if (!res->interrupted && res->err.code == ERR_NONE)
		return;
	add(line, sizeof(line), "PARTIAL: %s; the figures are of the first ",
	    res->interrupted		 ? "interrupted"
	    : res->err.code == ERR_INPUT ? "the trace is damaged"
					 : "the trace cannot be played on");
	if (r->opt->repeat_ps > 0) {
		add_short(line, sizeof(line),
			  (double)res->end_ps / (double)PS_PER_S);
		add(line, sizeof(line), " s of %s.",
		    duration_format(r->opt->repeat_ps, whole, sizeof(whole)));
	} else {
		add(line, sizeof(line), "%" PRIu64 " packet%s.",
		    res->info.packets, res->info.packets == 1 ? "" : "s");
	}
	wrap_print(out, 0, line);
}

static bool run_has_note(const struct compare_row *row, enum note note)
{
	if (!row_measured(row))
		return false;
	switch (note) {
	case NOTE_DECISIONS:
		return row_undecided(row);
	case NOTE_DROPS:
		return row_rx_dropped(row) > 0;
	case NOTE_TX_DROPS:
		return row_tx_dropped(row) > 0;
	case NOTE_IN_FLIGHT:
		return row->res.rx_in_flight + row->res.tx_in_flight > 0;
	case NOTES:
		break;
	}
	return false;
}

/* With --seeds a note is due if one of the runs has it. */
static bool has_note(const struct compare_row *row, enum note note)
{
	struct compare_row one = *row;
	bool has = run_has_note(row, note);

	for (size_t i = 0; i < row->nseeds && !has; i++) {
		one.res = row->seed_res[i];
		has = run_has_note(&one, note);
	}
	return has;
}

/* Letters are given to the notes that occur, in order; 0: it does not. */
static void letter_notes(const struct compare_result *res, char *letters)
{
	char next = 'a';

	for (int n = 0; n < NOTES; n++) {
		letters[n] = 0;
		for (size_t i = 0; i < res->nrows && !letters[n]; i++)
			if (has_note(&res->rows[i], (enum note)n))
				letters[n] = next++;
	}
}

static void row_notes(const struct compare_row *row, const char *letters,
		      char *buf, size_t size)
{
	buf[0] = '\0';
	for (int n = 0; n < NOTES; n++)
		if (has_note(row, (enum note)n))
			add(buf, size, "%s%c", buf[0] ? "," : "", letters[n]);
}

/* Of one cause, in all runs of the row. */
static uint64_t rx_dropped(const struct compare_row *row, int cause)
{
	uint64_t sum = 0;

	if (row->nseeds == 0)
		return row->res.rx_dropped[cause];
	for (size_t i = 0; i < row->nseeds; i++)
		sum += row->seed_res[i].rx_dropped[cause];
	return sum;
}

static void add_drops(char *buf, size_t size, const struct compare_result *res)
{
	bool first = true;

	for (int c = 0; c < RX_DROP_COUNT; c++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < res->nrows; i++)
			sum += rx_dropped(&res->rows[i], c);
		if (sum == 0)
			continue;
		add(buf, size, "%s%s", first ? "" : ", ",
		    rx_drop_name((enum rx_drop)c));
		first = false;
	}
}

static void note_text(const struct report *r, enum note note, char *buf,
		      size_t size)
{
	char text[DURATION_TEXT_MAX];
	int64_t longer;

	buf[0] = '\0';
	switch (note) {
	case NOTE_DECISIONS:
		longer = 60 * PS_PER_S;
		if (r->res->end_ps > longer / 2)
			longer = (10 * (r->res->end_ps / PS_PER_S) + 10) *
				 PS_PER_S;
		if (r->opt->repeat_ps)
			longer = 10 * r->opt->repeat_ps;
		add(buf, size,
		    "fewer than %d decisions: the controller has hardly acted "
		    "and the row shows its start; play the trace for longer, "
		    "for example --repeat %s",
		    COMPARE_FEW_DECISIONS,
		    duration_format(longer, text, sizeof(text)));
		break;
	case NOTE_DROPS:
		add(buf, size, "received packets were dropped (");
		add_drops(buf, size, r->res);
		add(buf, size,
		    "); delays are of the others; counts: --csv or --json");
		break;
	case NOTE_TX_DROPS:
		add(buf, size,
		    "packets to send were dropped: the queue above the driver "
		    "was full");
		break;
	case NOTE_IN_FLIGHT:
		add(buf, size,
		    "packets were still on their way a second after the end; "
		    "they are in no delay");
		break;
	case NOTES:
		break;
	}
}

static bool any_measured(const struct compare_result *res)
{
	for (size_t i = 0; i < res->nrows; i++)
		if (row_measured(&res->rows[i]))
			return true;
	return false;
}

static const char *why_not_measured(const struct report *r)
{
	const struct trace_info *info = &r->res->info;

	if (info->packets > 0 && info->rx_packets + info->tx_packets == 0)
		return "no packet of the trace is this host's";
	if (r->opt->warmup_ps >= r->res->end_ps && r->res->end_ps > 0)
		return "the warm-up is as long as the trace";
	return "no time passed in the trace";
}

static void print_notes(FILE *out, const struct report *r, const char *letters,
			const struct heading *h)
{
	const struct trace_info *info = &r->res->info;
	char text[sizeof(h->left_out) + 64];

	if (r->opt->seeds > 1 || letters[0] || letters[1] || letters[2] ||
	    letters[3] || info->nnotes || h->left_out[0] ||
	    !any_measured(r->res))
		fputc('\n', out);
	if (r->opt->seeds > 1 && r->res->nrows) {
		snprintf(text, sizeof(text),
			 "means over %" PRIu64
			 " seeds; +/- is half of the 95 %% "
			 "confidence interval of the mean (Student's t)",
			 r->opt->seeds);
		wrap_print(out, 0, text);
	}
	for (int n = 0; n < NOTES; n++) {
		if (!letters[n])
			continue;
		note_text(r, (enum note)n, text, sizeof(text));
		fprintf(out, "%c  ", letters[n]);
		wrap_print(out, 3, text);
	}
	if (r->res->nrows && !any_measured(r->res))
		fprintf(out, "-  not measured: %s\n", why_not_measured(r));
	if (h->left_out[0]) {
		snprintf(text, sizeof(text), "not in the heading: %s",
			 h->left_out);
		fputs("*  ", out);
		wrap_print(out, 3, text);
	}
	for (unsigned int i = 0; i < info->nnotes; i++) {
		fputs("*  ", out);
		wrap_print(out, 3, info->notes[i]);
	}
}

static void print_table(FILE *out, const struct report *r, const char *letters)
{
	const struct compare_result *res = r->res;
	const size_t lines = r->opt->seeds > 1 ? 2 : 1;
	struct grid *g = grid_new(res->nrows * lines);

	if (!g)
		return;
	for (size_t c = 0; c < table_column_count; c++) {
		const struct column *col = &table_columns[c];

		if (col->wide && !r->opt->wide)
			continue;
		grid_column(g, col->group, col->head, col->decimals);
		for (size_t i = 0; i < res->nrows; i++) {
			struct spread s = column_spread(col, &res->rows[i]);

			grid_value(g, lines * i, s.mean);
			if (lines > 1)
				grid_value(g, lines * i + 1, s.half);
		}
	}
	for (size_t i = 0; i < res->nrows; i++) {
		char notes[32];

		row_notes(&res->rows[i], letters, notes, sizeof(notes));
		grid_label(g, lines * i, res->rows[i].label, notes);
		if (lines > 1)
			grid_label(g, lines * i + 1, "     +/-", "");
	}
	grid_print(g, out, r->opt->wide ? 0 : WRAP_COLUMNS);
	grid_free(g);
}

/* The column of that name: the advice shows what the table shows. */
static double figure(const struct compare_row *row, const char *column)
{
	return table_mean(column, row);
}

/* best minus base; what would be printed as -0.00 is 0. */
static double difference(const struct compare_row *best,
			 const struct compare_row *base, const char *column)
{
	double d = figure(best, column) - figure(base, column);

	return fabs(d) < 0.005 ? 0 : d;
}

/* The gains and costs of best against base, one line. */
static void print_against(FILE *out, const struct compare_row *base,
			  const struct compare_row *best, bool drops)
{
	double was = figure(base, "int/s");
	double change = was > 0 ? 100.0 * (figure(best, "int/s") / was - 1) : 0;

	if (fabs(change) < 0.05)
		change = 0; /* not -0.0 */
	char more[32];

	/* Past ten times as many a percentage says nothing to people. */
	if (change < 900)
		snprintf(more, sizeof(more), "%+.1f %%", change);
	else
		snprintf(more, sizeof(more), "x %.4g", 1 + change / 100);
	fprintf(out, "  against %-16.16s  %9s  %+9.1f us  %+6.2f pt",
		base->label, more, difference(best, base, "p99"),
		difference(best, base, "cpu"));
	if (drops)
		fprintf(out, "  %+6.2f pt", difference(best, base, "drop"));
	fputc('\n', out);
}

static void print_gains(FILE *out, const struct advice *a)
{
	const struct compare_row *base[] = { a->unmoderated, a->driver };
	bool any = false, drops = has_note(a->best, NOTE_DROPS);

	for (int i = 0; i < 2; i++) {
		if (!base[i] || base[i] == a->best)
			continue;
		any = true;
		drops = drops || has_note(base[i], NOTE_DROPS);
	}
	if (!any)
		return;
	fprintf(out,
		"  what it changes           interrupts           p99  CPU, "
		"points%s\n",
		drops ? "     drops" : "");
	for (int i = 0; i < 2; i++)
		if (base[i] && base[i] != a->best)
			print_against(out, base[i], a->best, drops);
}

/* A row that would have been chosen, had it not lost packets. */
static void print_lossy(FILE *out, const struct advice *a)
{
	char line[256] = "";

	if (!a->lossy)
		return;
	add(line, sizeof(line),
	    "Passed over: %.40s would have been chosen, but it lost %" PRIu64
	    " packet%s",
	    a->lossy->label, advice_lost(a->lossy),
	    advice_lost(a->lossy) == 1 ? "" : "s");
	if (a->drops)
		add(line, sizeof(line),
		    ", more than the %" PRIu64 " of the row that lost fewest",
		    a->drops);
	add(line, sizeof(line), ".");
	wrap_print(out, 0, line);
}

static void print_unmet(FILE *out, const struct advice *a)
{
	char line[256] = "", limit[DURATION_TEXT_MAX];

	add(line, sizeof(line),
	    "Advice: none. No fixed row%s has a p99 of at most %s; the lowest "
	    "is ",
	    a->lossy ? " of those that lose fewest packets" : "",
	    duration_format(a->limit_ps, limit, sizeof(limit)));
	add_short(line, sizeof(line), (double)a->lowest_ps / (double)PS_PER_US);
	add(line, sizeof(line), " us, of %.40s.", a->lowest->label);
	wrap_print(out, 0, line);
	print_lossy(out, a);
}

/* What a person should know before following the advice. */
static void print_caveats(FILE *out, const struct report *r)
{
	const struct advice *a = r->advice;
	const struct compare_row *zero = a->unmoderated;

	fputc('\n', out);
	print_lossy(out, a);
	if (zero && zero != a->best && zero->is_fixed &&
	    figure(a->best, "int/s") > GAIN_LEAST * figure(zero, "int/s"))
		wrap_print(out, 0,
			   "That saves next to no interrupts against fixed 0: "
			   "a shorter gap does as well here.");
	if (figure(a->best, "cpu") > CPU_FULL_PERCENT)
		wrap_print(out, 0,
			   "The CPU is nearly full at that setting; a larger "
			   "--max-p99 allows a longer gap, which costs less.");
	wrap_print(out, 0,
		   "Drivers without adaptive moderation (e1000, e1000e) take "
		   "the line without 'adaptive-rx off'.");
}

static void print_advice(FILE *out, const struct report *r)
{
	const struct advice *a = r->advice;
	char line[256] = "";

	fputc('\n', out);
	if (a->kind == ADVICE_NO_ROWS) {
		wrap_print(out, 0,
			   a->left_out
				   ? "No advice for ethtool: rx-usecs takes "
				     "whole microseconds, 0 or 10 to 10000, "
				     "none of these gaps."
				   : "No advice for ethtool: no fixed rows; "
				     "--fixed 0,20us,50us,100us adds some.");
		return;
	}
	if (a->kind == ADVICE_NO_DATA) {
		wrap_print(out, 0,
			   "No advice for ethtool: no packet was received.");
		return;
	}
	if (a->kind == ADVICE_UNMET) {
		print_unmet(out, a);
		return;
	}
	add(line, sizeof(line),
	    "Advice: the fixed row with the fewest "
	    "interrupts whose p99 is at most ");
	add_short(line, sizeof(line), (double)a->limit_ps / (double)PS_PER_US);
	add(line, sizeof(line), " us%s:",
	    r->opt->max_p99_given
		    ? ""
		    : " (twice the lowest p99 of the fixed rows)");
	wrap_print(out, 0, line);
	fprintf(out,
		"\n    ethtool -C IFACE adaptive-rx off rx-usecs %" PRId64
		"\n\n",
		a->best->gap_ps / PS_PER_US);
	print_gains(out, a);
	print_caveats(out, r);
	if (a->left_out)
		wrap_print(out, 0,
			   "Left out: gaps that the e1000 and e1000e drivers "
			   "do not take (rx-usecs is whole microseconds, 0 or "
			   "10 to 10000).");
}

void report_text(FILE *out, const struct report *r)
{
	struct heading h = { 0 };
	char letters[NOTES];

	trace_line(r, &h);
	model_line(r, &h);
	fprintf(out, "%s\n%s\n", h.trace, h.model);
	print_partial(out, r);
	fputc('\n', out);
	letter_notes(r->res, letters);
	print_table(out, r, letters);
	print_notes(out, r, letters, &h);
	if (r->advice)
		print_advice(out, r);
}
