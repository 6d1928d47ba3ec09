// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Packets out of libpcap, and the choice of the host from the first of them.
 *
 * The first packets are kept as records, never as frames, so that a pipe will
 * do and memory does not depend on the trace.
 */
#include "load/trace_impl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds further out are no times; this keeps differences in range. */
#define SEC_LIMIT (INT64_C(1) << 61)
#define NS_PER_S 1000000000

/*
 * A pcap stamp is two 32-bit words. Seconds count as unsigned; libpcap 1.10.3
 * extends their sign, later ones do not. A fraction of a second or more carries
 * into the seconds; it counts as signed, as libpcap reads it. Either way the
 * result is the same with every libpcap.
 */
static __attribute__((noinline, cold)) void
carry_fraction(struct rec *rec, int64_t sec, int64_t nsec)
{
	int64_t carry = nsec / NS_PER_S;

	nsec -= carry * NS_PER_S;
	if (nsec < 0) {
		nsec += NS_PER_S;
		carry--;
	}
	rec->sec = sec + carry;
	rec->nsec = (uint32_t)nsec;
	rec->dst = REC_BAD_FRACTION;
}

static inline void decode_stamp(const struct trace *t,
				const struct pcap_pkthdr *h, struct rec *rec)
{
	int64_t sec = h->ts.tv_sec;
	int64_t nsec = h->ts.tv_usec; /* ns: the precision we asked for */

	if (!t->ng)
		sec = (uint32_t)sec;
	else if (sec > SEC_LIMIT || sec < -SEC_LIMIT)
		sec = sec > 0 ? SEC_LIMIT : -SEC_LIMIT;
	if (nsec < 0 || nsec >= NS_PER_S) {
		if (!t->ng)
			nsec = t->ns_file ? (int32_t)(uint32_t)nsec
					  : INT64_C(1000) *
						    (int32_t)(uint32_t)(nsec /
									1000);
		carry_fraction(rec, sec, nsec);
		return;
	}
	rec->dst = 0;
	rec->sec = sec;
	rec->nsec = (uint32_t)nsec;
}

/* What there is beside the stamp. */
static inline void decode(const struct trace *t, const uint8_t *p,
			  uint32_t caplen, uint32_t len, struct rec *rec)
{
	rec->len = len;
	rec->src = 0;
	rec->dst |= (caplen < len) * REC_SNAPPED;
	decode_addresses(t->link, t->kind, p, caplen, rec);
	if ((int64_t)len + t->added_bytes > TRACE_MTU_FRAME) {
		unsigned int tags, headers;

		headers = decode_header_bytes(t->link, p, caplen, &tags);
		rec->src |= (uint64_t)(headers | tags << 8) << KEY_BITS;
	}
}

/*
 * A record without length whose seconds are the magic of a pcap file is the
 * header of another one: captures put one after the other. (As a time it is one
 * of six seconds in 1998, 2011, 2055 and 2083.)
 */
static bool is_file_header(const struct trace *t, const struct pcap_pkthdr *h)
{
	static const uint32_t magic[] = { 0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d,
					  0x4d3cb2a1, 0xa1b2cd34, 0x34cdb2a1 };

	for (size_t i = 0; i < sizeof(magic) / sizeof(magic[0]); i++)
		if (!t->ng && !h->caplen && (uint32_t)h->ts.tv_sec == magic[i])
			return true;
	return false;
}

static __attribute__((noinline, cold)) int refuse_joined(const struct trace *t,
							 struct err *err)
{
	err_set(err, ERR_INPUT,
		"%s: packet %llu: the header of another capture, put behind "
		"the first; the %llu before it %s; join captures with "
		"mergecap -w NEW FILE...",
		t->file.name, (unsigned long long)t->read + 1,
		(unsigned long long)t->read,
		t->read == 1 ? "is good" : "are good");
	return -1;
}

/* Apart, so that the path of a good packet needs no room for its texts. */
static __attribute__((noinline, cold)) void explain_damage(struct trace *t,
							   struct err *err)
{
	const char *reason =
		t->file.problem[0] ? t->file.problem : pcap_geterr(t->pcap);
	unsigned long long good = t->read;
	char before[80] = "nothing was read before it";
	const char *advice = "";

	if (good)
		snprintf(before, sizeof(before),
			 "the %llu packet%s before it %s good", good,
			 good == 1 ? "" : "s", good == 1 ? "is" : "are");
	/* libpcap's rule, not damage: one kind of interface a file. */
	if (!strncmp(reason, "an interface has a", 18))
		advice = "; keep one interface: tshark -r FILE -Y "
			 "frame.interface_id==0 -w NEW";
	else if (good)
		advice = "; tcpdump -r FILE -w NEW keeps them";
	err_set(err, ERR_INPUT, "%s: packet %llu: %s; %s%s", t->file.name,
		good + 1, reason, before, advice);
}

