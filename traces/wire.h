/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * wire.h - packets of made-up conversations as a pcap file.
 *
 * The host has one address; every peer has its own MAC and IP address. Headers
 * and checksums are valid (the payload counts as zeros), sequence numbers
 * advance, and only the first WIRE_SNAP bytes of a frame are stored, so that
 * every record has one length and compresses well.
 */
#ifndef TRACES_WIRE_H
#define TRACES_WIRE_H

#include <stdint.h>
#include <pcap/pcap.h>

#define WIRE_SNAP 54 /* Ethernet 14, IPv4 20, TCP 20 (or UDP 8 and RTP 12) */
#define WIRE_TCP_HEADERS 54
#define WIRE_UDP_HEADERS 42
#define WIRE_RTP_HEADERS 54
#define WIRE_MIN 60 /* shortest Ethernet frame, without its FCS */
#define WIRE_MSS 1460 /* payload of a full TCP segment */

enum wire_proto { WIRE_TCP, WIRE_UDP, WIRE_RTP, WIRE_ARP };
enum wire_dir { WIRE_RX, WIRE_TX }; /* seen from the host */

struct wire_flow {
	enum wire_proto proto;
	uint16_t peer; /* number of the peer: its MAC and IP address */
	uint16_t host_port, peer_port;
	uint32_t rtp_step; /* RTP time units a packet */
	uint32_t seq[2]; /* bytes (TCP) or packets (RTP) sent so far */
};

struct wire_packet {
	int64_t t_ns; /* ready to be sent; after ordering: the stamp */
	uint32_t serial; /* breaks ties */
	uint16_t flow;
	uint16_t payload; /* bytes after the headers, before padding */
	uint8_t dir; /* enum wire_dir */
};

/* Length of the frame without FCS, padded. */
unsigned int wire_length(const struct wire_flow *f,
			 const struct wire_packet *p);

/* Time the frame occupies a 1 Gbit/s wire, with preamble, FCS and gap. */
int64_t wire_time_ns(unsigned int length);

/* Opens path ("-": standard output), ns stamps. NULL: message on stderr. */
pcap_dumper_t *wire_open(const char *path);

/* Writes one packet and advances its flow. */
void wire_write(pcap_dumper_t *d, struct wire_flow *f,
		const struct wire_packet *p);

/* Flushes and closes. 0, or -1 if anything could not be written. */
int wire_close(pcap_dumper_t *d);

#endif /* TRACES_WIRE_H */
