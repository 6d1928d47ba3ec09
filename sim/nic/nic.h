/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * nic.h - one e1000 port: rings, FIFO, DMA, causes and the interrupt throttle.
 *
 * Received frame: wire -> FIFO -> DMA over the bus into a descriptor's buffer
 * -> descriptor written back (done) -> cause RXT0, perhaps held by RDTR/RADV
 * -> assertion, perhaps held by ITR. Sent frame: doorbell -> descriptor fetch
 * -> DMA into the FIFO -> wire; descriptor written back -> cause TXDW, perhaps
 * held by TIDV/TADV -> assertion.
 *
 * What can be computed when a frame is offered is computed then: the time of
 * its write-back stands in its ring entry, and the entry is done once that time
 * has come. Only what may raise an interrupt is an event.
 */
#ifndef SIM_NIC_NIC_H
#define SIM_NIC_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "core/engine.h"
#include "nic/profile.h"
#include "nic/wire.h"

/* Bits of ICR, IMS, IMC, ICS (8254x manual). */
#define ICR_TXDW 0x00000001u
#define ICR_LSC 0x00000004u
#define ICR_RXDMT0 0x00000010u
#define ICR_RXO 0x00000040u
#define ICR_RXT0 0x00000080u
/* 82574 under MSI-X: one for each queue, and one for what is no queue's. */
#define ICR_RXQ0 0x00100000u
#define ICR_TXQ0 0x00400000u
#define ICR_OTHER 0x01000000u

/* Costs of the machine that the card sees; all in ps. */
struct nic_costs {
	int64_t doorbell_ps; /* tail write to the card */
	int64_t tx_fetch_ps; /* descriptor fetch when the card had none */
	int64_t dma_setup_ps; /* occupies the bus, a frame */
	int64_t rx_latency_ps, tx_latency_ps; /* does not occupy the bus */
	int64_t write_back_ps;
	uint32_t bus_mbyte_per_s; /* 0: no limit */
	bool free; /* ideal: the bus takes no time at all */
};

struct nic_rx_entry {
	int64_t arrive_ps; /* last bit on the wire */
	int64_t done_ps; /* descriptor written back */
	uint32_t bytes;
	uint32_t serial; /* of the arrivals: key of the noise */
	bool low; /* its use left half of the ring: RXDMT0 */
};

struct nic_fifo_entry {
	int64_t arrive_ps;
	int64_t release_ps; /* left the FIFO; valid once a descriptor is taken */
	uint32_t bytes;
	uint32_t serial;
};

struct nic_tx_entry {
	int64_t offered_ps; /* when the load wanted it sent */
	int64_t post_ps; /* doorbell */
	int64_t done_ps; /* last descriptor written back */
	int64_t wire_ps; /* last bit on the wire */
	uint32_t bytes;
	uint16_t segments;
	uint16_t descriptors;
};

/* Frames of 60 B that fit the largest FIFO: 48 KB / 60 = 820. */
#define NIC_FIFO_SLOTS 1024

struct nic_counters {
	uint64_t assertions;
	uint64_t rx_no_descriptor, rx_fifo_full; /* dropped frames */
	uint64_t rx_frames; /* offered by the wire */
};

struct nic;

/* MSI-X: what of IVAR goes where. INTx and MSI have the first one only. */
enum { NIC_VECTOR_RX, NIC_VECTOR_TX, NIC_VECTOR_OTHER, NIC_VECTORS };

/* What interrupts: a line or message for all causes, or one of MSI-X's. */
struct nic_vector {
	struct nic *nic;
	unsigned int index;
	uint32_t causes; /* routed to it (IVAR) */
	bool asserted; /* line high, or message sent and not yet re-armed */
	int64_t blocked_until_ps; /* the running hold-off's end */
	int64_t gap_ps; /* ITR, EITR */
	int64_t assert_ps; /* the last assertion */
	unsigned int slot_throttle;
};

/*
 * What a test may listen to (run_config.log) in a model that is compiled with
 * SIM_LISTEN: when, and a value.
 */
enum nic_log {
	NIC_LOG_ASSERT, /* the vector */
	NIC_LOG_ICR, /* the value read */
	NIC_LOG_POLL, /* sends cleaned as it begins */
	NIC_LOG_POLL_END, /* frames received */
	NIC_LOG_DELIVER, /* frame to the stack: its arrival in ps */
	NIC_LOG_CLEAN, /* send cleaned: its doorbell in ps */
	NIC_LOG_NO_DESCRIPTOR, /* frame dropped: its bytes, here and below */
	NIC_LOG_FIFO_FULL,
	NIC_LOG_BACKLOG_FULL,
	NIC_LOG_QUEUE_FULL,
	NIC_LOG_COUNT
};
typedef void (*nic_log_fn)(void *ctx, enum nic_log what, int64_t now_ps,
			   int64_t value);

