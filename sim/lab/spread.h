/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * spread.h - the mean of a few independent values, and how sure it is.
 */
#ifndef SIM_LAB_SPREAD_H
#define SIM_LAB_SPREAD_H

#include <stddef.h>

/* In the unit of the values. */
struct spread {
	size_t n; /* values that exist; NAN is none */
	double mean; /* NAN when n is 0 */
	double half; /* low to mean, and mean to high; NAN when n < 2 */
};

/*
 * The 95 % confidence interval of the mean, mean - half to mean + half: Student's
 * t with n - 1 degrees of freedom times the standard error. It may reach below 0
 * for what cannot be negative. Equal values: half is exactly 0.
 */
struct spread spread_of(const double *value, size_t n);

#endif /* SIM_LAB_SPREAD_H */
