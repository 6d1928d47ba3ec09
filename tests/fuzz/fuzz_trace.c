// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Any bytes as a trace, plain or packed: from the file through libarchive and
 * libpcap to the frames a run is fed with.
 */
#define _GNU_SOURCE
#include "fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "core/clock.h"
#include "load/trace.h"

/* A small input may unpack to very much: enough is enough. */
#define FRAMES_MAX 200000
static uint64_t frames;

static bool enough(void)
{
	return frames >= FRAMES_MAX;
}

static void read_all(struct trace *t, struct err *err)
{
	struct frame chunk[TRACE_CHUNK];
	int64_t last_ps = 0;
	long n;

	while ((n = trace_read(t, chunk, TRACE_CHUNK, err)) > 0) {
		LAW(n <= TRACE_CHUNK);
		for (long i = 0; i < n; i++) {
			LAW(chunk[i].t_ps >= last_ps);
			LAW(chunk[i].t_ps <= TIME_MAX_PS);
			LAW(chunk[i].bytes > 0);
			last_ps = chunk[i].t_ps;
		}
		frames += (uint64_t)n;
		if (enough())
			return;
	}
	LAW(n == 0 || n == -1);
	LAW((n < 0) == (err->code != ERR_NONE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct trace_options opt = {
		.repeat_ps = size & 1 ? PS_PER_MS : 0,
		.hash = size & 2,
		.stop = enough,
	};
	struct err err = { 0 };
	struct trace *t;
	char path[64];
	int fd = memfd_create("trace", MFD_CLOEXEC);

	LAW(fd >= 0);
	LAW(write(fd, data, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	frames = 0;
	t = trace_open(path, &opt, &err);
	LAW((t != NULL) == (err.code == ERR_NONE));
	if (t) {
		read_all(t, &err);
		LAW(trace_info(t)->nnotes <= TRACE_NOTES_MAX);
		trace_close(t);
	}
	close(fd);
	return 0;
}
