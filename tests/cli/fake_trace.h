/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * fake_trace.h - a trace without a file, that ends as a test wants it to.
 *
 * Included once it stands in for load/trace.c: the linker takes it first.
 */
#ifndef TESTS_CLI_FAKE_TRACE_H
#define TESTS_CLI_FAKE_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "load/trace.h"

static struct fake_trace {
	uint64_t packets; /* one each gap_ps, received, of 60 bytes */
	bool sends; /* instead a send of 45 segments of 1514 bytes */
	int64_t gap_ps;
	uint64_t damaged_at; /* an error instead of this packet, 0: none */
	uint64_t stop_at; /* stop() is true from then on, 0: never */
	bool signal_is_error; /* the stop shows as a read error */
	unsigned int opened, closed;
} fake_trace;

struct trace {
	struct trace_options opt;
	struct trace_info info;
	int64_t last_ps;
	bool stopped;
};

static uint64_t given;

static bool fake_trace_stop(void)
{
	return fake_trace.stop_at && given >= fake_trace.stop_at;
}

struct trace *trace_open(const char *path, const struct trace_options *opt,
			 struct err *err)
{
	struct trace *t;

	given = 0;
	if (strcmp(path, "missing") == 0) {
		err_set(err, ERR_INPUT, "missing: no such trace");
		return NULL;
	}
	t = calloc(1, sizeof(*t));
	if (!t)
		abort();
	t->opt = *opt;
	fake_trace.opened++;
	return t;
}

long trace_read(struct trace *t, struct frame *out, size_t max, struct err *err)
{
	size_t n = 0;

	if (t->opt.stop && t->opt.stop()) {
		if (fake_trace.signal_is_error) {
			err_set(err, ERR_INPUT, "read: interrupted");
			return -1;
		}
		t->stopped = true;
		return 0;
	}
	while (n < max && given < fake_trace.packets) {
		if (fake_trace.damaged_at && given == fake_trace.damaged_at) {
			if (n > 0)
				break;
			err_set(err, ERR_INPUT, "damaged");
			return -1;
		}
		t->last_ps = (int64_t)given * fake_trace.gap_ps;
		out[n++] = (struct frame){ .t_ps = t->last_ps,
					   .bytes = 60,
					   .segments = 1,
					   .kind = FRAME_RX };
		if (fake_trace.sends) {
			out[n - 1].kind = FRAME_TX;
			out[n - 1].segments = 45;
			out[n - 1].bytes = 45 * 1514;
		}
		t->info.packets = ++given;
		t->info.duration_ps = t->last_ps;
	}
	return (long)n;
}

const struct trace_info *trace_info(const struct trace *t)
{
	return &t->info;
}

int64_t trace_end_ps(const struct trace *t)
{
	return t->opt.repeat_ps ? t->opt.repeat_ps : t->last_ps;
}

bool trace_stopped(const struct trace *t)
{
	return t->stopped;
}

void trace_close(struct trace *t)
{
	if (t)
		fake_trace.closed++;
	free(t);
}

#endif /* TESTS_CLI_FAKE_TRACE_H */
