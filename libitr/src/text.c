// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * text.c - parameters as text, and what to say when the text is wrong.
 *
 * Input may come from anywhere (a sysfs write, a file), so every word quoted in
 * an error is shortened and its unprintable bytes are shown as '?'.
 */
#include "ctl.h"
#include <itr/text.h>

#define WORD_MAX 32 /* longer than any name; longer words are near to none */

/* A piece of the caller's text. */
struct word {
	const char *at;
	size_t len;
};

static struct word word_of(const char *s)
{
	struct word w = { s, 0 };

	while (s[w.len] != '\0')
		w.len++;
	return w;
}

static bool word_is(struct word w, const char *s)
{
	struct word k = word_of(s);

	return w.len == k.len && memcmp(w.at, k.at, k.len) == 0;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Without the blanks around it; a line written to sysfs ends in '\n'. */
static struct word trim(struct word w)
{
	while (w.len > 0 && is_space(w.at[0])) {
		w.at++;
		w.len--;
	}
	while (w.len > 0 && is_space(w.at[w.len - 1]))
		w.len--;
	return w;
}

/*
 * Splits at the first sep: returns what is before it and leaves the rest in
 * *rest. *found tells whether there was one; if not, all is returned.
 */
static struct word split(struct word w, char sep, struct word *rest,
			 bool *found)
{
	struct word head = { w.at, 0 };

	while (head.len < w.len && w.at[head.len] != sep)
		head.len++;
	*found = head.len < w.len;
	rest->at = w.at + head.len + (*found ? 1 : 0);
	rest->len = w.len - head.len - (*found ? 1 : 0);
	return head;
}

/* Text being written: never beyond size, always ended with a NUL. */
struct out {
	char *buf;
	size_t size, len; /* len counts what did not fit, too */
};

static void put_char(struct out *o, char c)
{
	if (o->buf && o->len + 1 < o->size)
		o->buf[o->len] = c;
	o->len++;
}

static void put_end(struct out *o)
{
	if (o->buf && o->size > 0)
		o->buf[o->len < o->size ? o->len : o->size - 1] = '\0';
}

static void put_text(struct out *o, const char *s)
{
	while (*s != '\0')
		put_char(o, *s++);
}

static void put_quoted(struct out *o, struct word w)
{
	size_t i;

	put_char(o, '\'');
	for (i = 0; i < w.len && i < WORD_MAX; i++)
		put_char(o, w.at[i] >= ' ' && w.at[i] <= '~' ? w.at[i] : '?');
	if (i < w.len)
		put_text(o, "...");
	put_char(o, '\'');
}

static void put_number(struct out *o, s32 value)
{
	u32 rest = value < 0 ? 0u - (u32)value : (u32)value;
	char digits[10];
	int n = 0;

	if (value < 0)
		put_char(o, '-');
	do {
		digits[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	while (n > 0)
		put_char(o, digits[--n]);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/*
 * Edit distance with swaps of neighbours as one edit, upper and lower case
 * alike. Both words have at most WORD_MAX characters.
 */
static size_t distance(struct word a, struct word b)
{
	u8 rows[3][WORD_MAX + 1]; /* the one before last, last, this */
	u8 *before = rows[0], *last = rows[1], *this = rows[2];
	size_t i, j;

	for (j = 0; j <= b.len; j++)
		last[j] = (u8)j;
	for (i = 1; i <= a.len; i++) {
		char ca = lower(a.at[i - 1]);
		u8 *spare = before;

		this[0] = (u8)i;
		for (j = 1; j <= b.len; j++) {
			char cb = lower(b.at[j - 1]);
			size_t d = min3(last[j] + 1u, this[j - 1] + 1u,
					last[j - 1] + (ca == cb ? 0u : 1u));

			if (i > 1 && j > 1 && ca == lower(b.at[j - 2]) &&
			    lower(a.at[i - 2]) == cb)
				d = min3(d, d, before[j - 2] + 1u);
			this[j] = (u8)d;
		}
		before = last;
		last = this;
		this = spare;
	}
	return last[b.len];
}

static bool starts_with(struct word w, struct word head)
{
	size_t i;

	if (head.len > w.len)
		return false;
	for (i = 0; i < head.len; i++)
		if (lower(w.at[i]) != lower(head.at[i]))
			return false;
	return true;
}

/* The nearest name so far; start with { word, NULL, 0 }. */
struct nearest {
	struct word word;
	const char *name;
	size_t score;
};

/*
 * A name is near if at most a third of the longer word's letters (but one is
 * always allowed, all never) are wrong, or if the word is its beginning or the
 * other way round (two letters or more). The fewest edits win, among these a
 * beginning, among these the first.
 */
static void nearest_try(struct nearest *n, const char *name)
{
	struct word k = word_of(name);
	size_t edits, longer, allowed, score;
	bool begins;

	if (n->word.len == 0 || n->word.len > WORD_MAX || k.len > WORD_MAX)
		return;
	edits = distance(n->word, k);
	longer = k.len > n->word.len ? k.len : n->word.len;
	allowed = longer < 6 ? 1 : longer / 3;
	begins = (n->word.len >= 2 && starts_with(k, n->word)) ||
		 (k.len >= 2 && starts_with(n->word, k));
	if (edits >= longer || (edits > allowed && !begins))
		return;
	score = 2 * edits + (begins ? 0 : 1);
	if (!n->name || score < n->score) {
		n->name = name;
		n->score = score;
	}
}

const char *itr_nearest(const char *word, const char *const *names, size_t n)
{
	struct nearest near = { word_of(word), NULL, 0 };
	size_t i;

	for (i = 0; i < n; i++)
		nearest_try(&near, names[i]);
	return near.name;
}

static void put_suggestion(struct out *err, const struct nearest *near)
{
	if (!near->name)
		return;
	put_text(err, "; did you mean '");
	put_text(err, near->name);
	put_text(err, "'?");
}

/* Each way to be wrong is one function that says so and returns -1. */

static int bad_controller(struct out *err, struct word name)
{
	struct nearest near = { name, NULL, 0 };
	size_t i;

	if (name.len == 0)
		put_text(err, "no controller named");
	else {
		put_text(err, "no controller ");
		put_quoted(err, name);
	}
	for (i = 0; i < itr_controllers_count; i++)
		nearest_try(&near, itr_controllers[i]->name);
	put_suggestion(err, &near);
	if (!near.name) {
		put_text(err, "; there are");
		for (i = 0; i < itr_controllers_count; i++) {
			put_text(err, i ? ", " : " ");
			put_text(err, itr_controllers[i]->name);
		}
	}
	return -1;
}

static int bad_param(struct out *err, const struct itr_ops *ops,
		     struct word name)
{
	struct nearest near = { name, NULL, 0 };
	u32 i;

	if (ops->nparams == 0) {
		put_text(err, "takes no parameters, so not ");
		put_quoted(err, name);
		return -1;
	}
	if (name.len == 0)
		put_text(err, "a parameter's name is missing");
	else {
		put_text(err, "no parameter ");
		put_quoted(err, name);
	}
	for (i = 0; i < ops->nparams; i++)
		nearest_try(&near, ops->params[i].name);
	put_suggestion(err, &near);
	if (!near.name) {
		put_text(err, "; there are");
		for (i = 0; i < ops->nparams; i++) {
			put_text(err, i ? ", " : " ");
			put_text(err, ops->params[i].name);
		}
	}
	return -1;
}

/* "NAME='value' " opens every complaint about a value. */
static void put_assignment(struct out *err, const struct itr_param *row,
			   struct word value)
{
	put_text(err, row->name);
	put_char(err, '=');
	put_quoted(err, value);
}

static void put_range(struct out *err, const struct itr_param *row)
{
	put_number(err, row->min);
	put_text(err, "..");
	put_number(err, row->max);
	if (row->unit[0] != '\0') {
		put_char(err, ' ');
		put_text(err, row->unit);
	}
}

static int bad_number(struct out *err, const struct itr_param *row,
		      struct word value)
{
	put_assignment(err, row, value);
	put_text(err, value.len ? " is not a whole number" : " is empty");
	if (value.len && row->unit[0] != '\0') {
		put_text(err, " of ");
		put_text(err, row->unit);
	}
	put_text(err, "; allowed: ");
	put_range(err, row);
	return -1;
}

static int bad_range(struct out *err, const struct itr_param *row,
		     struct word value)
{
	put_assignment(err, row, value);
	put_text(err, " is out of range; allowed: ");
	put_range(err, row);
	return -1;
}

static int bad_unit(struct out *err, const struct itr_param *row,
		    struct word value)
{
	put_assignment(err, row, value);
	if (row->unit[0] == '\0')
		put_text(err, " has a unit, but there is none");
	else {
		put_text(err, " has another unit than ");
		put_text(err, row->unit);
	}
	put_text(err, "; allowed: ");
	put_range(err, row);
	return -1;
}

static int bad_name(struct out *err, const struct itr_param *row,
		    struct word value)
{
	struct nearest near = { value, NULL, 0 };
	size_t i;

	put_assignment(err, row, value);
	put_text(err, value.len ? " is none of" : " is empty; allowed:");
	for (i = 0; row->names[i]; i++) {
		put_text(err, i ? ", " : " ");
		put_text(err, row->names[i]);
		nearest_try(&near, row->names[i]);
	}
	put_suggestion(err, &near);
	return -1;
}

static const struct {
	const char *unit;
	s64 ns;
} time_units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
};

/* Nanoseconds of a unit of time, 0 for any other unit. */
static s64 time_unit_ns(struct word unit)
{
	size_t i;

	for (i = 0; i < ITR_ARRAY_SIZE(time_units); i++)
		if (word_is(unit, time_units[i].unit))
			return time_units[i].ns;
	return 0;
}

/*
 * An optional sign and digits, up to the first other character; *rest is what
 * follows. A number of 19 digits or more becomes NUMBER_HUGE, which is out of
 * every range in every unit. Returns false if there are no digits.
 */
#define NUMBER_HUGE 1000000000000000000 /* 1e18 */

static bool get_number(struct word w, s64 *value, struct word *rest)
{
	bool negative = false;
	size_t i = 0;
	s64 v = 0;

	if (i < w.len && (w.at[i] == '-' || w.at[i] == '+'))
		negative = w.at[i++] == '-';
	if (i == w.len || w.at[i] < '0' || w.at[i] > '9')
		return false;
	for (; i < w.len && w.at[i] >= '0' && w.at[i] <= '9'; i++) {
		if (v < NUMBER_HUGE / 10)
			v = v * 10 + (w.at[i] - '0');
		else
			v = NUMBER_HUGE;
	}
	*value = negative ? -v : v;
	rest->at = w.at + i;
	rest->len = w.len - i;
	return true;
}

/*
 * Converts between units of time. Returns 0, or -1 if v is not a whole number
 * of the other unit. A v beyond 32 bits only grows by a factor and stays so.
 */
static int convert(s64 *v, s64 from_ns, s64 to_ns)
{
	u64 abs = *v < 0 ? (u64) - *v : (u64)*v;
	u64 whole;

	if (from_ns >= to_ns) {
		if (abs <= 0xffffffffu)
			*v *= (s64)itr_div64((u64)from_ns, (u64)to_ns);
		return 0;
	}
	whole = itr_div64(abs, itr_div64((u64)to_ns, (u64)from_ns));
	if (whole * itr_div64((u64)to_ns, (u64)from_ns) != abs)
		return -1;
	*v = *v < 0 ? -(s64)whole : (s64)whole;
	return 0;
}

static int get_value(const struct itr_param *row, struct word text, s32 *value,
		     struct out *err)
{
	struct word unit;
	size_t i;
	s64 v;

	if (row->names) {
		for (i = 0; row->names[i]; i++)
			if (word_is(text, row->names[i])) {
				*value = row->min + (s32)i;
				return 0;
			}
		return bad_name(err, row, text);
	}
	if (!get_number(text, &v, &unit))
		return bad_number(err, row, text);
	if (unit.len > 0 && !word_is(unit, row->unit)) {
		/* Another unit of time will do if nothing is rounded. */
		s64 from_ns = time_unit_ns(unit);
		s64 to_ns = time_unit_ns(word_of(row->unit));

		if (unit.at[0] == '.')
			return bad_number(err, row, text);
		if (from_ns == 0 || to_ns == 0)
			return bad_unit(err, row, text);
		if (convert(&v, from_ns, to_ns))
			return bad_number(err, row, text);
	}
	if (v < row->min || v > row->max)
		return bad_range(err, row, text);
	*value = (s32)v;
	return 0;
}

static int parse_one(const struct itr_ops *ops, struct word item,
		     struct itr_params *p, u32 *seen, struct out *err)
{
	struct word name, value;
	bool has_value;
	u32 i;

	name = trim(split(item, '=', &value, &has_value));
	for (i = 0; i < ops->nparams; i++)
		if (word_is(name, ops->params[i].name))
			break;
	if (i == ops->nparams)
		return bad_param(err, ops, name);
	if (!has_value) {
		put_text(err, ops->params[i].name);
		put_text(err, " needs a value: ");
		put_text(err, ops->params[i].name);
		put_text(err, "=VALUE");
		return -1;
	}
	if (*seen >> i & 1) {
		put_text(err, ops->params[i].name);
		put_text(err, " is given twice");
		return -1;
	}
	*seen |= 1u << i;
	return get_value(&ops->params[i], trim(value), &p->v[i], err);
}

_Static_assert(ITR_PARAMS_MAX <= 32, "parse_one() keeps a bit for each");

static int parse_list(const struct itr_ops *ops, struct word text,
		      struct itr_params *params, struct out *err)
{
	struct itr_params p = *params;
	bool more = trim(text).len > 0;
	u32 seen = 0;

	put_text(err, ops->name);
	put_text(err, ": ");
	while (more) {
		struct word item = split(text, ',', &text, &more);

		if (parse_one(ops, item, &p, &seen, err))
			return -1;
	}
	*params = p;
	return 0;
}

/* Ends the error text, or empties it when there is none. */
static int finish(struct out *err, int ret)
{
	if (ret == 0)
		err->len = 0;
	put_end(err);
	return ret;
}

int itr_parse_params(const struct itr_ops *ops, const char *text,
		     struct itr_params *params, char *err, size_t errsize)
{
	struct out e = { err, errsize, 0 };

	return finish(&e, parse_list(ops, word_of(text), params, &e));
}

int itr_parse_controller(const char *text, const struct itr_ops **ops,
			 struct itr_params *params, char *err, size_t errsize)
{
	struct out e = { err, errsize, 0 };
	const struct itr_ops *found = NULL;
	struct word name, list;
	struct itr_params p;
	bool has_list;
	size_t i;

	name = trim(split(word_of(text), ':', &list, &has_list));
	for (i = 0; i < itr_controllers_count && !found; i++)
		if (word_is(name, itr_controllers[i]->name))
			found = itr_controllers[i];
	if (!found)
		return finish(&e, bad_controller(&e, name));
	if (has_list && trim(list).len == 0) {
		put_text(&e, found->name);
		put_text(&e, ": nothing after ':'; write param=value, or no "
			     "':'");
		return finish(&e, -1);
	}
	itr_params_default(found, &p);
	if (parse_list(found, list, &p, &e))
		return finish(&e, -1);
	*ops = found;
	*params = p;
	return finish(&e, 0);
}

size_t itr_format_params(const struct itr_ops *ops,
			 const struct itr_params *params, bool all, char *buf,
			 size_t size)
{
	struct out o = { buf, size, 0 };
	u32 i;

	for (i = 0; i < ops->nparams; i++) {
		const struct itr_param *row = &ops->params[i];
		s32 v = params->v[i];

		if (!all && v == row->def)
			continue;
		if (o.len > 0)
			put_char(&o, ',');
		put_text(&o, row->name);
		put_char(&o, '=');
		if (row->names && v >= row->min && v <= row->max)
			put_text(&o, row->names[v - row->min]);
		else
			put_number(&o, v);
	}
	put_end(&o);
	return o.len;
}
