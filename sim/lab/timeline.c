// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/timeline.h"

#include <inttypes.h>

#include <itr/record.h>

#include "core/clock.h"

/* The first two members of a sample have columns of their own. */
#define COUNTERS 2

void timeline_heading(FILE *out)
{
	fputs("time_us,event", out);
	for (size_t i = COUNTERS; i < ITR_SAMPLE_FIELDS; i++)
		fprintf(out, ",%s", itr_sample_fields[i]);
	for (size_t i = 0; i < ITR_DECISION_FIELDS; i++)
		fprintf(out, ",%s", itr_decision_fields[i]);
	fputs("\r\n", out);
}

static void values(FILE *out, const void *words, size_t first, size_t end)
{
	const u64 *w = words;

	for (size_t i = first; i < end; i++)
		fprintf(out, ",%" PRIu64, w[i]);
}

void timeline_step(FILE *out, const struct run_step *step)
{
	const struct itr_decision *d = &step->controller->last;

	fprintf(out, "%" PRId64 ".%06" PRId64 ",%s", step->t_ps / PS_PER_US,
		step->t_ps % PS_PER_US, itr_event_name(step->sample->event));
	values(out, step->sample, COUNTERS, ITR_SAMPLE_FIELDS);
	values(out, d, 0, ITR_DECISION_FIELDS - 1);
	fprintf(out, ",%s\r\n", itr_reason_name(d->reason));
}
