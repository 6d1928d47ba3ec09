// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * make_awkward.c - writes awkward traces of our own.
 *
 *   make_awkward DIR
 *
 * What has to come of each, and why, stands in awkward.table.
 */
#include "trace/awkward.h"

#include <stdio.h>
#include <string.h>

uint8_t bytes[1 << 22];
size_t size;
bool big; /* big-endian */

void put(const void *data, size_t n)
{
	memcpy(bytes + size, data, n);
	size += n;
}

void put8(unsigned int v)
{
	bytes[size++] = (uint8_t)v;
}

void put16(unsigned int v)
{
	put8(big ? v >> 8 : v);
	put8(big ? v : v >> 8);
}

void put32(uint32_t v)
{
	put16(big ? v >> 16 : v & 0xffff);
	put16(big ? v & 0xffff : v >> 16);
}

void put_at32(size_t at, uint32_t v)
{
	size_t end = size;

	size = at;
	put32(v);
	size = end;
}

void zeros(size_t n)
{
	memset(bytes + size, 0, n);
	size += n;
}

void mac(enum station s)
{
	const uint8_t address[6] = { s & GROUP ? 3 : 2, 0, 0, 0, 0, s & 0x7f };

	put(address, sizeof(address));
}

void ethernet(size_t n, enum station src, enum station dst)
{
	if (n == 0)
		return;
	mac(dst);
	mac(src);
	put8(0x88); /* an EtherType for experiments */
	put8(0xb5);
	zeros(n - 14);
}

static int write_all(const char *dir, const struct awkward *files)
{
	char path[4096];

	for (; files->name; files++) {
		FILE *f;

		size = 0;
		big = false;
		files->make();
		snprintf(path, sizeof(path), "%s/%s", dir, files->name);
		f = fopen(path, "wb");
		if (!f || fwrite(bytes, 1, size, f) != size || fclose(f)) {
			perror(path);
			return 1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	return write_all(argv[1], awkward_pcap) ||
	       write_all(argv[1], awkward_ng);
}
