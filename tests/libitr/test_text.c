// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * test_text.c - the parser of parameters: what it takes, what it says when it
 * refuses, and that nothing hostile upsets it.
 */
#include "util.h"

static const struct {
	const char *text, *name, *params; /* params: those not at default */
} good[] = {
	{ "off", "off", "" },
	{ " off\n", "off", "" },
	{ "e1000", "e1000", "" },
	{ "e1000:mode=1", "e1000", "mode=1" },
	{ "e1000:mode=3", "e1000", "" },
	{ "fixed:gap_ns=0", "fixed", "gap_ns=0" },
	{ "fixed:gap_ns=20us", "fixed", "gap_ns=20000" },
	{ "fixed:gap_ns=20000ns", "fixed", "gap_ns=20000" },
	{ "fixed:gap_ns=1ms", "fixed", "gap_ns=1000000" },
	{ "fixed:gap_ns=+0016ms", "fixed", "gap_ns=16000000" },
	{ "fixed:gap_ns=16776960", "fixed", "gap_ns=16776960" },
	{ "fixed: gap_ns = 1 , tx_packet_ns=1024\n", "fixed",
	  "gap_ns=1,tx_packet_ns=1024" },
	{ "threshold:period_us=10s", "threshold", "period_us=10000000" },
	{ "threshold:period_us=10000000000ns", "threshold",
	  "period_us=10000000" },
	{ "symmetry:period_us=2ms,rx_absolute_ns=0", "symmetry",
	  "period_us=2000,rx_absolute_ns=0" },
};

/* A '*' at the end stands for all controllers, in the order of the list. */
static const struct {
	const char *text, *err;
} bad[] = {
	{ "", "no controller named; there are *" },
	{ "nonsense", "no controller 'nonsense'; there are *" },
	{ "e100", "no controller 'e100'; did you mean 'e1000'?" },
	{ "E1000", "no controller 'E1000'; did you mean 'e1000'?" },
	{ "symetry", "no controller 'symetry'; did you mean 'symmetry'?" },
	{ "thershold", "no controller 'thershold'; did you mean 'threshold'?" },
	{ "thresh:period_us=1",
	  "no controller 'thresh'; did you mean 'threshold'?" },
	{ "e1000:", "e1000: nothing after ':'; write param=value, or no ':'" },
	{ "off:x=1", "off: takes no parameters, so not 'x'" },
	{ "e1000:mod=1", "e1000: no parameter 'mod'; did you mean 'mode'?" },
	{ "fixed:gap_us=1",
	  "fixed: no parameter 'gap_us'; did you mean 'gap_ns'?" },
	{ "fixed:zzz=1", "fixed: no parameter 'zzz'; there are gap_ns, "
			 "tx_packet_ns, tx_absolute_ns, rx_packet_ns, "
			 "rx_absolute_ns" },
	{ "e1000:mode=1,", "e1000: a parameter's name is missing; there are "
			   "mode, poll_us, tx_packet_ns, tx_absolute_ns, "
			   "rx_packet_ns, rx_absolute_ns" },
	{ "e1000:mode", "e1000: mode needs a value: mode=VALUE" },
	{ "e1000:mode=", "e1000: mode='' is empty; allowed: 1, 3" },
	{ "e1000:mode=2", "e1000: mode='2' is none of 1, 3" },
	{ "e1000:mode=0", "e1000: mode='0' is none of 1, 3" },
	{ "e1000:mode=1,mode=3", "e1000: mode is given twice" },
	{ "fixed:gap_ns=", "fixed: gap_ns='' is empty; allowed: 0..16776960 "
			   "ns" },
	{ "fixed:gap_ns=x", "fixed: gap_ns='x' is not a whole number of ns; "
			    "allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=-", "fixed: gap_ns='-' is not a whole number of ns; "
			    "allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=1.5us", "fixed: gap_ns='1.5us' is not a whole number "
				"of ns; allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=-1", "fixed: gap_ns='-1' is out of range; allowed: "
			     "0..16776960 ns" },
	{ "fixed:gap_ns=16776961", "fixed: gap_ns='16776961' is out of range; "
				   "allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=4294967296", "fixed: gap_ns='4294967296' is out of "
				     "range; allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=18446744073709551617",
	  "fixed: gap_ns='18446744073709551617' is out of range; allowed: "
	  "0..16776960 ns" },
	{ "fixed:gap_ns=9223372036854775808s",
	  "fixed: gap_ns='9223372036854775808s' is out of range; allowed: "
	  "0..16776960 ns" },
	{ "fixed:gap_ns=5x", "fixed: gap_ns='5x' has another unit than ns; "
			     "allowed: 0..16776960 ns" },
	{ "fixed:gap_ns=5 us x", "fixed: gap_ns='5 us x' has another unit than "
				 "ns; allowed: 0..16776960 ns" },
	{ "threshold:period_us=99", "threshold: period_us='99' is out of "
				    "range; allowed: 100..10000000 us" },
	{ "threshold:period_us=1500ns",
	  "threshold: period_us='1500ns' is not a whole number of us; allowed: "
	  "100..10000000 us" },
	{ "fixed:gap_\x01s=1", "fixed: no parameter 'gap_?s'; did you mean "
			       "'gap_ns'?" },
	{ "0123456789012345678901234567890123456789",
	  "no controller '01234567890123456789012345678901...'; there are *" },
};

