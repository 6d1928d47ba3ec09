// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * awkward_pcap.c - pcap files, good and bad. Where nothing else is asked for,
 * frames are 100 B long, go from A to H and come 1 ms apart.
 */
#include "trace/awkward.h"

#include <string.h>

#define MAGIC_US 0xa1b2c3d4u
#define MAGIC_NS 0xa1b23c4du

static void head_of(uint32_t magic, unsigned int major, unsigned int minor,
		    uint32_t snaplen, uint32_t link)
{
	put32(magic);
	put16(major);
	put16(minor);
	zeros(8);
	put32(snaplen);
	put32(link);
}

static void head(void)
{
	head_of(MAGIC_US, 2, 4, 65535, LINK_ETHERNET);
}

static void record(uint32_t sec, uint32_t fraction, uint32_t caplen,
		   uint32_t len)
{
	put32(sec);
	put32(fraction);
	put32(caplen);
	put32(len);
}

/* A frame captured whole. */
static void frame(uint32_t sec, uint32_t fraction, uint32_t len,
		  enum station src, enum station dst)
{
	record(sec, fraction, len, len);
	ethernet(len, src, dst);
}

/* A frame of which the Ethernet header was captured. */
static void headed(uint32_t sec, uint32_t fraction, uint32_t len,
		   enum station src, enum station dst)
{
	record(sec, fraction, 14, len);
	ethernet(14, src, dst);
}

static void plain(uint32_t sec, uint32_t us)
{
	frame(sec, us, 100, A, H);
}

/* Three frames: received, sent, received. */
static void three(uint32_t magic)
{
	uint32_t ms = magic == MAGIC_NS ? 1000000 : 1000;

	head_of(magic, 2, 4, 65535, LINK_ETHERNET);
	frame(1, 0, 100, A, H);
	frame(1, 1 * ms, 100, H, A);
	frame(1, 2 * ms + 1, 100, A, H);
}

static void us_le(void)
{
	three(MAGIC_US);
}

static void us_be(void)
{
	big = true;
	three(MAGIC_US);
}

static void ns_le(void)
{
	three(MAGIC_NS);
}

static void ns_be(void)
{
	big = true;
	three(MAGIC_NS);
}

/* Before version 2.3 the length stood before what was captured of it. */
static void version_2_2(void)
{
	head_of(MAGIC_US, 2, 2, 65535, LINK_ETHERNET);
	for (uint32_t i = 0; i < 2; i++) {
		record(1, i * 1000, 100, 60);
		ethernet(60, A, H);
	}
}

static void version_9(void)
{
	head_of(MAGIC_US, 9, 0, 65535, LINK_ETHERNET);
	plain(1, 0);
}

static void no_packets(void)
{
	head();
}

static void no_bytes(void)
{
}

static void head_cut(void)
{
	head();
	size -= 4;
}

static void other_magic(void)
{
	put("GIF89a: not a trace at all", 26);
}

static void data_cut(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		plain(1, i * 1000);
	size -= 1;
}

static void record_cut(void)
{
	head();
	plain(1, 0);
	plain(1, 1000);
	record(1, 2000, 100, 100);
	size -= 9;
}

static void caplen_huge(void)
{
	head();
	plain(1, 0);
	record(1, 1000, 0xfffffff0, 100);
	ethernet(100, A, H);
}

static void caplen_above_len(void)
{
	head();
	for (uint32_t i = 0; i < 2; i++) {
		record(1, i * 1000, 100, 70);
		ethernet(100, A, H);
	}
}

static void snapped(void)
{
	head_of(MAGIC_US, 2, 4, 60, LINK_ETHERNET);
	for (uint32_t i = 0; i < 3; i++) {
		record(1, i * 1000, 60, 60 + i);
		ethernet(60, A, H);
	}
}

/* ---- lengths */

static void len_0(void)
{
	head();
	plain(1, 0);
	record(1, 1000, 14, 0);
	ethernet(14, A, H);
	plain(1, 2000);
}

static void nothing_captured(void)
{
	head();
	plain(1, 0);
	record(1, 1000, 0, 100);
	plain(1, 2000);
}

static void shorter_than_60(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		frame(1, i * 1000, 59 + i, A, H);
}

