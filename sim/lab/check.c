// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * check.c - a unit of the file is a controller that is running here again:
 *
 * 1. START begins it, STEP, RESET, PARAM and LINK do to it what was done then;
 *    afterwards the decision and the digest of the state are compared.
 * 2. A SNAPSHOT is compared with the state reached.
 * 3. A number left out means that records were lost: what happened is unknown,
 *    and the unit is passed over up to the next SNAPSHOT (which is loaded) or
 *    START. So it is before the first of them.
 */
#include "lab/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <itr/text.h>

/* No record is that long, and no line of a trace that holds one. */
#define LINE_MAX_BYTES 16384

/* Lines between two looks at stop(). */
#define STOP_EVERY 1024

struct unit {
	uint64_t port, unit;
	uint64_t next_seq;
	bool synced; /* it is in the state in which the recorded one was */
	struct itr it;
};

struct check {
	FILE *in;
	const char *name;
	bool (*stop)(void);
	struct check_result *res;
	struct unit *units; /* CHECK_UNITS_MAX of them */
	struct itr_record record;
	uint64_t line, offset; /* of the line in text */
	uint64_t next_offset;
	size_t len;
	bool ended; /* by a newline */
	char text[LINE_MAX_BYTES];
};

/* All counters fit a JSON integer, whatever the file says. */
static void count(uint64_t *counter, uint64_t n)
{
	*counter += n;
	if (*counter > INT64_MAX)
		*counter = INT64_MAX;
}

static int damaged(struct check *c, size_t at, const char *why)
{
	err_set(&c->res->err, ERR_INPUT,
		"%.128s: line %" PRIu64 ", byte %" PRIu64 ": %s", c->name,
		c->line, c->offset + at, why);
	return -1;
}

/* Reads a line into c->text; false at the end. One too long is cut. */
static bool next_line(struct check *c)
{
	int ch;

	c->offset = c->next_offset;
	c->len = 0;
	c->ended = false;
	while ((ch = getc_unlocked(c->in)) != EOF) {
		c->next_offset++;
		if (ch == '\n') {
			c->ended = true;
			break;
		}
		if (c->len < sizeof(c->text))
			c->text[c->len++] = (char)ch;
	}
	c->line++;
	return c->ended || c->len > 0;
}

/* Where a record begins in a line of a trace; len if there is none. */
static size_t find_record(const char *text, size_t len)
{
	size_t at;

	for (at = 0; at + 5 <= len; at++)
		/* A word of its own, not the end of a longer one. */
		if (memcmp(text + at, "itr1 ", 5) == 0 &&
		    (at == 0 || strchr(" \t:\"'(=", text[at - 1])))
			return at;
	return len;
}

static struct unit *find_unit(struct check *c, const struct itr_record_head *h)
{
	struct unit *u = c->units;
	size_t i;

	for (i = 0; i < c->res->units; i++, u++)
		if (u->port == h->port && u->unit == h->unit)
			return u;
	if (i == CHECK_UNITS_MAX)
		return NULL;
	c->res->units++;
	*u = (struct unit){
		.port = h->port,
		.unit = h->unit,
		.next_seq = h->seq,
	};
	return u;
}

static void differs(struct check *c, const struct unit *u, const char *field,
		    const char *recorded, const char *computed)
{
	struct check_difference *d = &c->res->difference;

	c->res->differs = true;
	d->at.controller = u->it.ops->name;
	d->field = field;
	snprintf(d->recorded, sizeof(d->recorded), "%s", recorded);
	snprintf(d->computed, sizeof(d->computed), "%s", computed);
}

/* The first of n words that differs; true if there is one. */
static bool words_differ(struct check *c, const struct unit *u,
			 const char *const *names, const void *recorded,
			 const void *computed, size_t n)
{
	const u64 *r = recorded, *k = computed;

	for (size_t i = 0; i < n; i++) {
		char a[24], b[24];

		if (r[i] == k[i])
			continue;
		snprintf(a, sizeof(a), "%" PRIu64, r[i]);
		snprintf(b, sizeof(b), "%" PRIu64, k[i]);
		differs(c, u, names[i], a, b);
		return true;
	}
	return false;
}

