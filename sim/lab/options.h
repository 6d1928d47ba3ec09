/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * options.h - every option of a study, once: name, argument, unit, default,
 * help, and how its text becomes a value.
 *
 * The command line, its --help and (later) scenario files are fed by this one
 * table, so that a study reads the same in all of them.
 */
#ifndef SIM_LAB_OPTIONS_H
#define SIM_LAB_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <itr/itr.h>

#include "core/err.h"
#include "host/machine.h"
#include "lab/settings.h"
#include "load/run.h"
#include "nic/profile.h"

#define OPT_CONTROLLERS_MAX 64
#define OPT_FIXED_MAX 64
#define OPT_SEEDS_MAX 1000
#define OPT_THREADS_MAX 256
/* The ladder of fixed rows when no row is asked for. */
#define OPT_FIXED_LADDER "0,10us,20us,50us,100us,125us,250us"

/* Who takes an option, struct option.used_by. */
enum {
	USED_BY_INFO = 1 << 0,
	USED_BY_COMPARE = 1 << 1,
	USED_BY_REPLAY = 1 << 2,
	USED_BY_LIST = 1 << 3,
	USED_BY_SHOW = 1 << 4,
	USED_BY_CHECK = 1 << 5,
};

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_CSV };

struct controller_choice {
	const struct itr_ops *ops;
	struct itr_params params;
};

/* The values; zero plus the table's defaults after options_init(). Points into
 * itself, so it is not copied. */
struct options {
	struct controller_choice controllers[OPT_CONTROLLERS_MAX];
	size_t ncontrollers;
	int64_t fixed_ps[OPT_FIXED_MAX]; /* as asked for, in order */
	size_t nfixed;
	/* Its name is what was asked for, "82574L:ppm=5.4". */
	const struct nic_profile *nic;
	struct nic_profile nic_own;
	char nic_name[SETTINGS_TEXT_MAX];
	const struct machine *machine; /* the same */
	struct machine machine_own;
	char machine_name[SETTINGS_TEXT_MAX];
	enum irq_mode irq;
	bool irq_given; /* else: intx when the part has no MSI */
	enum host_driver driver;
	const char *host; /* MAC or IP address, or NULL */
	int64_t repeat_ps, warmup_ps;
	uint64_t seed;
	uint64_t seeds; /* runs of each row, with seed, seed + 1 ... */
	uint64_t threads; /* 0: as many as are worth it */
	int64_t max_p99_ps;
	bool max_p99_given;
	enum report_format format;
	bool wide;
	const char *sort; /* column, or NULL */
	const char *timeline; /* file, "-", or NULL */
	const char *record; /* the same */
	bool hash; /* the SHA-256 of the trace, too */
	bool help;
};

struct option {
	const char *name; /* "repeat": --repeat, and a scenario's key */
	const char *arg; /* what its value is called, NULL: a switch */
	const char *unit; /* of a number without a unit, or NULL */
	const char *def; /* default as text, or NULL */
	const char *help; /* one or more sentences; lines are broken later */
	unsigned int used_by; /* USED_BY_* */
	bool in_result; /* it changes the figures: part of the provenance */
	bool many; /* may be given again, and adds to what was said */
	/*
	 * Sets the value from text (NULL for a switch); what is how the user
	 * spelled the option, for the error. The text must outlive *o.
	 */
	int (*set)(struct options *o, const struct option *opt,
		   const char *what, const char *text, struct err *err);
	/* Writes the value as set() would read it; NULL: not for reports. */
	void (*get)(const struct options *o, char *buf, size_t size);
};

extern const struct option option_table[];
extern const size_t option_count;

/* All values at the table's defaults. */
void options_init(struct options *o);

/* The option of that exact name for one of used_by, or NULL. */
const struct option *option_find(const char *name, unsigned int used_by);

/* The nearest name to a misspelled one, or NULL. */
const char *option_nearest(const char *name, unsigned int used_by);

/*
 * Sets the option of that name, for a scenario file: where names the place
 * ("study.yaml:3"). Returns 0, or -1 and *err.
 */
int options_set(struct options *o, const char *name, const char *text,
		const char *where, struct err *err);

/*
 * What must fit together once all are set. Chooses intx for a part without
 * MSI if nothing was said. Returns 0, or -1 and *err.
 */
int options_check(struct options *o, struct err *err);

const char *driver_name(enum host_driver driver); /* "napi", "no-napi" */

#endif /* SIM_LAB_OPTIONS_H */
