/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * trace_impl.h - the inside of struct trace, for sim/load/trace*.c alone.
 */
#ifndef SIM_LOAD_TRACE_IMPL_H
#define SIM_LOAD_TRACE_IMPL_H

#include <pcap/pcap.h>

#include "load/trace.h"
#include "load/trace_census.h"
#include "load/trace_comb.h"
#include "load/trace_decode.h"
#include "load/trace_file.h"
#include "load/trace_time.h"
#include "load/trace_walk.h"

/* Packets looked at before the host is chosen. */
#define TRACE_PREFIX 10000u

/* A received frame above the MTU, being handed out in pieces. */
struct cutting {
	uint32_t left; /* pieces */
	uint32_t bytes, last_bytes; /* of a piece, of the last one */
};

struct trace {
	struct trace_options opt;
	struct trace_file file;
	pcap_t *pcap;
	struct trace_walk walk; /* beside it, where the file is plain */
	bool ng; /* pcapng: 64-bit seconds */
	bool ns_file; /* stamps recorded in ns or finer */
	const struct link_type *link;
	int added_bytes; /* link->added_bytes, at hand */
	uint64_t read; /* packets from the file, this pass */
	uint64_t next_progress;

	/* The first packets; the whole trace if it is short. */
	struct rec *prefix;
	uint32_t prefix_n, prefix_at;
	bool prefix_whole; /* the file holds no more */
	bool in_prefix;

	enum address_kind kind;
	bool host_given;
	bool all_rx; /* no address anywhere: all received */
	uint64_t host_key;
	uint64_t to_host, loopback;
	struct census census;
	bool group_host; /* no unicast destination: one of any kind */

	struct trace_clock clock;
	int64_t first_wire_ps; /* time on the wire of the first packet */
	int64_t last_out_ps; /* of the last frame handed out */
	struct cutting cut;
	struct trace_comb comb;

	struct trace_info info;
	struct trace_info scratch; /* counts of the passes after the first */
	struct trace_info *count; /* one of the two */
	uint64_t pass_frames;
	uint64_t passes;

	bool concluded; /* info is final */
	bool ended; /* nothing more comes */
	bool stopped;
	struct err failed; /* damage met; reported when its turn comes */
	struct err deferred; /* met while the first packets were gathered */
};

/* Adds a sentence to the notes of the report. */
void trace_note(struct trace *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The address of a slot as text. */
void trace_slot_address(const struct trace *t, const struct census_slot *s,
			char *buf, size_t size);

/* Everything that is only known at the end: host_share, comb, notes. */
void trace_conclude(struct trace *t);

/* One packet out of the file. 1: there is one, 0: end or stop, -1: damage. */
int trace_next_packet(struct trace *t, struct rec *rec, struct err *err);

/* Reads the first packets and chooses the host. -1 on an error. */
int trace_gather(struct trace *t, struct err *err);

/*
 * One packet as frames: writes at most one to *f (more pieces wait in t->cut).
 * 1: a frame, 0: none (not to or from the host), -1: an error.
 */
int trace_play(struct trace *t, const struct rec *rec, struct frame *f,
	       struct err *err);

/* The next piece of t->cut. */
void trace_play_piece(struct trace *t, struct frame *f);

#endif /* SIM_LOAD_TRACE_IMPL_H */
