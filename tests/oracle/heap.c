// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The events: a binary heap by (time, what comes first, sequence).
 */
#include "oracle/naive.h"

#include <stdlib.h>

static bool before(const struct event *a, const struct event *b)
{
	if (a->t_ps != b->t_ps)
		return a->t_ps < b->t_ps;
	if (a->when != b->when)
		return a->when < b->when;
	return a->sequence < b->sequence;
}

void heap_push(struct heap *h, struct event e)
{
	size_t i = h->n++;

	if (h->n > h->room) {
		h->room = 2 * h->n;
		h->e = realloc(h->e, h->room * sizeof(*h->e));
		if (!h->e)
			abort();
	}
	e.sequence = h->sequence++;
	for (; i > 0 && before(&e, &h->e[(i - 1) / 2]); i = (i - 1) / 2)
		h->e[i] = h->e[(i - 1) / 2];
	h->e[i] = e;
}

void heap_pop(struct heap *h)
{
	struct event last = h->e[--h->n];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < h->n) {
		if (child + 1 < h->n && before(&h->e[child + 1], &h->e[child]))
			child++;
		if (!before(&h->e[child], &last))
			break;
		h->e[i] = h->e[child];
		i = child;
	}
	h->e[i] = last;
}

bool heap_peek(struct heap *h, struct event *e)
{
	while (h->n) {
		*e = h->e[0];
		if (!e->alive || *e->alive == e->born)
			return true;
		heap_pop(h);
	}
	return false;
}
