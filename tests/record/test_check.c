// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * itrsim check on records that are good, bad in a known way, or anything. What
 * it has to find is what the test has put in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/check.h"
#include "lab/record_writer.h"
#include "record/corpus.h"

#define CHECK(cond, ...)                            \
	do {                                        \
		if (!(cond)) {                      \
			print_error("%s: ", #cond); \
			print_error(__VA_ARGS__);   \
			print_error("\n");          \
			fail();                     \
		}                                   \
	} while (0)

#define SEAL 13 /* " crc=" and eight digits */

/* A file in memory, and where its lines begin. */
struct text {
	char *at;
	size_t len;
	size_t *line; /* nlines + 1 of them */
	size_t nlines;
};

static void index_lines(struct text *t)
{
	t->nlines = 0;
	t->line = malloc((t->len + 2) * sizeof(*t->line));
	assert_non_null(t->line);
	t->line[0] = 0;
	for (size_t i = 0; i < t->len; i++)
		if (t->at[i] == '\n')
			t->line[++t->nlines] = i + 1;
}

static struct text corpus(uint64_t seed, unsigned int lives, unsigned int steps)
{
	struct text t;
	FILE *f = open_memstream(&t.at, &t.len);

	assert_non_null(f);
	corpus_write(f, seed, lives, steps);
	fclose(f);
	index_lines(&t);
	return t;
}

static void text_free(struct text *t)
{
	free(t->at);
	free(t->line);
}

/* The lines as a tracer shows them, with other lines between. */
static struct text as_trace(const struct text *t)
{
	struct text out;
	FILE *f = open_memstream(&out.at, &out.len);

	assert_non_null(f);
	fputs("# tracer: nop\n#\n", f);
	for (size_t i = 0; i < t->nlines; i++) {
		if (i % 7 == 3)
			fputs(" sshd-12 [001] 1.5: sched_switch: x ==> y\n", f);
		fprintf(f,
			"  <idle>-0  [000] ..s. %zu.000001: itr_record: ", i);
		fwrite(t->at + t->line[i], 1,
		       t->line[i + 1] - 1 - SEAL - t->line[i], f);
		fputs("\n", f);
	}
	fclose(f);
	index_lines(&out);
	return out;
}

static void run(const char *at, size_t len, struct check_result *res)
{
	/* fmemopen() takes no empty file. */
	FILE *f = len ? fmemopen((void *)at, len, "r") : tmpfile();

	assert_non_null(f);
	check_run(f, "it", NULL, res);
	fclose(f);
	assert_true(res->checked + res->unchecked <= res->records);
	assert_true(res->units <= CHECK_UNITS_MAX);
}

static bool all_good(const struct check_result *r)
{
	return !r->differs && r->err.code == ERR_NONE && r->lost == 0 &&
	       r->unchecked == 0;
}

static void good(void **state)
{
	struct text t = corpus(1, 12, 200), trace = as_trace(&t);
	struct check_result a, b;

	(void)state;
	run(t.at, t.len, &a);
	CHECK(all_good(&a), "%s", a.err.text);
	assert_true(a.sealed);
	assert_int_equal(a.units, 4);
	assert_int_equal(a.records, t.nlines);
	assert_int_equal(a.checked, t.nlines);
	for (int i = 0; i < ITR_REC_COUNT; i++)
		CHECK(a.by_type[i] > 0, "no %s", itr_record_name((u64)i));
	run(trace.at, trace.len, &b);
	CHECK(all_good(&b), "%s", b.err.text);
	assert_false(b.sealed);
	assert_int_equal(b.checked, a.checked);
	assert_int_equal(b.decisions, a.decisions);
	text_free(&t);
	text_free(&trace);
}

/* The k-th word of a line, from 0. */
static char *word(char *line, size_t k)
{
	while (k-- > 0)
		line = strchr(line, ' ') + 1;
	return line;
}

/* How many words come before the decision. */
static size_t before_decision(const char *line)
{
	char type[16];

	sscanf(line, "itr1 %15s", type);
	if (strcmp(type, "START") == 0)
		return 5 + 3 + 18;
	if (strcmp(type, "PARAM") == 0)
		return 5 + 1;
	if (strcmp(type, "LINK") == 0)
		return 5 + 2;
	return 5 + 15;
}

static void reseal(char *line, size_t len)
{
	char seal[16];

	snprintf(seal, sizeof(seal), "%08" PRIx32,
		 itr_crc32c(line, len - SEAL));
	memcpy(line + len - 8, seal, 8);
}

/*
 * One bit of one digit of a decision, in every field, in every kind of record:
 * damage while the seal is the old one, else a difference just there.
 */
static void changed_decision(void **state)
{
	struct text t = corpus(2, 3, 60);
	struct check_result r;
	unsigned int tried = 0;

	(void)state;
	for (size_t i = 0; i < t.nlines; i += 1 + i % 5) {
		char *line = t.at + t.line[i];
		size_t len = t.line[i + 1] - 1 - t.line[i];
		size_t field = i % ITR_DECISION_FIELDS;
		char *digit, kept[8];

		if (strncmp(line, "itr1 SNAPSHOT", 13) == 0)
			continue;
		digit = word(line, before_decision(line) + field);
		/* 0 to 1 alone stays a number without a leading zero. */
		if (*digit > '8' || (*digit != '0' && *digit < '2'))
			continue;
		tried++;
		memcpy(kept, line + len - 8, 8);
		*digit ^= 1;
		run(t.at, t.len, &r);
		CHECK(r.err.code == ERR_INPUT, "line %zu", i + 1);
		CHECK(r.checked == i && !r.differs, "line %zu", i + 1);
		reseal(line, len);
		run(t.at, t.len, &r);
		CHECK(r.differs, "line %zu: %s", i + 1,
		      itr_decision_fields[field]);
		assert_int_equal(r.err.code, ERR_NONE);
		assert_int_equal(r.checked, i);
		assert_int_equal(r.difference.at.line, i + 1);
		assert_int_equal(r.difference.at.offset, t.line[i]);
		assert_string_equal(r.difference.field,
				    itr_decision_fields[field]);
		assert_int_equal(r.difference.recorded[0], *digit);
		*digit ^= 1;
		assert_int_equal(r.difference.computed[0], *digit);
		memcpy(line + len - 8, kept, 8);
	}
	CHECK(tried > 100, "%u", tried);
	text_free(&t);
}

/* The digest alone: the state differs where the decision does not. */
static void changed_digest(void **state)
{
	struct text t = corpus(3, 2, 40);
	struct check_result r;

	(void)state;
	for (size_t i = 0; i < t.nlines; i += 17) {
		size_t end = t.line[i + 1] - 1;
		char *digit = t.at + end - SEAL - 1, was = *digit;

		if (strncmp(t.at + t.line[i], "itr1 SNAPSHOT", 13) == 0)
			continue;
		*digit = was == '0' ? '1' : '0';
		reseal(t.at + t.line[i], end - t.line[i]);
		run(t.at, t.len, &r);
		CHECK(r.differs && r.checked == i, "line %zu", i + 1);
		assert_string_equal(r.difference.field, "digest");
		*digit = was;
		reseal(t.at + t.line[i], end - t.line[i]);
	}
	text_free(&t);
}

/* A SNAPSHOT of a moment that never was. */
static void changed_snapshot(void **state)
{
	const struct itr_ops *ops = itr_find("e1000");
	struct itr_caps caps = { .gap = { 256, 0, 65535 * 256 },
				 .link_mbps = 1000 };
	struct record_writer w = { 0 };
	struct check_result r;
	struct itr it;
	char *at;
	size_t len;

	(void)state;
	for (int fault = 0; fault < 4; fault++) {
		static const char *const field[] = { NULL, "digest",
						     "link_mbps",
						     "controller" };

		w.out = open_memstream(&at, &len);
		w.seq = 0;
		itr_start(&it, ops, &caps, NULL, 1000);
		record_write(&w, ITR_REC_START, &it, NULL);
		if (fault == 1)
			it.decisions++;
		if (fault == 2)
			it.caps.link_mbps++;
		if (fault == 3)
			itr_start(&it, itr_find("off"), &caps, NULL, 1000);
		record_write(&w, ITR_REC_SNAPSHOT, &it, NULL);
		fclose(w.out);
		run(at, len, &r);
		assert_int_equal(r.differs, fault > 0);
		if (fault > 0)
			assert_string_equal(r.difference.field, field[fault]);
		assert_int_equal(r.checked, fault ? 1 : 2);
		free(at);
	}
}

static uint64_t number(char *line, size_t k)
{
	return strtoull(word(line, k), NULL, 10);
}

/*
 * Some lines of one unit go: that many are lost, and whatever comes of this unit
 * up to its next START or SNAPSHOT is not checked, but all the rest is.
 */
static void lost(void **state)
{
	struct text t = corpus(4, 8, 100);
	char *cut = malloc(t.len);
	unsigned int tried = 0;

	(void)state;
	assert_non_null(cut);
	for (size_t first = 40; first + 60 < t.nlines; first += 97) {
		char *line = t.at + t.line[first];
		uint64_t port = number(line, 2), unit = number(line, 3);
		uint64_t want = 1 + first % 5, gone = 0, passed_over = 0;
		bool looking = false, over = false;
		struct check_result r;
		size_t len = 0;

		for (size_t i = 0; i < t.nlines; i++) {
			size_t n = t.line[i + 1] - t.line[i];
			bool same, anew;

			line = t.at + t.line[i];
			same = number(line, 2) == port &&
			       number(line, 3) == unit;
			anew = strncmp(line, "itr1 SNA", 8) == 0 ||
			       strncmp(line, "itr1 STA", 8) == 0;
			if (same && i >= first && gone < want) {
				gone++;
				looking = true;
				continue;
			}
			if (same && looking && anew)
				looking = false, over = true;
			if (same && looking)
				passed_over++;
			memcpy(cut + len, line, n);
			len += n;
		}
		if (!over)
			continue; /* the unit did not go on */
		tried++;
		run(cut, len, &r);
		CHECK(!r.differs && r.err.code == ERR_NONE, "%s", r.err.text);
		assert_int_equal(r.lost, want);
		assert_int_equal(r.gaps, 1);
		assert_int_equal(r.unchecked, passed_over);
		assert_int_equal(r.checked, t.nlines - want - passed_over);
	}
	CHECK(tried > 10, "%u", tried);
	free(cut);
	text_free(&t);
}

/* A difference after the loss is found, too, and a record is never done twice. */
static void order(void **state)
{
	struct text t = corpus(5, 1, 30);
	struct check_result r;
	char *twice = malloc(2 * t.len);
	size_t end = t.line[20];

	(void)state;
	assert_non_null(twice);
	/* The whole once more: a driver that was loaded again. */
	memcpy(twice, t.at, t.len);
	memcpy(twice + t.len, t.at, t.len);
	run(twice, 2 * t.len, &r);
	CHECK(all_good(&r), "%s", r.err.text);
	assert_int_equal(r.checked, 2 * t.nlines);
	/* One line twice. */
	memcpy(twice + end, t.at + t.line[19], t.len - t.line[19]);
	run(twice, t.len + end - t.line[19], &r);
	assert_int_equal(r.err.code, ERR_INPUT);
	assert_non_null(strstr(r.err.text, "its number was there before"));
	assert_int_equal(r.checked, 20);
	free(twice);
	text_free(&t);
}

/* Each is refused with its reason, never taken for equal. */
static void refused(void **state)
{
#define D " 0 0 0 0 0 0 0 0 0 0 0123456789abcdef\n"
	static const char *const texts[][2] = {
		{ "", "there is no record in it" },
		{ "hello\nworld\n", "there is no record in it" },
		{ "xitr1 LINK\n", "there is no record in it" },
		{ "x: itr1 LINK\n", "line 1, byte 3: port is missing" },
		{ "a\n\nb itr1 XXX 0\n", "line 3, byte 5: type is unknown" },
		{ "itr1 LINK 0 0 0 1 1000" D "itr1 LINK 0 0 1 1 1000" D,
		  "nothing could be checked" },
		{ "itr1 SNAPSHOT 0 0 0 00\n", "the state of this SNAPSHOT is" },
		{ "itr1 START 0 0 0 0 off 99"
		  " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1000" D,
		  "recorded by version 99 of off; here is version 1" },
		{ "itr1 LINK 0 0 9223372036854775808 1 1000" D, "beyond 2^63" },
	};
	struct check_result r;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		run(texts[i][0], strlen(texts[i][0]), &r);
		CHECK(r.err.code == ERR_INPUT, "'%s'", texts[i][0]);
		CHECK(strstr(r.err.text, texts[i][1]), "'%s' for '%s'",
		      r.err.text, texts[i][0]);
	}
}

