// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* Stands in for load/trace.c: the linker takes these first. */
#include "cli/fake_trace.h"

#include <stdlib.h>
#include <string.h>

#include "load/trace.h"

struct fake_trace fake_trace;

struct trace {
	struct trace_options opt;
	struct trace_info info;
	int64_t last_ps;
	bool stopped;
};

static uint64_t given;

bool fake_trace_stop(void)
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
