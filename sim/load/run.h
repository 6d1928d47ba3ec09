/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * run.h - one configuration fed with frames: a NIC, a host and a controller.
 *
 * Many runs live side by side; each is fed the same chunks of frames and owns
 * all its memory. Nothing here prints.
 */
#ifndef SIM_LOAD_RUN_H
#define SIM_LOAD_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <itr/itr.h>

#include "core/err.h"
#include "host/host.h"
#include "load/frame.h"
#include "nic/profile.h"

/* One step of the controller, for timelines and records. */
struct run_step {
	int64_t t_ps;
	const struct itr *controller; /* as it is after the step */
	const struct itr_sample *sample; /* NULL: it has just been started */
	bool decided; /* its rule was evaluated */
};

struct run_config {
	const struct nic_profile *nic;
	enum irq_mode irq; /* refused if the part, or the driver, has none */
	const struct machine *machine;
	enum host_driver driver;
	const struct itr_ops *controller;
	struct itr_params params;
	uint64_t seed;
	int64_t warmup_ps; /* frames offered before do not count */
	/* Each step, the first one from within run_new(); or NULL. */
	void (*on_step)(void *ctx, const struct run_step *step);
	void *on_step_ctx;
	nic_log_fn log; /* for tests: all that happens, or NULL */
	void *log_ctx;
	bool eager; /* for tests: no short cut, everything is an event */
	/* Asked now and then in a long quiet time; true: feed no more. */
	bool (*stop)(void);
};

struct delay_stats {
	uint64_t n;
	double mean_ps; /* exact sum / n */
	int64_t p50_ps, p90_ps, p99_ps, p999_ps, max_ps; /* 0 when n is 0 */
};

enum rx_drop {
	RX_DROP_NO_DESCRIPTOR, /* FIFO full while the ring was empty */
	RX_DROP_FIFO_FULL, /* FIFO full while the bus was the limit */
	RX_DROP_BACKLOG, /* no-napi: the stack's queue was full */
	RX_DROP_COUNT
};

enum tx_drop {
	TX_DROP_QUEUE, /* the send queue above the driver was full */
	TX_DROP_COUNT
};

const char *rx_drop_name(enum rx_drop cause); /* "no_descriptor" ... */
const char *tx_drop_name(enum tx_drop cause);

/* What of the totals came after the trace's end, and is in no rate. */
struct run_drain {
	int64_t ps;
	uint64_t interrupts;
	int64_t hardirq_ps, softirq_ps, process_ps;
};

/* Frames offered at or after the warm-up only; offered = the sum of the rest. */
struct run_result {
	int64_t measured_ps; /* end of warm-up to end of the run, drain too */
	struct run_drain drain;
	uint64_t decisions; /* by the controller, in the measured time */
	uint64_t interrupts, polls; /* in the measured time */
	uint64_t interrupts_rx, interrupts_tx, interrupts_other; /* by cause */
	uint64_t mmio_reads;
	struct delay_stats delay, moderation_delay, tx_completion_delay;
	int64_t hardirq_ps, softirq_ps, process_ps,
		idle_ps; /* sum: measured_ps */
	uint64_t rx_offered, rx_delivered, rx_dropped[RX_DROP_COUNT];
	uint64_t rx_in_flight, rx_bytes_delivered;
	uint64_t tx_offered, tx_delivered, tx_dropped[TX_DROP_COUNT];
	uint64_t tx_in_flight,
		tx_bytes_delivered; /* sends: TSO counts as one */
};

struct run;

/* A new run; NULL and *err on a configuration that cannot be. */
struct run *run_new(const struct run_config *cfg, struct err *err);

/* Feeds n frames; their times must not go back. */
void run_feed(struct run *r, const struct frame *f, size_t n);

/*
 * Ends the run: nothing more arrives; runs on until end_ps and then until
 * everything pending is delivered (at most a second of simulated time).
 * Asserts conservation.
 */
void run_finish(struct run *r, int64_t end_ps, struct run_result *res);

void run_free(struct run *r);

#endif /* SIM_LOAD_RUN_H */
