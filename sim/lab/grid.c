// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lab/wrap.h"

#define LABEL_MIN 10 /* "controller" */
#define LABEL_MAX 20 /* a longer one gets a line of its own */
#define NOTES_HEAD "notes"

struct column {
	const char *group, *head;
	unsigned int decimals;
	size_t width;
	double *value;
};

struct row {
	char *label, *notes;
};

struct grid {
	size_t nrows, ncolumns, label_width;
	struct column column[GRID_COLUMNS_MAX];
	struct row *row;
};

struct grid *grid_new(size_t nrows)
{
	struct grid *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->nrows = nrows;
	g->row = calloc(nrows + 1, sizeof(*g->row));
	if (!g->row) {
		free(g);
		return NULL;
	}
	return g;
}

void grid_free(struct grid *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->ncolumns; i++)
		free(g->column[i].value);
	for (size_t i = 0; i < g->nrows; i++) {
		free(g->row[i].label);
		free(g->row[i].notes);
	}
	free(g->row);
	free(g);
}

void grid_column(struct grid *g, const char *group, const char *head,
		 unsigned int decimals)
{
	struct column *c = &g->column[g->ncolumns];

	if (g->ncolumns == GRID_COLUMNS_MAX)
		abort(); /* the tables of this program are smaller */
	c->value = calloc(g->nrows + 1, sizeof(*c->value));
	if (!c->value)
		abort();
	c->group = group;
	c->head = head;
	c->decimals = decimals;
	g->ncolumns++;
}

void grid_value(struct grid *g, size_t row, double value)
{
	g->column[g->ncolumns - 1].value[row] = value;
}

void grid_label(struct grid *g, size_t row, const char *label,
		const char *notes)
{
	g->row[row].label = strdup(label);
	g->row[row].notes = strdup(notes);
	if (!g->row[row].label || !g->row[row].notes)
		abort();
}

/* One number. What is not 0 but would look like it becomes "<0.01". */
static int format(char *buf, size_t size, double v, unsigned int decimals)
{
	double least = pow(10, -(double)decimals);

	if (isnan(v))
		return snprintf(buf, size, "-");
	if (v == 0)
		return snprintf(buf, size, "0");
	if (fabs(v) < least / 2)
		return snprintf(buf, size, "<%.*f", (int)decimals, least);
	return snprintf(buf, size, "%.*f", (int)decimals, v);
}

static void measure(struct grid *g, struct column *c)
{
	char text[64];

	c->width = text_columns(c->head);
	for (size_t i = 0; i < g->nrows; i++) {
		int n = format(text, sizeof(text), c->value[i], c->decimals);

		if ((size_t)n > c->width)
			c->width = (size_t)n;
	}
}

/* As many decimals as the largest value leaves sensible. */
static void choose_decimals(struct grid *g, struct column *c)
{
	double largest = 0;
	unsigned int want;

	for (size_t i = 0; i < g->nrows; i++)
		if (!isnan(c->value[i]) && fabs(c->value[i]) > largest)
			largest = fabs(c->value[i]);
	want = largest >= 10000 ? 0 : largest >= 100 ? 1 : 2;
	/* A column that may have fewer than 2 has fewer all the way. */
	c->decimals = want + c->decimals > 2 ? want + c->decimals - 2 : 0;
	measure(g, c);
}

static size_t line_width(const struct grid *g, size_t gap)
{
	size_t width = g->label_width;

	for (size_t i = 0; i < g->ncolumns; i++)
		width += gap + g->column[i].width;
	return width + gap + strlen(NOTES_HEAD);
}

/* The columns of one group, from first: returns the one after the last. */
static size_t group_end(const struct grid *g, size_t first)
{
	size_t i = first + 1;

	while (i < g->ncolumns && g->column[first].group[0] &&
	       strcmp(g->column[i].group, g->column[first].group) == 0)
		i++;
	return i;
}

static size_t group_width(const struct grid *g, size_t first, size_t end,
			  size_t gap)
{
	size_t width = 0;

	for (size_t i = first; i < end; i++)
		width += g->column[i].width + (i > first ? gap : 0);
	return width;
}

