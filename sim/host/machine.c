// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "host/machine.h"

#include <string.h>

/* An hour: longer than anything that takes time here. */
#define COST_MAX_NS INT64_C(3600000000000)

#define COST_SETTING(name, help) \
	{ #name,                 \
	  SETTING_NS,            \
	  0,                     \
	  COST_MAX_NS,           \
	  NULL,                  \
	  help,                  \
	  offsetof(struct machine, name##_ns) },

const struct setting machine_settings[] = { MACHINE_COSTS(COST_SETTING) };
const size_t machine_settings_count =
	sizeof(machine_settings) / sizeof(machine_settings[0]);

static const struct machine ideal = {
	.name = "ideal",
	.about = "Nothing costs anything: registers, interrupts, packets and "
		 "the "
		 "bus take no time. For exact laws, and to see a rule without "
		 "its host.",
	.source = "A definition, not a measurement.",
	.bus_mbyte_per_s = MACHINE_BUS_FREE,
	.napi_weight = 64,
	.softirq_budget = UINT32_MAX,
	.softirq_limit_ns = INT64_MAX / 1000000,
	.exit_rule = NAPI_EXIT_WORK,
};

static const struct machine pcix_2007 = {
	.name = "pcix-2007",
	.about = "The eight-core PCI-X server of 2007 on which the swing "
		 "between "
		 "10k and 20k transactions was seen. Slow register reads and a "
		 "slow path to the application.",
	.source =
		"Costs that reproduce the TCP_RR figures of the netdev report "
		"of August 2007 (82546GB, Linux 2.6.22): one set for all of "
		"its numbers.",
	.idle_exit_ns = 2000,
	.irq_delivery_ns = 500,
	.irq_entry_ns = 2500,
	.intx_extra_ns = 500,
	.mmio_read_ns = 1400,
	.mmio_write_ns = 150,
	.napi_schedule_ns = 400,
	.napi_poll_ns = 400,
	.napi_complete_ns = 200,
	.rx_packet_ns = 4400,
	.tx_clean_ns = 400,
	.tx_send_ns = 4500,
	.timer_ns = 1000,
	.hardirq_packet_ns = 1500,
	.doorbell_ns = 300,
	.tx_fetch_ns = 1200,
	.dma_setup_ns = 200,
	.rx_latency_ns = 100,
	.tx_latency_ns = 0,
	.write_back_ns = 500,
	.bus_mbyte_per_s = 500,
	.napi_weight = 64,
	.softirq_budget = 300,
	.softirq_limit_ns = 2000000,
	.softirq_restarts = 10,
	.jitter_permille = 20,
	.watchdog_ns = 2000000000,
	.tick_period_ns = 4000000, /* HZ = 250 */
	.tick_ns = 5000,
	.exit_rule = NAPI_EXIT_IDLE,
};

static const struct machine xeon_2003 = {
	.name = "xeon-2003",
	.about = "The uniprocessor Xeon router of 2003 with a four-port e1000 "
		 "card: cheap packets, dear interrupts.",
	.source = "Costs that reproduce the forwarding test of the netdev post "
		  "of "
		  "December 2003 (Linux 2.6.0-test11, Xeon 2.66 GHz); the cost "
		  "of a send is an estimate, the test has none.",
	.irq_delivery_ns = 500,
	.irq_entry_ns = 2500,
	.intx_extra_ns = 1500,
	.mmio_read_ns = 1300,
	.mmio_write_ns = 150,
	.napi_schedule_ns = 300,
	.napi_poll_ns = 350,
	.napi_complete_ns = 200,
	.rx_packet_ns = 1540,
	.tx_clean_ns = 150,
	.tx_send_ns = 3000,
	.timer_ns = 1000,
	.hardirq_packet_ns = 800,
	.doorbell_ns = 300,
	.tx_fetch_ns = 1200,
	.dma_setup_ns = 200,
	.rx_latency_ns = 0,
	.tx_latency_ns = 0,
	.write_back_ns = 300,
	.bus_mbyte_per_s = 500,
	.napi_weight = 64,
	.softirq_budget = 300,
	.softirq_limit_ns = 2000000,
	.softirq_restarts = 10,
	.jitter_permille = 20,
	.watchdog_ns = 2000000000,
	.tick_period_ns = 1000000, /* HZ = 1000 */
	.tick_ns = 3000,
	.exit_rule = NAPI_EXIT_WORK,
};

static const struct machine pcie_2009 = {
	.name = "pcie-2009",
	.about = "The PCI Express desktop of 2009 with an 82574L: cheap "
		 "interrupts, and register reads so slow (2.2 us) that MSI-X, "
		 "which needs none, looks like magic.",
	.source =
		"Costs that reproduce the UDP flood of the e1000-devel thread "
		"of September 2009; the cost of a received packet is an "
		"estimate, the test receives nothing.",
	.irq_delivery_ns = 500,
	.irq_entry_ns = 700,
	.intx_extra_ns = 500,
	.mmio_read_ns = 2200,
	.mmio_write_ns = 100,
	.napi_schedule_ns = 300,
	.napi_poll_ns = 300,
	.napi_complete_ns = 150,
	.rx_packet_ns = 2000,
	.tx_clean_ns = 250,
	.tx_send_ns = 3000,
	.timer_ns = 700,
	.hardirq_packet_ns = 1000,
	.doorbell_ns = 300,
	.tx_fetch_ns = 1200,
	.dma_setup_ns = 200,
	.rx_latency_ns = 300,
	.tx_latency_ns = 0,
	.write_back_ns = 300,
	.napi_weight = 64,
	.softirq_budget = 300,
	.softirq_limit_ns = 2000000,
	.softirq_restarts = 10,
	.jitter_permille = 20,
	.watchdog_ns = 2000000000,
	.tick_period_ns = 1000000, /* HZ = 1000 */
	.tick_ns = 2000,
	.exit_rule = NAPI_EXIT_WORK,
};

static const struct machine modern = {
	.name = "modern",
	.about = "A server of about 2018 to 2024: fast registers and packets, "
		 "mitigations on, shallow idle state (C1). The default.",
	.source =
		"Register read 466-506 ns and DMA read 560-600 ns: pcie-bench "
		"(gen3 x8, Broadwell). 575 ns a forwarded packet: the XDP "
		"paper (2018). C1 exit 2 us: intel_idle. Interrupt 1000 ns "
		"plus 400 ns of mitigations and 750 ns for schedule, poll and "
		"complete: assumed within 0.3-1 us each; no published "
		"measurement found. Register write, send, cleaning, timer, "
		"doorbell, descriptor fetch, bus set-up, latencies and "
		"write-back: round figures, assumed.",
	.idle_exit_ns = 2000,
	.irq_delivery_ns = 600,
	.irq_entry_ns = 1400,
	.intx_extra_ns = 500,
	.mmio_read_ns = 500,
	.mmio_write_ns = 100,
	.napi_schedule_ns = 250,
	.napi_poll_ns = 500,
	.napi_complete_ns = 250,
	.rx_packet_ns = 575,
	.tx_clean_ns = 100,
	.tx_send_ns = 1000,
	.timer_ns = 500,
	.hardirq_packet_ns = 300,
	.doorbell_ns = 200,
	.tx_fetch_ns = 600,
	.dma_setup_ns = 50,
	.rx_latency_ns = 300,
	.tx_latency_ns = 100,
	.write_back_ns = 100,
	.napi_weight = 64,
	.softirq_budget = 300,
	.softirq_limit_ns = 2000000,
	.softirq_restarts = 10,
	.restart_limit_ns = 2000000,
	.jitter_permille = 20,
	.watchdog_ns = 2000000000,
	.exit_rule = NAPI_EXIT_WORK,
};

const struct machine *const machines[] = {
	&modern, &pcie_2009, &pcix_2007, &xeon_2003, &ideal,
};
const size_t machines_count = sizeof(machines) / sizeof(machines[0]);

const struct machine *machine_find(const char *name)
{
	for (size_t i = 0; i < machines_count; i++)
		if (strcmp(machines[i]->name, name) == 0)
			return machines[i];
	return NULL;
}

const char *napi_exit_name(enum napi_exit rule)
{
	static const char *const names[NAPI_EXIT_COUNT] = {
		[NAPI_EXIT_WORK] = "work<weight",
		[NAPI_EXIT_IDLE] = "idle",
		[NAPI_EXIT_TX_OR_WORK] = "tx-or-work",
	};

	return names[rule];
}

#define COST_ROW(name, help) { #name, "ns", m->name##_ns, help },

void machine_each_cost(const struct machine *m,
		       void (*row)(void *ctx, const char *name,
				   const char *unit, int64_t value,
				   const char *help),
		       void *ctx)
{
	const struct {
		const char *name, *unit;
		int64_t value;
		const char *help;
	} rows[] = {
		MACHINE_COSTS(COST_ROW){
			"bus", "MB/s",
			m->bus_mbyte_per_s == MACHINE_BUS_FREE
				? 0
				: (int64_t)m->bus_mbyte_per_s,
			m->bus_mbyte_per_s == MACHINE_BUS_FREE
				? "0: the bus takes no time"
				: "limit beside the card's own, 0: none" },
		{ "napi_weight", "frames", m->napi_weight, "most in a poll" },
		{ "softirq_budget", "frames", m->softirq_budget,
		  "most in a run of the softirq" },
		{ "softirq_restarts", "runs", m->softirq_restarts,
		  "that follow before ksoftirqd" },
		{ "jitter", "permille", m->jitter_permille,
		  "noise of packet and interrupt costs" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row(ctx, rows[i].name, rows[i].unit, rows[i].value,
		    rows[i].help);
}
