/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * frame.h - what a load offers to a host: frames on a 1 Gbit/s wire.
 */
#ifndef SIM_LOAD_FRAME_H
#define SIM_LOAD_FRAME_H

#include <stdint.h>

#include "core/clock.h"

/* All parts modelled so far run at 1 Gbit/s: 8 ns a byte. */
#define WIRE_PS_PER_BYTE INT64_C(8000)
/* Preamble and SFD 8, FCS 4, inter-frame gap 12 (IEEE 802.3). */
#define WIRE_OVERHEAD_BYTES 24
/* Shortest frame without FCS; a shorter one is padded (IEEE 802.3). */
#define WIRE_MIN_BYTES 60

enum frame_kind {
	FRAME_RX, /* arrives; t_ps is the end of its last bit on the wire */
	FRAME_TX /* the host starts to send it at t_ps */
};

struct frame {
	int64_t t_ps;
	uint32_t
		bytes; /* without FCS, padded; a TSO send: all payload + headers */
	uint16_t segments; /* frames on the wire: 1, or more for a TSO send */
	uint8_t kind; /* enum frame_kind */
};

/* Time on the wire of n frames of together that many bytes (without FCS). */
static inline int64_t wire_time_ps(uint64_t bytes, unsigned int n)
{
	return (int64_t)(bytes + (uint64_t)n * WIRE_OVERHEAD_BYTES) *
	       WIRE_PS_PER_BYTE;
}

#endif /* SIM_LOAD_FRAME_H */
