// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <itr/text.h>

#include "lab/duration.h"
#include "lab/names.h"
#include "lab/table.h"

static int set_controller(struct options *o, const struct option *opt,
			  const char *what, const char *text, struct err *err)
{
	struct controller_choice *c = &o->controllers[o->ncontrollers];
	char reason[ITR_TEXT_MAX];

	(void)opt;
	if (o->ncontrollers == OPT_CONTROLLERS_MAX) {
		err_set(err, ERR_USAGE, "%s: more than %d of them", what,
			OPT_CONTROLLERS_MAX);
		return -1;
	}
	if (itr_parse_controller(text, &c->ops, &c->params, reason,
				 sizeof(reason)) < 0) {
		err_set(err, ERR_USAGE, "%s %.128s: %s", what, text, reason);
		return -1;
	}
	o->ncontrollers++;
	return 0;
}

static int set_fixed(struct options *o, const struct option *opt,
		     const char *what, const char *text, struct err *err)
{
	const char *p = text;

	for (;;) {
		size_t n = strcspn(p, ",");
		char item[DURATION_TEXT_MAX];

		if (o->nfixed == OPT_FIXED_MAX) {
			err_set(err, ERR_USAGE, "%s: more than %d gaps", what,
				OPT_FIXED_MAX);
			return -1;
		}
		snprintf(item, sizeof(item), "%.*s", (int)n, p);
		if (duration_parse(item, opt->unit, what,
				   &o->fixed_ps[o->nfixed], err) < 0)
			return -1;
		o->nfixed++;
		if (p[n] == '\0')
			return 0;
		p += n + 1;
	}
}

/* What stands before the colon goes into name; what behind it, or NULL. */
static const char *split_name(const char *text, char *name, size_t size)
{
	size_t n = strcspn(text, ":");

	snprintf(name, size, "%.*s", (int)n, text);
	return text[n] ? text + n + 1 : NULL;
}

static int set_nic(struct options *o, const struct option *opt,
		   const char *what, const char *text, struct err *err)
{
	char name[SETTING_TEXT_MAX];
	const char *settings = split_name(text, name, sizeof(name));
	const struct nic_profile *part = nic_by_name(name, what, err);
	struct nic_profile own;

	(void)opt;
	if (!part)
		return -1;
	own = *part;
	if (settings && settings_parse(nic_settings, nic_settings_count,
				       settings, what, &own.traits, err) < 0)
		return -1;
	own.name = settings_format(nic_settings, nic_settings_count, part->name,
				   &part->traits, &own.traits, o->nic_name,
				   sizeof(o->nic_name));
	o->nic_own = own;
	o->nic = &o->nic_own;
	return 0;
}

static void get_nic(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%s", o->nic->name);
}

/* What comes again and again must leave time for something else. */
#define PERIOD_MIN_NS 10000

static int check_period(const char *name, int64_t ns, const char *what,
			struct err *err)
{
	if (ns == 0 || ns >= PERIOD_MIN_NS)
		return 0;
	err_set(err, ERR_USAGE, "%s: %s: 0 or at least %dus is wanted", what,
		name, PERIOD_MIN_NS / 1000);
	return -1;
}

static int set_machine(struct options *o, const struct option *opt,
		       const char *what, const char *text, struct err *err)
{
	char name[SETTING_TEXT_MAX];
	const char *settings = split_name(text, name, sizeof(name));
	const struct machine *m = machine_by_name(name, what, err);
	struct machine own;

	(void)opt;
	if (!m)
		return -1;
	own = *m;
	if (settings && settings_parse(machine_settings, machine_settings_count,
				       settings, what, &own, err) < 0)
		return -1;
	if (check_period("watchdog", own.watchdog_ns, what, err) < 0 ||
	    check_period("tick_period", own.tick_period_ns, what, err) < 0 ||
	    check_period("stall_period", own.stall_period_ns, what, err) < 0)
		return -1;
	own.name = settings_format(machine_settings, machine_settings_count,
				   m->name, m, &own, o->machine_name,
				   sizeof(o->machine_name));
	o->machine_own = own;
	o->machine = &o->machine_own;
	return 0;
}

static void get_machine(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%s", o->machine->name);
}

static int set_irq(struct options *o, const struct option *opt,
		   const char *what, const char *text, struct err *err)
{
	const char *names[IRQ_MODE_COUNT];

	(void)opt;
	for (int i = 0; i < IRQ_MODE_COUNT; i++) {
		names[i] = irq_mode_name((enum irq_mode)i);
		if (strcmp(names[i], text) != 0)
			continue;
		o->irq = (enum irq_mode)i;
		o->irq_given = true;
		return 0;
	}
	names_refuse(what, "interrupt mode", text, names, IRQ_MODE_COUNT, err);
	return -1;
}

