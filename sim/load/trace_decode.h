/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_decode.h - a captured packet as a small record: when, how long, from
 * whom, to whom.
 */
#ifndef SIM_LOAD_TRACE_DECODE_H
#define SIM_LOAD_TRACE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 32 bytes, so that the first 10 000 packets wait in 320 KB. */
struct rec {
	int64_t sec; /* of the stamp as recorded, after the carry */
	uint32_t nsec; /* below 1e9 */
	uint32_t len; /* as recorded */
	uint64_t dst; /* KEY_BITS of address, REC_ flags above */
	uint64_t src; /* KEY_BITS of address, above: header bytes or 0 */
};

#define KEY_BITS 48
#define KEY_MASK ((UINT64_C(1) << KEY_BITS) - 1)

#define REC_GROUP (UINT64_C(1) << 48) /* to a broadcast or multicast address */
#define REC_NO_ADDRESS (UINT64_C(1) << 49) /* none captured, or none inside */
#define REC_SNAPPED (UINT64_C(1) << 50) /* captured shorter than it was */
#define REC_BAD_FRACTION (UINT64_C(1) << 51)
#define REC_IS_RX (UINT64_C(1) << 52) /* the capture itself says so */
#define REC_IS_TX (UINT64_C(1) << 53)
#define REC_IS_OTHER (UINT64_C(1) << 54)
#define REC_IS_ANY (REC_IS_RX | REC_IS_TX | REC_IS_OTHER)

/* How the two ends of a packet are told apart. */
enum address_kind {
	ADDRESS_MAC,
	ADDRESS_IP,
	ADDRESS_NONE /* cooked captures: by packet type */
};

enum link_shape { SHAPE_ETHERNET, SHAPE_IP, SHAPE_NULL, SHAPE_SLL, SHAPE_SLL2 };

struct link_type {
	int dlt;
	enum link_shape shape;
	int added_bytes; /* Ethernet header less the recorded link header */
	uint32_t ip_offset; /* of the IP header, for the shapes that have it */
};

/* The link type, or NULL if it is not replayed. */
const struct link_type *link_type_find(int dlt);

/* "EN10MB, RAW, ..." for error texts. */
const char *link_type_list(void);

/* A MAC or IP address as text names it. */
struct address {
	enum address_kind kind;
	uint64_t key;
	unsigned int size; /* bytes: 6, 4 or 16 */
	uint8_t byte[16];
};

/* Parses a MAC, IPv4 or IPv6 address; false if text is none of them. */
bool address_parse(struct address *a, const char *text);

/* Broadcast or multicast. */
bool address_is_group(const struct address *a);

void address_print(const struct address *a, char *buf, size_t size);

static inline uint64_t key_mac(const uint8_t *p)
{
	uint32_t low;
	uint16_t high;

	memcpy(&low, p, 4);
	memcpy(&high, p + 4, 2);
	return low | (uint64_t)high << 32;
}

/* The same for what is not Ethernet with MAC addresses. */
void decode_addresses_deep(const struct link_type *link, enum address_kind kind,
			   const uint8_t *p, uint32_t caplen, struct rec *rec);

/* Addresses, group and direction of a packet: rec->dst and rec->src. */
static inline void decode_addresses(const struct link_type *link,
				    enum address_kind kind, const uint8_t *p,
				    uint32_t caplen, struct rec *rec)
{
	if (kind != ADDRESS_MAC) {
		decode_addresses_deep(link, kind, p, caplen, rec);
	} else if (caplen < 12) {
		rec->dst |= REC_NO_ADDRESS;
	} else {
		rec->dst |= key_mac(p) | (p[0] & 1) * REC_GROUP;
		rec->src |= key_mac(p + 6);
	}
}

/* The full destination address of a packet that has one. */
void decode_destination(const struct link_type *link, enum address_kind kind,
			const uint8_t *p, uint32_t caplen, struct address *a);

/*
 * Bytes of Ethernet, IP and TCP or UDP header that every piece of a packet
 * above the MTU carries, and of VLAN tags among them (*tags).
 */
unsigned int decode_header_bytes(const struct link_type *link, const uint8_t *p,
				 uint32_t caplen, unsigned int *tags);

#endif /* SIM_LOAD_TRACE_DECODE_H */
