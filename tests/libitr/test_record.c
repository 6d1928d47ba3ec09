// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Records as text. What a line must be is put together by printf() here; that it
 * comes back whole, that no byte of a sealed line can change unseen, and that
 * no bytes whatever do harm (with the sanitizers' build) are laws.
 */
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>

#include <itr/record.h>

/* A line with a guard behind it. */
struct line {
	char text[ITR_RECORD_MAX];
	char guard[16];
	size_t len;
};

static void format(struct line *l, const struct itr_record_head *head,
		   const struct itr *it, const struct itr_sample *s)
{
	memset(l->guard, 'G', sizeof(l->guard));
	l->len = itr_record_format(head, it, s, l->text, sizeof(l->text));
	CHECK(l->len < ITR_RECORD_MAX, "length %zu", l->len);
	assert_int_equal(strlen(l->text), l->len);
	assert_int_equal(l->guard[0], 'G');
}

static bool reads(const char *text, size_t len, struct itr_record *r)
{
	/* A block of just that size: reading one byte more is seen. */
	char *copy = malloc(len ? len : 1), err[ITR_TEXT_MAX] = "untouched";
	int ret;

	assert_non_null(copy);
	memcpy(copy, text, len);
	ret = itr_record_parse(copy, len, r, err, sizeof(err));
	free(copy);
	assert_true(ret == 0 || ret == -1);
	CHECK((ret == 0) == (err[0] == '\0'), "error text '%s'", err);
	assert_int_equal(strcspn(err, "\n"), strlen(err));
	return ret == 0;
}

/* Of any magnitude; powers of ten, their neighbours and the ends among them. */
static u64 odd_number(u64 *seed)
{
	u64 v = rnd(seed), kind = rnd(seed) % 8, p = 1;

	if (kind == 0)
		return v & 1 ? UINT64_MAX : 0;
	if (kind <= 2) {
		for (u64 n = v % 20; n > 0; n--)
			p *= 10;
		return p + (v >> 32) % 3 - 1;
	}
	return v >> (rnd(seed) % 64);
}

static void odd_words(u64 *seed, void *words, size_t n)
{
	u64 *w = words;

	while (n-- > 0)
		*w++ = odd_number(seed);
}

/* A controller whose every member is some odd number. */
static void odd_itr(u64 *seed, struct itr *it, struct itr_sample *s)
{
	const struct itr_ops *ops =
		itr_controllers[rnd(seed) % itr_controllers_count];

	memset(it, 0, sizeof(*it));
	it->ops = ops;
	for (u32 i = 0; i < ops->nparams; i++)
		it->params.v[i] = rnd_between(seed, ops->params[i].min,
					      ops->params[i].max);
	odd_words(seed, &it->caps, ITR_CAPS_FIELDS);
	odd_words(seed, &it->last, ITR_DECISION_FIELDS);
	odd_words(seed, &it->now_ns, 1);
	odd_words(seed, it->state, ITR_STATE_WORDS);
	odd_words(seed, s, ITR_SAMPLE_FIELDS);
	s->event = rnd(seed) % ITR_EV_COUNT;
}

static struct itr_record_head odd_head(u64 *seed)
{
	return (struct itr_record_head){
		.type = rnd(seed) % ITR_REC_COUNT,
		.port = odd_number(seed),
		.unit = odd_number(seed),
		.seq = odd_number(seed),
		.sealed = rnd(seed) & 1,
	};
}

/* RFC 3720, appendix B.4, and the check value of the polynomial's catalogues. */
static void known_checksums(void **state)
{
	u8 b[32];

	(void)state;
	memset(b, 0, sizeof(b));
	assert_int_equal(itr_crc32c(b, sizeof(b)), 0x8a9136aa);
	memset(b, 0xff, sizeof(b));
	assert_int_equal(itr_crc32c(b, sizeof(b)), 0x62a8ab43);
	for (u8 i = 0; i < 32; i++)
		b[i] = i;
	assert_int_equal(itr_crc32c(b, sizeof(b)), 0x46dd794e);
	for (u8 i = 0; i < 32; i++)
		b[i] = (u8)(31 - i);
	assert_int_equal(itr_crc32c(b, sizeof(b)), 0x113fdb5c);
	assert_int_equal(itr_crc32c("123456789", 9), 0xe3069283);
}

static size_t words_of(char *at, const void *words, size_t n)
{
	const u64 *w = words;
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += (size_t)sprintf(at + len, " %" PRIu64, w[i]);
	return len;
}

/* The format as docs/formats.md has it, written by printf(). */
static void expected(char *at, const struct itr_record_head *h,
		     const struct itr *it, const struct itr_sample *s)
{
	static const char *const name[] = { "START", "STEP",  "PARAM",
					    "LINK",  "RESET", "SNAPSHOT" };
	u64 type = h->type == ITR_REC_STEP && s->event == ITR_EV_RESET
			   ? ITR_REC_RESET
			   : h->type;
	char params[ITR_TEXT_MAX];
	u8 state[ITR_RECORD_STATE_MAX];
	const char *start = at;

	at += sprintf(at, "itr1 %s %" PRIu64 " %" PRIu64 " %" PRIu64,
		      name[type], h->port, h->unit, h->seq);
	if (type == ITR_REC_START || type == ITR_REC_LINK)
		at += sprintf(at, " %" PRIu64, it->now_ns);
	if (type == ITR_REC_START || type == ITR_REC_PARAM) {
		itr_format_params(it->ops, &it->params, true, params,
				  sizeof(params));
		at += sprintf(at, " %s%s%s", it->ops->name,
			      params[0] ? ":" : "", params);
	}
	if (type == ITR_REC_START) {
		at += sprintf(at, " %" PRIu32, it->ops->version);
		at += words_of(at, &it->caps, 18);
	}
	if (type == ITR_REC_LINK)
		at += sprintf(at, " %" PRIu64, it->caps.link_mbps);
	if (type == ITR_REC_STEP || type == ITR_REC_RESET)
		at += words_of(at, s, 15);
	if (type == ITR_REC_SNAPSHOT) {
		size_t n = itr_save(it, state, sizeof(state));

		at += sprintf(at, " ");
		for (size_t i = 0; i < n; i++)
			at += sprintf(at, "%02x", state[i]);
	} else {
		at += words_of(at, &it->last, 10);
		at += sprintf(at, " %016" PRIx64, itr_digest(it));
	}
	if (h->sealed)
		sprintf(at, " crc=%08" PRIx32,
			itr_crc32c(start, (size_t)(at - start)));
}

static void as_printf_writes_it(void **state)
{
	u64 seed = 1;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct itr_record_head head = odd_head(&seed);
		char want[2 * ITR_RECORD_MAX];
		struct itr_sample s;
		struct line l;
		struct itr it;

		odd_itr(&seed, &it, &s);
		format(&l, &head, &it, &s);
		expected(want, &head, &it, &s);
		assert_string_equal(l.text, want);
	}
}

