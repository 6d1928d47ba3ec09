/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_census.h - how many packets went to which address, in fixed memory.
 *
 * Up to CENSUS_ROOM addresses are counted exactly, in the order in which they
 * first appear; those that appear later are not counted. So the first 10 000
 * packets, from which the host is chosen, are always counted in full.
 */
#ifndef SIM_LOAD_TRACE_CENSUS_H
#define SIM_LOAD_TRACE_CENSUS_H

#include <stdbool.h>
#include <stdint.h>

#include "load/trace_decode.h"

#define CENSUS_SLOTS 16384u /* a power of two */
#define CENSUS_ROOM 12288u

struct census_slot {
	uint64_t key; /* of the address */
	uint64_t count;
	uint32_t serial; /* 1, 2, ... in order of appearance; 0: free */
	bool group;
	uint8_t size; /* of byte[]; 0: only counted, text unknown */
	uint8_t byte[16];
};

struct census {
	struct census_slot *slot;
	struct census_slot *last; /* the one counted last */
	uint32_t used;
};

/* -1 when out of memory. Pages not touched cost nothing. */
int census_init(struct census *c);

void census_free(struct census *c);

/* The slot of a destination, new with count 0; NULL if there is no room. */
struct census_slot *census_find(struct census *c, uint64_t key, bool group);

/* Counts one packet. Returns its slot or NULL. */
static inline struct census_slot *census_add(struct census *c, uint64_t key,
					     bool group)
{
	struct census_slot *s = c->last;

	if (!s || s->key != key) {
		s = census_find(c, key, group);
		if (!s)
			return NULL;
		c->last = s;
	}
	s->count++;
	return s;
}

/*
 * The busiest destination, unicast only or of any kind; of equals the one seen
 * first. NULL if there is none.
 */
const struct census_slot *census_busiest(const struct census *c,
					 bool unicast_only);

/* The busiest unicast destination but those before it; prev NULL: the first. */
const struct census_slot *census_next(const struct census *c,
				      const struct census_slot *prev);

#endif /* SIM_LOAD_TRACE_CENSUS_H */
