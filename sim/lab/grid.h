/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * grid.h - a table of numbers laid out for the eye: the decimal points of a
 * column stand below each other, and no more digits are shown than help.
 */
#ifndef SIM_LAB_GRID_H
#define SIM_LAB_GRID_H

#include <stddef.h>
#include <stdio.h>

#define GRID_COLUMNS_MAX 64

struct grid;

/* An empty grid of that many rows, or NULL. */
struct grid *grid_new(size_t nrows);
void grid_free(struct grid *g);

/*
 * A new column: group above head (neighbours of the same group share one
 * heading), values with at most that many decimals. Later grid_value() fill it.
 */
void grid_column(struct grid *g, const char *group, const char *head,
		 unsigned int decimals);

/* The value of a row in the latest column; NAN is printed as "-". */
void grid_value(struct grid *g, size_t row, double value);

/* What a row is called, and the text behind its numbers; both are copied. */
void grid_label(struct grid *g, size_t row, const char *label,
		const char *notes);

/*
 * Prints it. A label too long for its column gets a line of its own. With
 * columns > 0 decimals and labels give way until a line fits.
 */
void grid_print(struct grid *g, FILE *out, size_t columns);

#endif /* SIM_LAB_GRID_H */
