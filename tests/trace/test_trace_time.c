// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Stamps: back, far ahead, absent, out of range (docs/traces.md).
 */
#include "trace/tiny_pcap.h"

#include "load/trace_time.h"

static struct outcome o;
static struct tiny p;

static void finish(void)
{
	read_tiny(&o, &p, NULL);
	tiny_free(&p);
	assert_int_equal(o.err.code, ERR_NONE);
}

static void relative_to_first(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1700000000, 999999, 1, 9, 100);
	tiny_frame(&p, 1700000001, 4, 1, 9, 100);
	tiny_frame(&p, 1700000001, 500004, 1, 9, 100);
	finish();
	assert_int_equal(o.n, 3);
	assert_int_equal(o.frame[0].t_ps, 0);
	assert_int_equal(o.frame[1].t_ps, US(5));
	assert_int_equal(o.frame[2].t_ps, US(500005));
	assert_int_equal(o.info.duration_ps, US(500005));
	assert_int_equal(o.end_ps, US(500005));
}

static void nanoseconds_kept(void **state)
{
	(void)state;
	tiny_begin(&p, true, LINK_ETHERNET);
	tiny_frame(&p, 5, 999999999, 1, 9, 60);
	tiny_frame(&p, 6, 1001, 1, 9, 60);
	finish();
	assert_int_equal(o.frame[1].t_ps, NS(1002));
}

/* Up to 10 ms back: the time of the one before; then its own time again. */
static void small_step_back_is_clamped(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 20000, 1, 9, 60);
	tiny_frame(&p, 1, 10000, 9, 1, 60); /* 10 ms back exactly, sent */
	tiny_frame(&p, 1, 25000, 1, 9, 60);
	finish();
	assert_int_equal(o.frame[1].t_ps, 0);
	assert_int_equal(o.frame[2].t_ps, MS(5));
	assert_int_equal(o.info.backwards, 1);
	assert_int_equal(o.info.rebased, 0);
}

/* More: the clock goes on from there, and later packets keep their gaps. */
static void large_step_back_rebases(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 20000, 1, 9, 60);
	tiny_frame(&p, 1, 9999, 9, 1, 60); /* 10.001 ms back */
	tiny_frame(&p, 1, 25000, 1, 9, 60);
	finish();
	assert_int_equal(o.frame[1].t_ps, 0);
	assert_int_equal(o.frame[2].t_ps, US(15001));
	assert_int_equal(o.info.backwards, 1);
	assert_int_equal(o.info.rebased, 1);
}

/*
 * backwards compares recorded stamps, not the clamped clock: 10, 5, 7 ms goes
 * back once, though 7 is still below 10.
 */
static void backwards_counts_recorded_steps(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 10000, 9, 1, 60);
	tiny_frame(&p, 1, 5000, 9, 1, 60);
	tiny_frame(&p, 1, 7000, 9, 1, 60);
	tiny_frame(&p, 1, 7000, 9, 1, 60);
	finish();
	assert_int_equal(o.info.backwards, 1);
	assert_int_equal(o.info.equal_stamps, 1);
	assert_int_equal(o.info.duration_ps, 0);
}

/* Many small steps back add up to a large one. */
static void creeping_back_rebases(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < 5; i++)
		tiny_frame(&p, 1, 100000 - 4000 * i, 9, 1, 60);
	finish();
	/* 4 and 8 ms are clamped, 12 re-based, 4 clamped. */
	assert_int_equal(o.info.backwards, 4);
	assert_int_equal(o.info.rebased, 1);
}

static void fraction_carries(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 10, 999999, 1, 9, 60);
	tiny_frame(&p, 10, 1000010, 1, 9, 60);
	tiny_frame(&p, 10, 3000010, 1, 9, 60);
	finish();
	assert_int_equal(o.frame[1].t_ps, US(11));
	assert_int_equal(o.frame[2].t_ps, US(2000011));
	assert_int_equal(o.info.bad_fractions, 2);
	assert_int_equal(o.info.backwards, 0);
}

/* As libpcap reads it, with either of its versions: a signed word. */
static void huge_fraction_is_signed(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 5000, 0, 1, 9, 60);
	tiny_frame(&p, 5000, 0x80000000, 1, 9, 60);
	tiny_frame(&p, 5000 - 2148, 516353, 1, 9, 60); /* 1 us later */
	finish();
	assert_int_equal(o.info.backwards, 1);
	assert_int_equal(o.info.bad_fractions, 1);
	assert_int_equal(o.info.duration_ps, US(1));
}

/* 2038 and 2106: seconds are unsigned, the last one is no error value. */
static void seconds_are_unsigned(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0x7fffffff, 0, 1, 9, 60);
	tiny_frame(&p, 0x80000000, 0, 1, 9, 60);
	finish();
	assert_int_equal(o.info.duration_ps, S(1));
	assert_int_equal(o.info.backwards, 0);

	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0xfffffffe, 999999, 1, 9, 60);
	tiny_frame(&p, 0xffffffff, 0, 1, 9, 60);
	finish();
	assert_int_equal(o.n, 2);
	assert_int_equal(o.info.duration_ps, US(1));
}

