// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Lengths and the wire: padding, cutting, queueing (docs/traces.md).
 */
#include "trace/tiny_pcap.h"

#include <string.h>

static struct outcome o;
static struct tiny p;

static void finish(void)
{
	read_tiny(&o, &p, NULL);
	tiny_free(&p);
}

static void length_is_len_not_caplen(void **state)
{
	uint8_t f[100] = { 2, 0, 0, 0, 0, 9 };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_packet(&p, 1, 0, f, 64, 1514);
	tiny_packet(&p, 2, 0, f, 100, 80); /* caplen above len */
	finish();
	assert_int_equal(o.frame[0].bytes, 1514);
	assert_int_equal(o.frame[1].bytes, 80);
	assert_int_equal(o.info.snap_cut, 1);
	assert_int_equal(o.info.wire_bytes, 1594);
}

static void short_frames_are_padded(void **state)
{
	uint8_t none = 0;

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 59);
	tiny_frame(&p, 2, 0, 9, 1, 42);
	tiny_frame(&p, 3, 0, 1, 9, 60);
	tiny_packet(&p, 4, 0, &none, 0, 0); /* nothing at all */
	finish();
	assert_int_equal(o.n, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(o.frame[i].bytes, 60);
	assert_int_equal(o.info.short_frames, 3);
	assert_int_equal(o.info.wire_bytes, 161);
}

/* 1514 B and 24 B around them at 8 ns a byte are 12.304 us. */
static void closer_than_the_link_allows(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 1514);
	tiny_frame(&p, 1, 5, 1, 9, 1514); /* waits */
	tiny_frame(&p, 1, 6, 9, 1, 66); /* sent after it: keeps its place */
	tiny_frame(&p, 1, 20, 1, 9, 60); /* 672 ns: free again by then */
	tiny_frame(&p, 1, 20, 1, 9, 60); /* an equal stamp keeps its order */
	finish();
	assert_int_equal(o.frame[1].t_ps, NS(12304));
	assert_int_equal(o.frame[2].kind, FRAME_TX);
	assert_int_equal(o.frame[2].t_ps, NS(12304));
	assert_int_equal(o.frame[3].t_ps, US(20));
	assert_int_equal(o.frame[4].t_ps, NS(20672));
	assert_int_equal(o.info.queued, 2);
	assert_int_equal(o.info.equal_stamps, 1);
}

static void exactly_link_rate_does_not_queue(void **state)
{
	(void)state;
	tiny_begin(&p, true, LINK_ETHERNET);
	for (uint32_t i = 0; i < 1000; i++)
		tiny_frame(&p, 1, i * 672, 1, 9, 60);
	finish();
	assert_int_equal(o.info.queued, 0);

	tiny_begin(&p, true, LINK_ETHERNET);
	for (uint32_t i = 0; i < 1000; i++)
		tiny_frame(&p, 1, i * 671, 1, 9, 60);
	finish();
	assert_int_equal(o.info.queued, 999);
}

/* 1514 B every 6 us is twice the link: 1 s behind after about 2 s. */
static void faster_than_the_nic(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < 200000; i++)
		tiny_frame(&p, i * 6 / 1000000, i * 6 % 1000000, 1, 9, 1514);
	finish();
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "faster than the NIC"));
	/* backlog after n frames: n * 6.304 us */
	assert_int_equal(o.info.packets, 1000000 / 6.304 + 2);
	assert_int_equal(o.n, o.info.packets - 1);

	/* Sent ones are the NIC's business: the model queues them. */
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 1, 1, 1, 9, 60);
	for (uint32_t i = 0; i < 100; i++)
		tiny_frame(&p, 1, 2, 9, (uint8_t)(10 + i), 1514);
	finish();
	assert_int_equal(o.info.queued, 0);
}

/* An Ethernet frame with IPv4 and TCP with options bytes of options. */
static void tiny_tcp(uint32_t sec, bool sent, int vlan, uint32_t options,
		     uint32_t len)
{
	uint8_t f[120] = { 2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 1 };
	uint8_t *at = f + 12;

	if (sent) {
		f[5] = 1;
		f[11] = 9;
	}
	if (vlan) {
		at[0] = 0x81;
		at += 4;
	}
	at[0] = 8;
	at[2] = 0x45;
	at[2 + 9] = 6;
	at[2 + 20 + 12] = (uint8_t)((5 + options / 4) << 4);
	tiny_packet(&p, sec, 0, f, sizeof(f), len);
}

