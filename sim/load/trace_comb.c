// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Why it does not fire on honest traces: a constant rate has no trains (one
 * packet each); in Poisson arrivals the starts of trains are spread like an
 * exponential, of which no window of +-5 % holds more than about a tenth.
 */
#include "load/trace_comb.h"

#include <string.h>

/* Fewer trains prove nothing. */
#define TRAINS_MIN 100
/* One packet in three at least must have come with another. */
#define TRAIN_MEAN_MIN 1.5
/* Half of the distances in a window of a tenth is five times chance. */
#define SHARE_MIN 0.5
/* Stamps of a microsecond cannot tell shorter hold-offs from jitter. */
#define INTERVAL_MIN_US 20

void trace_comb_gap(struct trace_comb *c, int64_t t_ps, int64_t gap_ps)
{
	int64_t least_ps = COMB_MIN_SPLIT_PS;

	for (int i = 0; i < COMB_SPLITS && gap_ps >= least_ps;
	     i++, least_ps *= 2) {
		struct comb_split *s = &c->split[i];
		int64_t us = (t_ps - s->start_ps) / PS_PER_US;

		s->start_ps = t_ps;
		s->trains++;
		if (us <= COMB_MAX_US) {
			s->distances++;
			s->at_us[us]++;
		}
	}
}

static int window_us(int centre_us)
{
	int w = centre_us / 20;

	return w < 2 ? 2 : w;
}

static uint32_t window_count(const struct comb_split *s, int centre_us)
{
	int w = window_us(centre_us);
	uint32_t n = 0;

	for (int us = centre_us - w; us <= centre_us + w; us++)
		if (us <= COMB_MAX_US)
			n += s->at_us[us];
	return n;
}

/*
 * The commonest distance in the window, over 3 us: an interrupt is never early,
 * only late by what the host was doing, so a mean would be too long.
 */
static int window_mode(const struct comb_split *s, int centre_us)
{
	int w = window_us(centre_us);
	int mode_us = centre_us;
	uint32_t most = 0;

	for (int us = centre_us - w; us <= centre_us + w; us++) {
		uint32_t n;

		if (us < 1 || us >= COMB_MAX_US)
			continue;
		n = s->at_us[us - 1] + s->at_us[us] + s->at_us[us + 1];
		if (n > most) {
			most = n;
			mode_us = us;
		}
	}
	return mode_us;
}

static void split_find(const struct comb_split *s, uint32_t packets,
		       int split_us, struct comb_result *res)
{
	int lowest_us = 2 * split_us;
	uint32_t best = 0;
	int best_us = 0;

	memset(res, 0, sizeof(*res));
	if (s->trains < TRAINS_MIN || !s->distances)
		return;
	if (lowest_us < INTERVAL_MIN_US)
		lowest_us = INTERVAL_MIN_US;
	for (int us = lowest_us; us <= COMB_MAX_US; us++) {
		uint32_t n = window_count(s, us);

		if (n > best) {
			best = n;
			best_us = us;
		}
	}
	res->train = (double)packets / s->trains;
	/* Pauses beyond COMB_MAX_US are idle time and say nothing. */
	res->share = (double)best / s->distances;
	if (!best || s->distances < TRAINS_MIN || res->train < TRAIN_MEAN_MIN ||
	    res->share < SHARE_MIN)
		return;
	res->interval_ps = window_mode(s, best_us) * PS_PER_US + PS_PER_US / 2;
}

void trace_comb_find(const struct trace_comb *c, struct comb_result *res)
{
	struct comb_result r;

	memset(res, 0, sizeof(*res));
	for (int i = 0; i < COMB_SPLITS; i++) {
		split_find(&c->split[i], c->packets, 4 << i, &r);
		if ((r.interval_ps != 0) > (res->interval_ps != 0) ||
		    ((r.interval_ps != 0) == (res->interval_ps != 0) &&
		     r.share > res->share))
			*res = r;
	}
}
