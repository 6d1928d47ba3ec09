// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The life of a trace: open, gather the first packets, choose the host, hand
 * out frames, play it again, conclude.
 */
#include "load/trace_impl.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Packets between two looks at stop() when none of them is ours. */
#define STOP_EVERY 4096u

static int set_host(struct trace *t, struct err *err)
{
	struct address a;

	t->kind = t->link->shape == SHAPE_ETHERNET ? ADDRESS_MAC
		  : t->link->shape == SHAPE_IP || t->link->shape == SHAPE_NULL
			  ? ADDRESS_IP
			  : ADDRESS_NONE;
	if (!t->opt.host)
		return 0;
	if (!address_parse(&a, t->opt.host)) {
		err_set(err, ERR_USAGE,
			"--host %s: neither a MAC address (00:11:22:aa:bb:cc) "
			"nor an IP address",
			t->opt.host);
		return -1;
	}
	if (a.kind == ADDRESS_MAC && t->kind != ADDRESS_MAC) {
		err_set(err, ERR_USAGE,
			"--host %s: %s records no destination MAC address; "
			"give an IP address%s",
			t->opt.host, t->info.link_type,
			t->kind == ADDRESS_NONE ? " or leave --host out" : "");
		return -1;
	}
	t->kind = a.kind;
	t->host_given = true;
	t->host_key = a.key;
	t->group_host = address_is_group(&a);
	address_print(&a, t->info.host, sizeof(t->info.host));
	return 0;
}

static void set_link_name(struct trace *t, int dlt)
{
	const char *name = pcap_datalink_val_to_name(dlt);

	if (name)
		snprintf(t->info.link_type, sizeof(t->info.link_type), "%s",
			 name);
	else
		snprintf(t->info.link_type, sizeof(t->info.link_type), "%d",
			 dlt);
}

