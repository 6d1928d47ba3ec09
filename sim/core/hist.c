// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/hist.h"

#include <math.h>

int64_t hist_bucket_max_ps(unsigned int bucket)
{
	unsigned int shift;
	uint64_t top;

	if (bucket < (1u << HIST_SUB_BITS))
		return (int64_t)bucket;
	shift = (bucket >> HIST_SUB_BITS) - 1;
	top = bucket - ((uint64_t)shift << HIST_SUB_BITS);
	return (int64_t)(((top + 1) << shift) - 1);
}

int64_t hist_quantile_ps(const struct hist *h, double q)
{
	uint64_t rank, seen = 0;

	if (h->n == 0)
		return 0;
	rank = (uint64_t)ceil(q * (double)h->n);
	if (rank < 1)
		rank = 1;
	if (rank > h->n)
		rank = h->n;
	for (unsigned int b = 0; b < HIST_BUCKETS; b++) {
		seen += h->bucket[b];
		if (seen >= rank) {
			int64_t v = hist_bucket_max_ps(b);

			return v < h->max_ps ? v : h->max_ps;
		}
	}
	return h->max_ps;
}

double hist_mean_ps(const struct hist *h)
{
	return h->n ? (double)h->sum_ps / (double)h->n : 0.0;
}