static bool digest_differs(struct check *c, const struct unit *u,
			   uint64_t recorded)
{
	uint64_t computed = itr_digest(&u->it);
	char a[24], b[24];

	if (recorded == computed)
		return false;
	snprintf(a, sizeof(a), "%016" PRIx64, recorded);
	snprintf(b, sizeof(b), "%016" PRIx64, computed);
	differs(c, u, "digest", a, b);
	return true;
}

static int compare_snapshot(struct check *c, const struct unit *u,
			    const struct itr *was)
{
	if (was->ops != u->it.ops) {
		differs(c, u, "controller", was->ops->name, u->it.ops->name);
		return -1;
	}
	if (words_differ(c, u, itr_caps_fields, &was->caps, &u->it.caps,
			 ITR_CAPS_FIELDS) ||
	    words_differ(c, u, itr_decision_fields, &was->last, &u->it.last,
			 ITR_DECISION_FIELDS) ||
	    digest_differs(c, u, itr_digest(was)))
		return -1;
	return 0;
}

/* Step 2, and the second half of step 3. */
static int snapshot(struct check *c, struct unit *u)
{
	const struct itr_record *r = &c->record;
	struct itr was;

	if (itr_load(&was, r->state, r->state_size) < 0)
		return damaged(c, 0,
			       "the state of this SNAPSHOT is damaged, or of "
			       "another version of its controller");
	if (u->synced)
		return compare_snapshot(c, u, &was);
	u->it = was;
	u->synced = true;
	return 0;
}

static int start(struct check *c, struct unit *u)
{
	const struct itr_record *r = &c->record;
	char why[160];

	if (r->version != r->ops->version) {
		snprintf(why, sizeof(why),
			 "recorded by version %" PRIu64
			 " of %s; here is version %" PRIu32
			 ", which may decide otherwise",
			 r->version, r->ops->name, r->ops->version);
		return damaged(c, 0, why);
	}
	itr_start(&u->it, r->ops, &r->caps, &r->params, r->now_ns);
	u->synced = true;
	return 0;
}

static int retune(struct check *c, struct unit *u)
{
	const struct itr_record *r = &c->record;
	char why[160];

	if (r->ops != u->it.ops) {
		snprintf(why, sizeof(why),
			 "parameters of %s, but %s is running", r->ops->name,
			 u->it.ops->name);
		return damaged(c, 0, why);
	}
	itr_retune(&u->it, &r->params);
	return 0;
}

static void link_change(struct check *c, struct unit *u)
{
	struct itr_params params = u->it.params;
	struct itr_caps caps = u->it.caps;

	caps.link_mbps = c->record.caps.link_mbps;
	itr_start(&u->it, u->it.ops, &caps, &params, c->record.now_ns);
}

/* Step 1: the same again. -1: it cannot be, or it is not the same. */
static int again(struct check *c, struct unit *u)
{
	const struct itr_record *r = &c->record;
	uint64_t before = u->it.decisions;

	switch (r->head.type) {
	case ITR_REC_SNAPSHOT:
		return snapshot(c, u);
	case ITR_REC_START:
		if (start(c, u) < 0)
			return -1;
		break;
	case ITR_REC_PARAM:
		if (retune(c, u) < 0)
			return -1;
		break;
	case ITR_REC_LINK:
		link_change(c, u);
		break;
	default:
		itr_step(&u->it, &r->sample);
		c->res->decisions += u->it.decisions - before;
		break;
	}
	if (words_differ(c, u, itr_decision_fields, &r->decision, &u->it.last,
			 ITR_DECISION_FIELDS) ||
	    digest_differs(c, u, r->digest))
		return -1;
	return 0;
}

