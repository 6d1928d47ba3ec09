// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_core.c - what itr.c promises whatever the controller, and the two
 * controllers that never decide, `off` and `fixed`.
 */
#include "util.h"

#include <stdlib.h>

#include "ctl.h"

static void off_is_off(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr_decision zero = { .reason = ITR_R_FIXED };
	struct itr it;

	(void)state;
	itr_start(&it, must_find("off"), &caps, NULL, 5);
	assert_memory_equal(&it.last, &zero, sizeof(zero));
}

/* What the card is given for what a person asks, in register units. */
static void fixed_registers(void **state)
{
	static const struct {
		u64 gap_ns, reg;
	} t[] = {
		{ 0, 0 },
		{ 1, 0 },
		{ 255, 0 },
		{ 256, 1 },
		{ 511, 1 },
		{ 5000, 19 },
		{ 10000, 39 },
		{ 20000, 78 },
		{ 50000, 195 },
		{ 100000, 390 },
		{ 125000, 488 },
		{ 250000, 976 },
		{ 16776960, 65535 },
	};
	struct itr_caps caps = caps_e1000();
	struct itr_params p;
	struct itr it;
	size_t i;

	(void)state;
	itr_start(&it, must_find("fixed"), &caps, NULL, 0);
	assert_int_equal(it.last.gap_ns, 195 * 256);
	assert_int_equal(it.last.tx_gap_ns, 195 * 256);
	assert_int_equal(it.last.tx_packet_ns, 8 * 1024);
	assert_int_equal(it.last.tx_absolute_ns, 32 * 1024);
	assert_int_equal(it.last.rx_packet_ns, 0);
	for (i = 0; i < COUNT(t); i++) {
		itr_params_default(it.ops, &p);
		p.v[0] = (s32)t[i].gap_ns;
		itr_retune(&it, &p);
		CHECK(it.last.gap_ns == t[i].reg * 256, "%ju",
		      (uintmax_t)t[i].gap_ns);
		itr_start(&it, it.ops, &caps, &p, 0);
		assert_int_equal(it.last.gap_ns, t[i].reg * 256);
		assert_int_equal(it.last.reason, ITR_R_FIXED);
	}
	/* TxIntDelay=100, TxAbsIntDelay=1000 */
	p = params_of_text("fixed:gap_ns=0,tx_packet_ns=102400,"
			   "tx_absolute_ns=1024000,rx_packet_ns=1023,"
			   "rx_absolute_ns=2047");
	itr_start(&it, it.ops, &caps, &p, 0);
	assert_int_equal(it.last.gap_ns, 0);
	assert_int_equal(it.last.tx_packet_ns, 100 * 1024);
	assert_int_equal(it.last.tx_absolute_ns, 1000 * 1024);
	assert_int_equal(it.last.rx_packet_ns, 0);
	assert_int_equal(it.last.rx_absolute_ns, 1024);
}

/* What is said when the hardware cannot do what was asked. */
static void fixed_beyond_the_hardware(void **state)
{
	struct itr_params p = params_of_text("fixed:gap_ns=200000");
	struct itr_caps caps = caps_e1000();
	struct itr it;

	(void)state;
	caps.gap.max_ns = 126000;
	itr_start(&it, must_find("fixed"), &caps, &p, 0);
	assert_int_equal(it.last.gap_ns, 492 * 256);
	assert_int_equal(it.last.reason, ITR_R_LIMIT);
	caps.gap.min_ns = 250000;
	caps.gap.max_ns = 300000;
	itr_start(&it, must_find("fixed"), &caps, &p, 0);
	assert_int_equal(it.last.gap_ns, 977 * 256);
	assert_int_equal(it.last.reason, ITR_R_LIMIT);
	caps.gap.step_ns = 0;
	itr_start(&it, must_find("fixed"), &caps, &p, 0);
	assert_int_equal(it.last.gap_ns, 0);
	assert_int_equal(it.last.reason, ITR_R_NO_CAP);
}

static void clamps(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr_params p;
	struct itr it;
	int i;

	(void)state;
	memset(&p, 0x7f, sizeof(p)); /* also where there is no parameter */
	itr_start(&it, must_find("fixed"), &caps, &p, 0);
	assert_int_equal(it.params.v[0], 16776960);
	assert_int_equal(it.params.v[1], 67107840);
	for (i = 5; i < ITR_PARAMS_MAX; i++)
		assert_int_equal(it.params.v[i], 0);
	memset(&p, 0x80, sizeof(p));
	itr_retune(&it, &p);
	assert_int_equal(it.params.v[0], 0);
	assert_int_equal(it.last.gap_ns, 0);
}

