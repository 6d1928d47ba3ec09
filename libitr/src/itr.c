// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * itr.c - running a controller: list, start, step, retune, save, load, digest.
 */
#include "ctl.h"

/* The one list, in the order in which people should see them. */
const struct itr_ops *const itr_controllers[] = {
	&itr_off,      &itr_fixed, &itr_threshold,
	&itr_symmetry, &itr_e1000, &itr_pid,
};
const size_t itr_controllers_count = ITR_ARRAY_SIZE(itr_controllers);

static size_t text_len(const char *s)
{
	size_t n = 0;

	while (s[n] != '\0')
		n++;
	return n;
}

static const struct itr_ops *find(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < itr_controllers_count; i++) {
		const char *known = itr_controllers[i]->name;

		if (text_len(known) == len && memcmp(known, name, len) == 0)
			return itr_controllers[i];
	}
	return NULL;
}

const struct itr_ops *itr_find(const char *name)
{
	return find(name, text_len(name));
}

void itr_params_default(const struct itr_ops *ops, struct itr_params *p)
{
	u32 i;

	memset(p, 0, sizeof(*p));
	for (i = 0; i < ops->nparams; i++)
		p->v[i] = ops->params[i].def;
}

/* Copies with every value inside its range and unused slots 0. */
static void params_clamp(const struct itr_ops *ops,
			 const struct itr_params *from, struct itr_params *to)
{
	struct itr_params p;
	u32 i;

	memset(&p, 0, sizeof(p));
	for (i = 0; i < ops->nparams; i++) {
		const struct itr_param *row = &ops->params[i];

		p.v[i] = from->v[i];
		if (p.v[i] < row->min)
			p.v[i] = row->min;
		if (p.v[i] > row->max)
			p.v[i] = row->max;
	}
	*to = p;
}

void itr_make_plan(struct itr *it)
{
	const struct itr_range *gap = &it->caps.gap;
	struct itr_plan *plan = &it->plan;

	itr_bounds(gap, &plan->gap_low_ns, &plan->gap_high_ns);
	plan->gap_room_ns = plan->gap_high_ns - plan->gap_low_ns;
	/* Without a gap only 0 is in the room, with one all that rounds down. */
	if (gap->step_ns != 0)
		plan->gap_room_ns =
			itr_add_sat(plan->gap_room_ns, gap->step_ns - 1);
	plan->gap_step_ns = itr_max(gap->step_ns, 1);
	if (it->ops->plan)
		it->ops->plan(it);
}

void itr_start(struct itr *it, const struct itr_ops *ops,
	       const struct itr_caps *caps, const struct itr_params *params,
	       u64 now_ns)
{
	struct itr_params def;

	if (!params) {
		itr_params_default(ops, &def);
		params = &def;
	}
	memset(it, 0, sizeof(*it));
	it->ops = ops;
	it->caps = *caps;
	it->now_ns = now_ns;
	params_clamp(ops, params, &it->params);
	itr_make_plan(it);
	ops->start(it, now_ns);
}

bool itr_step(struct itr *it, const struct itr_sample *s)
{
	bool (*on)(struct itr * it, const struct itr_sample *s, u64 now_ns);

	u64 now_ns = s->now_ns;

	if (s->event >= ITR_EV_COUNT)
		return false;
	on = it->ops->on[s->event];
	if (!on)
		return s->event == ITR_EV_RESET;
	if (ITR_LIKELY(now_ns >= it->now_ns))
		it->now_ns = now_ns;
	else /* time that goes back is time that stands still */
		now_ns = *(const volatile u64 *)&it->now_ns; /* only here */
	return on(it, s, now_ns);
}

void itr_retune(struct itr *it, const struct itr_params *params)
{
	struct itr_params old = it->params;

	params_clamp(it->ops, params, &it->params);
	if (memcmp(&old, &it->params, sizeof(old)) == 0)
		return;
	itr_make_plan(it);
	if (it->ops->retune)
		it->ops->retune(it, &old);
}

