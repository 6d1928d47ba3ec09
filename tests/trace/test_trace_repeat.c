// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * --repeat: a short trace end to end (docs/traces.md).
 */
#include "trace/tiny_pcap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct outcome o;
static struct tiny p;

static void finish(int64_t repeat_ps)
{
	struct trace_options opt = { .repeat_ps = repeat_ps };

	read_tiny(&o, &p, &opt);
	tiny_free(&p);
}

/* 0, 1, 2, 4, 7 ms: the mean gap is 7/4 ms, so a pass takes 8.75 ms. */
static void ends_meet_at_the_mean_gap(void **state)
{
	static const uint32_t at_ms[] = { 0, 1, 2, 4, 7 };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 5; i++)
		tiny_frame(&p, 100, at_ms[i] * 1000, 1, 9, 60);
	finish(S(1));
	assert_int_equal(o.err.code, ERR_NONE);
	for (size_t i = 0; i < o.n; i++)
		assert_int_equal(o.frame[i].t_ps, (int64_t)(i / 5) * US(8750) +
							  MS(at_ms[i % 5]));
	/* 114 passes are 0.9975 s; of the next 0, 1 and 2 ms fit */
	assert_int_equal(o.n, 114 * 5 + 3);
	assert_int_equal(o.end_ps, S(1));
	/* counted once */
	assert_int_equal(o.info.packets, 5);
	assert_int_equal(o.info.rx_packets, 5);
	assert_int_equal(o.info.duration_ps, MS(7));
}

/* More than the 10 000 kept: the file is read again. */
static void long_traces_are_read_again(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < 20001; i++)
		tiny_frame(&p, 5, i * 10, 1, 9, 60);
	finish(S(1));
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 100001);
	assert_int_equal(o.info.packets, 20001);
	assert_int_equal(o.end_ps, S(1));
}

static void longer_than_the_repeat_plays_once_whole(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 0, 1, 1, 9, 60);
	tiny_frame(&p, 10, 1, 1, 9, 60);
	finish(S(1));
	assert_int_equal(o.n, 2);
	assert_int_equal(o.end_ps, S(10));
}

/* No gap to go by: one frame's time on the wire, 672 ns. */
static void single_packet(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 77, 0, 1, 9, 60);
	finish(MS(1));
	assert_int_equal(o.n, 1000000 / 672 + 1);
	assert_int_equal(o.frame[1].t_ps, NS(672));
	assert_int_equal(o.end_ps, MS(1));
}

/* What is sent does not queue for the wire here, so the gap must do it. */
static void single_sent_packet(void **state)
{
	struct trace_options opt = { .repeat_ps = MS(1),
				     .host = "02:00:00:00:00:01" };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 77, 0, 1, 9, 60);
	read_tiny(&o, &p, &opt);
	tiny_free(&p);
	assert_int_equal(o.n, 1000000 / 672 + 1);
	assert_int_equal(o.frame[1].t_ps, NS(672));
}

static void equal_stamps(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 10; i++)
		tiny_frame(&p, 77, 0, 1, 9, 60);
	finish(MS(1));
	assert_int_equal(o.n, 1000000 / 672 + 1);
	assert_int_equal(o.frame[15].t_ps, NS(15 * 672));
}

/* Denser than the link within a pass: the next pass waits, nothing piles up. */
static void dense_trace_keeps_no_backlog(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < 300; i++)
		tiny_frame(&p, 77, i * 6, 1, 9, 1514);
	finish(S(5));
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.end_ps, S(5));
}

static void nothing_to_repeat(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	finish(S(10));
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 0);
	assert_int_equal(o.end_ps, S(10));
}

/* Nothing for the host it is to be: no frame, no endless loop, an error. */
static void nothing_for_the_host(void **state)
{
	struct trace_options opt = { .repeat_ps = S(10),
				     .host = "02:00:00:00:00:55" };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	read_tiny(&o, &p, &opt);
	tiny_free(&p);
	assert_int_equal(o.n, 0);
	assert_int_equal(o.err.code, ERR_INPUT);
}

/*
 * --repeat up to the clock's end: the last pass is cut there, be it within a
 * minute of the end or far from it. Neither is it an error nor a pause cut.
 */