/* The one way from a wish to a decision. */
static void decide(void **state)
{
	struct itr_decision wish = { 1000, 2000, 3000, 4000,  5000,
				     6000, 300,	 7,    12345, ITR_R_RULE };
	struct itr_decision want;
	struct itr it;

	(void)state;
	memset(&it, 0, sizeof(it));
	it.ops = must_find("off");
	it.caps = caps_e1000();
	itr_make_plan(&it);
	itr_decide(&it, &wish);
	want = (struct itr_decision){ 768,  768, 2048, 3072,  4096,
				      5120, 0,	 1,    12345, ITR_R_RULE };
	assert_memory_equal(&it.last, &want, sizeof(want));
	itr_decide(&it, &want);
	assert_memory_equal(&it.last, &want, sizeof(want)); /* idempotent */

	it.caps.separate_gaps = 1;
	it.caps.count_max = 255;
	itr_decide(&it, &wish);
	assert_int_equal(it.last.tx_gap_ns, 1792);
	assert_int_equal(it.last.count, 255);

	memset(&it.caps, 0, sizeof(it.caps));
	itr_make_plan(&it);
	itr_decide(&it, &wish);
	want = (struct itr_decision){ .recheck = 1,
				      .next_ns = 12345,
				      .reason = ITR_R_NO_CAP };
	assert_memory_equal(&it.last, &want, sizeof(want));
	wish.reason = ITR_R_START;
	itr_decide(&it, &wish);
	assert_int_equal(it.last.reason, ITR_R_START);
}

/* The bytes of a saved state, written down by hand: little-endian. */
static void save_format(void **state)
{
	static const u8 head[] = { 'i', 't', 'r', 1, 3, 'o', 'f',
				   'f', 1,   0,	  0, 0, 0 };
	struct itr_caps caps = { .gap = { 0x0102030405060708, 2, 3 },
				 .link_mbps = 1000 };
	struct itr it;
	u8 buf[2048];
	size_t n, i;

	(void)state;
	itr_start(&it, must_find("off"), &caps, NULL, 0x1122334455667788);
	it.decisions = 9;
	it.state[0] = 0x8000000000000001;
	n = itr_save(&it, buf, sizeof(buf));
	/* head, then 18 + 10 + 2 + 40 words and the digest */
	assert_int_equal(n, sizeof(head) + 71 * 8);
	assert_memory_equal(buf, head, sizeof(head));
	for (i = 0; i < 8; i++) {
		const u8 *w = buf + sizeof(head);

		assert_int_equal(w[i], 8 - i); /* caps.gap.step_ns */
		assert_int_equal(w[17 * 8 + i], i == 0	 ? 0xe8
						: i == 1 ? 0x03
							 : 0); /* link_mbps */
		assert_int_equal(w[27 * 8 + i],
				 i == 0 ? ITR_R_FIXED : 0); /* last.reason */
		assert_int_equal(w[28 * 8 + i], 0x88 - 0x11 * i); /* now_ns */
		assert_int_equal(w[29 * 8 + i], i == 0 ? 9 : 0);
		assert_int_equal(w[30 * 8 + i], i == 0 ? 1 : i == 7 ? 0x80 : 0);
	}
}

/* Too small a buffer is not touched; every damage is refused and changes
 * nothing. */
static void save_and_damage(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr it, back, kept;
	u8 buf[2048], bad[2048];
	size_t c, n, i;

	(void)state;
	for (c = 0; c < itr_controllers_count; c++) {
		itr_start(&it, itr_controllers[c], &caps, NULL, 77);
		n = itr_save(&it, NULL, 0);
		assert_in_range(n, 1, sizeof(buf) - 1);
		memset(buf, 0x5a, sizeof(buf));
		assert_int_equal(itr_save(&it, buf, n - 1), n);
		for (i = 0; i < sizeof(buf); i++)
			assert_int_equal(buf[i], 0x5a);
		assert_int_equal(itr_save(&it, buf, n), n);
		assert_int_equal(buf[n], 0x5a);

		memset(&back, 0xa5, sizeof(back));
		assert_int_equal(itr_load(&back, buf, n), 0);
		assert_memory_equal(&back, &it, sizeof(it));

		memset(&back, 0xa5, sizeof(back));
		kept = back;
		for (i = 0; i < n; i++)
			assert_int_equal(itr_load(&back, buf, i), -1);
		assert_int_equal(itr_load(&back, buf, n + 1), -1);
		for (i = 0; i < n * 8; i++) {
			memcpy(bad, buf, n);
			bad[i / 8] ^= (u8)(1 << i % 8);
			CHECK(itr_load(&back, bad, n) == -1, "%s bit %zu",
			      it.ops->name, i);
		}
		assert_memory_equal(&back, &kept, sizeof(kept));
	}
}

