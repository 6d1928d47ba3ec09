// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/trace_walk.h"

#include <stdlib.h>
#include <unistd.h>

#define MAGIC_US 0xa1b2c3d4u
#define MAGIC_NS 0xa1b23c4du

void trace_walk_start(struct trace_walk *w, int fd, off_t start, int snapshot)
{
	uint8_t head[WALK_FILE_HEADER];
	uint32_t magic;
	uint16_t version[2];

	w->on = false;
	if (pread(fd, head, sizeof(head), start) != (ssize_t)sizeof(head))
		return;
	memcpy(&magic, head, sizeof(magic));
	memcpy(version, head + 4, sizeof(version));
	w->swapped = magic != MAGIC_US && magic != MAGIC_NS;
	if (w->swapped) {
		magic = __builtin_bswap32(magic);
		version[0] = __builtin_bswap16(version[0]);
		version[1] = __builtin_bswap16(version[1]);
	}
	/* Before 2.4 the two lengths could be the other way round. */
	if ((magic != MAGIC_US && magic != MAGIC_NS) || version[0] != 2 ||
	    version[1] != 4 || snapshot <= 0)
		return;
	if (!w->window)
		w->window = malloc(WALK_RECORD_MAX + WALK_READ_BYTES);
	if (!w->window)
		return;
	w->unit_ns = magic == MAGIC_NS ? 1 : 1000;
	w->units_per_s = 1000000000 / w->unit_ns;
	w->caplen_max = WALK_RECORD_MAX - WALK_RECORD_HEADER;
	if ((uint32_t)snapshot < w->caplen_max)
		w->caplen_max = (uint32_t)snapshot;
	w->fd = fd;
	w->base = start + WALK_FILE_HEADER;
	w->at = w->window;
	w->end = w->window;
	w->on = true;
}

bool trace_walk_fill(struct trace_walk *w)
{
	size_t left = (size_t)(w->end - w->at);

	w->base = trace_walk_offset(w);
	memmove(w->window, w->at, left);
	w->at = w->window;
	w->end = w->window + left;
	while (!walk_ready(w)) {
		ssize_t got;

		/* A header that will not do does not get better. */
		if (left >= WALK_RECORD_HEADER &&
		    walk_word(w, w->at + 8) > w->caplen_max)
			return false;
		got = pread(w->fd, w->window + left, WALK_READ_BYTES,
			    w->base + (off_t)left);
		if (got <= 0)
			return false;
		left += (size_t)got;
		w->end = w->window + left;
	}
	return true;
}

void trace_walk_free(struct trace_walk *w)
{
	free(w->window);
	w->window = NULL;
	w->on = false;
}
