// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/noise.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

int32_t noise_table[1 << NOISE_TABLE_BITS];

void noise_init(void)
{
	const int n = 1 << NOISE_TABLE_BITS;

	/* Only half is computed, so that the table is exactly symmetric. */
	for (int i = 0; i < n / 2; i++) {
		double z = gsl_cdf_ugaussian_Pinv((i + 0.5) / n);
		int32_t v = (int32_t)lround(z * NOISE_ONE);

		noise_table[i] = v;
		noise_table[n - 1 - i] = -v;
	}
}