static void get_irq(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%s", irq_mode_name(o->irq));
}

const char *driver_name(enum host_driver driver)
{
	return driver == DRIVER_NO_NAPI ? "no-napi" : "napi";
}

static int set_driver(struct options *o, const struct option *opt,
		      const char *what, const char *text, struct err *err)
{
	const char *names[] = { driver_name(DRIVER_NAPI),
				driver_name(DRIVER_NO_NAPI) };

	(void)opt;
	if (strcmp(text, names[0]) == 0)
		o->driver = DRIVER_NAPI;
	else if (strcmp(text, names[1]) == 0)
		o->driver = DRIVER_NO_NAPI;
	else {
		names_refuse(what, "driver", text, names, 2, err);
		return -1;
	}
	return 0;
}

static void get_driver(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%s", driver_name(o->driver));
}

static int set_host(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt;
	if (*text == '\0') {
		err_set(err, ERR_USAGE, "%s: the address is empty", what);
		return -1;
	}
	o->host = text;
	return 0;
}

static void get_host(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%s", o->host ? o->host : "");
}

static int set_repeat(struct options *o, const struct option *opt,
		      const char *what, const char *text, struct err *err)
{
	return duration_parse(text, opt->unit, what, &o->repeat_ps, err);
}

static void get_repeat(const struct options *o, char *buf, size_t size)
{
	duration_format(o->repeat_ps, buf, size);
}

static int set_warmup(struct options *o, const struct option *opt,
		      const char *what, const char *text, struct err *err)
{
	return duration_parse(text, opt->unit, what, &o->warmup_ps, err);
}

static void get_warmup(const struct options *o, char *buf, size_t size)
{
	duration_format(o->warmup_ps, buf, size);
}

