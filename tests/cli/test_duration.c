// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/clock.h"
#include "lab/duration.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void reads_exactly(void **state)
{
	static const struct {
		const char *text, *bare;
		int64_t ps;
	} good[] = {
		{ "0", NULL, 0 },
		{ "0.0", NULL, 0 },
		{ "20us", NULL, 20000000 },
		{ "1.5ms", NULL, 1500000000 },
		{ "10s", NULL, 10 * PS_PER_S },
		{ "250ns", NULL, 250000 },
		{ ".5us", NULL, 500000 },
		{ "5.us", NULL, 5000000 },
		{ "0.001ns", NULL, 1 },
		{ "0.0010000ns", NULL, 1 },
		/* Not a binary fraction: a double would be off. */
		{ "0.000000000001s", NULL, 1 },
		{ "4.35us", NULL, 4350000 },
		{ "8640000s", NULL, TIME_MAX_PS },
		{ "8639999.999999999999s", NULL, TIME_MAX_PS - 1 },
		{ "60", "s", 60 * PS_PER_S },
		{ "2.5", "us", 2500000 },
		{ "2.5ms", "us", 2500000000 },
		{ "20\xc2\xb5s", NULL, 20000000 },
		{ "20\xce\xbcs", NULL, 20000000 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		struct err err = { 0 };
		int64_t ps = -1;

		assert_int_equal(duration_parse(good[i].text, good[i].bare,
						"--x", &ps, &err),
				 0);
		assert_true(ps == good[i].ps);
		assert_int_equal(err.code, ERR_NONE);
	}
}

static void refuses(void **state)
{
	static const struct {
		const char *text, *bare, *says;
	} bad[] = {
		{ "", NULL, "not a length of time" },
		{ "us", NULL, "not a length of time" },
		{ ".us", NULL, "not a length of time" },
		{ "-1us", NULL, "not a length of time" },
		{ "+1us", NULL, "not a length of time" },
		{ " 1us", NULL, "not a length of time" },
		{ "20", NULL, "unit is missing" },
		{ "1e3us", NULL, "unknown unit 'e3us'" },
		{ "1 us", NULL, "unknown unit ' us'" },
		{ "1us ", NULL, "unknown unit 'us '" },
		{ "1U", NULL, "unknown unit 'U'" },
		{ "1.2.3s", NULL, "unknown unit '.3s'" },
		{ "0x10us", NULL, "unknown unit 'x10us'" },
		{ "0.0001ns", NULL, "finer than a picosecond" },
		{ "8640000.000000000001s", NULL, "100 days" },
		{ "8640001s", NULL, "100 days" },
		{ "99999999999999999999999s", NULL, "100 days" },
		{ "9223372036854775808ns", NULL, "100 days" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct err err = { 0 };
		int64_t ps = 77;

		assert_int_equal(duration_parse(bad[i].text, bad[i].bare, "--x",
						&ps, &err),
				 -1);
		assert_int_equal(err.code, ERR_USAGE);
		assert_non_null(strstr(err.text, bad[i].says));
		assert_true(strncmp(err.text, "--x", 3) == 0);
	}
}

/* What is written is read back as the same number of picoseconds. */
static void round_trip(void **state)
{
	char text[DURATION_TEXT_MAX];
	uint64_t x = 1;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		struct err err = { 0 };
		int64_t ps, back = -1;

		x = x * UINT64_C(6364136223846793005) + 1;
		ps = (int64_t)((x >> 1) % (uint64_t)TIME_MAX_PS) >> (i % 60);
		duration_format(ps, text, sizeof(text));
		assert_int_equal(duration_parse(text, NULL, "", &back, &err),
				 0);
		assert_true(back == ps);
	}
	assert_string_equal(duration_format(0, text, sizeof(text)), "0");
	assert_string_equal(duration_format(1, text, sizeof(text)), "0.001ns");
	assert_string_equal(duration_format(1500000, text, sizeof(text)),
			    "1.5us");
	assert_string_equal(duration_format(60 * PS_PER_S, text, sizeof(text)),
			    "60s");
	assert_string_equal(
		duration_format(TIME_MAX_PS - 1, text, sizeof(text)),
		"8639999.999999999999s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_exactly),
		cmocka_unit_test(refuses),
		cmocka_unit_test(round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
