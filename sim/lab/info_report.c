// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/info_report.h"

#include <inttypes.h>

#include "lab/wrap.h"

static json_int_t count(uint64_t n)
{
	return (json_int_t)n;
}

json_t *trace_info_json(const struct trace_info *i, const char *error)
{
	json_t *notes = json_array();

	for (unsigned int n = 0; n < i->nnotes; n++)
		json_array_append_new(notes, json_string(i->notes[n]));
	return json_pack(
		"{s:i, s:I, s:I, s:f, s:I, s:I, s:I, s:s, s:f, s:s,"
		" s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I,"
		" s:b, s:f, s:s?, s:o, s:s?}",
		"schema", 1, "packets", count(i->packets), "wire_bytes",
		count(i->wire_bytes), "duration_s",
		(double)i->duration_ps / (double)PS_PER_S, "rx_packets",
		count(i->rx_packets), "tx_packets", count(i->tx_packets),
		"other_host", count(i->other_host), "host", i->host,
		"host_share", i->host_share, "link_type", i->link_type,
		"backwards", count(i->backwards), "oversized",
		count(i->oversized), "short", count(i->short_frames),
		"equal_stamps", count(i->equal_stamps), "snap_truncated",
		count(i->snap_cut), "queued", count(i->queued), "bad_fractions",
		count(i->bad_fractions), "rebased", count(i->rebased),
		"pauses_cut", count(i->pauses_cut), "no_address",
		count(i->no_address), "too_long", count(i->too_long),
		"no_timestamps", i->no_timestamps, "comb_us",
		(double)i->comb_ps / (double)PS_PER_US, "sha256",
		i->sha256[0] ? i->sha256 : NULL, "notes", notes, "error",
		error);
}

/* A duration in the unit a person would choose. */
static void print_duration(FILE *out, int64_t ps)
{
	double s = (double)ps / (double)PS_PER_S;

	if (ps >= 60 * PS_PER_S)
		fprintf(out, "%.1f s (%.1f min)", s, s / 60);
	else if (ps >= PS_PER_S)
		fprintf(out, "%.3f s", s);
	else if (ps >= PS_PER_MS)
		fprintf(out, "%.3f ms", s * 1e3);
	else
		fprintf(out, "%.3f us", s * 1e6);
}

static void print_rates(FILE *out, const struct trace_info *i)
{
	double s = (double)i->duration_ps / (double)PS_PER_S;

	if (i->duration_ps <= 0)
		return;
	fprintf(out, "  mean rate    %.6g packets/s, %.4g Mbit/s\n",
		(double)i->packets / s, (double)i->wire_bytes * 8 / s / 1e6);
}

static void row(FILE *out, const char *name, uint64_t n, const char *about)
{
	if (n)
		fprintf(out, "  %-12s %" PRIu64 "%s%s\n", name, n,
			about[0] ? "  " : "", about);
}

static void print_directions(FILE *out, const struct trace_info *i)
{
	fprintf(out, "  host         %s (%.1f %% of the packets)\n",
		i->host[0] ? i->host : "no one address", i->host_share * 100);
	fprintf(out, "  received     %" PRIu64 "\n", i->rx_packets);
	fprintf(out, "  sent         %" PRIu64 "\n", i->tx_packets);
	row(out, "other hosts", i->other_host, "neither to nor from the host");
}

void trace_info_text(FILE *out, const char *path, const struct trace_info *i)
{
	fprintf(out, "%s\n", path);
	fprintf(out, "  link type    %s\n",
		i->link_type[0] ? i->link_type : "unknown");
	fprintf(out, "  packets      %" PRIu64 ", %" PRIu64 " bytes\n",
		i->packets, i->wire_bytes);
	fprintf(out, "  duration     ");
	print_duration(out, i->duration_ps);
	fputc('\n', out);
	print_rates(out, i);
	print_directions(out, i);
	row(out, "queued", i->queued, "closer than 1 Gbit/s allows");
	row(out, "above MTU", i->oversized, "longer than 1522 B");
	row(out, "short", i->short_frames, "padded to 60 B");
	row(out, "snapped", i->snap_cut,
	    "not captured whole (harmless: lengths are recorded)");
	row(out, "backwards", i->backwards, "stamped before the packet before");
	row(out, "re-based", i->rebased, "of these, by more than 10 ms");
	row(out, "equal stamps", i->equal_stamps, "order kept");
	row(out, "bad stamps", i->bad_fractions, "fraction of 1 s or more");
	row(out, "pauses cut", i->pauses_cut, "beyond 100 days in all");
	if (i->sha256[0])
		fprintf(out, "  sha256       %s\n", i->sha256);
	for (unsigned int n = 0; n < i->nnotes; n++) {
		fputs("  note         ", out);
		wrap_print(out, 15, i->notes[n]);
	}
}
