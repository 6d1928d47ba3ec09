// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/clock.h"
#include "lab/options.h"

static struct options o;
static struct err err;

static int setup(void **state)
{
	(void)state;
	options_init(&o);
	memset(&err, 0, sizeof(err));
	return 0;
}

/* The defaults of the issue, stated here independently of the table. */
static void defaults(void **state)
{
	(void)state;
	assert_string_equal(o.nic->name, "82574L");
	assert_string_equal(o.machine->name, "modern");
	assert_int_equal(o.irq, IRQ_MSI);
	assert_int_equal(o.driver, DRIVER_NAPI);
	assert_int_equal(o.warmup_ps, 0);
	assert_int_equal(o.repeat_ps, 0);
	assert_int_equal(o.seed, 1);
	assert_int_equal(o.format, REPORT_TEXT);
	assert_int_equal(o.ncontrollers, 0);
	assert_int_equal(o.nfixed, 0);
	assert_false(o.irq_given);
	assert_int_equal(options_check(&o, &err), 0);
}

/* Every row is whole, and no name is there twice for one command. */
static void table_is_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < option_count; i++) {
		const struct option *a = &option_table[i];

		assert_non_null(a->name);
		assert_non_null(a->help);
		assert_non_null(a->set);
		assert_true(a->used_by != 0);
		assert_true(!a->in_result || a->get);
		assert_true(!a->unit || a->arg);
		assert_true(a->help[strlen(a->help) - 1] == '.');
		for (size_t j = 0; j < i; j++)
			assert_true(strcmp(option_table[j].name, a->name) ||
				    !(option_table[j].used_by & a->used_by));
	}
}

/* What get() writes set() reads back as the same text. */
static void values_round_trip(void **state)
{
	static const char *const values[][2] = {
		{ "nic", "82540EM" },
		{ "irq", "intx" },
		{ "nic", "82546GB:tidv=first,ppm=-0.001,phase=1.5us" },
		{ "nic", "82574L:itr_write=restart,itr_defer=yes,ppm=1000" },
		{ "machine", "modern:idle_exit=0,stall_period=1s,stall=150us" },
		{ "nic", "82574L:gap_min=16.77696ms,ppm=5.4" },
		{ "machine", "ideal" },
		{ "driver", "no-napi" },
		{ "host", "10.0.0.1" },
		{ "repeat", "1.5s" },
		{ "warmup", "20ms" },
		{ "seed", "9223372036854775807" },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		const struct option *opt = option_find(values[i][0], ~0u);

		assert_int_equal(options_set(&o, values[i][0], values[i][1],
					     "study.yaml:3", &err),
				 0);
		assert_true(opt->in_result);
		opt->get(&o, text, sizeof(text));
		assert_string_equal(text, values[i][1]);
	}
}

/* What is as the part has it is not said again; the last word counts. */
static void settings_of_a_card(void **state)
{
	(void)state;
	assert_int_equal(options_set(&o, "nic",
				     "82574l:ppm=5.40,tidv=first,ppm=-005,"
				     "tidv=restart,phase=0",
				     "here", &err),
			 0);
	assert_string_equal(o.nic->name, "82574L:ppm=-5");
	assert_int_equal(o.nic->traits.ppb, -5000);
	/* A refused text leaves what was there. */
	assert_int_equal(options_set(&o, "nic", "82574L:tidv=first,ppm=1.0005",
				     "here", &err),
			 -1);
	assert_string_equal(o.nic->name, "82574L:ppm=-5");
	assert_int_equal(o.nic->traits.tidv, 0);
	assert_string_equal(nic_profile_find("82574L")->name, "82574L");
}

static void scenario_errors_name_the_place(void **state)
{
	(void)state;
	assert_int_equal(options_set(&o, "warmpu", "1s", "study.yaml:3", &err),
			 -1);
	assert_string_equal(err.text, "study.yaml:3: unknown option 'warmpu'; "
				      "did you mean 'warmup'?");
	memset(&err, 0, sizeof(err));
	assert_int_equal(options_set(&o, "nic", "82754L", "study.yaml:4", &err),
			 -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_non_null(strstr(err.text, "study.yaml:4: nic: unknown nic"));
	assert_non_null(strstr(err.text, "did you mean '82574L'?"));
}

static void lists(void **state)
{
	(void)state;
	assert_int_equal(options_set(&o, "fixed", "0,20us,1.5ms", "x", &err),
			 0);
	assert_int_equal(o.nfixed, 3);
	assert_true(o.fixed_ps[0] == 0);
	assert_true(o.fixed_ps[1] == 20 * PS_PER_US);
	assert_true(o.fixed_ps[2] == 1500 * PS_PER_US);
	assert_int_equal(options_set(&o, "fixed", "7us", "x", &err), 0);
	assert_int_equal(o.nfixed, 4);
	assert_int_equal(options_set(&o, "fixed", "7us,", "x", &err), -1);
	/* Too many are refused, not written behind the array. */
	memset(&err, 0, sizeof(err));
	options_init(&o);
	for (int i = 0; i < OPT_FIXED_MAX; i++)
		assert_int_equal(options_set(&o, "fixed", "1us", "x", &err), 0);
	assert_int_equal(options_set(&o, "fixed", "1us", "x", &err), -1);
	memset(&err, 0, sizeof(err));
	for (int i = 0; i < OPT_CONTROLLERS_MAX; i++)
		assert_int_equal(
			options_set(&o, "controller", "off", "x", &err), 0);
	assert_int_equal(options_set(&o, "controller", "off", "x", &err), -1);
}

static void what_must_fit(void **state)
{
	(void)state;
	/* A part without MSI: intx, unless msi was asked for. */
	options_set(&o, "nic", "82540EM", "x", &err);
	assert_int_equal(options_check(&o, &err), 0);
	assert_int_equal(o.irq, IRQ_INTX);
	options_set(&o, "irq", "msi", "x", &err);
	assert_int_equal(options_check(&o, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);

	options_init(&o);
	memset(&err, 0, sizeof(err));
	options_set(&o, "repeat", "10", "x", &err);
	options_set(&o, "warmup", "9.999999999999", "x", &err);
	assert_int_equal(options_check(&o, &err), 0);
	options_set(&o, "warmup", "10", "x", &err);
	assert_int_equal(options_check(&o, &err), -1);

	options_init(&o);
	memset(&err, 0, sizeof(err));
	assert_int_equal(options_set(&o, "json", NULL, "x", &err), 0);
	assert_int_equal(options_set(&o, "csv", NULL, "x", &err), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(defaults, setup),
		cmocka_unit_test_setup(table_is_whole, setup),
		cmocka_unit_test_setup(values_round_trip, setup),
		cmocka_unit_test_setup(settings_of_a_card, setup),
		cmocka_unit_test_setup(scenario_errors_name_the_place, setup),
		cmocka_unit_test_setup(lists, setup),
		cmocka_unit_test_setup(what_must_fit, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
