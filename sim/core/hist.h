/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * hist.h - a log-linear histogram of durations in ps, with exact mean and max.
 *
 * Values below 2^7 ps have a bucket each; above, every power of two is split
 * into 128 equal buckets, so a percentile (nearest rank, upper edge of its
 * bucket, never above the exact maximum) is at most 1/128 = 0.78 % too high and
 * never too low. Values above 2^53 ps (2.5 h) share the last bucket.
 */
#ifndef SIM_CORE_HIST_H
#define SIM_CORE_HIST_H

#include <stdint.h>

#define HIST_SUB_BITS 7
#define HIST_MAX_BITS 53
#define HIST_BUCKETS ((HIST_MAX_BITS - HIST_SUB_BITS + 1) << HIST_SUB_BITS)

struct hist {
	uint64_t n;
	int64_t max_ps;
	unsigned __int128 sum_ps;
	uint64_t bucket[HIST_BUCKETS];
};

static inline unsigned int hist_bucket_of(int64_t v_ps)
{
	uint64_t v = (uint64_t)v_ps;
	unsigned int shift;

	if (v >> HIST_MAX_BITS)
		return HIST_BUCKETS - 1;
	if (v < (UINT64_C(1) << HIST_SUB_BITS))
		return (unsigned int)v;
	shift = 63 - (unsigned int)__builtin_clzll(v) - HIST_SUB_BITS;
	return (unsigned int)((shift << HIST_SUB_BITS) + (v >> shift));
}

/* Adds one duration (>= 0) in ps. */
static inline void hist_add(struct hist *h, int64_t v_ps)
{
	h->n++;
	h->sum_ps += (uint64_t)v_ps;
	if (v_ps > h->max_ps)
		h->max_ps = v_ps;
	h->bucket[hist_bucket_of(v_ps)]++;
}

/* Largest value in ps that falls into a bucket. */
int64_t hist_bucket_max_ps(unsigned int bucket);

/* The q-quantile (0 < q <= 1) by nearest rank; 0 when empty. */
int64_t hist_quantile_ps(const struct hist *h, double q);

/* Exact mean; 0 when empty. */
double hist_mean_ps(const struct hist *h);

#endif /* SIM_CORE_HIST_H */