static void takes(void **state)
{
	char err[ITR_TEXT_MAX], back[ITR_TEXT_MAX];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(good); i++) {
		const struct itr_ops *ops = NULL;
		struct itr_params p;

		if (itr_parse_controller(good[i].text, &ops, &p, err,
					 sizeof(err)))
			fail_msg("'%s' refused: %s", good[i].text, err);
		assert_string_equal(err, "");
		assert_string_equal(ops->name, good[i].name);
		itr_format_params(ops, &p, false, back, sizeof(back));
		assert_string_equal(back, good[i].params);
	}
}

/* Appends the list of controllers in place of a '*' at the end. */
static void spell_out(const char *with_star, char *text)
{
	size_t i, len = strlen(with_star);

	strcpy(text, with_star);
	if (len == 0 || text[len - 1] != '*')
		return;
	text[len - 1] = '\0';
	for (i = 0; i < itr_controllers_count; i++) {
		strcat(text, i ? ", " : "");
		strcat(text, itr_controllers[i]->name);
	}
}

static void refuses(void **state)
{
	char err[ITR_TEXT_MAX], want[ITR_TEXT_MAX];
	size_t i, size;

	(void)state;
	for (i = 0; i < COUNT(bad); i++) {
		const struct itr_ops *ops = NULL;
		struct itr_params p, kept;

		memset(&p, 0x5a, sizeof(p));
		kept = p;
		if (!itr_parse_controller(bad[i].text, &ops, &p, err,
					  sizeof(err)))
			fail_msg("'%s' taken", bad[i].text);
		spell_out(bad[i].err, want);
		assert_string_equal(err, want);
		assert_null(ops);
		assert_memory_equal(&p, &kept, sizeof(p));

		/* A small buffer gets the beginning, and never more. */
		for (size = 0; size <= strlen(want); size++) {
			char small[ITR_TEXT_MAX];

			memset(small, 'x', sizeof(small));
			itr_parse_controller(bad[i].text, &ops, &p, small,
					     size);
			assert_int_equal(small[size], 'x');
			if (size == 0)
				continue;
			assert_int_equal(small[size - 1], '\0');
			assert_memory_equal(small, err, size - 1);
		}
		assert_int_equal(
			itr_parse_controller(bad[i].text, &ops, &p, NULL, 0),
			-1);
	}
}

