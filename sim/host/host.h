/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * host.h - one CPU, its driver, and the controller inside the driver.
 *
 * The CPU has three levels, hard interrupt > softirq > process, and above them
 * the stalls that no kernel sees; a higher one preempts a lower one, which
 * resumes where it was. Work is a chain of segments:
 * a segment costs time, and at its end something happens (a register is read, a
 * frame is taken) and the next segment begins. A segment that costs nothing ends
 * at once.
 *
 * irq.c is the hard interrupt (msix.c those of MSI-X), napi.c the poll, nonapi.c
 * both without NAPI, send.c the process level, control.c the controller,
 * disturb.c ticks and stalls.
 */
#ifndef SIM_HOST_HOST_H
#define SIM_HOST_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include <itr/itr.h>

#include "core/engine.h"
#include "core/hist.h"
#include "core/noise.h"
#include "host/machine.h"
#include "nic/nic.h"

enum host_driver { DRIVER_NAPI, DRIVER_NO_NAPI };

enum cpu_level {
	CPU_IDLE,
	CPU_PROCESS,
	CPU_SOFTIRQ,
	CPU_HARDIRQ,
	CPU_STALL,
	CPU_LEVELS
};

struct host;

/* What the driver enables (IMS): receive, transmit, ring low, link. */
#define HOST_IMS_BITS (ICR_RXT0 | ICR_TXDW | ICR_RXDMT0 | ICR_LSC)

/* What a level is doing: its segment's rest, and what happens at its end. */
struct cpu_work {
	bool ready;
	int64_t left_ps;
	void (*at_end)(struct host *h, int64_t now_ps);
};

/* Frames waiting above the driver: Linux's default txqueuelen. */
#define HOST_SEND_QUEUE 1024u
#define HOST_SEND_QUEUE_LIMIT 1000u
/* no-napi: netdev_max_backlog of Linux 2.6. */
#define HOST_BACKLOG 1024u
#define HOST_BACKLOG_LIMIT 1000u
/* Descriptors are given back to the card this many at a time. */
#define HOST_REFILL_BATCH 16u

struct host_send {
	int64_t offered_ps;
	uint32_t bytes;
	uint32_t serial;
	uint16_t segments;
};

struct host_backlog {
	int64_t arrive_ps;
	uint32_t bytes;
	uint32_t serial;
};

/* A host's costs in ps, from struct machine. */
#define HOST_COST(name, help) int64_t name;

struct host_costs {
	MACHINE_COSTS(HOST_COST)
};

struct host_counters {
	/* The driver's own: kept where a step needs them. Its interrupts are
	 * those that found a cause; times and drops are filled in at a step. */
	struct itr_sample told;
	uint64_t by_rx, by_tx, by_other; /* interrupts by cause, rx first */
	uint64_t decisions, mmio_reads;
	uint64_t rx_backlog_drops;
	int64_t cpu_ps[CPU_LEVELS]; /* [CPU_IDLE] is not kept: the rest */
};

/* What the driver measured, for frames offered at or after warmup_ps. */
struct host_measure {
	int64_t warmup_ps;
	struct hist delay, moderation, tx_completion;
	uint64_t rx_delivered, rx_bytes, rx_backlog_dropped;
	uint64_t tx_delivered, tx_bytes, tx_queue_dropped;
};

struct host {
	struct engine *engine;
	struct nic *nic;
	const struct machine *machine;
	struct host_costs cost;
	struct noise_cost irq_entry, rx_packet, tx_send; /* these vary */
	enum host_driver driver;

	/* cpu.c */
	struct cpu_work work[CPU_LEVELS];
	enum cpu_level running;
	int64_t segment_start_ps;
	int64_t awake_ps; /* out of idle since */
	int64_t deep_after_ps; /* TIME_NEVER: no deeper state */
	unsigned int slot_cpu, slot_control, slot_watchdog;
	unsigned int slot_irq[NIC_VECTORS]; /* on its way to the CPU */
	bool ksoftirqd; /* polling has moved to process level */
	int64_t ksoftirqd_lead_ps; /* CPU time it had more than the process */

	/* irq.c */
	uint32_t irq_pending; /* vectors delivered while a hard interrupt ran */
	bool tick_pending; /* the same; it comes first */
	uint32_t last_icr;

	/* disturb.c */
	unsigned int slot_tick, slot_stall;
	uint64_t stall_key, stalls;

	/* napi.c */
	uint32_t poll_unmasks; /* bits of IMS that its end writes */
	bool poll_again; /* an interrupt came while the poll was ending */
	uint32_t work_done, cleaned, taken_since_refill;
	uint32_t softirq_work, softirq_restarts;
	int64_t softirq_run_ps; /* this run of the softirq began */
	int64_t softirq_start_ps; /* the first of its runs began */

	/* no-napi: the stack's queue */
	struct host_backlog backlog[HOST_BACKLOG];
	uint64_t backlog_head, backlog_tail;

	/* send.c */
	struct host_send queue[HOST_SEND_QUEUE];
	uint64_t queue_head, queue_tail;
	uint32_t sends; /* serial of the last one offered */
	bool queue_stopped; /* no descriptors left */

