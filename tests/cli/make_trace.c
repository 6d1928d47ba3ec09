// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * make_trace KIND - writes a small pcap for the tests on standard output.
 *
 *   mix      2 s: bursts of received frames of mixed sizes, answers sent
 *   empty    a header and no packet
 *   cut      mix, ending in the middle of a record
 *   flood    60-byte frames at line rate for 20 ms: a slow host must drop some
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint8_t host_mac[6] = { 2, 0, 0, 0, 0, 1 };
static const uint8_t peer_mac[6] = { 2, 0, 0, 0, 0, 2 };

static void put32(uint32_t v)
{
	fwrite(&v, sizeof(v), 1, stdout);
}

/* Nanosecond pcap in this machine's byte order; headers are kept only. */
static void header(void)
{
	put32(0xa1b23c4d);
	put32(2 | 4u << 16);
	put32(0);
	put32(0);
	put32(65535);
	put32(1);
}

static void frame(uint64_t ns, uint32_t len, int received)
{
	uint8_t bytes[60] = { 0 };

	memcpy(bytes, received ? host_mac : peer_mac, 6);
	memcpy(bytes + 6, received ? peer_mac : host_mac, 6);
	bytes[12] = 0x08; /* IPv4 */
	put32((uint32_t)(1000000000 + ns / 1000000000));
	put32((uint32_t)(ns % 1000000000));
	put32(sizeof(bytes));
	put32(len);
	fwrite(bytes, sizeof(bytes), 1, stdout);
}

static void mix(void)
{
	uint64_t ns = 0, x = 1;

	while (ns < 2000000000) {
		uint32_t burst;

		x = x * UINT64_C(6364136223846793005) + 1;
		burst = 1 + (uint32_t)(x >> 60);
		for (uint32_t i = 0; i < burst; i++) {
			x = x * UINT64_C(6364136223846793005) + 1;
			frame(ns, 60 + (uint32_t)((x >> 40) % 1455), 1);
			ns += 13000;
		}
		frame(ns, 66, 0);
		ns += 20000 + (x >> 45) % 800000;
	}
}

int main(int argc, char **argv)
{
	const char *kind = argc == 2 ? argv[1] : "";

	header();
	if (strcmp(kind, "mix") == 0) {
		mix();
	} else if (strcmp(kind, "cut") == 0) {
		for (uint64_t i = 0; i < 100; i++)
			frame(i * 100000, 60, 1);
		put32(1000000001);
		put32(0);
	} else if (strcmp(kind, "flood") == 0) {
		for (uint64_t i = 0; i < 29761; i++)
			frame(i * 672, 60, 1);
	} else if (strcmp(kind, "empty") != 0) {
		return 2;
	}
	return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
