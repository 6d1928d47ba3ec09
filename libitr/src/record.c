// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * record.c - one record as one line of text, and back (docs/formats.md).
 *
 * Words with a single blank between them: the name of the format, the type, the
 * key (port, unit, seq), then what the type needs. Numbers are decimal without
 * leading zeros, so that a value is written in one way only; digest and checksum
 * are hexadecimal of fixed width, so are the bytes of a state. Nothing in it
 * depends on the byte order or the word size of the machine.
 *
 * A digit is found by taking a power of ten away, not by dividing: a 32-bit
 * kernel that records every step divides 64 bits slowly.
 */
#include <itr/record.h>
#include <itr/text.h>

#define MAGIC "itr1"

/* Every member of the three structs is a u64: they are read as rows of words. */
_Static_assert(ITR_CAPS_FIELDS == 18, "caps changed: a new MAGIC");
_Static_assert(ITR_SAMPLE_FIELDS == 15, "sample changed: a new MAGIC");
_Static_assert(ITR_DECISION_FIELDS == 10, "decision changed: a new MAGIC");

const char *const itr_caps_fields[ITR_CAPS_FIELDS] = {
	"gap.step_ns",	       "gap.min_ns",	     "gap.max_ns",
	"rx_packet.step_ns",   "rx_packet.min_ns",   "rx_packet.max_ns",
	"rx_absolute.step_ns", "rx_absolute.min_ns", "rx_absolute.max_ns",
	"tx_packet.step_ns",   "tx_packet.min_ns",   "tx_packet.max_ns",
	"tx_absolute.step_ns", "tx_absolute.min_ns", "tx_absolute.max_ns",
	"count_max",	       "separate_gaps",	     "link_mbps",
};

const char *const itr_sample_fields[ITR_SAMPLE_FIELDS] = {
	"now_ns",   "event",	  "interrupts", "polls",      "rx_packets",
	"rx_bytes", "rx_drops",	  "tx_packets", "tx_bytes",   "tx_drops",
	"irq_ns",   "softirq_ns", "rx_backlog", "tx_backlog", "causes",
};

const char *const itr_decision_fields[ITR_DECISION_FIELDS] = {
	"gap_ns",	"tx_gap_ns",	  "rx_packet_ns", "rx_absolute_ns",
	"tx_packet_ns", "tx_absolute_ns", "count",	  "recheck",
	"next_ns",	"reason",
};

static const char *const type_names[ITR_REC_COUNT] = {
	[ITR_REC_START] = "START", [ITR_REC_STEP] = "STEP",
	[ITR_REC_PARAM] = "PARAM", [ITR_REC_LINK] = "LINK",
	[ITR_REC_RESET] = "RESET", [ITR_REC_SNAPSHOT] = "SNAPSHOT",
};

const char *itr_record_name(u64 type)
{
	return type < ITR_REC_COUNT ? type_names[type] : "?";
}

/* Four bits a round, lowest first: the reversed polynomial is 0x82f63b78. */
u32 itr_crc32c(const void *data, size_t n)
{
	static const u32 row[16] = {
		0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1,
		0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
		0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
		0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
	};
	const u8 *b = data;
	u32 crc = 0xffffffffu;
	size_t i;

	for (i = 0; i < n; i++) {
		crc ^= b[i];
		crc = crc >> 4 ^ row[crc & 15];
		crc = crc >> 4 ^ row[crc & 15];
	}
	return ~crc;
}

/* Text being written: never beyond size; len counts what did not fit, too. */
struct out {
	char *buf;
	size_t size, len;
};

static void put_char(struct out *o, char c)
{
	if (o->len + 1 < o->size)
		o->buf[o->len] = c;
	o->len++;
}

static void put_text(struct out *o, const char *s)
{
	while (*s != '\0')
		put_char(o, *s++);
}

static void put_end(struct out *o)
{
	if (o->size > 0)
		o->buf[o->len < o->size ? o->len : o->size - 1] = '\0';
}

static const u64 powers[] = {
	10000000000000000000u,
	1000000000000000000u,
	100000000000000000u,
	10000000000000000u,
	1000000000000000u,
	100000000000000u,
	10000000000000u,
	1000000000000u,
	100000000000u,
	10000000000u,
	1000000000u,
	100000000u,
	10000000u,
	1000000u,
	100000u,
	10000u,
	1000u,
	100u,
	10u,
	1u,
};
#define POWERS (sizeof(powers) / sizeof(powers[0]))

static void put_number(struct out *o, u64 v)
{
	size_t i = 0;

	while (i < POWERS - 1 && v < powers[i])
		i++;
	for (; i < POWERS; i++) {
		char digit = '0';

		for (; v >= powers[i]; v -= powers[i])
			digit++;
		put_char(o, digit);
	}
}

/* The lowest `digits` hexadecimal digits of v, highest first. */
static void put_hex(struct out *o, u64 v, u32 digits)
{
	while (digits-- > 0)
		put_char(o, "0123456789abcdef"[v >> 4 * digits & 15]);
}

