/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * wire.h - the 1 Gbit/s Ethernet wire.
 */
#ifndef SIM_NIC_WIRE_H
#define SIM_NIC_WIRE_H

#include <stdint.h>

#include "core/clock.h"

/* All parts modelled so far run at 1 Gbit/s: 8 ns a byte. */
#define WIRE_PS_PER_BYTE INT64_C(8000)
#define WIRE_MBYTE_PER_S 125
/* Preamble and SFD 8, FCS 4, inter-frame gap 12 (IEEE 802.3). */
#define WIRE_OVERHEAD_BYTES 24
/* Shortest frame without FCS; a shorter one is padded (IEEE 802.3). */
#define WIRE_MIN_BYTES 60

/* Time on the wire of n frames of together that many bytes (without FCS). */
static inline int64_t wire_time_ps(uint64_t bytes, unsigned int n)
{
	return (int64_t)(bytes + (uint64_t)n * WIRE_OVERHEAD_BYTES) *
	       WIRE_PS_PER_BYTE;
}

#endif /* SIM_NIC_WIRE_H */
