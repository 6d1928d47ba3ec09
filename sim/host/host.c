// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "host/host.h"

#include <string.h>

/* The driver's watchdog makes sure that a ring is never forgotten. */
static void watchdog_event(void *ctx, int64_t now_ps)
{
	struct host *h = ctx;

	engine_at(h->engine, h->slot_watchdog,
		  now_ps + h->machine->watchdog_ns * PS_PER_NS);
	nic_write_ics(h->nic, nic_msix(h->nic) ? ICR_RXQ0 : ICR_RXDMT0, now_ps);
}

void host_nic_costs(const struct machine *m, struct nic_costs *c)
{
	*c = (struct nic_costs){
		.doorbell_ps = m->doorbell_ns * PS_PER_NS,
		.tx_fetch_ps = m->tx_fetch_ns * PS_PER_NS,
		.dma_setup_ps = m->dma_setup_ns * PS_PER_NS,
		.rx_latency_ps = m->rx_latency_ns * PS_PER_NS,
		.tx_latency_ps = m->tx_latency_ns * PS_PER_NS,
		.write_back_ps = m->write_back_ns * PS_PER_NS,
		.bus_mbyte_per_s = m->bus_mbyte_per_s,
		.free = m->bus_mbyte_per_s == MACHINE_BUS_FREE,
	};
}

#define COST_PS(name, help) .name = m->name##_ns * PS_PER_NS,

static void host_costs_init(struct host *h, enum irq_mode irq, uint64_t seed)
{
	const struct machine *m = h->machine;
	struct host_costs *c = &h->cost;

	*c = (struct host_costs){ MACHINE_COSTS(COST_PS) };
	h->deep_after_ps = c->deep_after ? c->deep_after : TIME_NEVER;
	if (irq == IRQ_INTX)
		c->irq_entry += c->intx_extra;
	noise_cost_init(&h->irq_entry, c->irq_entry, m->jitter_permille, seed,
			NOISE_IRQ);
	noise_cost_init(&h->rx_packet, c->rx_packet, m->jitter_permille, seed,
			NOISE_RX_PACKET);
	noise_cost_init(&h->tx_send, c->tx_send, m->jitter_permille, seed,
			NOISE_SEND);
}

void host_init(struct host *h, const struct host_config *cfg, struct nic *nic,
	       struct engine *engine)
{
	memset(h, 0, sizeof(*h));
	h->engine = engine;
	h->nic = nic;
	h->machine = cfg->machine;
	h->driver = cfg->driver;
	h->measure.warmup_ps = cfg->warmup_ps;
	host_costs_init(h, cfg->irq, cfg->seed);
	/* A driver without NAPI never masks: it is done when it returns. */
	nic->auto_mask = nic->profile->auto_mask && cfg->driver == DRIVER_NAPI;
	nic->on_assert = irq_asserted;
	nic->on_assert_ctx = h;
	/* At equal times: timers, then the interrupt, then the CPU. A segment
	 * that ends now still occupies the CPU for what comes now. */
	h->slot_watchdog = engine_add(engine, watchdog_event, h);
	disturb_init(h, cfg->seed);
	h->slot_control = engine_add(engine, control_timer_event, h);
	if (nic_msix(nic))
		msix_init(h);
	else
		h->slot_irq[0] = engine_add(engine, irq_event, h);
	h->slot_cpu = engine_add(engine, cpu_event, h);
	if (cfg->machine->watchdog_ns)
		engine_at(engine, h->slot_watchdog,
			  cfg->machine->watchdog_ns * PS_PER_NS);
	control_init(h, cfg);
	/* The interface is up and enabled before the first frame. */
	nic_up(nic);
	h->poll_unmasks = nic_msix(nic) ? ICR_RXQ0 : HOST_IMS_BITS;
	nic_write_ims(nic, nic_msix(nic) ? HOST_IMS_MSIX : HOST_IMS_BITS, 0);
}