/* Checksums stand in every record or in none. */
static void mixed(void **state)
{
	struct text t = corpus(9, 1, 10), trace = as_trace(&t);
	char *text = malloc(t.len + trace.len);
	struct check_result r;
	size_t end = t.line[6] - 1;

	(void)state;
	assert_non_null(text);
	memcpy(text, t.at, end - SEAL);
	memcpy(text + end - SEAL, t.at + end, t.len - end);
	run(text, t.len - SEAL, &r);
	assert_non_null(strstr(r.err.text, "without its checksum"));
	assert_int_equal(r.checked, 5);
	memcpy(text, trace.at, trace.len);
	memcpy(text + trace.len, t.at, t.len);
	run(text, trace.len + t.len, &r);
	assert_non_null(strstr(r.err.text, "a record with a checksum among"));
	assert_int_equal(r.checked, t.nlines);
	free(text);
	text_free(&t);
	text_free(&trace);
}

/* PARAM names its controller: not the one that runs here. */
static void other_controller(void **state)
{
	struct itr_caps caps = { .link_mbps = 1000 };
	struct record_writer w = { 0 };
	struct check_result r;
	struct itr it;
	char *at;
	size_t len;

	(void)state;
	w.out = open_memstream(&at, &len);
	itr_start(&it, itr_find("off"), &caps, NULL, 0);
	record_write(&w, ITR_REC_START, &it, NULL);
	itr_start(&it, itr_find("pid"), &caps, NULL, 0);
	record_write(&w, ITR_REC_PARAM, &it, NULL);
	fclose(w.out);
	run(at, len, &r);
	assert_int_equal(r.err.code, ERR_INPUT);
	assert_non_null(
		strstr(r.err.text, "parameters of pid, but off is running"));
	free(at);
}

