// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Any bytes as "NAME:param=value,..." and as "param=value,..." of each
 * controller; then as a saved state. The first byte is the size of the error
 * text.
 */
#include "fuzz/fuzz.h"

#include <string.h>

#include <itr/text.h>

/* What was understood lies within the table and comes back from its text. */
static void understood(const struct itr_ops *ops, const struct itr_params *p)
{
	struct itr_params back;
	char text[ITR_TEXT_MAX], err[ITR_TEXT_MAX];

	for (uint32_t i = 0; i < ops->nparams; i++)
		LAW(p->v[i] >= ops->params[i].min &&
		    p->v[i] <= ops->params[i].max);
	LAW(itr_format_params(ops, p, true, text, sizeof(text)) < sizeof(text));
	itr_params_default(ops, &back);
	LAW(itr_parse_params(ops, text, &back, err, sizeof(err)) == 0);
	LAW(memcmp(&back, p, sizeof(back)) == 0);
}

/* One line, ended within its size: a block of just that size. */
static void check_err(const char *err, size_t size, int ret)
{
	if (size == 0)
		return;
	LAW(memchr(err, '\0', size));
	LAW(!strpbrk(err, "\n\r\033"));
	LAW(size < 2 || (ret < 0) == (err[0] != '\0'));
}

static void as_text(const char *text, size_t errsize)
{
	char *err = malloc(errsize ? errsize : 1);
	const struct itr_ops *ops = NULL;
	struct itr_params p;
	int ret;

	LAW(err);
	ret = itr_parse_controller(text, &ops, &p, errsize ? err : NULL,
				   errsize);
	check_err(err, errsize, ret);
	if (ret == 0)
		understood(ops, &p);
	for (size_t i = 0; i < itr_controllers_count; i++) {
		itr_params_default(itr_controllers[i], &p);
		ret = itr_parse_params(itr_controllers[i], text, &p,
				       errsize ? err : NULL, errsize);
		check_err(err, errsize, ret);
		understood(itr_controllers[i], &p);
	}
	free(err);
}

/* Damaged, or the state of a controller that runs on. */
static void as_state(const uint8_t *data, size_t size)
{
	struct itr_sample s = { .now_ns = 1 };
	struct itr it;

	if (itr_load(&it, data, size) < 0)
		return;
	LAW(itr_save(&it, NULL, 0) == size);
	for (s.event = 0; s.event < ITR_EV_COUNT; s.event++) {
		s.now_ns = it.now_ns + 3000000;
		s.rx_bytes += 100000;
		s.rx_packets += 1000;
		s.interrupts += 10;
		itr_step(&it, &s);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (size == 0)
		return 0;
	text = malloc(size);
	LAW(text);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	as_text(text, data[0]);
	free(text);
	as_state(data, size);
	return 0;
}
