/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * model.h - kinds of traffic, each a function that adds its packets.
 */
#ifndef TRACES_MODEL_H
#define TRACES_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "wire.h"

#define MODEL_FLOWS_MAX 64

/* Packets being made, in any order; they are put in order before writing. */
struct model {
	int64_t end_ns; /* nothing is sent after it */
	uint64_t seed; /* rises with every stream of random numbers drawn */
	struct wire_flow flow[MODEL_FLOWS_MAX];
	unsigned int nflows;
	struct wire_packet *packet;
	size_t npackets, room;
};

/*
 * Clients that ask, wait for the answer, think and ask again. The host serves.
 * think_us: mean of the exponential pause of each client.
 */
void model_rr(struct model *m, unsigned int clients, double think_us);

/*
 * One TCP transfer to the host at mbps: trains of 16 full segments back to
 * back, as a sender with segmentation offload makes them; the host sends one
 * ACK for two segments.
 */
void model_bulk(struct model *m, double mbps);

/*
 * Sources that are silent most of the time and send at 100 Mbit/s in between;
 * both times have a Pareto law (heavy tail). The host answers every 8th
 * packet.
 */
void model_bursts(struct model *m, unsigned int sources);

/*
 * Telephone calls, both directions: every other one G.711 in 20 ms packets,
 * the rest G.729 in 30 ms packets. Each end has its own crystal.
 */
void model_voice(struct model *m, unsigned int calls);

/* A few broadcast ARP requests, as on any network. */
void model_arp(struct model *m);

/* Sorts by time, sends each direction over its 1 Gbit/s wire, stamps. */
void model_order(struct model *m);

/*
 * Two models that write packet by packet in constant memory: back-to-back
 * frames of 64 bytes with FCS, and a Poisson stream of 20 000 packets a second
 * (two thirds received; sizes 60, 590 and 1514 bytes as 7:4:1).
 */
void model_write_linerate(pcap_dumper_t *d, uint64_t packets);
void model_write_poisson(pcap_dumper_t *d, uint64_t packets, uint64_t seed);

#endif /* TRACES_MODEL_H */