static void many_units(void **state)
{
	struct itr_caps caps = { .link_mbps = 1000 };
	struct check_result r;
	struct itr it;
	char *at;
	size_t len;

	(void)state;
	itr_start(&it, itr_find("off"), &caps, NULL, 0);
	for (unsigned int n = CHECK_UNITS_MAX; n <= CHECK_UNITS_MAX + 1; n++) {
		FILE *f = open_memstream(&at, &len);

		for (unsigned int u = 0; u < n; u++) {
			struct record_writer w = { .out = f, .unit = u };

			record_write(&w, ITR_REC_START, &it, NULL);
		}
		fclose(f);
		run(at, len, &r);
		assert_int_equal(r.checked, CHECK_UNITS_MAX);
		assert_int_equal(r.err.code,
				 n > CHECK_UNITS_MAX ? ERR_INPUT : ERR_NONE);
		free(at);
	}
}

/* A file with checksums: no byte of it can change, nor any be missing, unseen. */
static void every_byte(void **state)
{
	struct text t = corpus(6, 1, 6);
	struct check_result r;

	(void)state;
	for (size_t i = 0; i < t.len; i++) {
		char was = t.at[i];

		for (int bit = (int)(i % 3); bit < 8; bit += 3) {
			t.at[i] = (char)(was ^ 1 << bit);
			run(t.at, t.len, &r);
			CHECK(!all_good(&r), "byte %zu, bit %d", i, bit);
		}
		t.at[i] = was;
	}
	for (size_t n = 0, line = 0; n < t.len; n++) {
		line += n == t.line[line + 1];
		run(t.at, n, &r);
		if (n == t.line[line] && n > 0)
			CHECK(all_good(&r) && r.checked == line, "%s",
			      r.err.text);
		else
			CHECK(r.err.code == ERR_INPUT && r.checked == line,
			      "cut at %zu", n);
	}
	text_free(&t);
}