static void comes_back(void **state)
{
	u64 seed = 2, seen[ITR_REC_COUNT] = { 0 };

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct itr_record_head head = odd_head(&seed);
		struct itr_record r;
		struct itr_sample s;
		struct line l;
		struct itr it;
		u8 saved[ITR_RECORD_STATE_MAX];
		size_t n;

		odd_itr(&seed, &it, &s);
		/* Only a RESET has that event, and it has no other. */
		if (head.type == ITR_REC_RESET)
			s.event = ITR_EV_RESET;
		format(&l, &head, &it, &s);
		CHECK(reads(l.text, l.len, &r), "%s", l.text);
		if (head.type == ITR_REC_STEP && s.event == ITR_EV_RESET)
			head.type = ITR_REC_RESET;
		seen[head.type]++;
		assert_int_equal(r.head.type, head.type);
		assert_int_equal(r.head.port, head.port);
		assert_int_equal(r.head.unit, head.unit);
		assert_int_equal(r.head.seq, head.seq);
		assert_int_equal(r.head.sealed, head.sealed);
		if (head.type == ITR_REC_SNAPSHOT) {
			n = itr_save(&it, saved, sizeof(saved));
			assert_int_equal(r.state_size, n);
			assert_memory_equal(r.state, saved, n);
			continue;
		}
		assert_memory_equal(&r.decision, &it.last, sizeof(it.last));
		assert_int_equal(r.digest, itr_digest(&it));
		if (r.ops) {
			assert_ptr_equal(r.ops, it.ops);
			assert_memory_equal(&r.params, &it.params,
					    sizeof(it.params));
		}
		if (head.type == ITR_REC_START) {
			assert_int_equal(r.version, it.ops->version);
			assert_memory_equal(&r.caps, &it.caps, sizeof(it.caps));
			assert_int_equal(r.now_ns, it.now_ns);
		}
		if (head.type == ITR_REC_LINK) {
			assert_int_equal(r.caps.link_mbps, it.caps.link_mbps);
			assert_int_equal(r.now_ns, it.now_ns);
		}
		if (head.type == ITR_REC_STEP || head.type == ITR_REC_RESET)
			assert_memory_equal(&r.sample, &s, sizeof(s));
	}
	for (int i = 0; i < ITR_REC_COUNT; i++)
		CHECK(seen[i] > 100, "%s: %" PRIu64, itr_record_name((u64)i),
		      seen[i]);
}

