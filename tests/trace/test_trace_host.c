// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Which packets are received, by every kind of link (docs/traces.md).
 */
#include "trace/tiny_pcap.h"

#include <arpa/inet.h>
#include <string.h>

static struct outcome o;
static struct tiny p;

static void finish(const char *host)
{
	struct trace_options opt = { .host = host };

	read_tiny(&o, &p, &opt);
	tiny_free(&p);
}

static void expect(uint64_t rx, uint64_t tx, uint64_t other, const char *host)
{
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.info.rx_packets, rx);
	assert_int_equal(o.info.tx_packets, tx);
	assert_int_equal(o.info.other_host, other);
	assert_string_equal(o.info.host, host);
}

static void busiest_destination(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 2, 0, 9, 1, 60); /* sent by the host */
	tiny_frame(&p, 3, 0, 1, 9, 60);
	tiny_frame(&p, 4, 0, 1, 5, 60); /* neither */
	for (uint32_t i = 5; i < 10; i++)
		tiny_multicast(&p, i, 0, 1, 7, 60); /* busiest of any kind */
	tiny_multicast(&p, 10, 0, 9, 7, 60); /* the host's own */
	finish(NULL);
	expect(7, 2, 1, "02:00:00:00:00:09");
	assert_true(o.info.host_share > 0.899 && o.info.host_share < 0.901);
	assert_int_equal(o.frame[1].kind, FRAME_TX);
}

static void given_host(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 2, 0, 1, 9, 60);
	tiny_frame(&p, 3, 0, 9, 1, 60);
	finish("02:00:00:00:00:01");
	expect(1, 2, 0, "02:00:00:00:00:01");

	/* It need not receive anything. */
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	finish("02:00:00:00:00:01");
	expect(0, 1, 0, "02:00:00:00:00:01");
	assert_true(has_note(&o, "is --host right?"));
}

/*
 * A host that is in no packet is refused, with those there are, busiest first;
 * what was read is known all the same. Broadcasts are to no one.
 */
static void absent_host(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_multicast(&p, 0, 0, 1, 7, 60);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 2, 0, 1, 8, 60);
	tiny_frame(&p, 3, 0, 1, 8, 60);
	tiny_frame(&p, 4, 0, 1, 3, 60);
	tiny_frame(&p, 5, 0, 1, 2, 60);
	finish("02:00:00:00:00:77");
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_true(o.info.host_absent);
	assert_non_null(strstr(o.err.text,
			       ": --host 02:00:00:00:00:77 is in none of its 6 "
			       "packets; busiest: 02:00:00:00:00:08, "
			       "02:00:00:00:00:09, 02:00:00:00:00:03"));
	assert_int_equal(o.info.packets, 6);
	assert_int_equal(o.info.other_host, 5);

	/* Groups can be asked for; nothing can be absent from nothing. */
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_multicast(&p, 0, 0, 1, 7, 60);
	finish("03:00:00:00:00:07");
	expect(1, 0, 0, "03:00:00:00:00:07");
	tiny_begin(&p, false, LINK_ETHERNET);
	finish("02:00:00:00:00:77");
	expect(0, 0, 0, "02:00:00:00:00:77");
}

static void bad_host_is_a_usage_error(void **state)
{
	static const char *const bad[] = { "",
					   "eth0",
					   "1.2.3",
					   "1.2.3.4.5",
					   "02:00:00:00:00",
					   "fe80::1%eth0",
					   "02:00:00:00:00:01:02" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tiny_begin(&p, false, LINK_ETHERNET);
		tiny_frame(&p, 1, 0, 1, 9, 60);
		finish(bad[i]);
		assert_int_equal(o.err.code, ERR_USAGE);
	}
}

static void only_multicast(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_multicast(&p, 1, 0, 1, 7, 60);
	tiny_multicast(&p, 2, 0, 1, 8, 60);
	tiny_multicast(&p, 3, 0, 1, 8, 60);
	finish(NULL);
	expect(3, 0, 0, "03:00:00:00:00:08");
	assert_true(has_note(&o, "no unicast destination"));
}

static void loopback_is_all_received(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 0, 0, 60);
	tiny_frame(&p, 2, 0, 0, 0, 60);
	finish(NULL);
	expect(2, 0, 0, "02:00:00:00:00:00");
	assert_true(has_note(&o, "loopback"));
}

/* Of equals the one seen first, whatever the hash table does. */
static void ties_go_to_the_first(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint8_t i = 1; i < 100; i++)
		tiny_frame(&p, i, 0, 200, (uint8_t)(100 - i), 60);
	finish(NULL);
	assert_string_equal(o.info.host, "02:00:00:00:00:63");
}

