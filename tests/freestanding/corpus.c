// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * corpus.c - runs every controller over many lives (life.h) and prints one line
 * each: name, version, decisions, changes of the gap, digest of it all.
 *
 * Whatever the compiler, the optimisation, the machine or the surroundings
 * (kernel variant), the lines must be the same.
 *
 * It is not a test of what is decided, except that an adaptive controller which
 * hardly decides or never moves makes a poor corpus: then the exit code is 1.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <itr/text.h>
#include <itr/units.h>

#include "life.h"

#define LIVES 500
#define STEPS 120
#define FEWEST 1000 /* decisions and changes of an adaptive controller */

static u64 live(const struct itr_ops *ops, u64 seed, u64 h, u64 *decisions,
		u64 *changes)
{
	struct itr_sample s;
	struct life l;
	u32 i;

	life_begin(&l, ops, seed);
	h = chain(h, itr_digest(&l.it));
	for (i = 0; i < STEPS; i++) {
		u64 gap_ns = l.it.last.gap_ns, before;

		if (!life_next(&l, &s))
			return 0;
		before = l.it.decisions;
		h = chain(h, itr_step(&l.it, &s));
		h = chain(h, itr_digest(&l.it));
		*decisions += l.it.decisions - before;
		*changes += l.it.last.gap_ns != gap_ns;
	}
	return chain(h, l.digest);
}

/* All lives of one controller. False: a poor corpus, or a failed load. */
static bool controller(const struct itr_ops *ops)
{
	u64 h = chain(~(u64)0, ops->version), decisions = 0, changes = 0, i;

	for (i = 0; i < LIVES && h != 0; i++)
		h = live(ops, i * 0x5851f42d4c957f2du, h, &decisions, &changes);
	printf("%-12s version %u decisions %" PRIu64 " changes %" PRIu64
	       " digest %016" PRIx64 "\n",
	       ops->name, (unsigned int)ops->version, (uint64_t)decisions,
	       (uint64_t)changes, (uint64_t)h);
	if (h == 0) {
		fprintf(stderr, "%s: a saved state did not load\n", ops->name);
		return false;
	}
	if (ops->events != 0 && (decisions < FEWEST || changes < FEWEST)) {
		fprintf(stderr, "%s: fewer than %d decisions or changes\n",
			ops->name, FEWEST);
		return false;
	}
	return true;
}

static u64 chain_params(u64 h, const struct itr_params *p)
{
	u32 i;

	for (i = 0; i < ITR_PARAMS_MAX; i++)
		h = chain(h, (u32)p->v[i]);
	return h;
}

/* One parameter with a unit that may be another than its own. */
static u64 other_units(struct rng *r, const struct itr_ops *ops, u64 h)
{
	static const char *const unit[] = { "ns", "us", "ms", "s" };
	struct itr_params p;
	char line[128], err[ITR_TEXT_MAX] = "";
	u64 value = scaled(r) >> 32, which = below(r, ops->nparams);

	if (one_in(r, 2))
		value = value / 1000 * 1000;
	snprintf(line, sizeof(line), "%s=%" PRIu64 "%s",
		 ops->params[which].name, (uint64_t)value, unit[below(r, 4)]);
	itr_params_default(ops, &p);
	h = chain(h,
		  (u64)(itr_parse_params(ops, line, &p, err, sizeof(err)) + 2));
	h = chain_bytes(h, err, strlen(err));
	return chain_params(h, &p);
}

/* All parameters to text and back; then the text with one wrong byte. */
static u64 round_trip(struct rng *r, const struct itr_ops *ops, u64 h)
{
	struct itr_params p, back;
	char line[1024], err[ITR_TEXT_MAX] = "";
	size_t n;

	random_params(r, ops, &p);
	n = itr_format_params(ops, &p, true, line, sizeof(line));
	itr_params_default(ops, &back);
	if (n >= sizeof(line) ||
	    itr_parse_params(ops, line, &back, err, sizeof(err)) ||
	    memcmp(&p, &back, sizeof(p)) != 0) {
		fprintf(stderr, "text: '%s' does not come back: %s\n", line,
			err);
		return 0;
	}
	h = chain_bytes(h, line, n);
	line[below(r, n)] = (char)(32 + below(r, 95));
	h = chain(h,
		  (u64)(itr_parse_params(ops, line, &back, err, sizeof(err)) +
			2));
	h = chain_bytes(h, err, strlen(err));
	return chain_params(h, &back);
}

static bool text(void)
{
	struct rng r = { 7 };
	u64 h = 1, i;
	size_t c;

	for (c = 0; c < itr_controllers_count; c++) {
		const struct itr_ops *ops = itr_controllers[c];

		for (i = 0; i < 300 && ops->nparams > 0; i++) {
			h = other_units(&r, ops, h);
			h = round_trip(&r, ops, h);
			if (h == 0)
				return false;
		}
	}
	printf("%-12s digest %016" PRIx64 "\n", "text", (uint64_t)h);
	return true;
}

static void units(void)
{
	struct rng r = { 9 };
	u64 h = 1, i;

	for (i = 0; i < 20000; i++) {
		struct itr_range g;
		u64 a, b;

		random_range(&r, &g, ITR_GAP_UNIT_NS);
		a = scaled(&r);
		b = scaled(&r);
		h = chain(h, itr_rate_to_ns(a));
		h = chain(h, itr_ns_to_rate(a));
		h = chain(h, itr_ns_to_reg(a, b));
		h = chain(h, itr_reg_to_ns(a & ITR_REG_MAX, b & 0xfff));
		h = chain(h, itr_quantise(&g, a));
	}
	printf("%-12s digest %016" PRIx64 "\n", "units", (uint64_t)h);
}

int main(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < itr_controllers_count; i++)
		good &= controller(itr_controllers[i]);
	good &= text();
	units();
	return good ? 0 : 1;
}