/* ITR_RECORD_MAX and _STATE_MAX are enough for the longest there can be. */
static void room_is_enough(void **state)
{
	(void)state;
	for (size_t c = 0; c < itr_controllers_count; c++) {
		struct itr it = { .ops = itr_controllers[c] };
		struct itr_record_head head = { 0, UINT64_MAX, UINT64_MAX,
						UINT64_MAX, true };
		struct itr_sample s;
		struct line l;

		memset(&it.caps, 0xff, sizeof(it.caps));
		memset(&it.last, 0xff, sizeof(it.last));
		memset(&s, 0xff, sizeof(s));
		it.now_ns = UINT64_MAX;
		for (u32 i = 0; i < it.ops->nparams; i++)
			it.params.v[i] = it.ops->params[i].names
						 ? it.ops->params[i].max
						 : INT32_MIN;
		assert_true(itr_save(&it, NULL, 0) <= ITR_RECORD_STATE_MAX);
		for (head.type = 0; head.type < ITR_REC_COUNT; head.type++)
			format(&l, &head, &it, &s);
	}
}

/* Too small a buffer: the true length, a NUL, nothing beyond. */
static void every_size(void **state)
{
	u64 seed = 3;

	(void)state;
	for (u64 type = 0; type < ITR_REC_COUNT; type++) {
		struct itr_record_head head = { type, 0, 1, 2, false };
		struct itr_sample s;
		struct line l;
		struct itr it;

		odd_itr(&seed, &it, &s);
		s.event = ITR_EV_POLL;
		format(&l, &head, &it, &s);
		for (size_t size = 0; size <= l.len + 1; size++) {
			char *buf = malloc(size ? size : 1);

			assert_non_null(buf);
			assert_int_equal(itr_record_format(&head, &it, &s,
							   size ? buf : NULL,
							   size),
					 l.len);
			if (size > 0) {
				assert_int_equal(strlen(buf), size - 1);
				assert_memory_equal(buf, l.text, size - 1);
			}
			free(buf);
		}
	}
}

/* Nothing but a whole line is a record: neither a beginning nor one byte more. */
static void every_prefix(void **state)
{
	u64 seed = 4;

	(void)state;
	for (u64 i = 0; i < 4 * ITR_REC_COUNT; i++) {
		struct itr_record_head head = { i % ITR_REC_COUNT, 0, 1, 2,
						i >= 2 * ITR_REC_COUNT };
		struct itr_record r;
		struct itr_sample s;
		struct line l;
		struct itr it;

		odd_itr(&seed, &it, &s);
		if (head.type == ITR_REC_RESET)
			s.event = ITR_EV_RESET;
		format(&l, &head, &it, &s);
		for (size_t n = 0; n < l.len; n++) {
			if (!reads(l.text, n, &r))
				continue;
			/* Without its seal only: that is a record, too. */
			if (head.sealed && n == l.len - strlen(" crc=01234567"))
				continue;
			/* A state has no end of its own but its digest. */
			CHECK(r.head.type == ITR_REC_SNAPSHOT &&
				      itr_load(&it, r.state, r.state_size) < 0,
			      "%.*s", (int)n, l.text);
		}
		for (int c = 0; c < 256; c++) {
			l.text[l.len] = (char)c;
			CHECK(!reads(l.text, l.len + 1, &r) ||
				      head.type == ITR_REC_SNAPSHOT,
			      "a %d more", c);
		}
	}
}

/* A sealed line with any one byte changed is refused. */
static void every_byte(void **state)
{
	u64 seed = 5;

	(void)state;
	for (u64 type = 0; type < ITR_REC_COUNT; type++) {
		struct itr_record_head head = { type, 3, 1, 2, true };
		struct itr_record r;
		struct itr_sample s;
		struct line l;
		struct itr it;

		odd_itr(&seed, &it, &s);
		s.event = type == ITR_REC_RESET ? ITR_EV_RESET : ITR_EV_TIMER;
		format(&l, &head, &it, &s);
		for (size_t i = 0; i < l.len; i++) {
			char was = l.text[i];

			for (int flip = 1; flip < 256; flip++) {
				l.text[i] = (char)(was ^ flip);
				CHECK(!reads(l.text, l.len, &r),
				      "byte %zu of '%s'", i, l.text);
			}
			l.text[i] = was;
		}
	}
}