static void pause_beyond_the_clock_is_cut(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0, 1, 1, 9, 60);
	tiny_frame(&p, 0xffffffff, 1, 1, 9, 60);
	tiny_frame(&p, 0xffffffff, 2000, 1, 9, 60);
	finish();
	assert_int_equal(o.frame[1].t_ps, S(60));
	assert_int_equal(o.frame[2].t_ps, S(60) + US(1999));
	assert_int_equal(o.info.pauses_cut, 1);

	/* A pause of 99 days fits; the next of 2 days does not. */
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0, 0, 1, 9, 60);
	tiny_frame(&p, 99 * 86400, 0, 1, 9, 60);
	tiny_frame(&p, 101 * 86400, 0, 1, 9, 60);
	finish();
	assert_int_equal(o.info.duration_ps, S(99 * 86400) + S(60));
	assert_int_equal(o.info.pauses_cut, 1);
}

/* The arithmetic at the ends of what a stamp can be. */
static void extreme_stamps_do_not_overflow(void **state)
{
	const int64_t far = INT64_C(1) << 61;
	struct trace_clock c = { .wire_free_ps = 0 };

	(void)state;
	trace_clock_start(&c, 0);
	trace_clock_advance(&c, -far, 999999999);
	assert_int_equal(trace_clock_advance(&c, far, 0), CLOCK_PAUSE_CUT);
	assert_int_equal(c.now_ps, S(60));
	assert_int_equal(trace_clock_advance(&c, -far, 0),
			 CLOCK_BACKWARDS | CLOCK_REBASED);
	assert_int_equal(c.now_ps, S(60));
	trace_clock_start(&c, TIME_MAX_PS - S(30));
	trace_clock_advance(&c, 0, 1);
	assert_int_equal(trace_clock_advance(&c, 30, 1), 0);
	assert_int_equal(c.now_ps, TIME_MAX_PS);
	assert_true(trace_clock_advance(&c, 31, 1) & CLOCK_FULL);
}

static void no_timestamps_run_at_link_rate(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 1000; i++)
		tiny_frame(&p, 0, 0, i % 4 ? 1 : 9, i % 4 ? 9 : 1, 1514);
	finish();
	assert_true(o.info.no_timestamps);
	assert_true(has_note(&o, "no timestamps"));
	assert_int_equal(o.info.duration_ps, 0);
	assert_int_equal(o.info.queued, 0);
	/* 1538 B at 8 ns each, whoever sends. */
	assert_int_equal(o.frame[2].t_ps - o.frame[1].t_ps, NS(12304));
	assert_int_equal(o.end_ps / 1000000, 999 * 12304 / 1000);
}

/* Far more than 1 s of them is no backlog: there are no stamps to miss. */
static void no_timestamps_have_no_backlog(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 100000; i++)
		tiny_frame(&p, 0, 0, 1, 9, 1514);
	finish();
	assert_int_equal(o.n, 100000);
	assert_true(o.end_ps > S(1));
}

/* pcapng simple packets carry no stamp, others in the same file do. */
static void stamps_after_none(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0, 0, 1, 9, 60);
	tiny_frame(&p, 0, 0, 1, 9, 60);
	tiny_frame(&p, 0, 100, 1, 9, 60);
	finish();
	assert_false(o.info.no_timestamps);
	assert_int_equal(o.frame[1].t_ps, NS(672));
	assert_int_equal(o.frame[2].t_ps, US(100));
}

/* More than 1 s of wire without stamps, then a stamp: no backlog either. */
static void a_stamp_after_a_long_time_without(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 100000; i++)
		tiny_frame(&p, 0, 0, 1, 9, 1514);
	tiny_frame(&p, 0, 100, 1, 9, 1514);
	tiny_frame(&p, 0, 1100, 1, 9, 1514);
	finish();
	assert_int_equal(o.n, 100002);
	/* The last two keep their distance; the first of them waits. */
	assert_int_equal(o.end_ps, NS(99999 * INT64_C(12304)) + MS(1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relative_to_first),
		cmocka_unit_test(nanoseconds_kept),
		cmocka_unit_test(small_step_back_is_clamped),
		cmocka_unit_test(large_step_back_rebases),
		cmocka_unit_test(backwards_counts_recorded_steps),
		cmocka_unit_test(creeping_back_rebases),
		cmocka_unit_test(fraction_carries),
		cmocka_unit_test(huge_fraction_is_signed),
		cmocka_unit_test(seconds_are_unsigned),
		cmocka_unit_test(pause_beyond_the_clock_is_cut),
		cmocka_unit_test(extreme_stamps_do_not_overflow),
		cmocka_unit_test(no_timestamps_run_at_link_rate),
		cmocka_unit_test(no_timestamps_have_no_backlog),
		cmocka_unit_test(stamps_after_none),
		cmocka_unit_test(a_stamp_after_a_long_time_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
