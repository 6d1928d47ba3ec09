/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * profile.h - what differs between the parts of the e1000 family, as data.
 */
#ifndef SIM_NIC_PROFILE_H
#define SIM_NIC_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <itr/itr.h>

#include "core/setting.h"

enum irq_mode { IRQ_INTX, IRQ_MSI, IRQ_MSIX, IRQ_MODE_COUNT };

/*
 * What parts, or their drivers, do differently, and a run may set. Zero is what
 * all parts of the table do unless their row says otherwise.
 */
struct nic_traits {
	int64_t itr_write; /* 1: a write of ITR restarts a running hold-off */
	int64_t itr_defer; /* 1: the driver writes at the next interrupt */
	int64_t tidv; /* 1: TIDV runs from the first write-back, not the last */
	int64_t gap_min_ns; /* floor of the hold-off, whatever ITR says */
	int64_t ppb; /* the crystal's timers run that much longer */
	int64_t phase_ns; /* from the start until the first assertion may be */
};

extern const struct setting nic_settings[]; /* of struct nic_traits */
extern const size_t nic_settings_count;

struct nic_profile {
	const char *name; /* "82574L" */
	const char *about; /* two or three sentences for `itrsim show` */
	const char *source; /* where the figures come from */
	uint32_t rx_fifo_bytes, tx_fifo_bytes;
	uint32_t rx_ring, tx_ring; /* descriptors, the driver's default */
	uint32_t bus_mbyte_per_s; /* payload rate the part's bus can carry */
	uint32_t dma_overhead_bytes; /* headers and descriptor per transfer */
	bool bus_shared; /* rx and tx DMA share one bus (PCI, PCI-X) */
	bool auto_mask; /* reading ICR masks (IAM); no flush after IMC needed */
	bool has_msi;
	bool has_msix; /* a vector each for rx, tx and the rest, EITR */
	struct nic_traits traits;
};

extern const struct nic_profile *const nic_profiles[];
extern const size_t nic_profiles_count;

/* The profile of that name, or NULL. */
const struct nic_profile *nic_profile_find(const char *name);

/* What a controller on this part may set. */
void nic_profile_caps(const struct nic_profile *nic, enum irq_mode irq,
		      struct itr_caps *caps);

const char *irq_mode_name(enum irq_mode irq); /* "intx", "msi", "msix" */

#endif /* SIM_NIC_PROFILE_H */
