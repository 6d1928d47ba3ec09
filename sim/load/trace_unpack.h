/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_unpack.h - gzip, bzip2, xz and zstd, through libarchive.
 *
 * libarchive is loaded when the first compressed trace is opened, not at
 * start (docs/adr/0002-libarchive-loaded-lazily.md).
 */
#ifndef SIM_LOAD_TRACE_UNPACK_H
#define SIM_LOAD_TRACE_UNPACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The name of the packing these first bytes announce, or NULL. */
const char *unpack_detect(const uint8_t *head, size_t n);

struct unpack;

/*
 * A new unpacker that fetches packed bytes with pull(): sets *block to memory
 * valid until the next call, returns its size, 0 at the end, -1 on an error.
 * NULL on an error, which why[] then tells.
 */
struct unpack *unpack_new(ssize_t (*pull)(void *ctx, const void **block),
			  void *ctx, char *why, size_t why_size);

/* Unpacked bytes: how many, 0 at the end, -1 on an error. */
ssize_t unpack_read(struct unpack *u, void *buf, size_t n);

/* What libarchive said about the last error. */
const char *unpack_error(struct unpack *u);

void unpack_free(struct unpack *u);

#endif /* SIM_LOAD_TRACE_UNPACK_H */
