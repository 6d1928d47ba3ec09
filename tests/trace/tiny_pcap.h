/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * tiny_pcap.h - traces written byte by byte, and read back whole.
 */
#ifndef TESTS_TINY_PCAP_H
#define TESTS_TINY_PCAP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "load/trace.h"

#define LINK_ETHERNET 1
#define LINK_NULL 0
#define LINK_RAW 101
#define LINK_SLL 113
#define LINK_SLL2 276

struct tiny {
	uint8_t *bytes;
	size_t size, room;
};

/* A file header: stamps in us or ns. */
void tiny_begin(struct tiny *p, bool ns, uint32_t link_type);

/* A packet of which caplen bytes were captured out of len. */
void tiny_packet(struct tiny *p, uint32_t sec, uint32_t fraction,
		 const void *data, uint32_t caplen, uint32_t len);

/* An Ethernet frame of that length from 02::src to 02::dst. */
void tiny_frame(struct tiny *p, uint32_t sec, uint32_t fraction, uint8_t src,
		uint8_t dst, uint32_t len);

/* The same with the multicast bit set in the destination. */
void tiny_multicast(struct tiny *p, uint32_t sec, uint32_t fraction,
		    uint8_t src, uint8_t dst, uint32_t len);

void tiny_add(struct tiny *p, const void *bytes, size_t n);

/* Writes the trace to a new file, whose name the caller frees. */
char *tiny_save(const struct tiny *p);

void tiny_free(struct tiny *p);

/* What came of reading a trace to its end. */
struct outcome {
	bool opened;
	size_t n; /* frames, kept or not */
	struct frame frame[4096]; /* the first of them */
	struct trace_info info;
	struct err err;
	int64_t end_ps;
	bool stopped;
};

/* Reads path in odd chunks, so that every seam is met. */
void read_path(struct outcome *o, const char *path,
	       const struct trace_options *opt);

/* Saves, reads and removes. */
void read_tiny(struct outcome *o, const struct tiny *p,
	       const struct trace_options *opt);

/* True if a note holds that text. */
bool has_note(const struct outcome *o, const char *text);

#define NS(x) ((int64_t)(x)*PS_PER_NS)
#define US(x) ((int64_t)(x)*PS_PER_US)
#define MS(x) ((int64_t)(x)*PS_PER_MS)
#define S(x) ((int64_t)(x)*PS_PER_S)

#endif /* TESTS_TINY_PCAP_H */
