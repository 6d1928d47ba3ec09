/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * naive.h - the model of card and host a second time, without any cleverness.
 *
 * Written from docs/design.md and the manuals' facts. It shares data with the
 * model (profiles, machines, the noise of a key) and no code of sim/nic and
 * sim/host: whatever happens is an event of its own in one heap, and what the
 * CPU does is three levels, of which the highest that wants to runs.
 *
 * heap.c the events, card.c the card, cpu.c the levels, driver.c what they do,
 * naive.c the start, the end and the totals.
 */
#ifndef TESTS_ORACLE_NAIVE_H
#define TESTS_ORACLE_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <itr/itr.h>

#include "load/run.h"
#include "oracle/journal.h"

/* What of one moment comes first. */
enum when {
	WHEN_WARM, /* the warm-up ends */
	WHEN_RELEASE, /* a frame has left the receive FIFO */
	WHEN_ARRIVAL, /* of the load */
	WHEN_RX_DONE, /* descriptors written back */
	WHEN_TX_DONE,
	WHEN_RDTR, /* delay timers: receive, transmit */
	WHEN_RADV,
	WHEN_TIDV,
	WHEN_TADV,
	WHEN_THROTTLE, /* the hold-off ends; one for each vector */
	WHEN_THROTTLE_LAST = WHEN_THROTTLE + 2,
	WHEN_WATCHDOG,
	WHEN_TICK,
	WHEN_STALL,
	WHEN_CONTROL, /* the controller's timer */
	WHEN_DELIVERY, /* an interrupt reaches the CPU; the same */
	WHEN_DELIVERY_LAST = WHEN_DELIVERY + 2,
	WHEN_CPU /* a segment ends */
};

struct naive;
typedef void (*event_fn)(struct naive *v, size_t arg);

struct event {
	int64_t t_ps;
	enum when when;
	uint64_t sequence;
	event_fn fn;
	size_t arg;
	const uint64_t
		*alive; /* NULL, or it only counts while *alive == born */
	uint64_t born;
};

struct heap {
	struct event *e;
	size_t n, room;
	uint64_t sequence;
};

/* heap.c: fn(v, arg) is called at t_ps; a cancelled event never was. */
void heap_push(struct heap *h, struct event e);
/* The earliest event that is still alive; false if there is none. */
bool heap_peek(struct heap *h, struct event *e);
void heap_pop(struct heap *h);

struct rx_frame {
	int64_t arrive_ps, done_ps;
	uint32_t bytes, serial;
	bool low; /* half of the ring is used with it */
	bool covered; /* an assertion or a read of ICR took its cause */
	int64_t held_ps; /* by moderation */
};

struct tx_frame {
	int64_t offered_ps, post_ps, done_ps;
	uint32_t bytes, descriptors, serial;
	uint16_t segments;
};

struct delay {
	uint32_t cause;
	int64_t packet_ps, absolute_ps;
	bool packet_runs, absolute_runs;
	bool first; /* the packet timer does not restart while it runs */
	uint64_t alive; /* of both timers; rises when they stop */
	uint64_t packet_alive; /* rises with each restart, too */
	enum when packet_when, absolute_when;
};

/* MSI-X has three; otherwise the first is all there is. */
enum { VECTOR_RX, VECTOR_TX, VECTOR_OTHER, VECTORS };

struct vector {
	uint32_t causes;
	bool takes; /* its message clears and masks its causes (EIAC) */
	bool asserted; /* and nothing has made it ready again */
	size_t assertion; /* number of the last one */
	int64_t blocked_ps, gap_ps;
	uint64_t throttle_alive;
	bool gap_due; /* to be written in its next interrupt */
	bool waits; /* delivered while an interrupt ran */
};

enum level {
	LEVEL_PROCESS,
	LEVEL_SOFTIRQ,
	LEVEL_HARDIRQ,
	LEVEL_STALL, /* what no kernel sees */
	LEVELS,
	LEVEL_NONE
};

/* Called when a level's segment ends: the next one's cost in ps, or DONE. */
#define DONE (-1)
typedef int64_t (*program_fn)(struct naive *v);

struct level_state {
	bool wants; /* the CPU */
	int64_t left_ps; /* of its segment */
	program_fn then;
};

struct naive {
	const struct run_config *cfg;
	const struct machine *m;
	const struct frame *load;
	struct journal *journal;
	struct heap heap;
	int64_t now_ps;

