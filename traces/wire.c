// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "wire.h"

/* 2026-01-01 00:00:00 UTC: where every trace starts. */
#define EPOCH_S 1767225600

#define IP_HOST 0xc0000201u /* 192.0.2.1, TEST-NET-1 of RFC 5737 */
#define IP_PEERS 0xc6336401u /* 198.51.100.1 and up, TEST-NET-2 */

static const uint8_t mac_host[6] = { 0x02, 0, 0, 0, 0, 0x01 };
static const uint8_t mac_broadcast[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

static unsigned int headers(enum wire_proto proto)
{
	switch (proto) {
	case WIRE_TCP:
		return WIRE_TCP_HEADERS;
	case WIRE_UDP:
		return WIRE_UDP_HEADERS;
	case WIRE_RTP:
		return WIRE_RTP_HEADERS;
	case WIRE_ARP:
	default:
		return 42;
	}
}

unsigned int wire_length(const struct wire_flow *f, const struct wire_packet *p)
{
	unsigned int n = headers(f->proto) + p->payload;

	return n < WIRE_MIN ? WIRE_MIN : n;
}

int64_t wire_time_ns(unsigned int length)
{
	return (int64_t)(length + 24) * 8;
}

static void put16(uint8_t *b, unsigned int v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
}

static void put32(uint8_t *b, uint32_t v)
{
	put16(b, v >> 16);
	put16(b + 2, v & 0xffff);
}

static void put_mac(uint8_t *b, unsigned int peer)
{
	memset(b, 0, 6);
	b[0] = 0x02;
	b[3] = 0x01;
	put16(b + 4, peer);
}

/* Ones' complement sum of n bytes (n even) on top of sum (RFC 1071). */
static uint32_t sum16(uint32_t sum, const uint8_t *b, size_t n)
{
	for (size_t i = 0; i < n; i += 2)
		sum += (uint32_t)b[i] << 8 | b[i + 1];
	return sum;
}

static unsigned int fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

/* The IPv4 header at b: an atomic datagram (RFC 6864), so its ID is 0. */
static void put_ip(uint8_t *b, unsigned int length, unsigned int proto,
		   uint32_t src, uint32_t dst)
{
	b[0] = 0x45;
	put16(b + 2, length);
	put16(b + 6, 0x4000); /* do not fragment */
	b[8] = 64;
	b[9] = (uint8_t)proto;
	put32(b + 12, src);
	put32(b + 16, dst);
	put16(b + 10, fold(sum16(0, b, 20)));
}

/* The pseudo header's part of a TCP or UDP checksum. */
static uint32_t pseudo(const uint8_t *ip, unsigned int length)
{
	return sum16(ip[9] + length, ip + 12, 8);
}

static void put_tcp(uint8_t *ip, const struct wire_flow *f,
		    const struct wire_packet *p)
{
	uint8_t *b = ip + 20;
	bool tx = p->dir == WIRE_TX;

	put16(b, tx ? f->host_port : f->peer_port);
	put16(b + 2, tx ? f->peer_port : f->host_port);
	put32(b + 4, f->seq[p->dir]);
	put32(b + 8, f->seq[!p->dir]);
	b[12] = 5 << 4;
	b[13] = p->payload ? 0x18 : 0x10; /* PSH and ACK, or ACK */
	put16(b + 14, 0xfe88);
	put16(b + 16, fold(sum16(pseudo(ip, 20u + p->payload), b, 20)));
}

static void put_udp(uint8_t *ip, const struct wire_flow *f,
		    const struct wire_packet *p)
{
	uint8_t *b = ip + 20;
	bool tx = p->dir == WIRE_TX;
	unsigned int length = headers(f->proto) - 34 + p->payload;
	unsigned int sum;

	put16(b, tx ? f->host_port : f->peer_port);
	put16(b + 2, tx ? f->peer_port : f->host_port);
	put16(b + 4, length);
	if (f->proto == WIRE_RTP) {
		b[8] = 0x80; /* version 2 (RFC 3550) */
		put16(b + 10, f->seq[p->dir] & 0xffff);
		put32(b + 12, f->seq[p->dir] * f->rtp_step);
		put32(b + 16, 0x1000u + f->peer);
	}
	sum = fold(sum16(pseudo(ip, length), b, 20));
	put16(b + 6, sum ? sum : 0xffff); /* 0 would mean none (RFC 768) */
}

/* A peer asks who has the host's address. */
static void put_arp(uint8_t *b, const struct wire_flow *f)
{
	put16(b, 1); /* Ethernet */
	put16(b + 2, 0x0800); /* IPv4 */
	b[4] = 6;
	b[5] = 4;
	put16(b + 6, 1); /* request */
	put_mac(b + 8, f->peer);
	put32(b + 14, IP_PEERS + f->peer);
	put32(b + 24, IP_HOST);
}

pcap_dumper_t *wire_open(const char *path)
{
	pcap_t *p = pcap_open_dead_with_tstamp_precision(
		DLT_EN10MB, WIRE_SNAP, PCAP_TSTAMP_PRECISION_NANO);
	pcap_dumper_t *d;

	if (!p) {
		fprintf(stderr, "mktrace: out of memory\n");
		return NULL;
	}
	d = pcap_dump_open(p, path);
	if (!d)
		fprintf(stderr, "mktrace: %s\n", pcap_geterr(p));
	pcap_close(p);
	return d;
}

void wire_write(pcap_dumper_t *d, struct wire_flow *f,
		const struct wire_packet *p)
{
	uint8_t b[WIRE_SNAP] = { 0 };
	unsigned int l3 = headers(f->proto) - 14 + p->payload;
	uint32_t peer_ip = IP_PEERS + f->peer;
	bool tx = p->dir == WIRE_TX;
	struct pcap_pkthdr h = {
		.ts = { .tv_sec = EPOCH_S + p->t_ns / 1000000000,
			.tv_usec = p->t_ns % 1000000000 },
		.caplen = WIRE_SNAP,
		.len = wire_length(f, p),
	};

	if (tx) {
		put_mac(b, f->peer);
		memcpy(b + 6, mac_host, 6);
	} else {
		memcpy(b, f->proto == WIRE_ARP ? mac_broadcast : mac_host, 6);
		put_mac(b + 6, f->peer);
	}
	if (f->proto == WIRE_ARP) {
		put16(b + 12, 0x0806);
		put_arp(b + 14, f);
	} else {
		put16(b + 12, 0x0800);
		put_ip(b + 14, l3, f->proto == WIRE_TCP ? 6 : 17,
		       tx ? IP_HOST : peer_ip, tx ? peer_ip : IP_HOST);
		if (f->proto == WIRE_TCP)
			put_tcp(b + 14, f, p);
		else
			put_udp(b + 14, f, p);
	}
	f->seq[p->dir] += f->proto == WIRE_TCP ? p->payload : 1;
	pcap_dump((u_char *)d, &h, b);
}

int wire_close(pcap_dumper_t *d)
{
	FILE *f = pcap_dump_file(d);
	int bad = fflush(f) || ferror(f);

	pcap_dump_close(d);
	if (bad)
		fprintf(stderr, "mktrace: the file could not be written\n");
	return bad ? -1 : 0;
}