/* Step 3: what the record's number says. -1: it makes no sense. */
static int follow(struct check *c, struct unit *u)
{
	const struct itr_record_head *h = &c->record.head;

	if (h->seq < u->next_seq && h->type != ITR_REC_START)
		return damaged(c, 0,
			       "its number was there before: records twice, or "
			       "in another order");
	/* A START may count anew: the driver was loaded again. */
	if (h->seq > u->next_seq) {
		count(&c->res->lost, h->seq - u->next_seq);
		c->res->gaps++;
		u->synced = false;
	}
	u->next_seq = h->seq + 1;
	return 0;
}

static int one_record(struct check *c, size_t at, size_t len)
{
	const struct itr_record_head *h = &c->record.head;
	char why[ITR_TEXT_MAX];
	struct unit *u;

	if (!c->ended)
		return damaged(c, at, "the file ends within a record");
	if (itr_record_parse(c->text + at, len, &c->record, why, sizeof(why)))
		return damaged(c, at, why);
	if (h->sealed != c->res->sealed)
		return damaged(c, at,
			       c->res->sealed
				       ? "a record without its checksum"
				       : "a record with a checksum among text "
					 "without");
	if ((h->port | h->unit | h->seq) > INT64_MAX)
		return damaged(c, at, "port, unit or seq is beyond 2^63");
	u = find_unit(c, h);
	if (!u)
		return damaged(c, at, "more units than can be checked at once");
	c->res->records++;
	c->res->by_type[h->type]++;
	c->res->difference.at = (struct check_place){
		.line = c->line,
		.offset = c->offset + at,
		.head = *h,
	};
	if (follow(c, u) < 0)
		return -1;
	if (!u->synced && h->type != ITR_REC_START &&
	    h->type != ITR_REC_SNAPSHOT) {
		c->res->unchecked++;
		return 0;
	}
	if (again(c, u) < 0)
		return -1;
	c->res->checked++;
	return 0;
}

/* In a file a line is a record; in a trace it is whatever, or ends in one. */
static int trace_line(struct check *c)
{
	size_t len = c->len, at = find_record(c->text, len);

	if (at == len)
		return 0;
	while (len > 0 && strchr(" \t\r\"')", c->text[len - 1]))
		len--;
	return one_record(c, at, len - at);
}

/* The first line tells which of the two this is. */
static bool begins_file(const struct check *c)
{
	return c->len > 13 && memcmp(c->text, "itr1 ", 5) == 0 &&
	       memcmp(c->text + c->len - 13, " crc=", 5) == 0;
}

static bool stopped(struct check *c)
{
	if (c->stop && c->stop())
		c->res->interrupted = true;
	return c->res->interrupted;
}

static void read_all(struct check *c)
{
	struct check_result *res = c->res;

	while (next_line(c) && !ferror(c->in)) {
		if (c->line == 1)
			res->sealed = begins_file(c);
		if ((res->sealed ? one_record(c, 0, c->len) : trace_line(c)) <
		    0)
			return;
		if (c->line % STOP_EVERY == 0 && stopped(c))
			return;
	}
	/* A signal also ends a read, with an error that is none. */
	if (ferror(c->in) && !stopped(c))
		err_set(&res->err, ERR_INPUT, "%.128s: cannot read: %s",
			c->name, strerror(errno));
	else if (res->records == 0)
		err_set(&res->err, ERR_INPUT,
			"%.128s: there is no record in it", c->name);
	else if (res->checked == 0)
		err_set(&res->err, ERR_INPUT,
			"%.128s: nothing could be checked: there is no START "
			"and no SNAPSHOT in it",
			c->name);
}

void check_run(FILE *in, const char *name, bool (*stop)(void),
	       struct check_result *res)
{
	struct check *c = calloc(1, sizeof(*c));

	memset(res, 0, sizeof(*res));
	if (c)
		c->units = calloc(CHECK_UNITS_MAX, sizeof(*c->units));
	if (!c || !c->units) {
		err_set(&res->err, ERR_INPUT, "out of memory");
		free(c);
		return;
	}
	c->in = in;
	c->name = name;
	c->stop = stop;
	c->res = res;
	read_all(c);
	free(c->units);
	free(c);
}
