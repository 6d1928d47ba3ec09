// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/trace_decode.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include <pcap/dlt.h>

#define ETHERNET_HEADER 14
#define SLL_HEADER 16
#define SLL2_HEADER 20
#define NULL_HEADER 4
#define VLAN_TAG 4
#define VLAN_TAGS_MAX 4

#define ETHERTYPE_IPV4 0x0800
#define ETHERTYPE_ARP 0x0806
#define ETHERTYPE_IPV6 0x86dd

static const struct link_type link_types[] = {
	{ DLT_EN10MB, SHAPE_ETHERNET, 0, 0 },
	{ DLT_RAW, SHAPE_IP, ETHERNET_HEADER, 0 },
	/* The value in the file; libpcap maps it to DLT_RAW, older ones do not. */
	{ 101, SHAPE_IP, ETHERNET_HEADER, 0 },
	{ DLT_IPV4, SHAPE_IP, ETHERNET_HEADER, 0 },
	{ DLT_IPV6, SHAPE_IP, ETHERNET_HEADER, 0 },
	{ DLT_NULL, SHAPE_NULL, ETHERNET_HEADER - NULL_HEADER, NULL_HEADER },
	{ DLT_LOOP, SHAPE_NULL, ETHERNET_HEADER - NULL_HEADER, NULL_HEADER },
	{ DLT_LINUX_SLL, SHAPE_SLL, ETHERNET_HEADER - SLL_HEADER, SLL_HEADER },
	{ DLT_LINUX_SLL2, SHAPE_SLL2, ETHERNET_HEADER - SLL2_HEADER,
	  SLL2_HEADER },
};

const struct link_type *link_type_find(int dlt)
{
	for (size_t i = 0; i < sizeof(link_types) / sizeof(link_types[0]); i++)
		if (link_types[i].dlt == dlt)
			return &link_types[i];
	return NULL;
}

const char *link_type_list(void)
{
	return "EN10MB, RAW, IPV4, IPV6, NULL, LOOP, LINUX_SLL, LINUX_SLL2";
}

static uint16_t be16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static uint64_t key_ipv4(const uint8_t *p)
{
	uint32_t word;

	memcpy(&word, p, 4);
	return word;
}

/* 128 bits onto 47 and a mark that sets them apart from IPv4. */
static uint64_t key_ipv6(const uint8_t *p)
{
	uint64_t a, b;

	memcpy(&a, p, 8);
	memcpy(&b, p + 8, 8);
	a = a * UINT64_C(0x9e3779b97f4a7c15) ^ (a >> 29);
	a = (a ^ b) * UINT64_C(0xbf58476d1ce4e5b9);
	return (a >> 17) | UINT64_C(1) << 47;
}

bool address_parse(struct address *a, const char *text)
{
	unsigned int m[6];
	char end;

	memset(a, 0, sizeof(*a));
	if (sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%c", &m[0], &m[1], &m[2],
		   &m[3], &m[4], &m[5], &end) == 6 ||
	    sscanf(text, "%2x-%2x-%2x-%2x-%2x-%2x%c", &m[0], &m[1], &m[2],
		   &m[3], &m[4], &m[5], &end) == 6) {
		a->kind = ADDRESS_MAC;
		a->size = 6;
		for (int i = 0; i < 6; i++)
			a->byte[i] = (uint8_t)m[i];
		a->key = key_mac(a->byte);
		return true;
	}
	a->kind = ADDRESS_IP;
	if (inet_pton(AF_INET, text, a->byte) == 1) {
		a->size = 4;
		a->key = key_ipv4(a->byte);
		return true;
	}
	if (inet_pton(AF_INET6, text, a->byte) == 1) {
		a->size = 16;
		a->key = key_ipv6(a->byte);
		return true;
	}
	return false;
}

bool address_is_group(const struct address *a)
{
	if (a->size == 6)
		return a->byte[0] & 1;
	if (a->size == 16)
		return a->byte[0] == 0xff;
	return a->byte[0] >> 4 == 14 || a->key == 0xffffffff;
}

void address_print(const struct address *a, char *buf, size_t size)
{
	const uint8_t *b = a->byte;

	buf[0] = '\0';
	if (a->size == 6)
		snprintf(buf, size, "%02x:%02x:%02x:%02x:%02x:%02x", b[0], b[1],
			 b[2], b[3], b[4], b[5]);
	else if (a->size)
		inet_ntop(a->size == 4 ? AF_INET : AF_INET6, b, buf,
			  (socklen_t)size);
}

/* Skips VLAN tags: where the EtherType stands, 0 if it was not captured. */
static uint32_t ethertype_offset(const uint8_t *p, uint32_t caplen)
{
	uint32_t at = ETHERNET_HEADER - 2;

	for (int tags = 0; tags <= VLAN_TAGS_MAX; tags++, at += VLAN_TAG) {
		uint16_t type;

		if (caplen < at + 2)
			return 0;
		type = be16(p + at);
		if (type != 0x8100 && type != 0x88a8 && type != 0x9100)
			return at;
	}
	return 0;
}

/* Where the network header is and what it is (0: not captured). */
static uint32_t network_offset(const struct link_type *link, const uint8_t *p,
			       uint32_t caplen, uint16_t *type)
{
	uint32_t at;

	*type = 0;
	if (link->shape == SHAPE_ETHERNET) {
		at = ethertype_offset(p, caplen);
		if (!at)
			return 0;
		*type = be16(p + at);
		return at + 2;
	}
	at = link->ip_offset;
	if (caplen <= at)
		return 0;
	/* The family numbers of NULL differ by system: trust the version. */
	if (p[at] >> 4 == 4)
		*type = ETHERTYPE_IPV4;
	else if (p[at] >> 4 == 6)
		*type = ETHERTYPE_IPV6;
	return at;
}

