// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/spread.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

/* Two-sided 95 %: 2.5 % on either side. */
#define QUANTILE 0.975

struct spread spread_of(const double *value, size_t n)
{
	struct spread s = { .mean = NAN, .half = NAN };
	double first = NAN, sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(value[i]))
			continue;
		if (s.n++ == 0)
			first = value[i];
		/* From the first, so that the mean of equals is exact. */
		sum += value[i] - first;
	}
	if (s.n == 0)
		return s;
	s.mean = first + sum / (double)s.n;
	if (s.n < 2)
		return s;
	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			squares += (value[i] - s.mean) * (value[i] - s.mean);
	s.half = gsl_cdf_tdist_Pinv(QUANTILE, (double)(s.n - 1)) *
		 sqrt(squares / (double)(s.n - 1) / (double)s.n);
	return s;
}