/* What is not written by us: each is wrong in one way, and says which. */
static void refused(void **state)
{
#define D " 0 0 0 0 0 0 0 0 0 0 0123456789abcdef"
#define KEY "itr1 LINK 0 0 7 "
	static const char *const lines[][2] = {
		{ "", "record does not begin with itr1" },
		{ "itr2 LINK 0 0 7 1 2" D, "record does not begin with itr1" },
		{ " " KEY "1 2" D, "record does not begin with itr1" },
		{ "itr1", "type is unknown" },
		{ "itr1 ", "type is unknown" },
		{ "itr1 link 0 0 7 1 2" D, "type is unknown" },
		{ "itr1 LINKS 0 0 7 1 2" D, "type is unknown" },
		{ "itr1 LINK", "port is missing" },
		{ "itr1 LINK 0 0", "seq is missing" },
		{ "itr1 LINK  0 0 7 1 2" D, "port is missing" },
		{ "itr1 LINK 00 0 7 1 2" D, "port is no number" },
		{ "itr1 LINK 0 -1 7 1 2" D, "unit is no number" },
		{ "itr1 LINK 0 0 +7 1 2" D, "seq is no number" },
		{ "itr1 LINK 0 0 7x 1 2" D, "seq is no number" },
		{ KEY "18446744073709551616 2" D, "now_ns is too large" },
		{ KEY "99999999999999999999 2" D, "now_ns is too large" },
		{ KEY "1844674407370955161600 2" D, "now_ns is too large" },
		{ KEY "1 2 0 0 0 0 0 0 0 0 0 0", "digest is missing" },
		{ KEY "1 2 0 0 0 0 0 0 0 0 0", "reason is missing" },
		{ KEY "1 2 0 0 0 0 0 0 0 0 0 0 0123456789abcde",
		  "digest is not of 16 hexadecimal digits" },
		{ KEY "1 2 0 0 0 0 0 0 0 0 0 0 0123456789ABCDEF",
		  "digest is not of 16 hexadecimal digits" },
		{ KEY "1 2" D " ", "record goes on after its last field" },
		{ KEY "1 2" D " 1", "record goes on after its last field" },
		{ KEY "1 2" D " crc=00000000",
		  "checksum does not fit the record" },
		{ KEY "1 2" D " crc=0000000g",
		  "checksum does not fit the record" },
		{ "itr1 PARAM 0 0 7 ofg" D,
		  "no controller 'ofg'; did you mean 'off'?" },
		{ "itr1 PARAM 0 0 7 pid:packets=0" D,
		  "pid: packets='0' is out of range; allowed: 1..1000" },
		{ "itr1 PARAM 0 0 7 off\x01" D, "controller is not printable" },
		{ "itr1 PARAM 0 0 7", "controller is missing" },
		{ "itr1 STEP 0 0 7 1 6 0 0 0 0 0 0 0 0 0 0 0 0 0" D,
		  "event is none of this type of record" },
		{ "itr1 STEP 0 0 7 1 5 0 0 0 0 0 0 0 0 0 0 0 0 0" D,
		  "event is none of this type of record" },
		{ "itr1 RESET 0 0 7 1 4 0 0 0 0 0 0 0 0 0 0 0 0 0" D,
		  "event is none of this type of record" },
		{ "itr1 SNAPSHOT 0 0 7", "state is missing" },
		{ "itr1 SNAPSHOT 0 0 7 123", "state is of no such length" },
		{ "itr1 SNAPSHOT 0 0 7 1x", "state is not hexadecimal" },
	};
	struct itr_record r;

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++) {
		char err[ITR_TEXT_MAX];
		const char *l = lines[i][0];

		CHECK(itr_record_parse(l, strlen(l), &r, err, sizeof(err)) < 0,
		      "'%s'", l);
		assert_string_equal(err, lines[i][1]);
		/* With no room for the text, too. */
		assert_int_equal(itr_record_parse(l, strlen(l), &r, NULL, 0),
				 -1);
	}
	assert_true(reads(KEY "18446744073709551615 2" D,
			  strlen(KEY "18446744073709551615 2" D), &r));
	assert_true(r.now_ns == UINT64_MAX && r.caps.link_mbps == 2);
	/* As long as a state may be, and an octet longer. */
	for (size_t octets = ITR_RECORD_STATE_MAX;
	     octets <= ITR_RECORD_STATE_MAX + 1; octets++) {
		char l[ITR_RECORD_MAX] = "itr1 SNAPSHOT 0 0 7 ";
		size_t n = strlen(l);

		memset(l + n, '5', 2 * octets);
		assert_int_equal(reads(l, n + 2 * octets, &r),
				 octets == ITR_RECORD_STATE_MAX);
	}
	/* A NUL would end the controller's text early. */
	assert_false(reads("itr1 PARAM 0 0 7 off\0x" D,
			   sizeof("itr1 PARAM 0 0 7 off\0x" D) - 1, &r));
}

