// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * awkward_ng.c - pcapng files, good and bad; frames of 100 B from A to H.
 */
#include "trace/awkward.h"

static size_t block_at;

static void block(uint32_t type)
{
	block_at = size;
	put32(type);
	put32(0);
}

static void block_end(void)
{
	zeros(-(size - block_at) & 3);
	put32((uint32_t)(size - block_at + 4));
	put_at32(block_at + 4, (uint32_t)(size - block_at));
}

static void section_of(unsigned int major)
{
	block(0x0a0d0d0a);
	put32(0x1a2b3c4d);
	put16(major);
	put16(0);
	put32(0xffffffff); /* length of the section: not known */
	put32(0xffffffff);
	block_end();
}

/* resolution: as in if_tsresol; offset_s: as in if_tsoffset. */
static void interface_of(unsigned int link, uint32_t snaplen,
			 unsigned int resolution, uint32_t offset_s)
{
	block(1);
	put16(link);
	put16(0);
	put32(snaplen);
	put16(9); /* if_tsresol */
	put16(1);
	put8(resolution);
	zeros(3);
	if (offset_s) {
		put16(14); /* if_tsoffset */
		put16(8);
		put32(big ? 0 : offset_s);
		put32(big ? offset_s : 0);
	}
	put32(0); /* opt_endofopt */
	block_end();
}

/* An interface without options: microseconds. */
static void interface(void)
{
	block(1);
	put16(LINK_ETHERNET);
	put16(0);
	put32(65535);
	block_end();
}

static void packet_of(uint32_t id, uint64_t stamp, uint32_t len)
{
	block(6);
	put32(id);
	put32((uint32_t)(stamp >> 32));
	put32((uint32_t)stamp);
	put32(len);
	put32(len);
	ethernet(len, A, H);
	block_end();
}

static void packet(uint64_t us)
{
	packet_of(0, us, 100);
}

static void ng(void)
{
	section_of(1);
	interface();
	for (uint32_t i = 0; i < 3; i++)
		packet(1000000 + i * 1000);
}

static void ng_le(void)
{
	ng();
}

static void ng_be(void)
{
	big = true;
	ng();
}

static void ng_no_packets(void)
{
	section_of(1);
	interface();
}

static void ng_two_interfaces(void)
{
	section_of(1);
	interface_of(LINK_ETHERNET, 65535, 6, 0);
	interface_of(LINK_ETHERNET, 65535, 9, 0);
	packet_of(0, 1000000, 100);
	packet_of(1, 1000000000 + 500000, 100);
	packet_of(0, 1000000 + 1000, 100);
}

static void ng_binary_fractions(void)
{
	section_of(1);
	interface_of(LINK_ETHERNET, 65535, 0x80 | 10, 0); /* 1/1024 s */
	packet_of(0, 1024, 100);
	packet_of(0, 1024 + 512 + 1, 100);
}

static void ng_offset(void)
{
	section_of(1);
	interface_of(LINK_ETHERNET, 65535, 6, 0);
	interface_of(LINK_ETHERNET, 65535, 6, 10);
	packet_of(0, 11000000, 100);
	packet_of(1, 1500000, 100);
}

static void two_sections(bool second_big)
{
	section_of(1);
	interface();
	packet(1000000);
	packet(1001000);
	big = second_big;
	section_of(1);
	interface();
	packet(1002000);
	packet(1003000);
}

static void ng_two_sections(void)
{
	two_sections(false);
}

static void ng_order_changes(void)
{
	two_sections(true);
}

/* Simple packets have no stamps, and are cut to the interface's snaplen. */
static void ng_simple(void)
{
	section_of(1);
	interface_of(LINK_ETHERNET, 60, 6, 0);
	for (int i = 0; i < 3; i++) {
		block(3);
		put32(100);
		ethernet(60, A, H);
		block_end();
	}
}

static void ng_unknown_blocks(void)
{
	section_of(1);
	block(0x0000abcd);
	zeros(12);
	block_end();
	interface();
	packet(1000000);
	block(0x80000bad);
	zeros(5);
	block_end();
	packet(1001000);
	block(5); /* statistics of the interface */
	zeros(12);
	block_end();
}

static void ng_year_2106(void)
{
	section_of(1);
	interface();
	packet(UINT64_C(0x100000000) * 1000000 - 500000);
	packet(UINT64_C(0x100000000) * 1000000 + 500000);
}

static void ng_section_9(void)
{
	section_of(1);
	interface();
	packet(1000000);
	section_of(9);
	interface();
	packet(1001000);
}

static void ng_link_change(void)
{
	section_of(1);
	interface();
	packet(1000000);
	interface_of(101, 65535, 6, 0);
	packet(1001000);
}

static void ng_no_such_interface(void)
{
	section_of(1);
	interface();
	packet(1000000);
	packet_of(1, 1001000, 100);
}

static void ng_cut(void)
{
	ng();
	size -= 50;
}

static void ng_two_lengths(void)
{
	ng();
	put_at32(size - 4, 136);
}

static void ng_no_interface(void)
{
	section_of(1);
	packet(1000000);
}

const struct awkward awkward_ng[] = {
	{ "ng_le.pcapng", ng_le },
	{ "ng_be.pcapng", ng_be },
	{ "ng_no_packets.pcapng", ng_no_packets },
	{ "ng_two_interfaces.pcapng", ng_two_interfaces },
	{ "ng_binary_fractions.pcapng", ng_binary_fractions },
	{ "ng_offset.pcapng", ng_offset },
	{ "ng_two_sections.pcapng", ng_two_sections },
	{ "ng_order_changes.pcapng", ng_order_changes },
	{ "ng_simple.pcapng", ng_simple },
	{ "ng_unknown_blocks.pcapng", ng_unknown_blocks },
	{ "ng_year_2106.pcapng", ng_year_2106 },
	{ "ng_section_9.pcapng", ng_section_9 },
	{ "ng_link_change.pcapng", ng_link_change },
	{ "ng_no_such_interface.pcapng", ng_no_such_interface },
	{ "ng_cut.pcapng", ng_cut },
	{ "ng_two_lengths.pcapng", ng_two_lengths },
	{ "ng_no_interface.pcapng", ng_no_interface },
	{ NULL, NULL },
};
