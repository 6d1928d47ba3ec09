// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "oracle/journal.h"

#include <stdlib.h>

static void *grow(void *p, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return p;
	*room = 2 * n + 64;
	p = realloc(p, *room * size);
	if (!p)
		abort();
	return p;
}

void journal_add(struct journal *j, int what, int64_t t_ps, int64_t value)
{
	j->entry = grow(j->entry, j->n, &j->room, sizeof(*j->entry));
	j->entry[j->n++] = (struct journal_entry){ what, t_ps, value };
}

void journal_step(struct journal *j, int64_t t_ps, const struct itr_sample *s,
		  const struct itr_decision *d, bool decided)
{
	j->step = grow(j->step, j->steps, &j->steps_room, sizeof(*j->step));
	j->step[j->steps] = (struct journal_told){ *s, *d, decided };
	journal_add(j, JOURNAL_STEP, t_ps, (int64_t)j->steps++);
}

void journal_clear(struct journal *j)
{
	j->n = 0;
	j->steps = 0;
}