/* The delay timers of one direction (delay.c). */
struct nic_delay {
	struct nic *nic;
	const struct nic_vector *vector; /* of the cause */
	uint32_t cause; /* ICR bit that they delay */
	bool restarts; /* the packet timer, at each completion */
	int64_t packet_ps; /* 0: no delay */
	int64_t absolute_ps; /* from the first completion; 0: none */
	unsigned int slot_packet, slot_absolute;
};

struct nic {
	const struct nic_profile *profile;
	struct nic_costs costs;
	struct engine *engine;
	bool msi; /* messages, no line */
	bool eager; /* no short cut here or in the host: the same outcome */
	bool auto_mask; /* reading ICR clears IMS (IAM), set by the driver */

	/* throttle.c */
	uint32_t icr, ims;
	uint32_t eiac; /* causes that a message clears and masks, MSI-X */
	unsigned int vectors; /* in use: 1, or NIC_VECTORS */
	struct nic_vector vector[NIC_VECTORS];
	/* For received frames: */
	int64_t read_ps; /* the last read of ICR, or message, that took them */
	int64_t read_assert_ps; /* the assertion that led to that read */
	int64_t unmask_ps; /* the last write of IMS that set their cause */
	unsigned int slot_done;
	void (*on_assert)(void *ctx, const struct nic_vector *v,
			  int64_t now_ps);
	void *on_assert_ctx;

	/* rx.c */
	struct nic_delay rx_delay; /* RDTR, RADV */
	int64_t rx_bus_free_ps; /* the bus has moved all frames it was given */
	struct nic_rx_entry *rx;
	uint64_t rx_posted, rx_filled, rx_done, rx_taken; /* free-running */
	struct nic_fifo_entry fifo[NIC_FIFO_SLOTS];
	uint64_t fifo_head, fifo_assigned, fifo_tail;
	uint32_t fifo_bytes;
	int64_t dma_byte_ps; /* bus time of a byte */
	int64_t shared_byte_ps; /* the same beside a transmission */

	/* tx.c */
	struct nic_delay tx_delay; /* TIDV, TADV */
	struct nic_tx_entry *tx;
	uint64_t tx_posted, tx_done, tx_cleaned; /* frames, free-running */
	uint32_t tx_descriptors_free;
	int64_t tx_free_ps; /* the DMA engine has moved all it was given */
	int64_t wire_free_ps;

	struct nic_counters count;
	nic_log_fn log; /* or NULL; the host's events, too */
	void *log_ctx;
};

/* Compiled in where a test listens, for it costs 3 % in the inner loop. */
static inline void nic_log(const struct nic *n, enum nic_log what,
			   int64_t now_ps, int64_t value)
{
#ifdef SIM_LISTEN
	if (n->log)
		n->log(n->log_ctx, what, now_ps, value);
#else
	(void)n, (void)what, (void)now_ps, (void)value;
#endif
}

/* 0, or -1 if memory is short. */
int nic_init(struct nic *n, const struct nic_profile *profile,
	     enum irq_mode irq, const struct nic_costs *costs,
	     struct engine *engine);
void nic_destroy(struct nic *n);

/* How long that many ps of the card's own crystal are, to the nearest ps. */
int64_t nic_crystal_ps(const struct nic *n, int64_t ps);

/* delay.c */
void nic_delay_init(struct nic_delay *d, struct nic *n,
		    const struct nic_vector *vector, uint32_t cause);
void nic_delay_restart(struct nic_delay *d, int64_t done_ps);
void nic_delay_set(struct nic_delay *d, int64_t packet_ps, int64_t absolute_ps);

/* A descriptor was written back: the cause, or the timers that delay it. */
static inline void nic_delay_completion(struct nic_delay *d, int64_t done_ps)
{
	if (d->packet_ps)
		nic_delay_restart(d, done_ps);
	else
		d->nic->icr |= d->cause;
}

/* completion.c */
void nic_sync_some(struct nic *n, int64_t now_ps);
void nic_arm_next(struct nic *n);
/* sync, let the rule look, arm: before an entry or a timer changes. */
void nic_note(struct nic *n, int64_t now_ps);

/* Descriptors that are given to the card and not noted as done. */
static inline bool nic_at_work(const struct nic *n)
{
	return n->rx_done != n->rx_filled || n->tx_done != n->tx_posted;
}

/* Notes in ICR, or with the delay timers, what is done up to now. */
static inline void nic_sync(struct nic *n, int64_t now_ps)
{
	if (nic_at_work(n))
		nic_sync_some(n, now_ps);
}

