/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * life.h - a pseudo-random life of a controller: what one unit and its host go
 * through. The corpus of the digest, and of what a step costs.
 *
 * Capabilities, link, parameters (also while running), traffic and time all
 * move: a planted fault once showed only with parameters that were not the
 * defaults. Totals start anywhere and wrap; time can jump, stand still, go back.
 * Integers only, and one draw a statement: C leaves the order of two draws in one
 * to the compiler.
 */
#ifndef LIFE_H
#define LIFE_H

#include <itr/itr.h>

struct rng {
	u64 s;
};

/* splitmix64's recipe (public domain, Vigna 2015). */
u64 draw(struct rng *r);
u64 below(struct rng *r, u64 n);
bool one_in(struct rng *r, u64 n);
/* Of any magnitude, each about as often. */
u64 scaled(struct rng *r);

void random_range(struct rng *r, struct itr_range *g, u64 unit);
void random_params(struct rng *r, const struct itr_ops *ops,
		   struct itr_params *p);

u64 chain(u64 h, u64 word);
u64 chain_bytes(u64 h, const void *data, size_t n);

struct life {
	struct rng r;
	struct itr it;
	struct itr_params params;
	struct itr_caps caps;
	struct itr_sample s; /* totals so far, and the event to come */
	u64 rx_per_us, tx_per_us; /* octets */
	u64 rx_size, tx_size; /* octets a packet */
	u64 pace_ns; /* of a step */
	u64 digest; /* of saved states */
};

void life_begin(struct life *l, const struct itr_ops *ops, u64 seed);

/*
 * Everything up to the next step: now and then parameters, link or traffic
 * change, or the state goes through bytes and back; then time passes. What
 * itr_step(&l->it, s) is to be given is put into *s. False: a saved state did not
 * load.
 */
bool life_next(struct life *l, struct itr_sample *s);

#endif /* LIFE_H */