static __attribute__((noinline, cold)) void tell_progress(struct trace *t)
{
	t->next_progress += 100000;
	if (t->opt.progress && !t->passes)
		t->opt.progress(
			t->opt.progress_ctx, t->read,
			t->walk.on ? (uint64_t)(trace_walk_offset(&t->walk) -
						t->file.start)
				   : trace_file_bytes_done(&t->file),
			t->file.bytes_total);
}

/* The end, a stop, or damage. */
static __attribute__((noinline, cold)) int no_packet(struct trace *t, int got,
						     struct err *err)
{
	/* Ctrl-C while a pipe was waited for looks like damage or the end. */
	if (t->opt.stop && t->opt.stop()) {
		t->stopped = true;
		return 0;
	}
	if (got == PCAP_ERROR_BREAK && !t->file.problem[0])
		return 0;
	explain_damage(t, err);
	return -1;
}

/* From here on libpcap reads. False if it cannot be told where. */
static __attribute__((noinline, cold)) bool leave_walk(struct trace *t)
{
	t->walk.on = false;
	return !fseeko(t->file.stream, trace_walk_offset(&t->walk), SEEK_SET);
}

/* Where the bytes of a packet lie until the next one is read. */
struct captured {
	const uint8_t *data;
	uint32_t caplen;
};

static __attribute__((noinline)) int read_by_libpcap(struct trace *t,
						     struct captured *c,
						     struct rec *rec,
						     struct err *err)
{
	struct pcap_pkthdr *head;
	int got;

	if (t->walk.on && !leave_walk(t)) {
		snprintf(t->file.problem, sizeof(t->file.problem),
			 "cannot seek: %s", strerror(errno));
		return no_packet(t, PCAP_ERROR, err);
	}
	got = pcap_next_ex(t->pcap, &head, &c->data);
	if (__builtin_expect(got != 1, 0))
		return no_packet(t, got, err);
	if (__builtin_expect(!head->len, 0) && is_file_header(t, head))
		return refuse_joined(t, err);
	c->caplen = head->caplen;
	decode_stamp(t, head, rec);
	decode(t, c->data, c->caplen, head->len, rec);
	return 1;
}

static inline int read_packet(struct trace *t, struct captured *c,
			      struct rec *rec, struct err *err)
{
	struct walk_record r;

	if (t->walk.on && trace_walk_next(&t->walk, &r)) {
		if (__builtin_expect(r.fraction < t->walk.units_per_s, 1)) {
			rec->dst = 0;
			rec->sec = r.sec;
			rec->nsec = r.fraction * t->walk.unit_ns;
		} else {
			carry_fraction(rec, r.sec,
				       (int64_t)(int32_t)r.fraction *
					       t->walk.unit_ns);
		}
		c->data = r.data;
		c->caplen = r.caplen;
		decode(t, r.data, r.caplen, r.len, rec);
	} else {
		int got = read_by_libpcap(t, c, rec, err);

		if (got != 1)
			return got;
	}
	if (++t->read >= t->next_progress)
		tell_progress(t);
	return 1;
}

int trace_next_packet(struct trace *t, struct rec *rec, struct err *err)
{
	struct captured c;

	return read_packet(t, &c, rec, err);
}

static void choose_host(struct trace *t)
{
	const struct census_slot *s = census_busiest(&t->census, true);
	struct address a = { .kind = t->kind };

	if (!s) {
		s = census_busiest(&t->census, false);
		t->group_host = s != NULL;
	}
	if (!s) {
		t->all_rx = t->prefix_n > 0;
		return;
	}
	t->host_key = s->key;
	a.size = s->size;
	memcpy(a.byte, s->byte, sizeof(a.byte));
	address_print(&a, t->info.host, sizeof(t->info.host));
}

/*
 * Counts a destination among the first packets. In IP mode a group frame whose
 * IP address is not captured names no one.
 */
static void census_packet(struct trace *t, const struct rec *rec,
			  const uint8_t *data, uint32_t caplen)
{
	struct census_slot *s;
	struct address a;

	if (rec->dst & REC_NO_ADDRESS || (rec->src & KEY_MASK) == KEY_MASK)
		return;
	s = census_add(&t->census, rec->dst & KEY_MASK, rec->dst & REC_GROUP);
	if (s && !s->size) {
		decode_destination(t->link, t->kind, data, caplen, &a);
		s->size = (uint8_t)a.size;
		memcpy(s->byte, a.byte, sizeof(s->byte));
	}
}

int trace_gather(struct trace *t, struct err *err)
{
	struct captured c;

	t->in_prefix = true;
	while (t->prefix_n < TRACE_PREFIX) {
		struct rec *rec = &t->prefix[t->prefix_n];
		int got = read_packet(t, &c, rec, &t->deferred);

		if (got <= 0) {
			t->prefix_whole = got == 0 && !t->stopped;
			break;
		}
		t->prefix_n++;
		if (t->kind != ADDRESS_NONE)
			census_packet(t, rec, c.data, c.caplen);
		if (t->prefix_n % 1024 == 0 && t->opt.stop && t->opt.stop()) {
			t->stopped = true;
			break;
		}
	}
	if (!t->host_given && t->kind != ADDRESS_NONE)
		choose_host(t);
	(void)err;
	return 0;
}
