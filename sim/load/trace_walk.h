/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_walk.h - the records of a plain pcap file without a call a packet.
 *
 * libpcap reads every trace, and is the judge of every odd one. For a packet it
 * calls fread() twice and copies, which costs as much as the whole model of a
 * busy card. So in an ordinary file (pcap 2.4, not packed, no pipe) whole
 * records that fit a window are taken from it in place. Anything else, be it the
 * end of the file, a cut record or a length that is too large, is left to
 * libpcap, which goes on at that very byte: there is one place that knows what
 * is an error, and what it is called (ADR 9).
 */
#ifndef SIM_LOAD_TRACE_WALK_H
#define SIM_LOAD_TRACE_WALK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define WALK_FILE_HEADER 24
#define WALK_RECORD_HEADER 16
/* Read at a time: trace_file.h tells why not more. */
#define WALK_READ_BYTES (64 * 1024)
/* The longest IP packet behind any link header fits. */
#define WALK_RECORD_MAX (72 * 1024)

struct trace_walk {
	bool on; /* off: libpcap reads */
	bool swapped; /* not in this machine's byte order */
	uint32_t units_per_s, unit_ns; /* of the fraction in a stamp */
	uint32_t caplen_max;
	int fd;
	off_t base; /* of the window in the file */
	uint8_t *window;
	const uint8_t *at, *end; /* what is left of it */
};

/* One record: its header's four words, and the captured bytes. */
struct walk_record {
	uint32_t sec, fraction, caplen, len;
	const uint8_t *data;
};

/*
 * Starts behind the file header at start, if the file is one to be walked;
 * otherwise, or without memory, it is off. snapshot is what libpcap made of the
 * header's limit.
 */
void trace_walk_start(struct trace_walk *w, int fd, off_t start, int snapshot);

/* Reads on; true if a whole record begins at w->at. */
bool trace_walk_fill(struct trace_walk *w);

void trace_walk_free(struct trace_walk *w);

/* Where the next record begins in the file. */
static inline off_t trace_walk_offset(const struct trace_walk *w)
{
	return w->base + (w->at - w->window);
}

static inline uint32_t walk_word(const struct trace_walk *w, const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return w->swapped ? __builtin_bswap32(v) : v;
}

/* A whole and ordinary record begins at w->at, or cannot be told from it. */
static inline bool walk_ready(const struct trace_walk *w)
{
	size_t left = (size_t)(w->end - w->at);
	uint32_t caplen;

	if (left < WALK_RECORD_HEADER)
		return false;
	caplen = walk_word(w, w->at + 8);
	return caplen <= w->caplen_max && caplen <= left - WALK_RECORD_HEADER;
}

/* The next record; false: it is libpcap's turn, at trace_walk_offset(). */
static inline bool trace_walk_next(struct trace_walk *w, struct walk_record *r)
{
	if (__builtin_expect(!walk_ready(w), 0) && !trace_walk_fill(w))
		return false;
	r->caplen = walk_word(w, w->at + 8);
	r->len = walk_word(w, w->at + 12);
	/* Nothing captured of nothing: let it be looked at. */
	if (__builtin_expect(!r->len, 0))
		return false;
	r->sec = walk_word(w, w->at);
	r->fraction = walk_word(w, w->at + 4);
	r->data = w->at + WALK_RECORD_HEADER;
	w->at = r->data + r->caplen;
	return true;
}

#endif /* SIM_LOAD_TRACE_WALK_H */