/* The destination and source addresses in a network header, if any. */
static const uint8_t *network_addresses(const struct link_type *link,
					const uint8_t *p, uint32_t caplen,
					const uint8_t **src, unsigned int *size)
{
	uint16_t type;
	uint32_t at = network_offset(link, p, caplen, &type);

	if (type == ETHERTYPE_IPV4 && caplen >= at + 20) {
		*size = 4;
		*src = p + at + 12;
		return p + at + 16;
	}
	if (type == ETHERTYPE_IPV6 && caplen >= at + 40) {
		*size = 16;
		*src = p + at + 8;
		return p + at + 24;
	}
	/* ARP over Ethernet for IPv4 names both ends as well. */
	if (type == ETHERTYPE_ARP && caplen >= at + 28 && p[at + 4] == 6 &&
	    p[at + 5] == 4) {
		*size = 4;
		*src = p + at + 14;
		return p + at + 24;
	}
	return NULL;
}

static void addresses_ip(const struct link_type *link, const uint8_t *p,
			 uint32_t caplen, struct rec *rec)
{
	const uint8_t *src, *dst;
	unsigned int size;

	if (link->shape == SHAPE_ETHERNET && caplen && (p[0] & 1))
		rec->dst |= REC_GROUP;
	dst = network_addresses(link, p, caplen, &src, &size);
	if (!dst) {
		/* A broadcast needs no address to be received. */
		if (!(rec->dst & REC_GROUP))
			rec->dst |= REC_NO_ADDRESS;
		rec->src |= KEY_MASK; /* no address has this key */
		return;
	}
	if (size == 4) {
		if (dst[0] >> 4 == 14 || key_ipv4(dst) == 0xffffffff)
			rec->dst |= REC_GROUP;
		rec->dst |= key_ipv4(dst);
		rec->src |= key_ipv4(src);
	} else {
		if (dst[0] == 0xff)
			rec->dst |= REC_GROUP;
		rec->dst |= key_ipv6(dst);
		rec->src |= key_ipv6(src);
	}
}

/* What Linux wrote down: to us, broadcast, multicast, others', sent by us. */
static void direction_cooked(const struct link_type *link, const uint8_t *p,
			     uint32_t caplen, struct rec *rec)
{
	static const uint64_t by_type[] = { REC_IS_RX, REC_IS_RX | REC_GROUP,
					    REC_IS_RX | REC_GROUP, REC_IS_OTHER,
					    REC_IS_TX };
	unsigned int type = UINT16_MAX;

	if (link->shape == SHAPE_SLL && caplen >= 2)
		type = be16(p);
	else if (link->shape == SHAPE_SLL2 && caplen >= 11)
		type = p[10];
	if (type < sizeof(by_type) / sizeof(by_type[0]))
		rec->dst |= by_type[type];
	else
		rec->dst |= REC_IS_OTHER | REC_NO_ADDRESS;
}

void decode_addresses_deep(const struct link_type *link, enum address_kind kind,
			   const uint8_t *p, uint32_t caplen, struct rec *rec)
{
	if (kind == ADDRESS_IP)
		addresses_ip(link, p, caplen, rec);
	else
		direction_cooked(link, p, caplen, rec);
}

void decode_destination(const struct link_type *link, enum address_kind kind,
			const uint8_t *p, uint32_t caplen, struct address *a)
{
	const uint8_t *src, *dst = p;

	memset(a, 0, sizeof(*a));
	a->kind = kind;
	if (kind == ADDRESS_MAC && caplen >= 6)
		a->size = 6;
	else if (kind == ADDRESS_IP)
		dst = network_addresses(link, p, caplen, &src, &a->size);
	if (!dst || !a->size) {
		a->size = 0;
		return;
	}
	memcpy(a->byte, dst, a->size);
	a->key = a->size == 6	? key_mac(dst)
		 : a->size == 4 ? key_ipv4(dst)
				: key_ipv6(dst);
}

static unsigned int transport_bytes(unsigned int protocol, const uint8_t *p,
				    uint32_t left)
{
	if (protocol == 17)
		return 8;
	if (protocol != 6)
		return 0; /* cut as IP would: fragments repeat only its header */
	if (left > 12 && p[12] >> 4 >= 5)
		return (unsigned int)(p[12] >> 4) * 4;
	return 20;
}

unsigned int decode_header_bytes(const struct link_type *link, const uint8_t *p,
				 uint32_t caplen, unsigned int *tags)
{
	uint16_t type;
	uint32_t at = network_offset(link, p, caplen, &type);
	unsigned int ip;

	*tags = 0;
	if (link->shape == SHAPE_ETHERNET && at > ETHERNET_HEADER)
		*tags = at - ETHERNET_HEADER;
	if (type == ETHERTYPE_IPV4 && caplen >= at + 20) {
		ip = (p[at] & 15u) * 4;
		if (ip < 20)
			ip = 20;
		return ETHERNET_HEADER + *tags + ip +
		       transport_bytes(p[at + 9], p + at + ip,
				       caplen > at + ip ? caplen - at - ip : 0);
	}
	if (type == ETHERTYPE_IPV6 && caplen >= at + 40)
		return ETHERNET_HEADER + *tags + 40 +
		       transport_bytes(p[at + 6], p + at + 40,
				       caplen - at - 40);
	/* Nothing to go by: IPv4 and TCP without options. */
	return ETHERNET_HEADER + *tags + 40;
}
