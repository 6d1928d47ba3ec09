// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * The model against a second one, written to be plain and not fast (naive.h):
 * in random small scenarios both have to tell the same story, event by event
 * and to the picosecond, and end with the same totals.
 *
 * test_oracle            scenarios 0 to SCENARIOS - 1
 * test_oracle SEED       that one alone, and all of both journals around the
 *                        first difference
 * test_oracle FROM TO    those (for a longer hunt)
 */
#include "oracle/journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/run.h"
#include "oracle/scenario.h"

#define SCENARIOS 5000u
#define FAILURES_MAX 3u /* then it is clear */

static void listen(void *ctx, enum nic_log what, int64_t now_ps, int64_t value)
{
	journal_add(ctx, (int)what, now_ps, value);
}

static void listen_step(void *ctx, const struct run_step *step)
{
	if (step->sample) /* not its start */
		journal_step(ctx, step->t_ps, step->sample,
			     &step->controller->last, step->decided);
}

static void fast_run(const struct scenario *s, struct journal *j,
		     struct run_result *res)
{
	struct run_config cfg = s->cfg;
	struct err err = { 0 };
	struct run *r;

	cfg.log = listen;
	cfg.log_ctx = j;
	cfg.on_step = listen_step;
	cfg.on_step_ctx = j;
	r = run_new(&cfg, &err);
	if (!r) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	run_feed(r, s->frame, s->n);
	run_finish(r, s->end_ps, res);
	run_free(r);
}

static const char *what_name(int what)
{
	static const char *const names[] = {
		[NIC_LOG_ASSERT] = "assert",
		[NIC_LOG_ICR] = "ICR read",
		[NIC_LOG_POLL] = "poll, cleaned",
		[NIC_LOG_POLL_END] = "poll ends, received",
		[NIC_LOG_DELIVER] = "delivered, arrived at",
		[NIC_LOG_CLEAN] = "cleaned, posted at",
		[NIC_LOG_NO_DESCRIPTOR] = "dropped: no descriptor",
		[NIC_LOG_FIFO_FULL] = "dropped: FIFO full",
		[NIC_LOG_BACKLOG_FULL] = "dropped: backlog full",
		[NIC_LOG_QUEUE_FULL] = "dropped: queue full",
		[JOURNAL_STEP] = "step of the controller",
	};

	return names[what];
}

static void print_words(const char *name, const void *words, size_t size)
{
	const uint64_t *w = words;

	printf("\n      %s", name);
	for (size_t i = 0; i < size / sizeof(*w); i++)
		printf(" %" PRIu64, w[i]);
}

static void print_entry(const struct journal *j, size_t i)
{
	const struct journal_entry *e = &j->entry[i];

	if (i >= j->n) {
		printf(" (the end)\n");
		return;
	}
	printf(" %15" PRId64 " ps %s %" PRId64, e->t_ps, what_name(e->what),
	       e->value);
	if (e->what == JOURNAL_STEP) {
		const struct journal_told *s = &j->step[e->value];

		print_words("sample", &s->sample, sizeof(s->sample));
		print_words("decision", &s->decision, sizeof(s->decision));
	}
	printf("\n");
}

static bool same_entry(const struct journal *a, const struct journal *b,
		       size_t i)
{
	const struct journal_entry *x = &a->entry[i], *y = &b->entry[i];

	if (x->what != y->what || x->t_ps != y->t_ps || x->value != y->value)
		return false;
	return x->what != JOURNAL_STEP ||
	       memcmp(&a->step[x->value], &b->step[y->value],
		      sizeof(*a->step)) == 0;
}

/* Where they differ first; n of both if they do not. */
static size_t first_difference(const struct journal *a, const struct journal *b)
{
	size_t i = 0;

	while (i < a->n && i < b->n && same_entry(a, b, i))
		i++;
	return i;
}

static int differs(const char *name, double model, double naive, bool print)
{
	if (model == naive)
		return 0;
	if (print)
		printf("  %s: model %.6f, naive %.6f\n", name, model, naive);
	return 1;
}

#define FIELD(name) n += differs(#name, (double)a->name, (double)b->name, print)

static int differ_delays(const char *name, const struct delay_stats *a,
			 const struct delay_stats *b, bool print)
{
	int n = 0;

	FIELD(n);
	FIELD(mean_ps);
	FIELD(max_ps);
	if (n && print)
		printf("  ... of %s\n", name);
	return n;
}

