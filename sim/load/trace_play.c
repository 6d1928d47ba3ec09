// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * A decoded packet as frames of a 1 Gbit/s wire.
 *
 * The order of the file is kept: what was sent after a received frame in the
 * file is not sent before it when that frame has to wait for the wire. So
 * frames go out as they come in and nothing is held back.
 */
#include "load/trace_impl.h"

#define MTU_FRAME_BYTES 1514
#define VLAN_TAG_BYTES 4

enum direction { DIR_OTHER, DIR_RX, DIR_TX };

static inline enum direction direction(struct trace *t, const struct rec *rec)
{
	uint64_t dst = rec->dst & KEY_MASK;
	uint64_t src = rec->src & KEY_MASK;

	if (rec->dst & REC_IS_ANY)
		return rec->dst & REC_IS_RX   ? DIR_RX
		       : rec->dst & REC_IS_TX ? DIR_TX
					      : DIR_OTHER;
	if (t->all_rx)
		return DIR_RX;
	if (rec->dst & REC_NO_ADDRESS)
		return DIR_OTHER;
	if (dst == t->host_key && !(rec->dst & REC_GROUP && !t->group_host)) {
		t->to_host++;
		t->loopback += src == dst;
		return DIR_RX;
	}
	if (!t->in_prefix && !t->host_given)
		census_add(&t->census, dst, rec->dst & REC_GROUP);
	if (src == t->host_key)
		return DIR_TX;
	return rec->dst & REC_GROUP ? DIR_RX : DIR_OTHER;
}

static void count_clock(struct trace_info *n, unsigned int events)
{
	n->backwards += !!(events & CLOCK_BACKWARDS);
	n->equal_stamps += !!(events & CLOCK_EQUAL);
	n->rebased += !!(events & CLOCK_REBASED);
	n->pauses_cut += !!(events & CLOCK_PAUSE_CUT);
}

/* Bytes on an Ethernet wire, without FCS; counts what had to be changed. */
static inline uint32_t wire_bytes(const struct trace *t, struct trace_info *n,
				  const struct rec *rec)
{
	int64_t bytes = (int64_t)rec->len + t->added_bytes;

	n->short_frames += bytes < WIRE_MIN_BYTES;
	bytes = bytes < WIRE_MIN_BYTES ? WIRE_MIN_BYTES : bytes;
	if (bytes > TRACE_MTU_FRAME) {
		n->oversized++;
		/* Recorded above the limit, not made so by our header. */
		n->too_long += rec->len > TRACE_LEN_MAX;
		bytes = bytes > TRACE_LEN_MAX ? TRACE_LEN_MAX : bytes;
	}
	return (uint32_t)bytes;
}

/* Pieces of MTU size that repeat the headers, and a rest. */
static __attribute__((noinline)) void
cut_up(const struct rec *rec, uint32_t bytes, struct cutting *cut)
{
	uint32_t headers = (uint32_t)(rec->src >> KEY_BITS) & 0xff;
	uint32_t tags = (uint32_t)(rec->src >> (KEY_BITS + 8)) & 0xff;
	uint32_t room = MTU_FRAME_BYTES + tags - headers;
	uint32_t payload = bytes - headers;

	cut->left = (payload + room - 1) / room;
	cut->bytes = headers + room;
	cut->last_bytes = headers + payload - (cut->left - 1) * room;
	if (cut->last_bytes < WIRE_MIN_BYTES)
		cut->last_bytes = WIRE_MIN_BYTES;
}

/* The end of the frame's last bit, on a wire that carries one at a time. */
static inline int64_t wire_take(struct trace *t, uint32_t bytes)
{
	int64_t earliest_ps = t->clock.wire_free_ps + wire_time_ps(bytes, 1);

	t->clock.wire_free_ps =
		t->clock.now_ps > earliest_ps ? t->clock.now_ps : earliest_ps;
	return t->clock.wire_free_ps;
}

void trace_play_piece(struct trace *t, struct frame *f)
{
	t->cut.left--;
	f->bytes = t->cut.left ? t->cut.bytes : t->cut.last_bytes;
	f->segments = 1;
	f->kind = FRAME_RX;
	f->t_ps = wire_take(t, f->bytes);
	t->last_out_ps = f->t_ps;
}

