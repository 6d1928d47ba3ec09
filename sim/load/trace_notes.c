// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * What a reader of the report should know about the trace, in sentences.
 */
#include "load/trace_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void trace_note(struct trace *t, const char *fmt, ...)
{
	struct trace_info *i = &t->info;
	va_list ap;

	if (i->nnotes == TRACE_NOTES_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(i->notes[i->nnotes++], sizeof(i->notes[0]), fmt, ap);
	va_end(ap);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

void trace_slot_address(const struct trace *t, const struct census_slot *s,
			char *buf, size_t size)
{
	struct address a = { .kind = t->kind, .size = s->size };

	memcpy(a.byte, s->byte, sizeof(a.byte));
	address_print(&a, buf, size);
	if (!buf[0])
		snprintf(buf, size, "an address first seen later");
}

static void notes_host(struct trace *t)
{
	const struct trace_info *i = &t->info;
	const struct census_slot *busiest;
	char other[64];

	if (!i->packets)
		return;
	if (t->kind == ADDRESS_NONE)
		trace_note(t, "cooked capture: received and sent by its packet "
			      "type, whichever interface");
	if (t->all_rx)
		trace_note(t, "no addresses were captured: all packets are "
			      "taken as received");
	else if (i->no_address)
		trace_note(
			t,
			"%llu packet%s without a captured address count%s as "
			"other_host",
			(unsigned long long)i->no_address,
			plural(i->no_address), i->no_address == 1 ? "s" : "");
	if (t->group_host && !t->host_given)
		trace_note(t, "no unicast destination: the busiest of any kind "
			      "stands for the host; --host names another");
	if (t->loopback && 2 * t->loopback > i->packets)
		trace_note(t, "loopback: source and destination are the same, "
			      "so all of it is received");
	busiest = t->host_given ? NULL : census_busiest(&t->census, true);
	if (busiest && busiest->count > t->to_host &&
	    busiest->key != t->host_key) {
		trace_slot_address(t, busiest, other, sizeof(other));
		trace_note(t,
			   "the host was the busiest of the first %u packets; "
			   "over the whole trace it is %s: see --host",
			   TRACE_PREFIX, other);
	}
	if (!i->rx_packets)
		trace_note(t, "nothing was received by this host: %s",
			   t->host_given ? "is --host right?"
					 : "--host names another");
	else if (!i->tx_packets && !t->all_rx && !t->loopback)
		trace_note(t, "the host sends nothing in this trace: was only "
			      "one direction captured?");
}

static void notes_time(struct trace *t)
{
	const struct trace_info *i = &t->info;

	if (i->no_timestamps)
		trace_note(t, "no timestamps: replayed back to back at link "
			      "rate, 1 Gbit/s");
	if (i->rebased)
		trace_note(t,
			   "time goes back at %llu packet%s, %llu of them by "
			   "more than 10 ms: the clock goes on from there; see "
			   "reordercap",
			   (unsigned long long)i->backwards,
			   plural(i->backwards),
			   (unsigned long long)i->rebased);
	else if (i->backwards)
		trace_note(t,
			   "time goes back at %llu packet%s by up to 10 ms: "
			   "replayed at the time of the one before",
			   (unsigned long long)i->backwards,
			   plural(i->backwards));
	if (i->bad_fractions)
		trace_note(t,
			   "%llu stamp%s with a fraction of a second or more, "
			   "carried into the seconds",
			   (unsigned long long)i->bad_fractions,
			   plural(i->bad_fractions));
	if (i->pauses_cut)
		trace_note(
			t,
			"%llu pause%s cut to 60 s, because the clock carries "
			"100 days in all",
			(unsigned long long)i->pauses_cut,
			plural(i->pauses_cut));
	if (i->queued)
		trace_note(t,
			   "%llu received packet%s (%.1f %%) came closer than "
			   "1 Gbit/s allows and wait for the wire",
			   (unsigned long long)i->queued, plural(i->queued),
			   percent(i->queued, i->rx_packets));
}

static void notes_size(struct trace *t)
{
	const struct trace_info *i = &t->info;

	if (i->oversized)
		trace_note(t,
			   "%llu packet%s above %d B: received ones are cut to "
			   "the MTU (ethtool -K IFACE gro off lro off avoids "
			   "it), sent ones are TSO",
			   (unsigned long long)i->oversized,
			   plural(i->oversized), TRACE_MTU_FRAME);
	if (i->too_long)
		trace_note(t,
			   "%llu packet%s of an impossible length, replayed as "
			   "%d KiB: is the file damaged?",
			   (unsigned long long)i->too_long, plural(i->too_long),
			   TRACE_LEN_MAX / 1024);
	if (t->link && t->link->added_bytes)
		trace_note(t, "replayed with the Ethernet header that %s lacks",
			   i->link_type);
}

static void notes_comb(struct trace *t)
{
	struct comb_result comb;

	/* No NIC moderates a loopback. */
	if (t->loopback)
		return;
	trace_comb_find(&t->comb, &comb);
	t->info.comb_ps = comb.interval_ps;
	if (comb.interval_ps)
		trace_note(t,
			   "arrivals come in trains (%.1f packets) about every "
			   "%.0f us: captured behind interrupt moderation, or "
			   "sent in that rhythm",
			   comb.train,
			   (double)comb.interval_ps / (double)PS_PER_US);
}

void trace_conclude(struct trace *t)
{
	struct trace_info *i = &t->info;

	if (i->packets)
		i->host_share = (double)(i->rx_packets + i->tx_packets) /
				(double)i->packets;
	notes_host(t);
	notes_time(t);
	notes_size(t);
	notes_comb(t);
}