/*
 * The state as a row of u64 words: what save, load and digest agree on.
 * Everything but the parameters is u64 in memory already.
 */
#define CAPS_WORDS (sizeof(struct itr_caps) / sizeof(u64))
#define LAST_WORDS (sizeof(struct itr_decision) / sizeof(u64))
#define ALL_WORDS (CAPS_WORDS + LAST_WORDS + 2 + ITR_STATE_WORDS)

_Static_assert(sizeof(struct itr_caps) == 18 * sizeof(u64),
	       "caps changed: raise SAVE_FORMAT");
_Static_assert(sizeof(struct itr_decision) == 10 * sizeof(u64),
	       "decision changed: raise SAVE_FORMAT");

struct itr_words {
	u64 w[ALL_WORDS];
};

static void words_get(const struct itr *it, struct itr_words *a)
{
	u64 *w = a->w;

	memcpy(w, &it->caps, sizeof(it->caps));
	w += CAPS_WORDS;
	memcpy(w, &it->last, sizeof(it->last));
	w += LAST_WORDS;
	*w++ = it->now_ns;
	*w++ = it->decisions;
	memcpy(w, it->state, sizeof(it->state));
}

static void words_set(struct itr *it, const struct itr_words *a)
{
	const u64 *w = a->w;

	memcpy(&it->caps, w, sizeof(it->caps));
	w += CAPS_WORDS;
	memcpy(&it->last, w, sizeof(it->last));
	w += LAST_WORDS;
	it->now_ns = *w++;
	it->decisions = *w++;
	memcpy(it->state, w, sizeof(it->state));
}

/*
 * One word into a digest. Each of the three operations is a bijection of h,
 * and the first one of the word, so that a change of any single word always
 * changes the result. The factor is the odd number nearest 2^64 / golden ratio.
 */
static u64 mix(u64 h, u64 word)
{
	h ^= word;
	h *= 0x9e3779b97f4a7c15u;
	return h ^ h >> 32;
}

u64 itr_digest(const struct itr *it)
{
	struct itr_words a;
	const char *c;
	u64 h = 0;
	size_t i;

	for (c = it->ops->name; *c != '\0'; c++)
		h = mix(h, (u8)*c);
	h = mix(h, it->ops->version);
	for (i = 0; i < it->ops->nparams; i++)
		h = mix(h, (u32)it->params.v[i]);
	words_get(it, &a);
	for (i = 0; i < ALL_WORDS; i++)
		h = mix(h, a.w[i]);
	return h;
}

/*
 * The bytes of itr_save(), every number little-endian:
 *   4  "itr" and SAVE_FORMAT
 *   1  length of the controller's name, then the name without a NUL
 *   4  version of the controller
 *   1  number of parameters, then 4 bytes each
 *   8  each: caps, last, now_ns, decisions, state, in memory order
 *   8  itr_digest(), which finds damage
 */
#define SAVE_FORMAT 1

/* Writes while it fits, counts always. */
struct writer {
	u8 *buf;
	size_t size, len;
};

static void put(struct writer *w, u64 value, u32 bytes)
{
	u32 i;

	for (i = 0; i < bytes; i++, w->len++)
		if (w->len < w->size)
			w->buf[w->len] = (u8)(value >> 8 * i);
}

/* Reads; short is set, and 0 given, once the bytes have run out. */
struct reader {
	const u8 *buf;
	size_t size, pos;
	bool short_of;
};

static u64 get(struct reader *r, u32 bytes)
{
	u64 value = 0;
	u32 i;

	if (r->size - r->pos < bytes) {
		r->short_of = true;
		return 0;
	}
	for (i = 0; i < bytes; i++)
		value |= (u64)r->buf[r->pos++] << 8 * i;
	return value;
}