static void longer_than_1522(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		headed(1, i * 1000, 1521 + i, A, H);
	headed(1, 3000, 9000, H, A);
}

static void longer_than_256k(void)
{
	head();
	headed(1, 0, 262144, A, H);
	headed(1, 10000, 262145, A, H);
	headed(1, 20000, 0xffffffff, H, A);
	headed(1, 30000, 0xffffffff, A, H);
}

/* ---- time */

static void back_5ms(void)
{
	head();
	plain(1, 10000);
	plain(1, 5000);
	plain(1, 7000);
	plain(1, 12000);
}

static void back_10ms(void)
{
	head();
	plain(1, 20000);
	plain(1, 10000);
	plain(1, 25000);
}

static void back_10ms_1us(void)
{
	head();
	plain(1, 20000);
	plain(1, 9999);
	plain(1, 14999);
}

static void back_creeping(void)
{
	head();
	plain(1, 30000);
	plain(1, 22000);
	plain(1, 14000);
	plain(1, 15000);
}

static void equal(void)
{
	head();
	for (int i = 0; i < 4; i++)
		plain(1, 0);
}

static void zero(void)
{
	head();
	for (int i = 0; i < 4; i++)
		plain(0, 0);
}

static void fraction_above(void)
{
	head();
	plain(10, 0);
	plain(10, 1500000);
	plain(12, 0);
}

static void fraction_below(void)
{
	head();
	plain(10, 0);
	plain(11, 0xffffffff); /* 1 us before 11 s */
	plain(11, 1);
}

static void year_2038(void)
{
	head();
	plain(0x7fffffff, 0);
	plain(0x80000000, 0);
	plain(0x80000001, 500000);
}

static void days_99(void)
{
	head();
	plain(1, 0);
	plain(1 + 99 * 86400, 0);
	plain(1 + 99 * 86400, 500000);
}

static void days_101(void)
{
	head();
	plain(1, 0);
	plain(1 + 101 * 86400, 0);
	plain(1 + 101 * 86400, 500000);
}

/* 125 MB of wire time in one instant. */
static void faster_than_the_nic(void)
{
	head();
	for (int i = 0; i < 81300; i++)
		headed(1, 0, 1514, A, H);
}

static void at_link_rate(void)
{
	head_of(MAGIC_NS, 2, 4, 65535, LINK_ETHERNET);
	for (uint32_t i = 0; i < 5; i++)
		frame(1, i * 992 - (i == 3), 100, A, H);
}

/* ---- addresses and link types */

static void only_multicast(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		frame(1, i * 1000, 100, A, GROUP | B);
}

static void loopback(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		frame(1, i * 1000, 100, H, H);
}

static void others(void)
{
	head();
	for (uint32_t i = 0; i < 3; i++)
		frame(1, i * 1000, 100, A, H);
	frame(1, 3000, 100, H, A);
	frame(1, 4000, 100, A, B);
	frame(1, 5000, 100, A, GROUP | B);
}

/* An IPv4 header and some payload, n bytes in all. */
static void ipv4(size_t n, enum station src, enum station dst)
{
	const uint8_t ip[20] = { 0x45, 0,	    0,	(uint8_t)n,   0,  0,
				 0,    0,	    64, 17,	      0,  0,
				 10,   0,	    0,	(uint8_t)src, 10, 0,
				 0,    (uint8_t)dst };

	put(ip, sizeof(ip));
	zeros(n - sizeof(ip));
}

static void raw_ip(void)
{
	head_of(MAGIC_US, 2, 4, 65535, 101);
	for (uint32_t i = 0; i < 3; i++) {
		record(1, i * 1000, 86, 86);
		ipv4(86, i == 1 ? H : A, i == 1 ? A : H);
	}
}

static void null_loopback(void)
{
	big = true; /* of the capturing host, whatever that was */
	head_of(MAGIC_US, 2, 4, 65535, 0);
	for (uint32_t i = 0; i < 3; i++) {
		record(1, i * 1000, 90, 90);
		put32(2); /* AF_INET */
		ipv4(86, i == 1 ? H : A, i == 1 ? A : H);
	}
}