/* All but the percentiles: those are the histogram's. */
static int differ_results(const struct run_result *a,
			  const struct run_result *b, bool print)
{
	int n = 0;

	FIELD(measured_ps);
	FIELD(drain.ps);
	FIELD(drain.interrupts);
	FIELD(drain.hardirq_ps);
	FIELD(drain.softirq_ps);
	FIELD(drain.process_ps);
	FIELD(decisions);
	FIELD(interrupts);
	FIELD(polls);
	FIELD(interrupts_rx);
	FIELD(interrupts_tx);
	FIELD(interrupts_other);
	FIELD(mmio_reads);
	FIELD(hardirq_ps);
	FIELD(softirq_ps);
	FIELD(process_ps);
	FIELD(idle_ps);
	FIELD(rx_offered);
	FIELD(rx_delivered);
	FIELD(rx_dropped[RX_DROP_NO_DESCRIPTOR]);
	FIELD(rx_dropped[RX_DROP_FIFO_FULL]);
	FIELD(rx_dropped[RX_DROP_BACKLOG]);
	FIELD(rx_in_flight);
	FIELD(rx_bytes_delivered);
	FIELD(tx_offered);
	FIELD(tx_delivered);
	FIELD(tx_dropped[TX_DROP_QUEUE]);
	FIELD(tx_in_flight);
	FIELD(tx_bytes_delivered);
	n += differ_delays("delay", &a->delay, &b->delay, print);
	n += differ_delays("moderation_delay", &a->moderation_delay,
			   &b->moderation_delay, print);
	n += differ_delays("tx_completion_delay", &a->tx_completion_delay,
			   &b->tx_completion_delay, print);
	return n;
}

/* How often each kind of event was seen. */
static uint64_t seen[JOURNAL_STEP + 1];

static void show(const struct scenario *s, uint64_t seed,
		 const struct journal *model, const struct journal *naive,
		 size_t i, size_t context)
{
	printf("scenario %" PRIu64 ": ", seed);
	fflush(stdout);
	scenario_print(s, stdout);
	if (i == model->n && i == naive->n)
		printf("  equal journals of %zu entries\n", i);
	else
		printf("  entry %zu is the first that differs:\n", i);
	for (size_t k = i > context ? i - context : 0; k < i; k++) {
		printf("  both ");
		print_entry(model, k);
	}
	for (size_t k = i; k < i + context / 4 + 1; k++) {
		if (k >= model->n && k >= naive->n)
			break;
		printf("  model");
		print_entry(model, k);
		printf("  naive");
		print_entry(naive, k);
	}
}

/* Whether both told the same. */
static bool try(uint64_t seed, bool alone)
{
	static struct scenario s;
	static struct journal model, naive;
	struct run_result fast, slow;
	bool good;
	size_t i;

	scenario_make(&s, seed);
	journal_clear(&model);
	journal_clear(&naive);
	memset(&fast, 0, sizeof(fast));
	memset(&slow, 0, sizeof(slow));
	fast_run(&s, &model, &fast);
	naive_run(&s.cfg, s.frame, s.n, s.end_ps, &naive, &slow);
	for (i = 0; i < model.n; i++)
		seen[model.entry[i].what]++;
	i = first_difference(&model, &naive);
	good = i == model.n && i == naive.n &&
	       !differ_results(&fast, &slow, false);
	if (alone || !good) {
		show(&s, seed, &model, &naive, i, alone ? 40 : 4);
		differ_results(&fast, &slow, true);
	}
	return good;
}

/* Each kind has to be seen: a journal without it would show nothing of it. */
static bool all_seen(void)
{
	bool all = true;

	printf("compared:");
	for (int what = 0; what <= JOURNAL_STEP; what++) {
		printf("%s %" PRIu64 " %s", what ? "," : "", seen[what],
		       what_name(what));
		all = all && seen[what] != 0;
	}
	printf("%s\n", all ? "" : "; each of them has to be seen");
	return all;
}

int main(int argc, char **argv)
{
	uint64_t from = 0, to = SCENARIOS, seed, failed = 0;

	if (argc == 2)
		return !try(strtoull(argv[1], NULL, 10), true);
	if (argc == 3) {
		from = strtoull(argv[1], NULL, 10);
		to = strtoull(argv[2], NULL, 10);
	}
	for (seed = from; seed < to && failed < FAILURES_MAX; seed++) {
		if (try(seed, false))
			continue;
		failed++;
		printf("  alone: %s %" PRIu64 "\n", argv[0], seed);
	}
	printf("%" PRIu64 " of %" PRIu64 " scenarios differ\n", failed,
	       seed - from);
	if (failed)
		return 1;
	return !all_seen() && argc == 1;
}