static bool is_pcap(const uint8_t *magic)
{
	static const uint8_t known[][4] = {
		{ 0x0a, 0x0d, 0x0d, 0x0a }, { 0xd4, 0xc3, 0xb2, 0xa1 },
		{ 0xa1, 0xb2, 0xc3, 0xd4 }, { 0x4d, 0x3c, 0xb2, 0xa1 },
		{ 0xa1, 0xb2, 0x3c, 0x4d }, { 0x34, 0xcd, 0xb2, 0xa1 },
		{ 0xa1, 0xb2, 0xcd, 0x34 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!memcmp(magic, known[i], 4))
			return true;
	return false;
}

/* Formats people mistake for pcap, by their first bytes. */
static const char *hint(const struct trace_file *f)
{
	const uint8_t *b = f->head;

	if (f->head_size == 0)
		return "the file is empty";
	if (is_pcap(f->magic))
		return "its header is damaged, or newer or older than libpcap "
		       "knows: capture it again, or repair it with editcap";
	if (f->packing)
		return "what is packed in it is no pcap or pcapng";
	if (f->head_size >= 4 && !memcmp(b, "PK\3\4", 4))
		return "a zip archive: unpack it first";
	if (f->head_size >= 4 && !memcmp(b, "\x04\x22\x4d\x18", 4))
		return "lz4: unpack it first";
	if (f->head_size >= 5 && !memcmp(b, "snoop", 5))
		return "a snoop file: editcap -F pcap FILE NEW converts it";
	if (f->head_size >= 4 && !memcmp(b, "GMBU", 4))
		return "a Network Monitor file: editcap -F pcap FILE NEW "
		       "converts it";
	return "if another tool wrote it (ERF, snoop, ...), editcap -F pcap "
	       "FILE NEW converts it";
}

/* Starts libpcap on the file's first byte. */
static int start_pcap(struct trace *t, struct err *err)
{
	char why[PCAP_ERRBUF_SIZE] = "";
	FILE *stream = trace_file_stream(&t->file, err);

	if (!stream)
		return -1;
	t->read = 0;
	t->pcap = pcap_fopen_offline_with_tstamp_precision(
		stream, PCAP_TSTAMP_PRECISION_NANO, why);
	if (t->pcap)
		return 0;
	err_set(err, ERR_INPUT, "%s: not a trace that can be read: %s; %s",
		t->file.name, t->file.problem[0] ? t->file.problem : why,
		hint(&t->file));
	fclose(stream);
	return -1;
}

static int check_link(struct trace *t, struct err *err)
{
	int dlt = pcap_datalink(t->pcap);
	const char *about;

	set_link_name(t, dlt);
	t->link = link_type_find(dlt);
	if (t->link) {
		t->added_bytes = t->link->added_bytes;
		return 0;
	}
	about = pcap_datalink_val_to_description(dlt);
	err_set(err, ERR_INPUT,
		"%s: link type %s%s%s%s is not replayed: it holds no Ethernet "
		"or IP packets as a NIC meets them; these are: %s",
		t->file.name, t->info.link_type, about ? " (" : "",
		about ? about : "", about ? ")" : "", link_type_list());
	return -1;
}

static void check_format(struct trace *t)
{
	static const uint8_t ng[4] = { 0x0a, 0x0d, 0x0d, 0x0a };
	static const uint8_t ns_le[4] = { 0x4d, 0x3c, 0xb2, 0xa1 };
	static const uint8_t ns_be[4] = { 0xa1, 0xb2, 0x3c, 0x4d };
	const uint8_t *magic = t->file.magic;

	t->ng = !memcmp(magic, ng, 4);
	t->ns_file = !memcmp(magic, ns_le, 4) || !memcmp(magic, ns_be, 4);
}

/* What libpcap would only copy is read in place (trace_walk.h). */
static void start_walk(struct trace *t)
{
	if (t->file.regular && !t->file.packing && !t->ng &&
	    !t->opt.libpcap_only)
		trace_walk_start(&t->walk, t->file.fd, t->file.start,
				 pcap_snapshot(t->pcap));
}

struct trace *trace_open(const char *path, const struct trace_options *opt,
			 struct err *err)
{
	struct trace *t = calloc(1, sizeof(*t));

	if (!t) {
		err_set(err, ERR_INPUT, "out of memory");
		return NULL;
	}
	t->file.fd = -1;
	if (opt)
		t->opt = *opt;
	if (t->opt.repeat_ps < 0 || t->opt.repeat_ps > TIME_MAX_PS) {
		err_set(err, ERR_USAGE, "--repeat: 0 to 100 days");
		goto fail;
	}
	if (trace_file_open(&t->file, path, t->opt.hash, t->opt.stop, err) ||
	    start_pcap(t, err) || check_link(t, err) || set_host(t, err))
		goto fail;
	check_format(t);
	start_walk(t);
	t->prefix = malloc(TRACE_PREFIX * sizeof(*t->prefix));
	if (!t->prefix || census_init(&t->census)) {
		err_set(err, ERR_INPUT, "out of memory");
		goto fail;
	}
	t->count = &t->info;
	t->next_progress = 100000;
	trace_clock_start(&t->clock, 0);
	if (trace_gather(t, err))
		goto fail;
	return t;
fail:
	trace_close(t);
	return NULL;
}

/* The end of the first pass: all there is to know about the trace. */
static void conclude(struct trace *t, bool whole)
{
	t->info.duration_ps = t->clock.now_ps;
	t->info.no_timestamps = t->info.packets > 1 && t->clock.unstamped;
	/* After damage a file is still hashed whole; a pipe may never end. */
	if (t->opt.hash && !t->stopped && (whole || t->file.regular))
		trace_file_finish_hash(&t->file, t->info.sha256);
	trace_conclude(t);
}

static void finish(struct trace *t, bool whole)
{
	if (t->ended)
		return;
	t->ended = true;
	if (t->passes == 0 && !t->concluded)
		conclude(t, whole);
}

/* The next packet of this pass: 1, 0 at its end, -1 on damage. */
static int next_record(struct trace *t, struct rec *rec, struct err *err)
{
	if (t->in_prefix) {
		if (t->prefix_at < t->prefix_n) {
			*rec = t->prefix[t->prefix_at++];
			return 1;
		}
		if (t->deferred.code != ERR_NONE) {
			*err = t->deferred;
			return -1;
		}
		if (t->prefix_whole || t->stopped)
			return 0;
		t->in_prefix = false;
	}
	return trace_next_packet(t, rec, err);
}

/*
 * A host that is in no packet would get figures of nothing: refused, with those
 * there are. True: *err is set.
 */
static bool host_is_absent(struct trace *t, struct err *err)
{
	const struct census_slot *s = NULL;
	char others[3 * (INET6_ADDRSTRLEN + 2)] = "", one[INET6_ADDRSTRLEN];

	if (!t->host_given || !t->info.packets || t->to_host ||
	    t->info.tx_packets)
		return false;
	t->info.host_absent = true;
	for (int i = 0; i < 3 && (s = census_next(&t->census, s)); i++) {
		trace_slot_address(t, s, one, sizeof(one));
		snprintf(others + strlen(others),
			 sizeof(others) - strlen(others), "%s%s",
			 i ? ", " : "; busiest: ", one);
	}
	err_set(err, ERR_INPUT,
		"%s: --host %s is in none of its %llu packet%s%s", t->file.name,
		t->opt.host, (unsigned long long)t->info.packets,
		t->info.packets == 1 ? "" : "s", others);
	return true;
}

/*
 * The same file once more, if it is to be. The first packet of the next pass
 * comes one mean gap after the last, at the least one frame's time, and not
 * before the wire is free. 1: go on, 0: that was all, -1: an error.
 */
static int next_pass(struct trace *t, struct err *err)
{
	int64_t at_ps = t->clock.now_ps;
	int64_t gap_ps = 0;

	if (t->passes == 0) {
		conclude(t, true);
		t->concluded = true;
		if (host_is_absent(t, err))
			return -1;
	}
	if (!t->opt.repeat_ps || !t->pass_frames)
		return 0;
	if (t->info.packets > 1)
		gap_ps = t->info.duration_ps / (int64_t)(t->info.packets - 1);
	if (gap_ps < t->first_wire_ps)
		gap_ps = t->first_wire_ps;
	if (at_ps < t->last_out_ps)
		at_ps = t->last_out_ps;
	if (at_ps >= t->opt.repeat_ps - gap_ps)
		return 0;
	if (!t->prefix_whole) {
		if (!t->file.regular) {
			err_set(err, ERR_USAGE,
				"--repeat: %s is a pipe of more than %u "
				"packets and cannot be read again; save it to "
				"a file first",
				t->file.name, TRACE_PREFIX);
			return -1;
		}
		pcap_close(t->pcap);
		t->pcap = NULL;
		if (trace_file_rewind(&t->file, err) || start_pcap(t, err))
			return -1;
		start_walk(t);
	}
	t->in_prefix = t->prefix_whole;
	t->prefix_at = 0;
	t->passes++;
	t->pass_frames = 0;
	memset(&t->scratch, 0, sizeof(t->scratch));
	t->count = &t->scratch;
	trace_clock_start(&t->clock, at_ps + gap_ps);
	return 1;
}

/* One frame, or what ends the reading: 1, 0 at the end, -1 on an error. */
static int next_frame(struct trace *t, struct frame *f, struct err *err)
{
	struct rec rec;
	unsigned int idle = 0;
	int got;

	if (t->cut.left) {
		trace_play_piece(t, f);
		return 1;
	}
	for (;;) {
		got = next_record(t, &rec, err);
		if (got == 1) {
			got = trace_play(t, &rec, f, err);
			if (got) {
				t->pass_frames++;
				return got;
			}
			if (++idle % STOP_EVERY == 0 && !t->stopped &&
			    t->opt.stop && t->opt.stop()) {
				t->stopped = true;
				return 0;
			}
			continue;
		}
		if (got < 0 || t->stopped)
			return got;
		got = next_pass(t, err);
		if (got <= 0)
			return got;
	}
}

/* Puts off an error until the frames before it are handed out. */
static long end_of_chunk(struct trace *t, long n, int got, struct err *err)
{
	if (got < 0) {
		finish(t, false);
		if (n == 0) {
			err_set(err, t->failed.code, "%s", t->failed.text);
			return -1;
		}
		return n;
	}
	if (got == 0)
		finish(t, !t->stopped);
	return n;
}

long trace_read(struct trace *t, struct frame *out, size_t max, struct err *err)
{
	size_t n = 0;
	int got = 1;

	if (t->ended) {
		if (t->failed.code == ERR_NONE)
			return 0;
		err_set(err, t->failed.code, "%s", t->failed.text);
		return -1;
	}
	/* Stopped while the first packets were gathered: these still count. */
	if (!t->stopped && t->opt.stop && t->opt.stop()) {
		t->stopped = true;
		finish(t, false);
		return 0;
	}
	while (n < max) {
		got = next_frame(t, &out[n], &t->failed);
		if (got <= 0)
			break;
		/* The first pass is played whole, later ones until then. */
		if (t->passes && out[n].t_ps > t->opt.repeat_ps) {
			t->last_out_ps = t->opt.repeat_ps;
			got = 0;
			break;
		}
		n++;
	}
	return end_of_chunk(t, (long)n, got, err);
}

const struct trace_info *trace_info(const struct trace *t)
{
	return &t->info;
}

int64_t trace_end_ps(const struct trace *t)
{
	if (t->opt.repeat_ps > t->last_out_ps && t->ended && !t->stopped &&
	    t->failed.code == ERR_NONE)
		return t->opt.repeat_ps;
	return t->last_out_ps;
}

bool trace_stopped(const struct trace *t)
{
	return t->stopped;
}

void trace_close(struct trace *t)
{
	if (!t)
		return;
	if (t->pcap)
		pcap_close(t->pcap);
	if (t->file.fd >= 0)
		trace_file_close(&t->file);
	trace_walk_free(&t->walk);
	census_free(&t->census);
	free(t->prefix);
	free(t);
}