/* What is not named stays; an error changes nothing, not even what came first. */
static void parses_over(void **state)
{
	const struct itr_ops *ops = must_find("fixed");
	struct itr_params p = params_of_text("fixed:gap_ns=7,rx_packet_ns=9");
	struct itr_params kept;
	char err[ITR_TEXT_MAX], back[ITR_TEXT_MAX];

	(void)state;
	assert_int_equal(itr_parse_params(ops, "", &p, err, sizeof(err)), 0);
	assert_int_equal(itr_parse_params(ops, " \n", &p, err, sizeof(err)), 0);
	assert_int_equal(
		itr_parse_params(ops, "gap_ns=8", &p, err, sizeof(err)), 0);
	itr_format_params(ops, &p, false, back, sizeof(back));
	assert_string_equal(back, "gap_ns=8,rx_packet_ns=9");
	kept = p;
	assert_int_equal(itr_parse_params(ops, "gap_ns=1,tx_packet_ns=x", &p,
					  err, sizeof(err)),
			 -1);
	assert_memory_equal(&p, &kept, sizeof(p));
}

/* format -> parse gives the same values, for every controller. */
static void round_trip(void **state)
{
	u64 seed = 2;
	size_t c;
	int n;

	(void)state;
	for (c = 0; c < itr_controllers_count; c++)
		for (n = 0; n < 300; n++) {
			const struct itr_ops *ops = itr_controllers[c];
			char text[ITR_TEXT_MAX], err[ITR_TEXT_MAX], cut[8];
			struct itr_params p, q;
			size_t len;
			u32 i;

			itr_params_default(ops, &p);
			itr_params_default(ops, &q);
			for (i = 0; i < ops->nparams; i++) {
				const struct itr_param *r = &ops->params[i];

				if (n == 0)
					p.v[i] = r->min;
				else if (n == 1)
					p.v[i] = r->max;
				else if (n > 2 && rnd(&seed) & 1)
					p.v[i] = rnd_between(&seed, r->min,
							     r->max);
			}
			len = itr_format_params(ops, &p, n & 1, text,
						sizeof(text));
			assert_in_range(len, 0, sizeof(text) - 1);
			assert_int_equal(len, strlen(text));
			if (itr_parse_params(ops, text, &q, err, sizeof(err)))
				fail_msg("%s: %s", text, err);
			assert_memory_equal(&p, &q, sizeof(p));

			assert_int_equal(itr_format_params(ops, &p, n & 1, cut,
							   sizeof(cut)),
					 len);
			assert_in_range(strlen(cut), 0, sizeof(cut) - 1);
			assert_memory_equal(cut, text, strlen(cut));
			assert_int_equal(
				itr_format_params(ops, &p, n & 1, NULL, 0),
				len);
		}
}

/* Every table is fit to be used and to be shown. */
static void tables(void **state)
{
	size_t c;
	u32 i, j;

	(void)state;
	for (c = 0; c < itr_controllers_count; c++) {
		const struct itr_ops *ops = itr_controllers[c];
		struct itr_params p;
		char text[ITR_TEXT_MAX];

		assert_true(strlen(ops->name) > 0 && strlen(ops->name) <= 32);
		assert_true(strlen(ops->idea) > 20);
		assert_true(ops->version >= 1);
		assert_true(ops->nparams <= ITR_PARAMS_MAX);
		assert_true(ops->events < ITR_EVMASK(ITR_EV_COUNT));
		assert_ptr_equal(itr_find(ops->name), ops);
		itr_params_default(ops, &p);
		for (i = 0; i < ops->nparams; i++) {
			const struct itr_param *r = &ops->params[i];

			CHECK(strlen(r->name) > 0 && strlen(r->name) <= 32 &&
				      !strpbrk(r->name, " ,=:"),
			      "%s %s", ops->name, r->name);
			CHECK(r->min <= r->def && r->def <= r->max, "%s %s",
			      ops->name, r->name);
			CHECK(strlen(r->help) > 0 && !strchr(r->help, '\n'),
			      "%s %s", ops->name, r->name);
			assert_non_null(r->unit);
			assert_int_equal(p.v[i], r->def);
			for (j = 0; j < i; j++)
				assert_string_not_equal(r->name,
							ops->params[j].name);
			for (j = 0; r->names && r->names[j]; j++)
				;
			if (r->names)
				assert_int_equal(j, r->max - r->min + 1);
		}
		for (; i < ITR_PARAMS_MAX; i++)
			assert_int_equal(p.v[i], 0);
		assert_int_equal(
			itr_format_params(ops, &p, false, text, sizeof(text)),
			0);
		assert_string_equal(text, "");
	}
	assert_null(itr_find(""));
	assert_null(itr_find("e10000"));
}