/* Makes an event of the next completion that could matter. */
static inline void nic_arm(struct nic *n)
{
	if (nic_at_work(n))
		nic_arm_next(n);
	else
		engine_at(n->engine, n->slot_done, TIME_NEVER);
}

void nic_done_event(void *ctx, int64_t now_ps);

/* throttle.c: registers, as the driver sees them. */
uint32_t nic_read_icr(struct nic *n, int64_t now_ps);
void nic_clear_icr(struct nic *n, uint32_t bits, int64_t now_ps); /* W1C */
void nic_write_ims(struct nic *n, uint32_t bits, int64_t now_ps);
void nic_write_imc(struct nic *n, uint32_t bits, int64_t now_ps);
void nic_write_ics(struct nic *n, uint32_t bits, int64_t now_ps);
/* ITR, or one vector's EITR. */
void nic_write_gap(struct nic *n, unsigned int vector, int64_t gap_ps);
/* The interface comes up: hold-offs run, and end at the part's phase. */
void nic_up(struct nic *n);

/* The interrupt rule: asserts if it may, or tries again when it may. */
void nic_evaluate(struct nic *n, struct nic_vector *v, int64_t now_ps);
void nic_evaluate_all(struct nic *n, int64_t now_ps);
void nic_throttle_event(void *ctx, int64_t now_ps);

/* The rule for each vector there is. */
static inline void nic_look(struct nic *n, int64_t now_ps)
{
	if (__builtin_expect(n->vectors != 1, false))
		nic_evaluate_all(n, now_ps);
	else
		nic_evaluate(n, &n->vector[0], now_ps);
}

static inline bool nic_msix(const struct nic *n)
{
	return n->vectors > 1;
}

static inline bool nic_asserted(const struct nic *n)
{
	return n->vector[NIC_VECTOR_RX].asserted ||
	       n->vector[NIC_VECTOR_TX].asserted ||
	       n->vector[NIC_VECTOR_OTHER].asserted;
}

/* Sets causes and, if the rule allows, asserts. */
static inline void nic_cause(struct nic *n, uint32_t bits, int64_t now_ps)
{
	n->icr |= bits;
	if (n->icr & n->ims)
		nic_look(n, now_ps);
}

/* rx.c */
/* A frame's last bit comes off the wire. */
void nic_rx_arrive(struct nic *n, int64_t arrive_ps, uint32_t bytes);
void nic_rx_timers(struct nic *n, int64_t rdtr_ps, int64_t radv_ps);

static inline struct nic_rx_entry *nic_rx_at(const struct nic *n, uint64_t i)
{
	return &n->rx[i & (n->profile->rx_ring - 1)];
}

/* The next frame ready for the driver, or NULL; take it with nic_rx_take(). */
static inline const struct nic_rx_entry *nic_rx_peek(const struct nic *n,
						     int64_t now_ps)
{
	const struct nic_rx_entry *r = nic_rx_at(n, n->rx_taken);

	return n->rx_taken != n->rx_filled && r->done_ps <= now_ps ? r : NULL;
}

static inline void nic_rx_take(struct nic *n)
{
	n->rx_taken++;
}

/* Gives all taken descriptors back to the card (a write of RDT). */
void nic_rx_refill(struct nic *n, int64_t now_ps);

/* Frames in the card and the ring, not yet taken. */
static inline uint64_t nic_rx_pending(const struct nic *n)
{
	return (n->fifo_tail - n->fifo_assigned) + (n->rx_filled - n->rx_taken);
}

/* tx.c */
uint32_t nic_tx_descriptors(uint32_t bytes); /* a send of that size needs */
void nic_tx_post(struct nic *n, const struct nic_tx_entry *e, int64_t now_ps);

static inline struct nic_tx_entry *nic_tx_at(const struct nic *n, uint64_t i)
{
	return &n->tx[i & (n->profile->tx_ring - 1)];
}

/* The oldest sent frame whose descriptors are done, or NULL. */
static inline const struct nic_tx_entry *nic_tx_peek(const struct nic *n,
						     int64_t now_ps)
{
	const struct nic_tx_entry *e = nic_tx_at(n, n->tx_cleaned);

	return n->tx_cleaned != n->tx_posted && e->done_ps <= now_ps ? e : NULL;
}

static inline void nic_tx_clean(struct nic *n)
{
	n->tx_descriptors_free += nic_tx_at(n, n->tx_cleaned)->descriptors;
	n->tx_cleaned++;
}

void nic_tx_timers(struct nic *n, int64_t tidv_ps, int64_t tadv_ps);

static inline uint64_t nic_tx_pending(const struct nic *n)
{
	return n->tx_posted - n->tx_cleaned;
}

#endif /* SIM_NIC_NIC_H */