static int whole_number(const char *what, const char *text, uint64_t min,
			uint64_t max, uint64_t *value, struct err *err)
{
	uint64_t v = 0;
	const char *p = text;

	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(v, UINT64_C(10), &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			break;
	if (p == text || *p != '\0' || v < min || v > max) {
		err_set(err, ERR_USAGE,
			"%s '%.64s': a whole number from %" PRIu64
			" to %" PRIu64 " is wanted",
			what, text, min, max);
		return -1;
	}
	*value = v;
	return 0;
}

static int set_seed(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt;
	/* JSON integers are signed 64 bits wide, and the seed is in it. */
	return whole_number(what, text, 0, INT64_MAX, &o->seed, err);
}

static void get_seed(const struct options *o, char *buf, size_t size)
{
	snprintf(buf, size, "%" PRIu64, o->seed);
}

static int set_seeds(struct options *o, const struct option *opt,
		     const char *what, const char *text, struct err *err)
{
	(void)opt;
	return whole_number(what, text, 1, OPT_SEEDS_MAX, &o->seeds, err);
}

static int set_threads(struct options *o, const struct option *opt,
		       const char *what, const char *text, struct err *err)
{
	(void)opt;
	return whole_number(what, text, 1, OPT_THREADS_MAX, &o->threads, err);
}

static int set_max_p99(struct options *o, const struct option *opt,
		       const char *what, const char *text, struct err *err)
{
	o->max_p99_given = true;
	return duration_parse(text, opt->unit, what, &o->max_p99_ps, err);
}

static int set_format(struct options *o, const char *what,
		      enum report_format format, struct err *err)
{
	if (o->format != REPORT_TEXT && o->format != format) {
		err_set(err, ERR_USAGE,
			"%s: --json and --csv exclude each other", what);
		return -1;
	}
	o->format = format;
	return 0;
}

static int set_json(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt, (void)text;
	return set_format(o, what, REPORT_JSON, err);
}

static int set_csv(struct options *o, const struct option *opt,
		   const char *what, const char *text, struct err *err)
{
	(void)opt, (void)text;
	return set_format(o, what, REPORT_CSV, err);
}

static int set_wide(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt, (void)what, (void)text, (void)err;
	o->wide = true;
	return 0;
}

static int set_sort(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt;
	o->sort = text;
	return table_column_check(text, what, err);
}

static int set_file(const char **file, const char *what, const char *text,
		    struct err *err)
{
	if (*text == '\0') {
		err_set(err, ERR_USAGE, "%s: the file name is empty", what);
		return -1;
	}
	*file = text;
	return 0;
}

static int set_timeline(struct options *o, const struct option *opt,
			const char *what, const char *text, struct err *err)
{
	(void)opt;
	return set_file(&o->timeline, what, text, err);
}

static int set_record(struct options *o, const struct option *opt,
		      const char *what, const char *text, struct err *err)
{
	(void)opt;
	return set_file(&o->record, what, text, err);
}

static int set_hash(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt, (void)what, (void)text, (void)err;
	o->hash = true;
	return 0;
}

static int set_help(struct options *o, const struct option *opt,
		    const char *what, const char *text, struct err *err)
{
	(void)opt, (void)what, (void)text, (void)err;
	o->help = true;
	return 0;
}

#define USED_BY_RUNS (USED_BY_COMPARE | USED_BY_REPLAY)
#define USED_BY_ALL                                                       \
	(USED_BY_INFO | USED_BY_COMPARE | USED_BY_REPLAY | USED_BY_LIST | \
	 USED_BY_SHOW | USED_BY_CHECK)

const struct option option_table[] = {
	{ .name = "controller",
	  .arg = "NAME[:PARAM=VALUE,...]",
	  .help = "A controller to run: replay takes one; compare takes more, "
		  "and without it all of them at their defaults. See 'itrsim "
		  "list controllers' and 'itrsim show controller NAME'.",
	  .used_by = USED_BY_RUNS,
	  .many = true,
	  .set = set_controller },
	{ .name = "fixed",
	  .arg = "GAP,...",
	  .help = "Rows with a fixed least gap between interrupts, for example "
		  "0,20us,50us. With neither --controller nor --fixed: "
		  "" OPT_FIXED_LADDER ".",
	  .used_by = USED_BY_COMPARE,
	  .many = true,
	  .set = set_fixed },
	{ .name = "nic",
	  .arg = "NAME[:SETTING=VALUE,...]",
	  .def = "82574L",
	  .help = "The network card, and what of it is different: "
		  "82574L:itr_write=restart,ppm=5.4. See 'itrsim list nics' "
		  "and 'itrsim show nic NAME'.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_nic,
	  .get = get_nic },
	{ .name = "irq",
	  .arg = "intx|msi|msix",
	  .def = "msi",
	  .help = "How the card interrupts. A card without MSI uses intx "
		  "unless you ask otherwise; msix is for the 82574L.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_irq,
	  .get = get_irq },
	{ .name = "machine",
	  .arg = "NAME[:COST=TIME,...]",
	  .def = "modern",
	  .help = "What things cost on the host, and which of it is different: "
		  "modern:tick_period=1ms,tick=2us. See 'itrsim list "
		  "machines' and 'itrsim show machine NAME'.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_machine,
	  .get = get_machine },
	{ .name = "driver",
	  .arg = "napi|no-napi",
	  .def = "napi",
	  .help = "napi polls with interrupts masked; no-napi handles each "
		  "packet in the hard interrupt, as drivers did before 2002.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_driver,
	  .get = get_driver },
	{ .name = "host",
	  .arg = "MAC|IP",
	  .help = "The host whose packets are received. Without it: the "
		  "busiest destination of the trace.",
	  .used_by = USED_BY_RUNS | USED_BY_INFO,
	  .in_result = true,
	  .set = set_host,
	  .get = get_host },
	{ .name = "repeat",
	  .arg = "TIME",
	  .unit = "s",
	  .def = "0",
	  .help = "Play the trace end to end until TIME has passed, so that "
		  "slow controllers get to decide. 0: once.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_repeat,
	  .get = get_repeat },
	{ .name = "warmup",
	  .arg = "TIME",
	  .unit = "s",
	  .def = "0",
	  .help = "Leave packets before TIME out of the figures.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_warmup,
	  .get = get_warmup },
	{ .name = "seed",
	  .arg = "N",
	  .def = "1",
	  .help = "Start of the random streams. Same seed, same bytes of "
		  "output.",
	  .used_by = USED_BY_RUNS,
	  .in_result = true,
	  .set = set_seed,
	  .get = get_seed },
	{ .name = "seeds",
	  .arg = "N",
	  .def = "1",
	  .help = "Run each row with N seeds, from --seed on: the figures are "
		  "then means, with the half of their 95 % confidence interval "
		  "in a line below.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_seeds },
	{ .name = "threads",
	  .arg = "N",
	  .help = "Threads that share the runs; the output is the same. "
		  "Without it: with --seeds OMP_NUM_THREADS or one a core, "
		  "else one.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_threads },
	{ .name = "max-p99",
	  .arg = "TIME",
	  .unit = "us",
	  .help = "Advise the fixed row with the fewest interrupts whose p99 "
		  "delay is at most TIME, of those that lose fewest packets. "
		  "Exit code 3 if there is none. "
		  "Without it: at most twice the lowest p99 of the fixed rows.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_max_p99 },
	{ .name = "timeline",
	  .arg = "FILE",
	  .help = "Write one line of CSV for each decision to FILE; - is "
		  "standard output (the summary then goes to standard error).",
	  .used_by = USED_BY_REPLAY,
	  .set = set_timeline },
	{ .name = "record",
	  .arg = "FILE",
	  .help = "Write each step of the controller to FILE, what it was told "
		  "and what it decided, for 'itrsim check'; - as for "
		  "--timeline.",
	  .used_by = USED_BY_REPLAY,
	  .set = set_record },
	{ .name = "wide",
	  .help = "More columns than fit in 80.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_wide },
	{ .name = "sort",
	  .arg = "COLUMN",
	  .help = "Sort the rows by a column, smallest first: controller, "
		  "int/s, pkt/int, p99, cpu, drop or any other of --wide. "
		  "-COLUMN: largest first.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_sort },
	{ .name = "hash",
	  .help = "Also the SHA-256 of the file, which --json always has.",
	  .used_by = USED_BY_INFO,
	  .set = set_hash },
	{ .name = "json",
	  .help = "JSON, for programs (schema 1). Counters are exact.",
	  .used_by = USED_BY_ALL,
	  .set = set_json },
	{ .name = "csv",
	  .help = "CSV with every column, for spreadsheets and plots.",
	  .used_by = USED_BY_COMPARE,
	  .set = set_csv },
	{ .name = "help",
	  .help = "This text.",
	  .used_by = USED_BY_ALL,
	  .set = set_help },
};

const size_t option_count = sizeof(option_table) / sizeof(option_table[0]);

void options_init(struct options *o)
{
	struct err err = { 0 };

	memset(o, 0, sizeof(*o));
	for (size_t i = 0; i < option_count; i++) {
		const struct option *opt = &option_table[i];

		if (opt->def)
			opt->set(o, opt, opt->name, opt->def, &err);
	}
	o->irq_given = false; /* a default is not a wish */
}

const struct option *option_find(const char *name, unsigned int used_by)
{
	for (size_t i = 0; i < option_count; i++)
		if ((option_table[i].used_by & used_by) &&
		    strcmp(option_table[i].name, name) == 0)
			return &option_table[i];
	return NULL;
}

const char *option_nearest(const char *name, unsigned int used_by)
{
	const char *names[NAMES_MAX];
	size_t n = 0;

	for (size_t i = 0; i < option_count && n < NAMES_MAX; i++)
		if (option_table[i].used_by & used_by)
			names[n++] = option_table[i].name;
	return itr_nearest(name, names, n);
}

int options_set(struct options *o, const char *name, const char *text,
		const char *where, struct err *err)
{
	const struct option *opt = option_find(name, ~0u);
	const char *near = option_nearest(name, ~0u);
	char what[128];

	if (!opt) {
		err_set(err, ERR_USAGE, "%s: unknown option '%.64s'%s%s%s",
			where, name, near ? "; did you mean '" : "",
			near ? near : "", near ? "'?" : "");
		return -1;
	}
	snprintf(what, sizeof(what), "%s: %s", where, name);
	return opt->set(o, opt, what, text, err);
}

int options_check(struct options *o, struct err *err)
{
	char a[DURATION_TEXT_MAX], b[DURATION_TEXT_MAX];

	if (!o->nic->has_msi && !o->irq_given)
		o->irq = IRQ_INTX;
	if (!o->nic->has_msi && o->irq == IRQ_MSI) {
		err_set(err, ERR_USAGE,
			"--irq msi: the %s has no MSI; leave --irq out or "
			"use --irq intx",
			o->nic->name);
		return -1;
	}
	if (!o->nic->has_msix && o->irq == IRQ_MSIX) {
		err_set(err, ERR_USAGE,
			"--irq msix: the %s has no MSI-X; leave --irq out or "
			"use --irq %s",
			o->nic->name, o->nic->has_msi ? "msi" : "intx");
		return -1;
	}
	if (o->driver == DRIVER_NO_NAPI && o->irq == IRQ_MSIX) {
		err_set(err, ERR_USAGE,
			"--irq msix: a driver without NAPI is older than "
			"MSI-X; use --irq msi or intx with --driver no-napi");
		return -1;
	}
	if (o->seed > INT64_MAX - (o->seeds - 1)) {
		err_set(err, ERR_USAGE,
			"--seeds %" PRIu64 " from --seed %" PRIu64
			" on goes beyond the largest seed, %" PRId64,
			o->seeds, o->seed, INT64_MAX);
		return -1;
	}
	if (o->repeat_ps > 0 && o->warmup_ps >= o->repeat_ps) {
		err_set(err, ERR_USAGE,
			"--warmup %s is not shorter than --repeat %s: nothing "
			"would be measured",
			duration_format(o->warmup_ps, a, sizeof(a)),
			duration_format(o->repeat_ps, b, sizeof(b)));
		return -1;
	}
	return 0;
}
