// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/timeline.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include <itr/itr.h>

#include "core/clock.h"

static const struct field {
	const char *name;
	size_t offset;
} counters[] = {
	{ "interrupts", offsetof(struct itr_sample, interrupts) },
	{ "polls", offsetof(struct itr_sample, polls) },
	{ "rx_packets", offsetof(struct itr_sample, rx_packets) },
	{ "rx_bytes", offsetof(struct itr_sample, rx_bytes) },
	{ "rx_drops", offsetof(struct itr_sample, rx_drops) },
	{ "tx_packets", offsetof(struct itr_sample, tx_packets) },
	{ "tx_bytes", offsetof(struct itr_sample, tx_bytes) },
	{ "tx_drops", offsetof(struct itr_sample, tx_drops) },
	{ "irq_ns", offsetof(struct itr_sample, irq_ns) },
	{ "softirq_ns", offsetof(struct itr_sample, softirq_ns) },
	{ "rx_backlog", offsetof(struct itr_sample, rx_backlog) },
	{ "tx_backlog", offsetof(struct itr_sample, tx_backlog) },
	{ "causes", offsetof(struct itr_sample, causes) },
}, outputs[] = {
	{ "gap_ns", offsetof(struct itr_decision, gap_ns) },
	{ "tx_gap_ns", offsetof(struct itr_decision, tx_gap_ns) },
	{ "rx_packet_ns", offsetof(struct itr_decision, rx_packet_ns) },
	{ "rx_absolute_ns", offsetof(struct itr_decision, rx_absolute_ns) },
	{ "tx_packet_ns", offsetof(struct itr_decision, tx_packet_ns) },
	{ "tx_absolute_ns", offsetof(struct itr_decision, tx_absolute_ns) },
	{ "count", offsetof(struct itr_decision, count) },
	{ "recheck", offsetof(struct itr_decision, recheck) },
	{ "next_ns", offsetof(struct itr_decision, next_ns) },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

void timeline_heading(FILE *out)
{
	fputs("time_us,event", out);
	for (size_t i = 0; i < COUNT(counters); i++)
		fprintf(out, ",%s", counters[i].name);
	for (size_t i = 0; i < COUNT(outputs); i++)
		fprintf(out, ",%s", outputs[i].name);
	fputs(",reason\r\n", out);
}

static void values(FILE *out, const void *from, const struct field *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		u64 v;

		memcpy(&v, (const char *)from + f[i].offset, sizeof(v));
		fprintf(out, ",%" PRIu64, v);
	}
}

void timeline_step(void *ctx, const struct run_step *step)
{
	FILE *out = ctx;

	fprintf(out, "%" PRId64 ".%06" PRId64 ",%s", step->t_ps / PS_PER_US,
		step->t_ps % PS_PER_US, itr_event_name(step->sample->event));
	values(out, step->sample, counters, COUNT(counters));
	values(out, step->decision, outputs, COUNT(outputs));
	fprintf(out, ",%s\r\n", itr_reason_name(step->decision->reason));
}