/* Chosen from the first 10 000; the end may see it otherwise, and says so. */
static void end_disagrees(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 10000; i++)
		tiny_frame(&p, 1, 0, 9, i % 3 ? 1 : 2, 60);
	for (int i = 0; i < 10000; i++)
		tiny_frame(&p, 2, 0, 9, 2, 60);
	finish(NULL);
	expect(6666, 0, 13334, "02:00:00:00:00:01");
	assert_true(has_note(&o, "02:00:00:00:00:02"));

	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 12000; i++)
		tiny_frame(&p, 1, 0, 9, i % 3 ? 1 : 2, 60);
	finish(NULL);
	assert_false(has_note(&o, "whole trace"));
}

/* A destination per packet: the table fills up, the choice stays exact. */
static void many_destinations(void **state)
{
	uint8_t f[60] = { 2 };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < 40000; i++) {
		f[2] = (uint8_t)(i >> 16);
		f[3] = (uint8_t)(i >> 8);
		f[4] = (uint8_t)i;
		tiny_packet(&p, 1, i, f, 60, 60);
		if (i == 100 || i == 9000)
			tiny_frame(&p, 1, i, 1, 9, 60);
	}
	finish(NULL);
	expect(2, 0, 40000, "02:00:00:00:00:09");
}

/* Captured shorter than two addresses. */
static void cut_addresses(void **state)
{
	uint8_t f[11] = { 2, 0, 0, 0, 0, 9, 2 };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_packet(&p, 1, 0, f, 11, 60);
	tiny_frame(&p, 2, 0, 1, 9, 60);
	finish(NULL);
	expect(1, 0, 1, "02:00:00:00:00:09");
	assert_int_equal(o.info.no_address, 1);

	/* None at all: there is nothing to tell them apart by. */
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_packet(&p, 1, 0, f, 0, 60);
	tiny_packet(&p, 2, 0, f, 11, 60);
	finish(NULL);
	expect(2, 0, 0, "");
	assert_true(has_note(&o, "no addresses"));
}

static void put_ipv4(uint8_t *ip, const char *src, const char *dst)
{
	ip[0] = 0x45;
	assert_int_equal(inet_pton(AF_INET, src, ip + 12), 1);
	assert_int_equal(inet_pton(AF_INET, dst, ip + 16), 1);
}

static void put_ipv6(uint8_t *ip, const char *src, const char *dst)
{
	ip[0] = 0x60;
	assert_int_equal(inet_pton(AF_INET6, src, ip + 8), 1);
	assert_int_equal(inet_pton(AF_INET6, dst, ip + 24), 1);
}

/* Ethernet with tags VLAN tags, then IPv4 or IPv6. */
static void tiny_ip(uint32_t sec, int tags, const char *src, const char *dst)
{
	uint8_t f[100] = { 2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 1 };
	uint8_t *at = f + 12;
	bool v6 = strchr(src, ':');

	while (tags--) {
		at[0] = tags ? 0x88 : 0x81;
		at[1] = tags ? 0xa8 : 0x00;
		at += 4;
	}
	at[0] = v6 ? 0x86 : 0x08;
	at[1] = v6 ? 0xdd : 0x00;
	if (v6)
		put_ipv6(at + 2, src, dst);
	else
		put_ipv4(at + 2, src, dst);
	tiny_packet(&p, sec, 0, f, sizeof(f), sizeof(f));
}

static void ip_host_through_vlan_tags(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_ip(1, 0, "10.0.0.2", "10.0.0.1");
	tiny_ip(2, 1, "10.0.0.2", "10.0.0.1");
	tiny_ip(3, 2, "10.0.0.1", "10.0.0.2");
	tiny_ip(4, 1, "10.0.0.3", "10.0.0.2");
	tiny_ip(5, 0, "10.0.0.3", "224.0.0.1"); /* multicast: received */
	tiny_ip(6, 0, "fe80::2", "fe80::1"); /* another family */
	finish("10.0.0.1");
	expect(3, 1, 2, "10.0.0.1");

	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_ip(1, 0, "fe80::2", "fe80::1");
	tiny_ip(2, 1, "fe80::1", "fe80::2");
	tiny_ip(3, 0, "fe80::3", "ff02::1");
	tiny_ip(4, 0, "fe80::3", "fe80::2");
	finish("fe80:0::1");
	expect(2, 1, 1, "fe80::1");
}

static void ip_host_and_arp(void **state)
{
	uint8_t f[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2 };
	uint8_t *arp = f + 14;

	(void)state;
	f[12] = 8;
	f[13] = 6;
	arp[4] = 6;
	arp[5] = 4;
	inet_pton(AF_INET, "10.0.0.1", arp + 14);
	inet_pton(AF_INET, "10.0.0.2", arp + 24);
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_packet(&p, 1, 0, f, 60, 60); /* the host asks */
	inet_pton(AF_INET, "10.0.0.5", arp + 14);
	tiny_packet(&p, 2, 0, f, 60, 60); /* another asks: a broadcast */
	f[0] = 2;
	inet_pton(AF_INET, "10.0.0.1", arp + 24);
	tiny_packet(&p, 3, 0, f, 60, 60); /* an answer to the host */
	finish("10.0.0.1");
	expect(2, 1, 0, "10.0.0.1");
	assert_int_equal(o.frame[0].kind, FRAME_TX);
	assert_int_equal(o.frame[2].kind, FRAME_RX);
}