/* Two received ones make 02::9 the host. */
static void begin_tcp(void)
{
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 2, 0, 1, 9, 60);
}

static void received_aggregate_is_cut(void **state)
{
	(void)state;
	begin_tcp();
	tiny_tcp(3, false, 0, 12, 66 + 3 * 1448 + 100);
	tiny_frame(&p, 4, 0, 1, 9, 60);
	finish();
	assert_int_equal(o.n, 7);
	for (int i = 2; i < 5; i++)
		assert_int_equal(o.frame[i].bytes, 1514);
	assert_int_equal(o.frame[5].bytes, 166);
	assert_int_equal(o.frame[2].t_ps, S(2));
	assert_int_equal(o.frame[3].t_ps, S(2) + NS(12304));
	assert_int_equal(o.frame[5].t_ps,
			 S(2) + NS(2 * 12304 + (166 + 24) * 8));
	assert_int_equal(o.frame[6].t_ps, S(3));
	assert_int_equal(o.info.oversized, 1);
	assert_int_equal(o.info.rx_packets, 4);
	assert_int_equal(o.info.queued, 0);
}

/* An exact multiple has no rest; a rest of 1 B is padded. */
static void cuts_at_their_edges(void **state)
{
	(void)state;
	begin_tcp();
	tiny_tcp(3, false, 0, 0, 54 + 2 * 1460);
	tiny_tcp(4, false, 0, 0, 54 + 2 * 1460 + 1);
	tiny_tcp(5, false, 1, 0, 58 + 2 * 1460); /* with a VLAN tag */
	finish();
	assert_int_equal(o.n, 2 + 2 + 3 + 2);
	assert_int_equal(o.frame[3].bytes, 1514);
	assert_int_equal(o.frame[6].bytes, 60);
	assert_int_equal(o.frame[7].bytes, 1518);
	assert_int_equal(o.frame[8].bytes, 1518);
}

static void sent_aggregate_is_one_tso_send(void **state)
{
	(void)state;
	begin_tcp();
	tiny_tcp(3, true, 0, 12, 66 + 3 * 1448 + 100);
	finish();
	assert_int_equal(o.n, 3);
	assert_int_equal(o.frame[2].kind, FRAME_TX);
	assert_int_equal(o.frame[2].segments, 4);
	/* what goes over the wire: each piece with its own headers */
	assert_int_equal(o.frame[2].bytes, 3 * 1514 + 166);
}

/* 1522 B (two VLAN tags, or one and FCS) stay whole, 1523 do not. */
static void the_limit(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 1522);
	tiny_frame(&p, 2, 0, 1, 9, 1523);
	finish();
	assert_int_equal(o.n, 3);
	assert_int_equal(o.frame[0].bytes, 1522);
	assert_int_equal(o.info.oversized, 1);
}

/* More than 16 bits; and lengths no aggregate has. */
static void large_lengths(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 80066);
	tiny_frame(&p, 2, 0, 1, 9, 262144);
	finish();
	assert_int_equal(o.info.too_long, 0);
	/* headers of 54: (80066 - 54) / 1460 = 54.8; 262090 / 1460 = 179.5 */
	assert_int_equal(o.n, 55 + 180);

	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 262145);
	tiny_frame(&p, 2, 0, 1, 9, 0xffffffff);
	tiny_frame(&p, 3, 0, 1, 9, 60);
	finish();
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.info.too_long, 2);
	assert_int_equal(o.n, 2 * 180 + 1);
	assert_int_equal(o.info.wire_bytes,
			 UINT64_C(262145) + UINT64_C(0xffffffff) + 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(length_is_len_not_caplen),
		cmocka_unit_test(short_frames_are_padded),
		cmocka_unit_test(closer_than_the_link_allows),
		cmocka_unit_test(exactly_link_rate_does_not_queue),
		cmocka_unit_test(faster_than_the_nic),
		cmocka_unit_test(received_aggregate_is_cut),
		cmocka_unit_test(cuts_at_their_edges),
		cmocka_unit_test(sent_aggregate_is_one_tso_send),
		cmocka_unit_test(the_limit),
		cmocka_unit_test(large_lengths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