/* A row of u64 members, each after a blank. */
static void put_words(struct out *o, const void *words, size_t n)
{
	const u64 *w = words;
	size_t i;

	for (i = 0; i < n; i++) {
		put_char(o, ' ');
		put_number(o, w[i]);
	}
}

/* "NAME:param=value,..." with all parameters, as itr_parse_controller() reads. */
static void put_controller(struct out *o, const struct itr *it)
{
	char *at = NULL;
	size_t left = 0;

	put_char(o, ' ');
	put_text(o, it->ops->name);
	if (it->ops->nparams == 0)
		return;
	put_char(o, ':');
	if (o->len < o->size) {
		at = o->buf + o->len;
		left = o->size - o->len;
	}
	o->len += itr_format_params(it->ops, &it->params, true, at, left);
}

static void put_state(struct out *o, const struct itr *it)
{
	u8 state[ITR_RECORD_STATE_MAX];
	size_t i, n = itr_save(it, state, sizeof(state));

	put_char(o, ' ');
	for (i = 0; i < n && n <= sizeof(state); i++)
		put_hex(o, state[i], 2);
}

static void put_body(struct out *o, u64 type, const struct itr *it,
		     const struct itr_sample *s)
{
	switch (type) {
	case ITR_REC_START:
		put_words(o, &it->now_ns, 1);
		put_controller(o, it);
		put_char(o, ' ');
		put_number(o, it->ops->version);
		put_words(o, &it->caps, ITR_CAPS_FIELDS);
		break;
	case ITR_REC_STEP:
	case ITR_REC_RESET:
		put_words(o, s, ITR_SAMPLE_FIELDS);
		break;
	case ITR_REC_PARAM:
		put_controller(o, it);
		break;
	case ITR_REC_LINK:
		put_words(o, &it->now_ns, 1);
		put_words(o, &it->caps.link_mbps, 1);
		break;
	default:
		put_state(o, it);
		return;
	}
	put_words(o, &it->last, ITR_DECISION_FIELDS);
	put_char(o, ' ');
	put_hex(o, itr_digest(it), 16);
}

size_t itr_record_format(const struct itr_record_head *head,
			 const struct itr *it, const struct itr_sample *s,
			 char *buf, size_t size)
{
	struct out o = { buf, size, 0 };
	u64 type = head->type;

	if (type == ITR_REC_STEP && s->event == ITR_EV_RESET)
		type = ITR_REC_RESET;
	put_text(&o, MAGIC " ");
	put_text(&o, itr_record_name(type));
	put_words(&o, &head->port, 1);
	put_words(&o, &head->unit, 1);
	put_words(&o, &head->seq, 1);
	put_body(&o, type, it, s);
	if (head->sealed) {
		/* Of what did not fit there is no checksum; nobody keeps it. */
		u32 crc = itr_crc32c(buf, o.len < size ? o.len : 0);

		put_text(&o, " crc=");
		put_hex(&o, crc, 8);
	}
	put_end(&o);
	return o.len;
}

/* A line being read: what is left of it, and where to complain. */
struct in {
	const char *at;
	size_t left;
	struct out err;
};

static int bad(struct in *in, const char *field, const char *why)
{
	put_text(&in->err, field);
	put_text(&in->err, why);
	return -1;
}

/* The next word; false if there is none: no letters, or blanks too many. */
static bool get_word(struct in *in, const char **word, size_t *len)
{
	size_t n = 0;

	*word = in->at;
	while (n < in->left && in->at[n] != ' ')
		n++;
	*len = n;
	in->at += n;
	in->left -= n;
	if (in->left > 1) { /* a blank at the end stays, and is too much */
		in->at++;
		in->left--;
	}
	return n > 0;
}

static bool is_text(const char *word, size_t len, const char *text)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] == '\0' || text[i] != word[i])
			return false;
	return text[len] == '\0';
}

#define TENTH_OF_MAX 1844674407370955161u /* of the largest u64, ...1615 */

static int get_number(struct in *in, const char *field, u64 *v)
{
	const char *word;
	size_t i, len;

	*v = 0;
	if (!get_word(in, &word, &len))
		return bad(in, field, " is missing");
	if (len > 1 && word[0] == '0')
		return bad(in, field, " is no number");
	for (i = 0; i < len; i++) {
		u64 digit = (u64)(word[i] - '0');

		if (word[i] < '0' || word[i] > '9')
			return bad(in, field, " is no number");
		if (*v > TENTH_OF_MAX || (*v == TENTH_OF_MAX && digit > 5))
			return bad(in, field, " is too large");
		*v = *v * 10 + digit;
	}
	return 0;
}

/* A row of u64 members. */
static int get_words(struct in *in, const char *const *names, void *words,
		     size_t n)
{
	u64 *w = words;
	size_t i;

	for (i = 0; i < n; i++)
		if (get_number(in, names[i], &w[i]))
			return -1;
	return 0;
}

/* Digits as put_hex() writes them; false if one of them is another letter. */
static bool hex_value(const char *at, size_t digits, u64 *v)
{
	*v = 0;
	while (digits-- > 0) {
		char c = *at++;

		if (c >= '0' && c <= '9')
			*v = *v << 4 | (u64)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*v = *v << 4 | (u64)(c - 'a' + 10);
		else
			return false;
	}
	return true;
}

