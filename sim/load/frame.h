/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * frame.h - what a load offers to a host: frames on a 1 Gbit/s wire.
 */
#ifndef SIM_LOAD_FRAME_H
#define SIM_LOAD_FRAME_H

#include <stdint.h>

#include "nic/wire.h"

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

#endif /* SIM_LOAD_FRAME_H */