static void save_to(const struct itr *it, struct writer *w)
{
	size_t i, len = text_len(it->ops->name);
	struct itr_words a;

	put(w, 'i', 1);
	put(w, 't', 1);
	put(w, 'r', 1);
	put(w, SAVE_FORMAT, 1);
	put(w, len, 1);
	for (i = 0; i < len; i++)
		put(w, (u8)it->ops->name[i], 1);
	put(w, it->ops->version, 4);
	put(w, it->ops->nparams, 1);
	for (i = 0; i < it->ops->nparams; i++)
		put(w, (u32)it->params.v[i], 4);
	words_get(it, &a);
	for (i = 0; i < ALL_WORDS; i++)
		put(w, a.w[i], 8);
	put(w, itr_digest(it), 8);
}

size_t itr_save(const struct itr *it, u8 *buf, size_t size)
{
	struct writer count = { NULL, 0, 0 };
	struct writer w = { buf, size, 0 };

	save_to(it, &count);
	if (buf && count.len <= size)
		save_to(it, &w);
	return count.len;
}

/* The last decision is one that itr_decide() gives: a host will program it. */
static ITR_NOINLINE bool is_decided(const struct itr *it)
{
	struct itr again = *it;

	itr_decide(&again, &it->last);
	return it->last.reason < ITR_R_COUNT &&
	       memcmp(&again.last, &it->last, sizeof(it->last)) == 0;
}

int itr_load(struct itr *it, const u8 *buf, size_t size)
{
	struct reader r = { buf, size, 0, false };
	const struct itr_ops *ops;
	struct itr_words a;
	struct itr_params p;
	struct itr tmp;
	u64 digest;
	size_t i, len;

	if (get(&r, 1) != 'i' || get(&r, 1) != 't' || get(&r, 1) != 'r' ||
	    get(&r, 1) != SAVE_FORMAT)
		return -1;
	len = (size_t)get(&r, 1);
	if (r.size - r.pos < len)
		return -1;
	ops = find((const char *)r.buf + r.pos, len);
	r.pos += len;
	if (!ops || get(&r, 4) != ops->version || get(&r, 1) != ops->nparams)
		return -1;

	memset(&tmp, 0, sizeof(tmp));
	memset(&p, 0, sizeof(p));
	tmp.ops = ops;
	for (i = 0; i < ops->nparams; i++)
		p.v[i] = (s32)(u32)get(&r, 4);
	for (i = 0; i < ALL_WORDS; i++)
		a.w[i] = get(&r, 8);
	digest = get(&r, 8);
	if (r.short_of || r.pos != r.size)
		return -1;

	params_clamp(ops, &p, &tmp.params);
	if (memcmp(&p, &tmp.params, sizeof(p)) != 0)
		return -1;
	words_set(&tmp, &a);
	itr_make_plan(&tmp);
	if (itr_digest(&tmp) != digest || !is_decided(&tmp))
		return -1;
	*it = tmp;
	return 0;
}

const char *itr_reason_name(u64 reason)
{
	static const char *const names[] = {
		[ITR_R_START] = "start",
		[ITR_R_KEEP] = "keep",
		[ITR_R_FIXED] = "fixed",
		[ITR_R_RULE] = "rule",
		[ITR_R_RAMP] = "ramp",
		[ITR_R_LIMIT] = "limit",
		[ITR_R_LINK_SPEED] = "link-speed",
		[ITR_R_NO_CAP] = "no-cap",
		[ITR_R_PARAM] = "param",
	};

	_Static_assert(ITR_ARRAY_SIZE(names) == ITR_R_COUNT, "name each");
	return reason < ITR_R_COUNT ? names[reason] : "?";
}

const char *itr_event_name(u64 event)
{
	static const char *const names[] = {
		[ITR_EV_INTERRUPT] = "interrupt",
		[ITR_EV_POLL] = "poll",
		[ITR_EV_COMPLETION] = "completion",
		[ITR_EV_TIMER] = "timer",
		[ITR_EV_LINK] = "link",
		[ITR_EV_RESET] = "reset",
	};

	_Static_assert(ITR_ARRAY_SIZE(names) == ITR_EV_COUNT, "name each");
	return event < ITR_EV_COUNT ? names[event] : "?";
}