static int get_digest(struct in *in, u64 *v)
{
	const char *word;
	size_t len;

	if (!get_word(in, &word, &len))
		return bad(in, "digest", " is missing");
	if (len != 16 || !hex_value(word, len, v))
		return bad(in, "digest", " is not of 16 hexadecimal digits");
	return 0;
}

static int get_controller(struct in *in, struct itr_record *r)
{
	char text[ITR_TEXT_MAX];
	const char *word;
	size_t i, len;

	if (!get_word(in, &word, &len))
		return bad(in, "controller", " is missing");
	if (len >= sizeof(text))
		return bad(in, "controller", " is too long");
	for (i = 0; i < len; i++) {
		if (word[i] <= ' ' || word[i] > '~')
			return bad(in, "controller", " is not printable");
		text[i] = word[i];
	}
	text[len] = '\0';
	return itr_parse_controller(text, &r->ops, &r->params, in->err.buf,
				    in->err.size);
}

static int get_state(struct in *in, struct itr_record *r)
{
	const char *word;
	size_t i, len;
	u64 octet;

	if (!get_word(in, &word, &len))
		return bad(in, "state", " is missing");
	if (len > 2 * sizeof(r->state) || len & 1)
		return bad(in, "state", " is of no such length");
	for (i = 0; i < len; i += 2) {
		if (!hex_value(word + i, 2, &octet))
			return bad(in, "state", " is not hexadecimal");
		r->state[r->state_size++] = (u8)octet;
	}
	return 0;
}

static int get_type(struct in *in, u64 *type)
{
	const char *word;
	size_t len;

	if (!get_word(in, &word, &len) || !is_text(word, len, MAGIC))
		return bad(in, "record", " does not begin with " MAGIC);
	get_word(in, &word, &len);
	for (*type = 0; *type < ITR_REC_COUNT; ++*type)
		if (is_text(word, len, type_names[*type]))
			return 0;
	return bad(in, "type", " is unknown");
}

static int get_sample(struct in *in, struct itr_record *r)
{
	bool reset = r->head.type == ITR_REC_RESET;

	if (get_words(in, itr_sample_fields, &r->sample, ITR_SAMPLE_FIELDS))
		return -1;
	if (r->sample.event >= ITR_EV_COUNT ||
	    (r->sample.event == ITR_EV_RESET) != reset)
		return bad(in, "event", " is none of this type of record");
	return 0;
}

static int get_body(struct in *in, struct itr_record *r)
{
	switch (r->head.type) {
	case ITR_REC_START:
		if (get_number(in, "now_ns", &r->now_ns) ||
		    get_controller(in, r) ||
		    get_number(in, "version", &r->version))
			return -1;
		return get_words(in, itr_caps_fields, &r->caps,
				 ITR_CAPS_FIELDS);
	case ITR_REC_STEP:
	case ITR_REC_RESET:
		return get_sample(in, r);
	case ITR_REC_PARAM:
		return get_controller(in, r);
	case ITR_REC_LINK:
		if (get_number(in, "now_ns", &r->now_ns))
			return -1;
		return get_number(in, "link_mbps", &r->caps.link_mbps);
	default:
		return get_state(in, r);
	}
}

#define SEAL_LEN 13 /* " crc=" and 8 digits */

/* Takes the checksum off the line, if it has one. */
static int open_seal(struct in *in, bool *sealed)
{
	size_t rest = in->left < SEAL_LEN ? 0 : in->left - SEAL_LEN;
	u64 crc;

	*sealed = rest > 0 && memcmp(in->at + rest, " crc=", 5) == 0;
	if (!*sealed)
		return 0;
	if (!hex_value(in->at + rest + 5, 8, &crc) ||
	    crc != itr_crc32c(in->at, rest))
		return bad(in, "checksum", " does not fit the record");
	in->left = rest;
	return 0;
}

static int parse(struct in *in, struct itr_record *r)
{
	if (open_seal(in, &r->head.sealed) || get_type(in, &r->head.type) ||
	    get_number(in, "port", &r->head.port) ||
	    get_number(in, "unit", &r->head.unit) ||
	    get_number(in, "seq", &r->head.seq) || get_body(in, r))
		return -1;
	if (r->head.type != ITR_REC_SNAPSHOT &&
	    (get_words(in, itr_decision_fields, &r->decision,
		       ITR_DECISION_FIELDS) ||
	     get_digest(in, &r->digest)))
		return -1;
	if (in->left > 0)
		return bad(in, "record", " goes on after its last field");
	return 0;
}

int itr_record_parse(const char *line, size_t len, struct itr_record *r,
		     char *err, size_t errsize)
{
	struct in in = { line, len, { err, errsize, 0 } };
	int ret;

	memset(r, 0, sizeof(*r));
	ret = parse(&in, r);
	/* What is wrong with a controller's text stands there already. */
	if (in.err.len > 0 || ret == 0)
		put_end(&in.err);
	return ret;
}