static void nearest(void **state)
{
	static const char *const names[] = { "rx-usecs", "tx-usecs", "on",
					     "off", "adaptive" };
	static const struct {
		const char *word, *name;
	} near[] = {
		{ "rx-usecs", "rx-usecs" }, /* itself */
		{ "rx-usec", "rx-usecs" }, /* one missing */
		{ "rx--usecs", "rx-usecs" }, /* one too many */
		{ "tx_usecs", "tx-usecs" }, /* one wrong */
		{ "xr-usecs", "rx-usecs" }, /* two swapped */
		{ "x-usecs", "rx-usecs" }, /* a tie: the first */
		{ "ADAPTIVE", "adaptive" },
		{ "adapt", "adaptive" }, /* the beginning */
		{ "adaptive-rx", "adaptive" }, /* more than all */
		{ "of", "off" }, /* one edit from "on", too, but a beginning */
		{ "zz", NULL },
		{ "a", NULL },
		{ "", NULL },
		{ "completely-different", NULL },
		{ "rx-usecs-rx-usecs-rx-usecs-rx-usecs", NULL },
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(near); i++) {
		const char *got =
			itr_nearest(near[i].word, names, COUNT(names));

		if (!near[i].name && got)
			fail_msg("'%s' gave '%s'", near[i].word, got);
		if (near[i].name && (!got || strcmp(got, near[i].name) != 0))
			fail_msg("'%s' gave '%s', not '%s'", near[i].word,
				 got ? got : "nothing", near[i].name);
	}
	assert_null(itr_nearest("on", NULL, 0));
}

/* Whatever the text: no crash, a whole answer, values within their ranges. */
static void hostile(void **state)
{
	static const char alphabet[] =
		"=,:0123456789-+. \nnumsxgap_oe1fidr\x80\xff%";
	u64 seed = 3;
	int n, taken = 0;

	(void)state;
	for (n = 0; n < 200000; n++) {
		const struct itr_ops *ops = NULL;
		struct itr_params p;
		char text[80], err[ITR_TEXT_MAX];
		size_t len = rnd(&seed) % 40, i, at;
		u32 k;

		if (n & 1) { /* something good with a few bytes changed */
			strcpy(text, good[rnd(&seed) % COUNT(good)].text);
			len = strlen(text);
			for (i = rnd(&seed) % 3; i > 0; i--) {
				at = rnd(&seed) % len;
				text[at] = alphabet[rnd(&seed) %
						    (sizeof(alphabet) - 1)];
			}
		} else {
			for (i = 0; i < len; i++)
				text[i] = alphabet[rnd(&seed) %
						   (sizeof(alphabet) - 1)];
			text[len] = '\0';
		}
		memset(err, 'x', sizeof(err));
		if (itr_parse_controller(text, &ops, &p, err, sizeof(err))) {
			assert_null(ops);
			assert_non_null(memchr(err, '\0', sizeof(err)));
			CHECK(strlen(err) > 0 && !strchr(err, '\n'), "%s",
			      text);
			continue;
		}
		taken++;
		assert_string_equal(err, "");
		for (k = 0; k < ops->nparams; k++)
			CHECK(p.v[k] >= ops->params[k].min &&
				      p.v[k] <= ops->params[k].max,
			      "%s", text);
	}
	assert_true(taken > 1000); /* it did get through, too */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes),       cmocka_unit_test(refuses),
		cmocka_unit_test(parses_over), cmocka_unit_test(round_trip),
		cmocka_unit_test(tables),      cmocka_unit_test(nearest),
		cmocka_unit_test(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
