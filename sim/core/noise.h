/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * noise.h - seeded noise keyed by (seed, purpose, index).
 *
 * A draw depends on nothing but its key, so two controllers on one trace meet
 * the same noise at the same packet whatever they do in between. A draw becomes
 * an integer at once: the same bytes everywhere.
 */
#ifndef SIM_CORE_NOISE_H
#define SIM_CORE_NOISE_H

#include <stdint.h>

enum noise_purpose {
	NOISE_RX_PACKET,
	NOISE_IRQ,
	NOISE_SEND,
	NOISE_TICK,
	NOISE_STALL
};

#define NOISE_TABLE_BITS 10
#define NOISE_ONE 65536 /* one standard deviation in the table */

/* Quantiles of the normal distribution at (i + 1/2) / 1024, times NOISE_ONE. */
extern int32_t noise_table[1 << NOISE_TABLE_BITS];

/* Fills the table; called by whoever makes a simulation, any number of times. */
void noise_init(void);

static inline uint64_t noise_key(uint64_t seed, enum noise_purpose purpose)
{
	return seed * UINT64_C(0xd1342543de82ef95) + ((uint64_t)purpose << 56) +
	       UINT64_C(0x9e3779b97f4a7c15);
}

/* A cost with noise: cost_ps * (1 + sigma * N(0,1)), at least half of it. */
struct noise_cost {
	int64_t cost_ps;
	int64_t sigma_ps; /* one standard deviation */
	uint64_t key; /* of seed and purpose */
};

/* sigma_permille 20 is 2 %. */
static inline void noise_cost_init(struct noise_cost *c, int64_t cost_ps,
				   int32_t sigma_permille, uint64_t seed,
				   enum noise_purpose purpose)
{
	c->cost_ps = cost_ps;
	c->sigma_ps = cost_ps / 1000 * sigma_permille;
	c->key = noise_key(seed, purpose);
}

/* 64 random bits of a key (the finaliser of SplitMix64, Steele et al. 2014). */
static inline uint64_t noise_bits(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* A time from 0 to below that many ps, all the same likely. */
static inline int64_t noise_below_ps(uint64_t key, uint64_t index, int64_t ps)
{
	return (int64_t)(noise_bits(key + index) % (uint64_t)ps);
}

/* The draw of that index, in ps. */
static inline int64_t noise_cost_ps(const struct noise_cost *c, uint64_t index)
{
	int64_t z, d;

	if (c->sigma_ps == 0)
		return c->cost_ps;
	z = noise_table[noise_bits(c->key + index) >> (64 - NOISE_TABLE_BITS)];
	d = c->sigma_ps * z / NOISE_ONE;
	return d < -(c->cost_ps / 2) ? c->cost_ps - c->cost_ps / 2
				     : c->cost_ps + d;
}

#endif /* SIM_CORE_NOISE_H */