static void mutate(u64 *seed, char *text, size_t *len, size_t max)
{
	static const char likely[] = " 0919af:=,-cr\n\0ISP";
	size_t at = rnd(seed) % *len, n;

	switch (rnd(seed) % 5) {
	case 0:
		text[at] = (char)rnd(seed);
		break;
	case 1:
		text[at] = likely[rnd(seed) % sizeof(likely)];
		break;
	case 2: /* a piece goes */
		n = rnd(seed) % 8;
		n = n > *len - at ? *len - at : n;
		memmove(text + at, text + at + n, *len - at - n);
		*len -= n;
		break;
	case 3: /* a piece twice */
		n = rnd(seed) % 8;
		n = n > *len - at ? *len - at : n;
		n = n > max - *len ? max - *len : n;
		memmove(text + at + n, text + at, *len - at);
		*len += n;
		break;
	default:
		*len = at;
	}
	if (*len == 0)
		*len = 1;
}

/* Whatever the bytes are: refused, or a record that holds what it should. */
static void hostile_bytes(void **state)
{
	u64 seed = 6, accepted = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct itr_record_head head = odd_head(&seed);
		struct itr_record r;
		struct itr_sample s;
		struct line l;
		struct itr it;

		odd_itr(&seed, &it, &s);
		head.sealed = false;
		format(&l, &head, &it, &s);
		for (u64 n = rnd(&seed) % 6; n > 0; n--)
			mutate(&seed, l.text, &l.len, sizeof(l.text));
		if (!reads(l.text, l.len, &r))
			continue;
		accepted++;
		assert_true(r.head.type < ITR_REC_COUNT);
		assert_true(r.state_size <= sizeof(r.state));
		if (r.head.type == ITR_REC_START ||
		    r.head.type == ITR_REC_PARAM)
			assert_non_null(r.ops);
		/* And the library takes it as it is. */
		if (r.head.type == ITR_REC_START)
			itr_start(&it, r.ops, &r.caps, &r.params, r.now_ns);
		if (r.head.type == ITR_REC_SNAPSHOT)
			(void)itr_load(&it, r.state, r.state_size);
	}
	CHECK(accepted > 2000, "%" PRIu64 " accepted", accepted);
}

static void names(void **state)
{
	(void)state;
	assert_string_equal(itr_record_name(ITR_REC_START), "START");
	assert_string_equal(itr_record_name(ITR_REC_SNAPSHOT), "SNAPSHOT");
	assert_string_equal(itr_record_name(ITR_REC_COUNT), "?");
	/* A name for each member, at its place. */
	assert_string_equal(
		itr_caps_fields[offsetof(struct itr_caps, tx_absolute.max_ns) /
				sizeof(u64)],
		"tx_absolute.max_ns");
	assert_string_equal(itr_caps_fields[ITR_CAPS_FIELDS - 1], "link_mbps");
	assert_string_equal(
		itr_sample_fields[offsetof(struct itr_sample, tx_bytes) /
				  sizeof(u64)],
		"tx_bytes");
	assert_string_equal(itr_sample_fields[ITR_SAMPLE_FIELDS - 1], "causes");
	assert_string_equal(
		itr_decision_fields[offsetof(struct itr_decision, recheck) /
				    sizeof(u64)],
		"recheck");
	assert_string_equal(itr_decision_fields[ITR_DECISION_FIELDS - 1],
			    "reason");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_checksums),
		cmocka_unit_test(as_printf_writes_it),
		cmocka_unit_test(comes_back),
		cmocka_unit_test(room_is_enough),
		cmocka_unit_test(every_size),
		cmocka_unit_test(every_prefix),
		cmocka_unit_test(every_byte),
		cmocka_unit_test(refused),
		cmocka_unit_test(hostile_bytes),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
