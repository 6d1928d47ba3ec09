/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace.h - a packet trace as frames on the wire, read once, in chunks.
 *
 * pcap and pcapng through libpcap, compressed or not, from a file or a pipe.
 * The policies (time going back, bad fractions, frames above the MTU, trains
 * faster than the link, which packets are received) are those of
 * docs/traces.md; what they did to a trace is counted in struct trace_info.
 */
#ifndef SIM_LOAD_TRACE_H
#define SIM_LOAD_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/err.h"
#include "load/frame.h"

#define TRACE_CHUNK 256 /* frames per trace_read() that keep caches warm */
#define TRACE_NOTES_MAX 16
/* No aggregate Linux builds is longer; a longer one is a damaged length. */
#define TRACE_LEN_MAX (256 * 1024)
/* Longest Ethernet frame, without FCS, that is left in one piece. */
#define TRACE_MTU_FRAME 1522

struct trace_options {
	const char *host; /* MAC or IP address of the host, NULL: chosen */
	int64_t repeat_ps; /* play end to end until then; 0: once */
	bool hash; /* compute the file's SHA-256 (costs time) */
	bool libpcap_only; /* for tests: no short cut around libpcap */
	/* Called about every 100 000 packets; may be NULL. */
	void (*progress)(void *ctx, uint64_t packets, uint64_t bytes_done,
			 uint64_t bytes_total);
	void *progress_ctx;
	/* Polled between chunks; true: stop cleanly (Ctrl-C). May be NULL. */
	bool (*stop)(void);
};

struct trace_info {
	uint64_t packets; /* read from the file, once through */
	uint64_t
		wire_bytes; /* sum of len as recorded, before padding or cutting */
	int64_t duration_ps; /* first to last stamp after policy */
	uint64_t rx_packets, tx_packets, other_host; /* as recorded */
	char host[64]; /* chosen address, "" if there is none */
	bool host_absent; /* the host asked for is in no packet: an error */
	double host_share; /* of all packets read: received or sent by host */
	char link_type[32]; /* libpcap's name: "EN10MB" */
	uint64_t backwards; /* stamps below the one before, after the carry */
	uint64_t oversized; /* frames above the MTU */
	uint64_t short_frames; /* shorter than 60 B, padded */
	uint64_t queued; /* closer than the link allows */
	uint64_t bad_fractions, rebased, pauses_cut, snap_cut;
	uint64_t equal_stamps; /* the same stamp as the packet before */
	uint64_t no_address; /* captured too short to tell from whom, to whom */
	uint64_t too_long; /* replayed as TRACE_LEN_MAX bytes */
	bool no_timestamps;
	int64_t comb_ps; /* interval of a capture comb, 0: none found */
	char sha256[65]; /* "" unless asked for and complete */
	unsigned int nnotes;
	char notes[TRACE_NOTES_MAX][160]; /* one sentence each */
};

struct trace;

/* Opens path ("-": standard input). NULL on an error. */
struct trace *trace_open(const char *path, const struct trace_options *opt,
			 struct err *err);

/*
 * Reads up to max frames in time order. Returns how many, 0 at the end, or -1
 * on an error: what came before it is valid and counted. After the end or an
 * error trace_info() is final.
 */
long trace_read(struct trace *t, struct frame *out, size_t max,
		struct err *err);

/* What is known so far. duration_ps is the whole of it only at the end. */
const struct trace_info *trace_info(const struct trace *t);

/* End of the replay in ps: the last frame's time, or repeat_ps. */
int64_t trace_end_ps(const struct trace *t);

/* True if stop() ended it early. */
bool trace_stopped(const struct trace *t);

void trace_close(struct trace *t);

#endif /* SIM_LOAD_TRACE_H */
