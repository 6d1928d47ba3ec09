/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_file.h - the bytes of a trace as a FILE for libpcap.
 *
 * A file or a pipe, packed or not; the first bytes are looked at without
 * losing them, the bytes as stored are hashed on the way through.
 */
#ifndef SIM_LOAD_TRACE_FILE_H
#define SIM_LOAD_TRACE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <nettle/sha2.h>

#include "core/err.h"

struct unpack;

/*
 * stdio's own buffer is 4 KB, and setvbuf() without memory changes nothing in
 * glibc. A bare libpcap loop over 10 M packets of 64 captured bytes, best of
 * five interleaved runs (AMD EPYC, 512 KB of second-level cache a core): 4 KB
 * 63 ns a packet, 64 and 128 KB 43, 256 KB 66, for that no longer stays in the
 * second level beside the rest.
 */
#define TRACE_BUFFER_BYTES (64 * 1024)
#define TRACE_HEAD_BYTES 8

struct trace_file {
	/* As people call it: "standard input", the path, or its end if long. */
	char name[200];
	int fd;
	bool regular; /* can be read again from the start */
	off_t start; /* where the trace begins in fd */
	uint64_t bytes_total; /* 0 when not known */
	uint64_t bytes_done; /* as stored, in this pass */
	uint8_t head[TRACE_HEAD_BYTES]; /* the first bytes as stored */
	size_t head_size, head_used;
	uint8_t magic[4]; /* the first bytes, unpacked */
	bool magic_seen;
	const char *packing; /* "gzip" ..., NULL: plain */
	struct unpack *unpack;
	uint8_t *packed; /* the block the unpacker works on */
	char *buffer; /* of the FILE */
	FILE *stream; /* owned by libpcap after a successful open */
	bool at_end; /* of the bytes as stored */
	bool hashing;
	struct sha256_ctx sha256;
	bool (*stop)(void);
	char problem[200]; /* what failed below libpcap, "" if nothing */
};

/* Opens path ("-": standard input); -1 on an error. Nothing to close then. */
int trace_file_open(struct trace_file *f, const char *path, bool hash,
		    bool (*stop)(void), struct err *err);

/*
 * A FILE at the first byte of the unpacked trace; NULL on an error. Closing it
 * leaves f usable: after trace_file_rewind() it can be had again.
 */
FILE *trace_file_stream(struct trace_file *f, struct err *err);

/* Back to the start (regular files only); the hash is left alone. */
int trace_file_rewind(struct trace_file *f, struct err *err);

/* How far the reading has come, in bytes as stored. */
uint64_t trace_file_bytes_done(const struct trace_file *f);

/*
 * Reads what is left as stored, so that the hash covers the whole file, and
 * writes it as 64 hex digits. False if the end could not be reached.
 */
bool trace_file_finish_hash(struct trace_file *f, char hex[65]);

void trace_file_close(struct trace_file *f);

#endif /* SIM_LOAD_TRACE_FILE_H */