/* Linux "any": type 0 to us, 4 sent by us, 3 to another host. */
static void sll(void)
{
	static const uint8_t types[] = { 0, 4, 3, 0 };

	head_of(MAGIC_US, 2, 4, 65535, 113);
	for (uint32_t i = 0; i < 4; i++) {
		record(1, i * 1000, 102, 102);
		big = true;
		put16(types[i]);
		put16(1); /* Ethernet */
		put16(6);
		mac(A);
		zeros(2);
		put16(0x800);
		big = false;
		ipv4(86, A, H);
	}
}

static void sll2(void)
{
	static const uint8_t types[] = { 0, 4, 3, 0 };

	head_of(MAGIC_US, 2, 4, 65535, 276);
	for (uint32_t i = 0; i < 4; i++) {
		record(1, i * 1000, 106, 106);
		big = true;
		put16(0x800);
		put16(0);
		put32(2); /* interface */
		put16(1); /* Ethernet */
		put8(types[i]);
		put8(6);
		mac(A);
		zeros(2);
		big = false;
		ipv4(86, A, H);
	}
}

static void wlan(void)
{
	head_of(MAGIC_US, 2, 4, 65535, 105);
	plain(1, 0);
}

static void user_0(void)
{
	head_of(MAGIC_US, 2, 4, 65535, 147);
	plain(1, 0);
}

/* ---- gzip: stored, not deflated, so that a cut is where it is meant to be */

static void gzip_stored(size_t keep)
{
	static uint8_t plain_bytes[4096];
	size_t n = size;
	bool was = big;

	memcpy(plain_bytes, bytes, n);
	size = 0;
	big = false;
	put("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
	put8(1); /* the last block, stored */
	put16((unsigned int)n);
	put16(~(unsigned int)n & 0xffff);
	put(plain_bytes, keep);
	big = was;
}

/* Ends within the data of the third record. */
static void gzip_cut(void)
{
	us_le();
	gzip_stored(size - 1);
}

const struct awkward awkward_pcap[] = {
	{ "us_le.pcap", us_le },
	{ "us_be.pcap", us_be },
	{ "ns_le.pcap", ns_le },
	{ "ns_be.pcap", ns_be },
	{ "version_2_2.pcap", version_2_2 },
	{ "version_9.pcap", version_9 },
	{ "no_packets.pcap", no_packets },
	{ "no_bytes.pcap", no_bytes },
	{ "head_cut.pcap", head_cut },
	{ "other_magic.pcap", other_magic },
	{ "data_cut.pcap", data_cut },
	{ "record_cut.pcap", record_cut },
	{ "caplen_huge.pcap", caplen_huge },
	{ "caplen_above_len.pcap", caplen_above_len },
	{ "snapped.pcap", snapped },
	{ "len_0.pcap", len_0 },
	{ "nothing_captured.pcap", nothing_captured },
	{ "shorter_than_60.pcap", shorter_than_60 },
	{ "longer_than_1522.pcap", longer_than_1522 },
	{ "longer_than_256k.pcap", longer_than_256k },
	{ "back_5ms.pcap", back_5ms },
	{ "back_10ms.pcap", back_10ms },
	{ "back_10ms_1us.pcap", back_10ms_1us },
	{ "back_creeping.pcap", back_creeping },
	{ "equal.pcap", equal },
	{ "zero.pcap", zero },
	{ "fraction_above.pcap", fraction_above },
	{ "fraction_below.pcap", fraction_below },
	{ "year_2038.pcap", year_2038 },
	{ "days_99.pcap", days_99 },
	{ "days_101.pcap", days_101 },
	{ "faster_than_the_nic.pcap", faster_than_the_nic },
	{ "at_link_rate.pcap", at_link_rate },
	{ "only_multicast.pcap", only_multicast },
	{ "loopback.pcap", loopback },
	{ "others.pcap", others },
	{ "raw_ip.pcap", raw_ip },
	{ "null_loopback.pcap", null_loopback },
	{ "sll.pcap", sll },
	{ "sll2.pcap", sll2 },
	{ "wlan.pcap", wlan },
	{ "user_0.pcap", user_0 },
	{ "gzip_cut.pcap.gz", gzip_cut },
	{ NULL, NULL },
};