/* A whole state whose decision this hardware cannot hold is refused. */
static void load_checks_the_decision(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr it, bad, back;
	u8 buf[2048];
	size_t i;

	(void)state;
	itr_start(&it, must_find("fixed"), &caps, NULL, 0);
	assert_int_equal(itr_load(&back, buf, itr_save(&it, buf, sizeof(buf))),
			 0);
	for (i = 0; i < 7; i++) {
		bad = it;
		if (i == 0)
			bad.last.gap_ns = bad.last.tx_gap_ns = 257;
		else if (i == 1)
			bad.last.tx_gap_ns = 512;
		else if (i == 2)
			bad.last.tx_packet_ns = UINT64_MAX - 1023;
		else if (i == 3)
			bad.last.count = 1;
		else if (i == 4)
			bad.last.recheck = 2;
		else if (i == 5)
			bad.last.reason = ITR_R_COUNT;
		else
			bad.caps.gap.step_ns = 0;
		CHECK(itr_load(&back, buf, itr_save(&bad, buf, sizeof(buf))) ==
			      -1,
		      "case %zu", i);
	}
}

/* Any bytes: refused, without a look beyond their end (the sanitizer build
 * watches: each buffer is as long as its bytes). */
static void load_anything(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr it, kept;
	u8 good[2048];
	u64 seed = 5;
	size_t size;
	int n;

	(void)state;
	itr_start(&it, must_find("e1000"), &caps, NULL, 0);
	size = itr_save(&it, good, sizeof(good));
	kept = it;
	for (n = 0; n < 20000; n++) {
		size_t len = rnd(&seed) % (size + 8), i;
		u8 *bytes = malloc(len + 1); /* never of 0 bytes */
		u8 *b = bytes + 1; /* ends where the memory ends */

		assert_non_null(bytes);
		for (i = 0; i < len; i++)
			b[i] = i < size ? good[i] : 0;
		for (i = rnd(&seed) % 4 + (len == size); i > 0 && len > 0; i--)
			b[rnd(&seed) % (rnd(&seed) & 1 ? len : len % 16 + 1) %
			  len] ^= (u8)(1 + rnd(&seed) % 255);
		if (itr_load(&it, b, len) != 0)
			assert_memory_equal(&it, &kept, sizeof(it));
		else /* two changes of one byte may undo each other */
			assert_memory_equal(b, good, len);
		free(bytes);
	}
}

/* The digest tells apart states that differ in any one word. */
static void digest(void **state)
{
	struct itr_caps caps = caps_e1000();
	struct itr it, other;
	u64 before;
	size_t i;

	(void)state;
	itr_start(&it, must_find("fixed"), &caps, NULL, 0);
	before = itr_digest(&it);
	assert_true(before == itr_digest(&it));
	for (i = 0; i < ITR_STATE_WORDS; i++) {
		other = it;
		other.state[i] ^= 1;
		assert_true(itr_digest(&other) != before);
		other.state[i] ^= 1;
		other.state[i] ^= UINT64_C(1) << 63;
		assert_true(itr_digest(&other) != before);
	}
	for (i = 0; i < it.ops->nparams; i++) {
		other = it;
		other.params.v[i] ^= 1;
		assert_true(itr_digest(&other) != before);
	}
#define DIFFERS(member)                                    \
	do {                                               \
		other = it;                                \
		other.member ^= 1;                         \
		assert_true(itr_digest(&other) != before); \
	} while (0)
	DIFFERS(caps.gap.step_ns);
	DIFFERS(caps.link_mbps);
	DIFFERS(last.gap_ns);
	DIFFERS(last.reason);
	DIFFERS(now_ns);
	DIFFERS(decisions);
	other = it;
	other.ops = must_find("off");
	assert_true(itr_digest(&other) != before);
}

static void names(void **state)
{
	u64 i;

	(void)state;
	for (i = 0; i < ITR_R_COUNT; i++)
		assert_string_not_equal(itr_reason_name(i), "?");
	for (i = 0; i < ITR_EV_COUNT; i++)
		assert_string_not_equal(itr_event_name(i), "?");
	assert_string_equal(itr_reason_name(ITR_R_COUNT), "?");
	assert_string_equal(itr_event_name(UINT64_MAX), "?");
	assert_string_equal(itr_reason_name(ITR_R_LINK_SPEED), "link-speed");
	assert_string_equal(itr_event_name(ITR_EV_COMPLETION), "completion");
}

/* "A few hundred bytes the caller owns." */
static void size(void **state)
{
	(void)state;
	assert_in_range(sizeof(struct itr), 1, 800);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(off_is_off),
		cmocka_unit_test(fixed_registers),
		cmocka_unit_test(fixed_beyond_the_hardware),
		cmocka_unit_test(clamps),
		cmocka_unit_test(decide),
		cmocka_unit_test(save_format),
		cmocka_unit_test(save_and_damage),
		cmocka_unit_test(load_checks_the_decision),
		cmocka_unit_test(load_anything),
		cmocka_unit_test(digest),
		cmocka_unit_test(names),
		cmocka_unit_test(size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
