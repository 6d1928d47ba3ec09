/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * itr.h - interrupt moderation controllers as pure functions.
 *
 * A controller is (parameters, state, sample) -> (state', decision). The host,
 * a simulator or a driver, tells it what has happened in running totals and
 * gets back how long the card may hold back its interrupts. There is no clock,
 * lock, allocation, floating point or failure in a step, so that the same
 * object code decides in a simulator and in a kernel, and a recorded run can
 * be replayed bit for bit.
 *
 * One struct itr serves one moderated unit: a port whose rx and tx share one
 * throttle register, or one queue vector. All calls for a unit must come from
 * one place at a time (a driver: its NAPI poll).
 *
 * Units: every time is in nanoseconds (_ns) and every total is a free-running
 * 64-bit counter that may wrap and is never reset.
 */
#ifndef ITR_ITR_H
#define ITR_ITR_H

#include <itr/port.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What made the host call itr_step(). */
enum itr_event {
	ITR_EV_INTERRUPT, /* an interrupt was taken; first poll about to run */
	ITR_EV_POLL, /* a poll spent its whole budget; another one follows */
	ITR_EV_COMPLETION, /* polling ends, interrupts are about to be unmasked */
	ITR_EV_TIMER, /* the next_ns of the last decision has come */
	ITR_EV_LINK, /* unused in a step: a link change is a new itr_start() */
	ITR_EV_RESET, /* the card was reset: write the last decision again */
	ITR_EV_COUNT
};

#define ITR_EVMASK(ev) (1u << (ev))

/* Causes pending at the last interrupt, struct itr_sample.causes. */
#define ITR_CAUSE_RX 0x1u /* receive (RXT0) */
#define ITR_CAUSE_TX 0x2u /* transmit descriptors written back (TXDW) */
#define ITR_CAUSE_RX_LOW 0x4u /* few receive descriptors left (RXDMT0) */
#define ITR_CAUSE_RX_OVERRUN 0x8u /* receive overrun (RXO) */
#define ITR_CAUSE_LINK 0x10u /* link status change (LSC) */

/*
 * A timer or gap the hardware has: values are multiples of step_ns within
 * [min_ns, max_ns], and 0 (= no hold-off) is always allowed. step_ns == 0: the
 * hardware has no such timer, and a decision's value for it is 0.
 */
struct itr_range {
	u64 step_ns;
	u64 min_ns;
	u64 max_ns;
};

/* What the moderated unit can do; given once to itr_start(). */
struct itr_caps {
	struct itr_range
		gap; /* least time between two interrupts (ITR, EITR) */
	struct itr_range rx_packet; /* restarts at each packet (RDTR) */
	struct itr_range rx_absolute; /* from the first packet (RADV) */
	struct itr_range tx_packet; /* TIDV */
	struct itr_range tx_absolute; /* TADV */
	u64 count_max; /* largest packet count, 0: no packet counter */
	u64 separate_gaps; /* 1: rx and tx have a gap each; 0: one shared */
	u64 link_mbps; /* link speed in Mbit/s, 0: link down or unknown */
};

/* What has happened so far; totals are free-running and may wrap. */
struct itr_sample {
	u64 now_ns; /* monotonic, any origin */
	u64 event; /* enum itr_event */
	u64 interrupts; /* interrupts taken by this unit */
	u64 polls; /* poll rounds run */
	u64 rx_packets, rx_bytes, rx_drops;
	u64 tx_packets, tx_bytes,
		tx_drops; /* completed, as the driver cleans */
	u64 irq_ns; /* CPU time in hard interrupt for this unit */
	u64 softirq_ns; /* CPU time in polls for this unit */
	u64 rx_backlog, tx_backlog; /* descriptors pending in the rings now */
	u64 causes; /* ITR_CAUSE_*, as pending at the last interrupt */
};

/* Why a decision is what it is (for timelines, traces and tests). */
enum itr_reason {
	ITR_R_START, /* gap before the first decision */
	ITR_R_KEEP, /* nothing to change */
	ITR_R_FIXED, /* constant by configuration */
	ITR_R_RULE, /* the controller's rule chose this value */
	ITR_R_RAMP, /* on the way to the rule's value */
	ITR_R_LIMIT, /* the rule's value was clamped to a limit */
	ITR_R_LINK_SPEED, /* forced by the link speed */
	ITR_R_NO_CAP, /* the hardware cannot do what the rule wants */
	ITR_R_PARAM, /* a parameter changed */
	ITR_R_COUNT
};

/* What the host shall program. Values are representable under the caps. */
struct itr_decision {
	u64 gap_ns; /* shared gap, or the rx gap; 0: no hold-off */
	u64 tx_gap_ns; /* equals gap_ns unless caps.separate_gaps */
	u64 rx_packet_ns, rx_absolute_ns; /* 0: timer off */
	u64 tx_packet_ns, tx_absolute_ns;
	u64 count; /* interrupt after that many packets, 0: no counter */
	u64 recheck; /* 1: look at the rings once more before unmasking */
	u64 next_ns; /* step me (ITR_EV_TIMER) at or soon after; 0: never */
	u64 reason; /* enum itr_reason */
};

/* One row of a controller's parameter table: the one place that knows it. */
struct itr_param {
	const char *name;
	const char *unit; /* "us", "int/s", "%", "" ... */
	s32 min, max, def;
	const char *help; /* one line */
	/* Names for values, or NULL: {"delay","pkts",NULL} are min, min+1, ... */
	const char *const *names;
};

#define ITR_PARAMS_MAX 20
#define ITR_STATE_WORDS 40
#define ITR_PLAN_WORDS 12

/* Parameter values in table order; controllers see them by their own struct. */
struct itr_params {
	s32 v[ITR_PARAMS_MAX];
};

struct itr;

struct itr_ops {
	const char *name;
	const char *idea; /* two or three sentences */
	u32 version; /* rises when the same input may decide otherwise, or state moves */
	u32 events; /* mask of ITR_EVMASK() the controller wants to be stepped on */
	const struct itr_param *params; /* nparams rows */
	u32 nparams;
	/* Sets the initial state and it->last. Clear state is all zero. */
	void (*start)(struct itr *it, u64 now_ns);
	/*
	 * on[event]: a step, for each of events, and NULL for the others. now_ns
	 * counts, not s->now_ns: it never goes back. Returns true if it->last is
	 * to be programmed, always so for ITR_EV_RESET.
	 */
	bool (*on[ITR_EV_COUNT])(struct itr *it, const struct itr_sample *s,
				 u64 now_ns);
	/* Fills it->plan.own from parameters and capabilities; NULL: nothing. */
	void (*plan)(struct itr *it);
	/* Parameters have changed while running (bumpless); NULL: nothing to do. */
	void (*retune)(struct itr *it, const struct itr_params *old);
};

/*
 * What parameters and capabilities alone lead to, worked out when they change so
 * that a step need not. Not part of the state: neither saved nor in the digest.
 */
struct itr_plan {
	/* Smallest and largest gap but 0 there is, 0 if there is none. */
	u64 gap_low_ns, gap_high_ns;
	u64 gap_room_ns; /* wishes up to gap_low_ns + that need only rounding */
	u64 gap_step_ns; /* never 0 */
	u64 own[ITR_PLAN_WORDS]; /* the controller's */
};

/*
 * A running controller. The caller owns the memory; the members are the
 * library's and the controllers' alone, but last may be read at any time.
 */
struct itr {
	const struct itr_ops *ops;
	struct itr_params params;
	struct itr_caps caps;
	struct itr_decision last;
	u64 now_ns; /* latest time seen */
	u64 decisions; /* how often the rule was evaluated */
	u64 state[ITR_STATE_WORDS];
	struct itr_plan plan;
};

/* Every controller, in the order in which people should see them. */
ITR_API extern const struct itr_ops *const itr_controllers[];
ITR_API extern const size_t itr_controllers_count;

/* The controller of that exact name, or NULL. */
ITR_API const struct itr_ops *itr_find(const char *name);

/* Fills p with the table's defaults. */
ITR_API void itr_params_default(const struct itr_ops *ops,
				struct itr_params *p);

/*
 * Starts a controller; ops is not NULL; params NULL: defaults. Values out of range are clamped
 * into the table's range (the parser has refused them before). The decision to
 * program before anything has happened is it->last.
 */
ITR_API void itr_start(struct itr *it, const struct itr_ops *ops,
		       const struct itr_caps *caps,
		       const struct itr_params *params, u64 now_ns);

/*
 * One step. Returns true if it->last is to be programmed: a decision was made
 * (the same values as before or new ones; it->decisions counts these), or only
 * it->last.next_ns has moved; false if there was nothing to do. An event the
 * controller does not want costs nothing and returns false, but ITR_EV_RESET
 * always returns true so that the host writes it->last again. A now_ns below
 * that of an earlier step counts as that one: time never goes back.
 */
ITR_API bool itr_step(struct itr *it, const struct itr_sample *s);

/*
 * Changes the parameters of a running controller. it->last may change: program
 * it afterwards.
 */
ITR_API void itr_retune(struct itr *it, const struct itr_params *params);

/*
 * The state of a running controller as bytes, the same on every machine, and
 * back. itr_save() returns the bytes needed and writes them if size suffices.
 * itr_load() returns 0, or -1 if the bytes are damaged, or not a state of a
 * controller with that name and version (then *it is unchanged).
 */
ITR_API size_t itr_save(const struct itr *it, u8 *buf, size_t size);
ITR_API int itr_load(struct itr *it, const u8 *buf, size_t size);

/* A 64-bit digest of the whole state, equal wherever the state is equal. */
ITR_API u64 itr_digest(const struct itr *it);

/* Short name of a reason or an event, for people ("?" if out of range). */
ITR_API const char *itr_reason_name(u64 reason);
ITR_API const char *itr_event_name(u64 event);

#ifdef __cplusplus
}
#endif

#endif /* ITR_ITR_H */
