// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/trace_census.h"

#include <stdlib.h>

int census_init(struct census *c)
{
	c->slot = calloc(CENSUS_SLOTS, sizeof(*c->slot));
	c->last = NULL;
	c->used = 0;
	return c->slot ? 0 : -1;
}

void census_free(struct census *c)
{
	free(c->slot);
	c->slot = NULL;
	c->last = NULL;
}

struct census_slot *census_find(struct census *c, uint64_t key, bool group)
{
	uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 40;
	struct census_slot *s;

	for (;; at++) {
		s = &c->slot[at % CENSUS_SLOTS];
		if (!s->serial)
			break;
		if (s->key == key)
			return s;
	}
	if (c->used == CENSUS_ROOM)
		return NULL;
	s->key = key;
	s->group = group;
	s->serial = ++c->used;
	return s;
}

static bool busier(const struct census_slot *a, const struct census_slot *b)
{
	return a->count > b->count ||
	       (a->count == b->count && a->serial < b->serial);
}

const struct census_slot *census_busiest(const struct census *c,
					 bool unicast_only)
{
	const struct census_slot *best = NULL;

	for (uint32_t i = 0; i < CENSUS_SLOTS; i++) {
		const struct census_slot *s = &c->slot[i];

		if (!s->count || (unicast_only && s->group))
			continue;
		if (!best || busier(s, best))
			best = s;
	}
	return best;
}

const struct census_slot *census_next(const struct census *c,
				      const struct census_slot *prev)
{
	const struct census_slot *best = NULL;

	for (uint32_t i = 0; i < CENSUS_SLOTS; i++) {
		const struct census_slot *s = &c->slot[i];

		if (s->count && !s->group && (!prev || busier(prev, s)) &&
		    (!best || busier(s, best)))
			best = s;
	}
	return best;
}