static void raw_and_null(void **state)
{
	uint8_t ip[64] = { 0 };
	uint8_t null[64] = { 2 };

	(void)state;
	tiny_begin(&p, false, LINK_RAW);
	put_ipv4(ip, "10.0.0.2", "10.0.0.1");
	tiny_packet(&p, 1, 0, ip, 64, 100);
	tiny_packet(&p, 2, 0, ip, 64, 100);
	put_ipv4(ip, "10.0.0.1", "10.0.0.2");
	tiny_packet(&p, 3, 0, ip, 64, 40);
	finish(NULL);
	expect(2, 1, 0, "10.0.0.1");
	assert_string_equal(o.info.link_type, "RAW");
	assert_int_equal(o.info.wire_bytes, 240);
	/* with the Ethernet header it had on the wire */
	assert_int_equal(o.frame[0].bytes, 114);
	assert_int_equal(o.frame[2].bytes, 60);
	assert_int_equal(o.info.short_frames, 1);

	tiny_begin(&p, false, LINK_NULL);
	put_ipv4(null + 4, "127.0.0.1", "127.0.0.1");
	tiny_packet(&p, 1, 0, null, 64, 104);
	finish(NULL);
	expect(1, 0, 0, "127.0.0.1");
	assert_int_equal(o.frame[0].bytes, 114);

	tiny_begin(&p, false, LINK_RAW);
	tiny_packet(&p, 1, 0, ip, 64, 100);
	finish("02:00:00:00:00:01"); /* no MAC to look for */
	assert_int_equal(o.err.code, ERR_USAGE);
}

static void cooked(void **state)
{
	uint8_t sll[64] = { 0 };
	uint8_t sll2[64] = { 0 };

	(void)state;
	tiny_begin(&p, false, LINK_SLL);
	for (uint8_t type = 0; type < 6; type++) {
		sll[1] = type;
		tiny_packet(&p, type, 0, sll, 64, 116);
	}
	finish(NULL);
	/* to us, broadcast, multicast | sent | others' and unknown */
	expect(3, 1, 2, "");
	assert_true(has_note(&o, "cooked"));
	assert_int_equal(o.frame[0].bytes, 114);

	tiny_begin(&p, false, LINK_SLL2);
	for (uint8_t type = 0; type < 5; type++) {
		sll2[10] = type;
		tiny_packet(&p, type, 0, sll2, 64, 120);
	}
	finish(NULL);
	expect(3, 1, 1, "");
	assert_int_equal(o.frame[0].bytes, 114);

	tiny_begin(&p, false, LINK_SLL);
	put_ipv4(sll + 16, "10.0.0.2", "10.0.0.1");
	tiny_packet(&p, 1, 0, sll, 64, 116);
	put_ipv4(sll + 16, "10.0.0.1", "10.0.0.2");
	tiny_packet(&p, 2, 0, sll, 64, 116);
	finish("10.0.0.1");
	expect(1, 1, 0, "10.0.0.1");
}

static void other_links_are_refused_by_name(void **state)
{
	uint8_t f[64] = { 0 };

	(void)state;
	tiny_begin(&p, false, 105);
	tiny_packet(&p, 1, 0, f, 64, 64);
	finish(NULL);
	assert_false(o.opened);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "IEEE802_11"));
	assert_non_null(strstr(o.err.text, "EN10MB"));

	tiny_begin(&p, false, 2105376);
	finish(NULL);
	assert_non_null(strstr(o.err.text, "2105376"));
}

static void empty_is_good(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	finish(NULL);
	expect(0, 0, 0, "");
	assert_int_equal(o.info.duration_ps, 0);
	assert_int_equal(o.end_ps, 0);
	assert_true(o.info.host_share == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(busiest_destination),
		cmocka_unit_test(given_host),
		cmocka_unit_test(absent_host),
		cmocka_unit_test(bad_host_is_a_usage_error),
		cmocka_unit_test(only_multicast),
		cmocka_unit_test(loopback_is_all_received),
		cmocka_unit_test(ties_go_to_the_first),
		cmocka_unit_test(end_disagrees),
		cmocka_unit_test(many_destinations),
		cmocka_unit_test(cut_addresses),
		cmocka_unit_test(ip_host_through_vlan_tags),
		cmocka_unit_test(ip_host_and_arp),
		cmocka_unit_test(raw_and_null),
		cmocka_unit_test(cooked),
		cmocka_unit_test(other_links_are_refused_by_name),
		cmocka_unit_test(empty_is_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
