/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* fake_trace.h - a trace without a file, that ends as a test wants it to. */
#ifndef TESTS_CLI_FAKE_TRACE_H
#define TESTS_CLI_FAKE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

extern struct fake_trace {
	uint64_t packets; /* one each gap_ps, received, of 60 bytes */
	int64_t gap_ps;
	uint64_t damaged_at; /* an error instead of this packet, 0: none */
	uint64_t stop_at; /* stop() is true from then on, 0: never */
	bool signal_is_error; /* the stop shows as a read error */
	unsigned int opened, closed;
} fake_trace;

bool fake_trace_stop(void);

#endif /* TESTS_CLI_FAKE_TRACE_H */