	/* control.c */
	struct itr controller;
	uint32_t wanted; /* events the controller wants: ITR_EVMASK */
	struct itr_decision programmed;
	bool gap_due[NIC_VECTORS]; /* to be written for that vector */
	bool irq_event, timer_event; /* to be told at the next poll */
	bool gap_defers; /* at its next interrupt, not at once */
	/* After each step, for timelines and records; or NULL. */
	void (*on_step)(void *ctx, int64_t now_ps, const struct itr_sample *s,
			bool decided);
	void *on_step_ctx;

	struct host_counters count;
	struct host_measure measure;
};

struct host_config {
	const struct machine *machine;
	enum host_driver driver;
	const struct itr_ops *controller;
	const struct itr_params *params;
	enum irq_mode irq;
	uint64_t seed;
	int64_t warmup_ps;
};

/* The machine's costs as the card sees them. */
void host_nic_costs(const struct machine *m, struct nic_costs *c);

void host_init(struct host *h, const struct host_config *cfg, struct nic *nic,
	       struct engine *engine);

/* cpu.c */
void cpu_wake(struct host *h, enum cpu_level level, int64_t now_ps);
/* A hard interrupt that is ready preempts what runs, and runs on at once. */
void cpu_interrupt(struct host *h, int64_t now_ps);
/* The same for what is rare: CPU_HARDIRQ or CPU_STALL takes the CPU. */
void cpu_take(struct host *h, enum cpu_level level, int64_t now_ps);
void cpu_event(void *ctx, int64_t now_ps);
/* Runs on, segment by segment, for as long as nothing else can happen. */
void cpu_run(struct host *h);
/* Brings count.cpu_ps up to date in the middle of a segment. */
void cpu_account(struct host *h, int64_t now_ps);

/* The next segment of a level: it costs that much, then at_end() is called. */
static inline void cpu_segment(struct host *h, enum cpu_level level,
			       int64_t cost_ps,
			       void (*at_end)(struct host *, int64_t))
{
	h->work[level].left_ps = cost_ps;
	h->work[level].at_end = at_end;
}

/*
 * The same where nothing else can happen until that segment's end: false if
 * something could, or true, and then it is *now_ps and at_end() can be called.
 * Only at the end of what runs on that level.
 */
static inline bool cpu_through(struct host *h, enum cpu_level level,
			       int64_t cost_ps, int64_t *now_ps)
{
	int64_t end_ps = *now_ps + cost_ps;

	if (!engine_quiet(h->engine, h->slot_cpu, end_ps) || h->ksoftirqd ||
	    h->nic->eager)
		return false;
	engine_go(h->engine, h->slot_cpu, end_ps);
	h->count.cpu_ps[level] += cost_ps;
	h->segment_start_ps = end_ps;
	*now_ps = end_ps;
	return true;
}

/* The level has nothing more to do. */
static inline void cpu_sleep(struct host *h, enum cpu_level level)
{
	h->work[level].ready = false;
}

/* irq.c */
void irq_asserted(void *ctx, const struct nic_vector *v, int64_t now_ps);
void irq_event(void *ctx, int64_t now_ps); /* not under MSI-X */
void irq_leave(struct host *h, int64_t now_ps);

/* msix.c: adds the slots of the vectors. */
#define HOST_IMS_MSIX (ICR_RXQ0 | ICR_TXQ0 | ICR_OTHER | ICR_LSC)
void msix_init(struct host *h);
/* One of the pending vectors is entered. */
void msix_enter_next(struct host *h, uint32_t pending);

/* disturb.c: adds the slots that the machine needs. */
void disturb_init(struct host *h, uint64_t seed);

/* napi.c */
void napi_schedule(struct host *h, int64_t now_ps);
void napi_done(struct host *h, int64_t now_ps);
/* The controller's timer, when no poll runs that could step it. */
void napi_timer_step(struct host *h, int64_t now_ps);
uint32_t napi_clean_tx(struct host *h, int64_t now_ps);

/* nonapi.c */
void nonapi_receive(struct host *h, int64_t now_ps);
void backlog_schedule(struct host *h, int64_t now_ps);

/* measure.c */
void host_deliver(struct host *h, int64_t arrive_ps, uint32_t bytes,
		  int64_t now_ps);
void host_note_moderation(struct host *h, const struct nic_rx_entry *r);
/* What driver and stack take for a frame, in ps. */
int64_t host_stack_cost_ps(const struct host *h, uint32_t bytes,
			   uint32_t serial);

/* send.c */
void host_send(struct host *h, int64_t offered_ps, uint32_t bytes,
	       uint16_t segments);
void send_resume(struct host *h, int64_t now_ps);

/* control.c: returns how many registers it wrote. */
void control_init(struct host *h, const struct host_config *cfg);
/* Writes ITR, or one vector's EITR, as last decided. */
void control_write_gap(struct host *h, unsigned int vector);
uint32_t control_step_wanted(struct host *h, enum itr_event ev, int64_t now_ps);

static inline uint32_t control_step(struct host *h, enum itr_event ev,
				    int64_t now_ps)
{
	return h->wanted & ITR_EVMASK(ev) ? control_step_wanted(h, ev, now_ps)
					  : 0;
}

/* The steps for an interrupt and a timer that have come since the last one. */
uint32_t control_step_noted(struct host *h, int64_t now_ps);

static inline uint32_t control_step_pending(struct host *h, int64_t now_ps)
{
	return h->irq_event || h->timer_event ? control_step_noted(h, now_ps)
					      : 0;
}

void control_timer_event(void *ctx, int64_t now_ps);

#endif /* SIM_HOST_HOST_H */
