/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * machine.h - what things cost on a host, as data: one row a machine.
 */
#ifndef SIM_HOST_MACHINE_H
#define SIM_HOST_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/setting.h"

/* When a poll ends and interrupts come back (docs/design.md). */
enum napi_exit {
	NAPI_EXIT_WORK, /* "work<weight": fewer than weight frames received */
	NAPI_EXIT_IDLE, /* "idle": nothing sent was cleaned, nothing received */
	NAPI_EXIT_TX_OR_WORK, /* "tx-or-work": nothing cleaned and work<weight */
	NAPI_EXIT_COUNT
};

/* A bus that takes no time at all (machine ideal). */
#define MACHINE_BUS_FREE UINT32_MAX

/*
 * What takes time: name, what it is. The one list: a member of struct machine
 * in ns, one of struct host_costs in ps, a line of `itrsim show machine`.
 */
#define MACHINE_COSTS(X)                                             \
	X(idle_exit, "wake from idle, before the first work")        \
	X(irq_delivery, "assertion at the card to the CPU")          \
	X(irq_entry, "entry and exit of a hard interrupt")           \
	X(intx_extra, "more for an INTx line")                       \
	X(mmio_read, "register read, the CPU stalls")                \
	X(mmio_write, "register write, posted")                      \
	X(napi_schedule, "raise the softirq")                        \
	X(napi_poll, "overhead of a poll")                           \
	X(napi_complete, "end of polling")                           \
	X(rx_packet, "driver and stack, a received frame")           \
	X(rx_kbyte, "more for 1000 received bytes")                  \
	X(tx_clean, "give back a sent frame")                        \
	X(tx_send, "send a frame, process level")                    \
	X(timer, "kernel timer that steps the controller")           \
	X(hardirq_packet, "no-napi: a frame in the interrupt")       \
	X(doorbell, "tail write to the card")                        \
	X(tx_fetch, "first descriptor fetch after idle")             \
	X(dma_setup, "bus time of a frame beside its bytes")         \
	X(rx_latency, "receive DMA beside bus time")                 \
	X(tx_latency, "transmit DMA beside bus time")                \
	X(write_back, "data moved to descriptor done")               \
	X(softirq_limit, "a run of the softirq, beside its budget")  \
	X(restart_limit, "runs before ksoftirqd, 0: by number only") \
	X(watchdog, "period of the driver's own interrupt, 0: none") \
	X(tick_period, "between two timer ticks, 0: none")           \
	X(tick, "a timer tick, a hard interrupt")                    \
	X(stall_period, "between two stalls in the mean, 0: none")   \
	X(stall, "the CPU is taken from everything (SMI)")           \
	X(deep_after, "idle that long: a deeper state, 0: never")    \
	X(deep_exit, "wake from the deeper state")

#define MACHINE_MEMBER(name, help) int64_t name##_ns;

struct machine {
	const char *name; /* "modern" */
	const char *about; /* two or three sentences for `itrsim show` */
	const char *source; /* where the figures come from */
	MACHINE_COSTS(MACHINE_MEMBER)
	uint32_t bus_mbyte_per_s; /* 0: the card's; MACHINE_BUS_FREE */
	uint32_t napi_weight; /* frames a poll */
	uint32_t softirq_budget; /* frames a run of the softirq */
	uint32_t softirq_restarts; /* runs that follow before ksoftirqd */
	int32_t jitter_permille; /* noise on packet and interrupt costs */
	enum napi_exit exit_rule;
};

extern const struct machine *const machines[];
extern const size_t machines_count;

extern const struct setting machine_settings[]; /* its costs */
extern const size_t machine_settings_count;

/* The machine of that name, or NULL. */
const struct machine *machine_find(const char *name);

const char *napi_exit_name(enum napi_exit rule); /* "work<weight" */

/*
 * The parameters as a table for `itrsim show machine`: name, unit, value.
 * Calls row() once for each in a fixed order.
 */
void machine_each_cost(const struct machine *m,
		       void (*row)(void *ctx, const char *name,
				   const char *unit, int64_t value,
				   const char *help),
		       void *ctx);

#endif /* SIM_HOST_MACHINE_H */