static uint64_t draw(uint64_t *s)
{
	uint64_t z = *s += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Pieces of records in any order, with any bytes: an answer, and no harm. */
static void hostile(void **state)
{
	struct text sealed = corpus(7, 2, 40), trace = as_trace(&sealed);
	uint64_t seed = 8, damaged = 0, different = 0;
	size_t room = 60000;
	char *mess = malloc(room);

	(void)state;
	assert_non_null(mess);
	for (int n = 0; n < 3000; n++) {
		const struct text *t = draw(&seed) & 1 ? &sealed : &trace;
		struct check_result r;
		size_t len = 0;

		for (uint64_t k = 1 + draw(&seed) % 4; k > 0; k--) {
			size_t at = t->line[draw(&seed) % t->nlines];
			size_t part = draw(&seed) % 8000;

			if (draw(&seed) % 3 == 0)
				at = 0;
			if (part > t->len - at)
				part = t->len - at;
			if (part > room - len)
				part = room - len;
			memcpy(mess + len, t->at + at, part);
			len += part;
		}
		for (uint64_t k = draw(&seed) % 4; k > 0 && len > 0; k--)
			mess[draw(&seed) % len] = (char)draw(&seed);
		run(mess, len, &r);
		damaged += r.err.code != ERR_NONE;
		different += r.differs;
	}
	CHECK(damaged > 1000, "%" PRIu64, damaged);
	CHECK(different > 2, "%" PRIu64, different);
	free(mess);
	text_free(&sealed);
	text_free(&trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good),
		cmocka_unit_test(changed_decision),
		cmocka_unit_test(changed_digest),
		cmocka_unit_test(changed_snapshot),
		cmocka_unit_test(lost),
		cmocka_unit_test(order),
		cmocka_unit_test(refused),
		cmocka_unit_test(mixed),
		cmocka_unit_test(other_controller),
		cmocka_unit_test(many_units),
		cmocka_unit_test(every_byte),
		cmocka_unit_test(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
