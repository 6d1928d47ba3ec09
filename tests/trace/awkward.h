/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * awkward.h - the files of make_awkward.c, written byte by byte.
 */
#ifndef TESTS_TRACE_AWKWARD_H
#define TESTS_TRACE_AWKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_ETHERNET 1

enum station { A = 1, B = 2, H = 9, GROUP = 0x80 };

/* The file being written, as a whole: the largest has 2.5 MB. */
extern uint8_t bytes[1 << 22];
extern size_t size;
extern bool big; /* big-endian */

void put(const void *data, size_t n);
void put8(unsigned int v);
void put16(unsigned int v);
void put32(uint32_t v);
void put_at32(size_t at, uint32_t v);
void zeros(size_t n);

/* 02::station; with GROUP a multicast address. */
void mac(enum station s);

/* n bytes of an Ethernet frame; at least 14, or none. */
void ethernet(size_t n, enum station src, enum station dst);

struct awkward {
	const char *name;
	void (*make)(void);
};

/* Ended by a name that is NULL. */
extern const struct awkward awkward_pcap[], awkward_ng[];

#endif /* TESTS_TRACE_AWKWARD_H */
