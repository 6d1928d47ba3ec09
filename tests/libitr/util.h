/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * util.h - what the tests of libitr share: cmocka, capability sets, a random
 * stream, and shorthands for samples.
 */
#ifndef TESTS_LIBITR_UTIL_H
#define TESTS_LIBITR_UTIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <itr/itr.h>
#include <itr/text.h>
#include <itr/units.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Fails with the inputs named; cheaper to read than assert_int_equal(). */
#define CHECK(cond, ...)                            \
	do {                                        \
		if (!(cond)) {                      \
			print_error("%s: ", #cond); \
			print_error(__VA_ARGS__);   \
			print_error("\n");          \
			fail();                     \
		}                                   \
	} while (0)

/* Gaps to the nanosecond, no timers: a rate can be read off the gap. */
static inline struct itr_caps caps_exact(u64 link_mbps)
{
	struct itr_caps c = { .gap = { 1, 0, UINT64_MAX },
			      .link_mbps = link_mbps };

	return c;
}

/* A gigabit e1000 with all its registers. */
static inline struct itr_caps caps_e1000(void)
{
	struct itr_range delay = { 1024, 0, 65535 * 1024 };
	struct itr_caps c = { .gap = { 256, 0, 65535 * 256 },
			      .rx_packet = delay,
			      .rx_absolute = delay,
			      .tx_packet = delay,
			      .tx_absolute = delay,
			      .link_mbps = 1000 };

	return c;
}

/* SplitMix64 (Steele, Lea, Flood 2014): one seed, the same run everywhere. */
static inline u64 rnd(u64 *state)
{
	u64 z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline s32 rnd_between(u64 *state, s32 min, s32 max)
{
	u64 span = (u64)((s64)max - min) + 1;

	return (s32)(min + (s64)(rnd(state) % span));
}

static inline const struct itr_ops *must_find(const char *name)
{
	const struct itr_ops *ops = itr_find(name);

	assert_non_null(ops);
	return ops;
}

/* Parameters of "NAME:..." as text, or the test fails. */
static inline struct itr_params params_of_text(const char *text)
{
	const struct itr_ops *ops;
	struct itr_params p;
	char err[ITR_TEXT_MAX];

	if (itr_parse_controller(text, &ops, &p, err, sizeof(err)))
		fail_msg("%s", err);
	return p;
}

#endif /* TESTS_LIBITR_UTIL_H */
