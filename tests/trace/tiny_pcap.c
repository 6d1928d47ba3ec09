// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "trace/tiny_pcap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tiny_add(struct tiny *p, const void *bytes, size_t n)
{
	if (p->size + n > p->room) {
		p->room = 2 * (p->size + n);
		p->bytes = realloc(p->bytes, p->room);
		assert_non_null(p->bytes);
	}
	memcpy(p->bytes + p->size, bytes, n);
	p->size += n;
}

void tiny_begin(struct tiny *p, bool ns, uint32_t link_type)
{
	uint32_t head[6] = { ns ? 0xa1b23c4d : 0xa1b2c3d4,
			     2 | 4 << 16, /* version 2.4 */
			     0,
			     0,
			     262144,
			     link_type };

	memset(p, 0, sizeof(*p));
	tiny_add(p, head, sizeof(head));
}

void tiny_packet(struct tiny *p, uint32_t sec, uint32_t fraction,
		 const void *data, uint32_t caplen, uint32_t len)
{
	uint32_t head[4] = { sec, fraction, caplen, len };

	tiny_add(p, head, sizeof(head));
	tiny_add(p, data, caplen);
}

static void ethernet(struct tiny *p, uint32_t sec, uint32_t fraction,
		     uint8_t src, uint8_t dst, uint32_t len, uint8_t group)
{
	uint8_t bytes[64] = { 0 };

	bytes[0] = 2 | group;
	bytes[5] = dst;
	bytes[6] = 2;
	bytes[11] = src;
	bytes[12] = 0x88; /* an EtherType for experiments */
	bytes[13] = 0xb5;
	tiny_packet(p, sec, fraction, bytes, len < 64 ? len : 64, len);
}

void tiny_frame(struct tiny *p, uint32_t sec, uint32_t fraction, uint8_t src,
		uint8_t dst, uint32_t len)
{
	ethernet(p, sec, fraction, src, dst, len, 0);
}

void tiny_multicast(struct tiny *p, uint32_t sec, uint32_t fraction,
		    uint8_t src, uint8_t dst, uint32_t len)
{
	ethernet(p, sec, fraction, src, dst, len, 1);
}

char *tiny_save(const struct tiny *p)
{
	char *path = strdup("/tmp/itr-trace-XXXXXX");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, p->bytes, p->size), (ssize_t)p->size);
	close(fd);
	return path;
}

void tiny_free(struct tiny *p)
{
	free(p->bytes);
	memset(p, 0, sizeof(*p));
}

void read_path(struct outcome *o, const char *path,
	       const struct trace_options *opt)
{
	static const size_t chunk[] = { 1, 7, 256, 3 };
	struct frame buf[256];
	int64_t before_ps = INT64_MIN;
	struct trace *t;
	unsigned int turn = 0;
	long got;

	memset(o, 0, sizeof(*o));
	t = trace_open(path, opt, &o->err);
	if (!t) {
		assert_int_not_equal(o->err.code, ERR_NONE);
		return;
	}
	o->opened = true;
	while ((got = trace_read(t, buf, chunk[turn++ % 4], &o->err)) > 0) {
		for (long i = 0; i < got; i++) {
			/* Whatever the trace: order, sizes, segments. */
			assert_true(buf[i].t_ps >= before_ps);
			assert_true(buf[i].t_ps >= 0);
			assert_true(buf[i].bytes >= WIRE_MIN_BYTES);
			assert_true(buf[i].segments >= 1);
			before_ps = buf[i].t_ps;
			if (o->n < sizeof(o->frame) / sizeof(o->frame[0]))
				o->frame[o->n] = buf[i];
			o->n++;
		}
	}
	assert_true((got < 0) == (o->err.code != ERR_NONE));
	/* The end stays the end, an error stays an error. */
	assert_int_equal(trace_read(t, buf, 1, NULL), got);
	o->info = *trace_info(t);
	o->end_ps = trace_end_ps(t);
	o->stopped = trace_stopped(t);
	assert_int_equal(o->info.rx_packets + o->info.tx_packets +
				 o->info.other_host,
			 o->info.packets);
	trace_close(t);
}

void read_tiny(struct outcome *o, const struct tiny *p,
	       const struct trace_options *opt)
{
	char *path = tiny_save(p);

	read_path(o, path, opt);
	unlink(path);
	free(path);
}

bool has_note(const struct outcome *o, const char *text)
{
	for (unsigned int i = 0; i < o->info.nnotes; i++)
		if (strstr(o->info.notes[i], text))
			return true;
	return false;
}
