// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "nic/profile.h"

#include <string.h>

#include <itr/units.h>

/* The longest hold-off that ITR can hold, and a phase within it. */
#define GAP_MAX_NS ((int64_t)ITR_REG_MAX * ITR_GAP_UNIT_NS)
/* Ten times what an ordinary crystal is off by. */
#define PPB_MAX INT64_C(1000000)

static const char *const itr_write_names[] = { "keep", "restart" };
static const char *const no_yes[] = { "no", "yes" };
static const char *const tidv_names[] = { "restart", "first" };

#define AT(member) offsetof(struct nic_traits, member)

const struct setting nic_settings[] = {
	{ "itr_write", SETTING_NAMED, 0, 1, itr_write_names,
	  "what a write of ITR does to a running hold-off: keep its end, or "
	  "restart it with the new length",
	  AT(itr_write) },
	{ "itr_defer", SETTING_NAMED, 0, 1, no_yes,
	  "whether the driver writes a new gap only at the next interrupt",
	  AT(itr_defer) },
	{ "tidv", SETTING_NAMED, 0, 1, tidv_names,
	  "whether TIDV restarts at each write-back or runs from the first",
	  AT(tidv) },
	{ "gap_min", SETTING_NS, 0, GAP_MAX_NS, NULL,
	  "shortest hold-off, whatever ITR says", AT(gap_min_ns) },
	{ "ppm", SETTING_PPB, -PPB_MAX, PPB_MAX, NULL,
	  "of its crystal: hold-off and delay timers run that much longer",
	  AT(ppb) },
	{ "phase", SETTING_NS, 0, GAP_MAX_NS, NULL,
	  "left of a hold-off that runs when the run begins", AT(phase_ns) },
};
const size_t nic_settings_count =
	sizeof(nic_settings) / sizeof(nic_settings[0]);

static const struct nic_profile nic_82540em = {
	.name = "82540EM",
	.about =
		"The desktop gigabit card of 2002, and the one most emulators "
		"show. 32-bit PCI at 66 MHz; INTx only, no flush-free masking: "
		"three register reads an interrupt.",
	.source = "8254x Software Developer's Manual: 64 KB packet buffer, "
		  "reset value of PBA 48/16; PCI 32 bit x 66 MHz = 264 MB/s. "
		  "Rings of 256: Linux e1000 7.3.20.",
	.rx_fifo_bytes = 48 * 1024,
	.tx_fifo_bytes = 16 * 1024,
	.rx_ring = 256,
	.tx_ring = 256,
	.bus_mbyte_per_s = 264,
	.dma_overhead_bytes = 0, /* in the machine's dma_setup_ns */
	.bus_shared = true,
	.auto_mask = false,
	.has_msi = false,
	.has_msix = false,
};

static const struct nic_profile nic_82546gb = {
	.name = "82546GB",
	.about =
		"One port of the dual-port PCI-X server card of 2003 (the one "
		"whose request/response rate swings between 10k and 20k when "
		"both ends moderate). INTx: three register reads an interrupt.",
	.source = "8254x Software Developer's Manual: 64 KB packet buffer, "
		  "PBA 48/16; PCI-X 64 bit x 133 MHz = 1066 MB/s. Rings of "
		  "256: Linux e1000 7.3.20.",
	.rx_fifo_bytes = 48 * 1024,
	.tx_fifo_bytes = 16 * 1024,
	.rx_ring = 256,
	.tx_ring = 256,
	.bus_mbyte_per_s = 1066,
	.dma_overhead_bytes = 0, /* in the machine's dma_setup_ns */
	.bus_shared = true,
	.auto_mask = false,
	.has_msi = false,
	.has_msix = false,
};

static const struct nic_profile nic_82574l = {
	.name = "82574L",
	.about = "The small PCI Express card of 2008, still sold. Reading the "
		 "cause register masks by itself (IAM): two register reads an "
		 "interrupt. INTx, MSI, or MSI-X with a vector each for rx, "
		 "tx and the rest: no register read for a queue, no delay "
		 "timers. One lane of PCI Express each way.",
	.source = "82574 data sheet: 40 KB packet buffer; Linux e1000e gives "
		  "32 KB of it to receive. PCIe 1.1 x1 = 250 MB/s each way. "
		  "Transfer overhead: 24 B packet header plus descriptor, "
		  "twice (data and write-back), estimated. Rings of 256.",
	.rx_fifo_bytes = 32 * 1024,
	.tx_fifo_bytes = 8 * 1024,
	.rx_ring = 256,
	.tx_ring = 256,
	.bus_mbyte_per_s = 250,
	.dma_overhead_bytes = 64,
	.bus_shared = false,
	.auto_mask = true,
	.has_msi = true,
	.has_msix = true,
};

const struct nic_profile *const nic_profiles[] = {
	&nic_82540em,
	&nic_82546gb,
	&nic_82574l,
};
const size_t nic_profiles_count =
	sizeof(nic_profiles) / sizeof(nic_profiles[0]);

const struct nic_profile *nic_profile_find(const char *name)
{
	for (size_t i = 0; i < nic_profiles_count; i++)
		if (strcmp(nic_profiles[i]->name, name) == 0)
			return nic_profiles[i];
	return NULL;
}

static struct itr_range register_range(uint64_t unit_ns)
{
	/* 16-bit registers counting units; 0 switches them off. */
	return (struct itr_range){
		.step_ns = unit_ns,
		.min_ns = unit_ns,
		.max_ns = itr_reg_to_ns(ITR_REG_MAX, unit_ns),
	};
}

void nic_profile_caps(const struct nic_profile *nic, enum irq_mode irq,
		      struct itr_caps *caps)
{
	(void)nic;
	*caps = (struct itr_caps){
		.gap = register_range(ITR_GAP_UNIT_NS),
		.link_mbps = 1000,
	};
	/* MSI-X: a gap each for rx and tx (EITR), and no delay timers: no send
	 * may carry IDE, and RDTR does not act on a queue's cause. */
	if (irq == IRQ_MSIX) {
		caps->separate_gaps = 1;
		return;
	}
	/* All three parts have all timers. */
	caps->rx_packet = register_range(ITR_DELAY_UNIT_NS);
	caps->rx_absolute = register_range(ITR_DELAY_UNIT_NS);
	caps->tx_packet = register_range(ITR_DELAY_UNIT_NS);
	caps->tx_absolute = register_range(ITR_DELAY_UNIT_NS);
}

const char *irq_mode_name(enum irq_mode irq)
{
	static const char *const names[IRQ_MODE_COUNT] = {
		[IRQ_INTX] = "intx",
		[IRQ_MSI] = "msi",
		[IRQ_MSIX] = "msix",
	};

	return names[irq];
}