/* Makes room for headings wider than what stands below them. */
static void widen_groups(struct grid *g, size_t gap)
{
	for (size_t i = 0, end; i < g->ncolumns; i = end) {
		size_t need = text_columns(g->column[i].group), have;

		end = group_end(g, i);
		have = group_width(g, i, end, gap);
		if (have < need)
			g->column[i].width += need - have;
	}
}

/* Takes a decimal from the widest column that has one. */
static bool narrow(struct grid *g)
{
	struct column *widest = NULL;

	for (size_t i = 0; i < g->ncolumns; i++) {
		struct column *c = &g->column[i];

		if (c->decimals && c->width > text_columns(c->head) &&
		    (!widest || c->width > widest->width))
			widest = c;
	}
	if (!widest)
		return false;
	widest->decimals--;
	measure(g, widest);
	return true;
}

static void print_dashes(FILE *out, size_t n)
{
	while (n--)
		fputc('-', out);
}

/* A heading over several columns stands in the middle of dashes. */
static void print_group(FILE *out, const char *name, size_t width, bool many)
{
	size_t have = text_columns(name), left;

	if (!many || have + 4 > width) {
		fprintf(out, "%*s", (int)width, name);
		return;
	}
	left = (width - have - 2) / 2;
	print_dashes(out, left);
	fprintf(out, " %s ", name);
	print_dashes(out, width - have - 2 - left);
}

static void print_heading(const struct grid *g, FILE *out, size_t gap)
{
	fprintf(out, "%-*s", (int)g->label_width, "");
	for (size_t i = 0, end; i < g->ncolumns; i = end) {
		end = group_end(g, i);
		fprintf(out, "%*s", (int)gap, "");
		print_group(out, g->column[i].group,
			    group_width(g, i, end, gap), end - i > 1);
	}
	fprintf(out, "\n%-*s", (int)g->label_width, "controller");
	for (size_t i = 0; i < g->ncolumns; i++)
		fprintf(out, "%*s%*s", (int)gap, "", (int)g->column[i].width,
			g->column[i].head);
	fprintf(out, "%*s" NOTES_HEAD "\n", (int)gap, "");
}

static void print_label(const struct grid *g, FILE *out, const char *label)
{
	const char *p = label;

	if (text_columns(label) <= g->label_width) {
		fprintf(out, "%s%*s", label,
			(int)(g->label_width - text_columns(label)), "");
		return;
	}
	/* On lines of its own, broken after commas. */
	while (strlen(p) > WRAP_COLUMNS - 2) {
		size_t cut = WRAP_COLUMNS - 2;

		while (cut > 1 && p[cut - 1] != ',')
			cut--;
		if (cut == 1)
			cut = WRAP_COLUMNS - 2;
		fprintf(out, "%s%.*s\n", p == label ? "" : "  ", (int)cut, p);
		p += cut;
	}
	fprintf(out, "%s%s\n%*s", p == label ? "" : "  ", p,
		(int)g->label_width, "");
}

void grid_print(struct grid *g, FILE *out, size_t columns)
{
	char text[64];
	size_t gap = 2;

	g->label_width = LABEL_MIN;
	for (size_t i = 0; i < g->nrows; i++) {
		size_t n = text_columns(g->row[i].label);

		if (n > g->label_width && n <= LABEL_MAX)
			g->label_width = n;
	}
	for (size_t i = 0; i < g->ncolumns; i++)
		choose_decimals(g, &g->column[i]);
	widen_groups(g, gap);
	if (columns) {
		if (line_width(g, gap) > columns)
			gap = 1;
		while (line_width(g, gap) > columns && narrow(g))
			;
		widen_groups(g, gap);
		while (line_width(g, gap) > columns &&
		       g->label_width > LABEL_MIN)
			g->label_width--;
	}
	print_heading(g, out, gap);
	for (size_t i = 0; i < g->nrows; i++) {
		print_label(g, out, g->row[i].label);
		for (size_t c = 0; c < g->ncolumns; c++) {
			format(text, sizeof(text), g->column[c].value[i],
			       g->column[c].decimals);
			fprintf(out, "%*s%*s", (int)gap, "",
				(int)g->column[c].width, text);
		}
		if (g->row[i].notes[0])
			fprintf(out, "%*s%s", (int)gap, "", g->row[i].notes);
		fputc('\n', out);
	}
}
