/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * journal.h - all that happened in a run, in order: what the two models have
 * to agree on.
 */
#ifndef TESTS_ORACLE_JOURNAL_H
#define TESTS_ORACLE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <itr/itr.h>

#include "nic/nic.h"

#define JOURNAL_STEP NIC_LOG_COUNT

struct journal_entry {
	int what; /* enum nic_log, or JOURNAL_STEP */
	int64_t t_ps;
	int64_t value; /* of a controller's step: its index */
};

struct journal_told {
	struct itr_sample sample;
	struct itr_decision decision; /* the last one after the step */
	uint64_t decided;
};

/* All zero at first; the memory is kept for the next run. */
struct journal {
	struct journal_entry *entry;
	size_t n, room;
	struct journal_told *step;
	size_t steps, steps_room;
};

void journal_add(struct journal *j, int what, int64_t t_ps, int64_t value);
void journal_step(struct journal *j, int64_t t_ps, const struct itr_sample *s,
		  const struct itr_decision *d, bool decided);
void journal_clear(struct journal *j);

struct frame;
struct run_config;
struct run_result;

/* naive.c: plays n frames up to end_ps and until all is delivered. */
void naive_run(const struct run_config *cfg, const struct frame *f, size_t n,
	       int64_t end_ps, struct journal *j, struct run_result *res);

#endif /* TESTS_ORACLE_JOURNAL_H */