static void repeat_to_the_end_of_the_clock(void **state)
{
	const int64_t day = S(86400);
	struct trace_options opt = { .repeat_ps = TIME_MAX_PS };

	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t n = 0; n < 9; n++)
		tiny_frame(&p, 1, 1000 * n, 1, 9, 60);
	tiny_frame(&p, 1 + 60 * 86400, 0, 1, 9, 60);
	read_tiny(&o, &p, &opt);
	tiny_free(&p);
	/* 60 days and a ninth of that: the second pass has no tenth packet. */
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 10 + 9);
	assert_true(o.frame[18].t_ps > 66 * day);
	assert_true(o.frame[18].t_ps < 67 * day);
	assert_int_equal(o.end_ps, TIME_MAX_PS);
	assert_int_equal(o.info.pauses_cut, 0);

	/*
	 * A pass takes 863952 s and a mean gap of 43.2 s, so the eleventh
	 * begins 48 s before the end: no room for a pause cut to 60 s.
	 */
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t n = 0; n < 20000; n++)
		tiny_frame(&p, 1, n, 1, 9, 60);
	tiny_frame(&p, 1 + 863952, 0, 1, 9, 60);
	read_tiny(&o, &p, &opt);
	tiny_free(&p);
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 10 * 20001 + 20000);
	assert_int_equal(o.end_ps, TIME_MAX_PS);
}

static void damage_is_not_repeated(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	tiny_frame(&p, 1, 5, 1, 9, 60);
	p.size -= 7;
	finish(S(10));
	assert_int_equal(o.n, 1);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_int_equal(o.end_ps, 0);
}

static void no_timestamps(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	for (int i = 0; i < 7; i++)
		tiny_frame(&p, 0, 0, 1, 9, 60);
	finish(MS(1));
	assert_true(o.info.no_timestamps);
	assert_true(o.n >= 1400 && o.n <= 1489);
}

/* A pipe can be played again as far as it was kept. */
static void pipes(void **state)
{
	struct trace_options opt = { .repeat_ps = S(60) };
	int keep = dup(STDIN_FILENO);

	(void)state;
	for (int big = 0; big < 2; big++) {
		uint32_t n = big ? 10001 : 1000;
		char command[128];
		char *path;
		FILE *f;

		tiny_begin(&p, false, LINK_ETHERNET);
		for (uint32_t i = 0; i < n; i++)
			tiny_frame(&p, 1, i * 90, 1, 9, 60);
		path = tiny_save(&p);
		snprintf(command, sizeof(command), "cat %s", path);
		f = popen(command, "r");
		dup2(fileno(f), STDIN_FILENO);
		read_path(&o, "-", &opt);
		dup2(keep, STDIN_FILENO);
		pclose(f);
		if (big) {
			assert_int_equal(o.n, n);
			assert_int_equal(o.err.code, ERR_USAGE);
			assert_non_null(
				strstr(o.err.text, "save it to a file"));
		} else {
			assert_int_equal(o.err.code, ERR_NONE);
			assert_int_equal(o.end_ps, S(60));
		}
		/* The same from a file on standard input is no pipe. */
		f = fopen(path, "rb");
		dup2(fileno(f), STDIN_FILENO);
		read_path(&o, "-", &opt);
		dup2(keep, STDIN_FILENO);
		fclose(f);
		assert_int_equal(o.err.code, ERR_NONE);
		assert_int_equal(o.end_ps, S(60));
		unlink(path);
		free(path);
		tiny_free(&p);
	}
	close(keep);
}

static void impossible_durations(void **state)
{
	(void)state;
	tiny_begin(&p, false, LINK_ETHERNET);
	tiny_frame(&p, 1, 0, 1, 9, 60);
	finish(TIME_MAX_PS + 1);
	assert_int_equal(o.err.code, ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_meet_at_the_mean_gap),
		cmocka_unit_test(long_traces_are_read_again),
		cmocka_unit_test(longer_than_the_repeat_plays_once_whole),
		cmocka_unit_test(single_packet),
		cmocka_unit_test(single_sent_packet),
		cmocka_unit_test(equal_stamps),
		cmocka_unit_test(dense_trace_keeps_no_backlog),
		cmocka_unit_test(nothing_to_repeat),
		cmocka_unit_test(nothing_for_the_host),
		cmocka_unit_test(repeat_to_the_end_of_the_clock),
		cmocka_unit_test(damage_is_not_repeated),
		cmocka_unit_test(no_timestamps),
		cmocka_unit_test(pipes),
		cmocka_unit_test(impossible_durations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