static __attribute__((noinline, cold)) int too_fast(struct trace *t,
						    struct err *err)
{
	t->cut.left = 0;
	err_set(err, ERR_INPUT,
		"%s: packet %llu: the trace is faster than the NIC: 1 Gbit/s "
		"is more than 1 s behind its stamps; --host names another "
		"host, or replay a slower trace",
		t->file.name, (unsigned long long)t->count->packets);
	return -1;
}

static __attribute__((noinline, cold)) int too_long(struct trace *t,
						    struct err *err)
{
	err_set(err, ERR_INPUT,
		"%s: packet %llu: the trace lasts longer than the 100 days the "
		"clock carries; cut it with editcap -A or -B",
		t->file.name, (unsigned long long)t->count->packets);
	return -1;
}

static inline int play_rx(struct trace *t, const struct rec *rec,
			  uint32_t bytes, struct frame *f, struct err *err)
{
	int64_t now_ps = t->clock.now_ps;

	trace_comb_add(&t->comb, now_ps);
	if (bytes > TRACE_MTU_FRAME) {
		cut_up(rec, bytes, &t->cut);
		trace_play_piece(t, f);
	} else {
		f->bytes = bytes;
		f->segments = 1;
		f->kind = FRAME_RX;
		f->t_ps = wire_take(t, bytes);
		t->last_out_ps = f->t_ps;
	}
	if (!t->clock.unstamped) {
		t->count->queued += f->t_ps > now_ps;
		if (f->t_ps - now_ps > TRACE_BACKLOG_PS)
			return too_fast(t, err);
	}
	return 1;
}

static inline int play_tx(struct trace *t, const struct rec *rec,
			  uint32_t bytes, struct frame *f)
{
	struct cutting cut = { .left = 1 };

	f->bytes = bytes;
	if (bytes > TRACE_MTU_FRAME) {
		cut_up(rec, bytes, &cut);
		f->bytes = (cut.left - 1) * cut.bytes + cut.last_bytes;
	}
	f->segments = (uint16_t)cut.left;
	f->kind = FRAME_TX;
	f->t_ps = t->clock.now_ps;
	if (t->clock.unstamped) {
		/* No stamps: one after another, whoever sends. */
		f->t_ps = t->clock.wire_free_ps;
		t->clock.wire_free_ps += wire_time_ps(f->bytes, f->segments);
	}
	if (f->t_ps < t->last_out_ps)
		f->t_ps = t->last_out_ps;
	t->last_out_ps = f->t_ps;
	return 1;
}

int trace_play(struct trace *t, const struct rec *rec, struct frame *f,
	       struct err *err)
{
	struct trace_info *n = t->count;
	bool first = !t->clock.started;
	unsigned int events =
		trace_clock_advance(&t->clock, rec->sec, rec->nsec);
	uint32_t bytes;

	n->packets++;
	n->wire_bytes += rec->len;
	n->snap_cut += !!(rec->dst & REC_SNAPPED);
	bytes = wire_bytes(t, n, rec);
	if (events)
		count_clock(n, events);
	if (rec->dst & (REC_BAD_FRACTION | REC_NO_ADDRESS)) {
		n->bad_fractions += !!(rec->dst & REC_BAD_FRACTION);
		n->no_address += !!(rec->dst & REC_NO_ADDRESS);
	}
	if (first) {
		t->first_wire_ps = wire_time_ps(bytes, 1);
		/* The stamp of the very first packet is its last bit. */
		if (t->passes == 0)
			t->clock.wire_free_ps =
				t->clock.now_ps - t->first_wire_ps;
	}
	/* Played again, the end of --repeat comes before this packet. */
	if (t->passes && events & (CLOCK_FULL | CLOCK_BEYOND)) {
		f->t_ps = TIME_MAX_PS + 1;
		return 1;
	}
	if (events & CLOCK_FULL)
		return too_long(t, err);
	switch (direction(t, rec)) {
	case DIR_RX:
		n->rx_packets++;
		return play_rx(t, rec, bytes, f, err);
	case DIR_TX:
		n->tx_packets++;
		return play_tx(t, rec, bytes, f);
	default:
		n->other_host++;
		return 0;
	}
}