	/* card */
	uint32_t icr, ims;
	struct vector vector[VECTORS];
	size_t vectors, on_their_way; /* messages of MSI-X */
	int64_t unmask_ps;
	bool masks_itself; /* a read of ICR clears IMS */
	int64_t byte_ps, shared_byte_ps; /* of the bus, alone and beside tx */
	struct rx_frame *rx; /* all that were not dropped, in order */
	size_t rx_accepted, rx_moved, rx_written, rx_taken, rx_posted;
	uint32_t rx_serial, fifo_bytes;
	int64_t rx_bus_free_ps;
	struct tx_frame *tx; /* all that were posted, in order */
	size_t tx_posted, tx_cleaned;
	uint32_t tx_descriptors; /* in use */
	int64_t tx_bus_free_ps, wire_free_ps;
	struct delay rx_delay, tx_delay;

	/* CPU */
	struct level_state level[LEVELS];
	enum level running; /* LEVEL_NONE: asleep */
	int64_t asleep_ps, /* since then */
		awake_ps,
		since_ps; /* the running level has been charged up to */
	uint64_t segment_alive;
	int64_t cpu_ps[LEVELS];
	bool ksoftirqd;
	int64_t ksoftirqd_lead_ps;

	/* driver */
	bool tick_waits, poll_again;
	uint64_t stalls;
	uint32_t last_icr;
	uint32_t received, cleaned, unreturned; /* in this poll */
	uint32_t run_frames, restarts; /* of the softirq */
	int64_t softirq_ps, run_ps; /* when they began */
	size_t backlog_head, backlog_tail; /* into backlog */
	struct rx_frame *backlog;
	size_t queue_head, queue_tail; /* into queue */
	struct tx_frame *queue;
	bool queue_stopped;
	uint32_t tx_serial;

	/* controller */
	struct itr controller;
	struct itr_decision programmed;
	bool tell_interrupt, tell_timer, started;
	uint64_t control_alive;
	uint64_t decisions, rx_drops, tx_drops;
	uint64_t interrupts, rx_packets, rx_bytes, tx_packets, tx_bytes, polls;

	/* what is measured since the warm-up */
	bool warm;
	int64_t measured_from_ps;
	struct run_result total, before; /* counts since ever, at the warm-up */
	struct run_result sum; /* frames offered since */
	unsigned __int128 delay_sum, moderation_sum, completion_sum;
};

static inline void at(struct naive *v, int64_t t_ps, enum when when,
		      event_fn fn, size_t arg)
{
	heap_push(&v->heap,
		  (struct event){
			  .t_ps = t_ps, .when = when, .fn = fn, .arg = arg });
}

/* The same; raising *alive cancels it. */
static inline void at_alive(struct naive *v, int64_t t_ps, enum when when,
			    event_fn fn, const uint64_t *alive)
{
	heap_push(&v->heap, (struct event){ .t_ps = t_ps,
					    .when = when,
					    .fn = fn,
					    .alive = alive,
					    .born = *alive });
}

static inline int64_t ns(int64_t ns)
{
	return ns * 1000;
}

static inline void note(struct naive *v, enum nic_log what, int64_t value)
{
	journal_add(v->journal, what, v->now_ps, value);
}

/* Frames offered before the warm-up ended are not measured. */
static inline bool measured(const struct naive *v, int64_t offered_ps)
{
	return offered_ps >= v->cfg->warmup_ps;
}

static inline bool msix(const struct naive *v)
{
	return v->cfg->irq == IRQ_MSIX;
}

/* card.c */
#define CAUSE_TXDW 0x01u
#define CAUSE_LSC 0x04u
#define CAUSE_RXDMT0 0x10u
#define CAUSE_RXO 0x40u
#define CAUSE_RXT0 0x80u
#define CAUSE_RXQ0 0x100000u
#define CAUSE_TXQ0 0x400000u
#define CAUSE_OTHER 0x1000000u
void card_start(struct naive *v);
void card_arrival(struct naive *v, uint32_t bytes);
void card_send(struct naive *v, struct tx_frame f);
uint32_t card_read_icr(struct naive *v);
void card_clear_icr(struct naive *v, uint32_t bits);
void card_unmask(struct naive *v, uint32_t bits);
void card_mask_all(struct naive *v);
void card_cause(struct naive *v, uint32_t bits);
void card_gap(struct naive *v, size_t vector, int64_t gap_ps);
void card_delays(struct naive *v, struct delay *d, int64_t packet_ps,
		 int64_t absolute_ps);
/* The next frame that is done and not taken, or NULL. */
struct rx_frame *card_received(struct naive *v);
struct tx_frame *card_sent(struct naive *v);
/* Gives the descriptors of all taken frames back. */
void card_refill(struct naive *v);

/* cpu.c */
void cpu_start_level(struct naive *v, enum level level, int64_t cost_ps,
		     program_fn then);
/* Brings cpu_ps up to date. */
void cpu_charge(struct naive *v);

/* driver.c */
void driver_start(struct naive *v);
void driver_delivery(struct naive *v, size_t assertion);
void driver_message(struct naive *v, size_t vector);
void driver_offer(struct naive *v, const struct frame *f);

#endif /* TESTS_ORACLE_NAIVE_H */
