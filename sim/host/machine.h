/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * machine.h - what things cost on a host, as data: one row a machine.
 */
#ifndef SIM_HOST_MACHINE_H
#define SIM_HOST_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* When a poll ends and interrupts come back (docs/design.md). */
enum napi_exit {
	NAPI_EXIT_WORK, /* "work<weight": fewer than weight frames received */
	NAPI_EXIT_IDLE, /* "idle": nothing sent was cleaned, nothing received */
	NAPI_EXIT_TX_OR_WORK, /* "tx-or-work": nothing cleaned and work<weight */
	NAPI_EXIT_COUNT
};

/* A bus that takes no time at all (machine ideal). */
#define MACHINE_BUS_FREE UINT32_MAX

struct machine {
	const char *name; /* "modern" */
	const char *about; /* two or three sentences for `itrsim show` */
	const char *source; /* where the figures come from */
	int64_t idle_exit_ns; /* added to the first work after idle */
	int64_t irq_delivery_ns; /* assertion to the CPU */
	int64_t irq_entry_ns; /* entry and exit of a hard interrupt */
	int64_t intx_extra_ns; /* the same, more for a shared line */
	int64_t mmio_read_ns; /* the CPU stalls this long */
	int64_t mmio_write_ns; /* posted */
	int64_t napi_schedule_ns, napi_poll_ns, napi_complete_ns;
	int64_t rx_packet_ns; /* driver and stack, a frame */
	int64_t rx_kbyte_ns; /* the same, a 1000 bytes */
	int64_t tx_clean_ns; /* a sent descriptor given back */
	int64_t tx_send_ns; /* process level: one send */
	int64_t timer_ns; /* a kernel timer that steps the controller */
	int64_t hardirq_packet_ns; /* no-napi only: a frame in the interrupt */
	int64_t doorbell_ns; /* tail write to the card */
	int64_t tx_fetch_ns; /* cold descriptor fetch */
	int64_t dma_setup_ns; /* occupies the bus, a frame */
	int64_t rx_latency_ns, tx_latency_ns; /* does not occupy the bus */
	int64_t write_back_ns; /* data moved to descriptor done */
	uint32_t bus_mbyte_per_s; /* 0: the card's; MACHINE_BUS_FREE */
	uint32_t napi_weight; /* frames a poll */
	uint32_t softirq_budget; /* frames before ksoftirqd takes over */
	int64_t softirq_limit_ns; /* time before ksoftirqd takes over */
	int32_t jitter_permille; /* noise on packet and interrupt costs */
	int64_t watchdog_ns; /* period of the software interrupt, 0: none */
	enum napi_exit exit_rule;
};

extern const struct machine *const machines[];
extern const size_t machines_count;

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
