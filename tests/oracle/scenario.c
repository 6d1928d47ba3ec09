// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "oracle/scenario.h"

#include <string.h>

#include "core/noise.h"

/* Draws of one seed: a counter and the noise of a key. */
struct draw {
	uint64_t seed, n;
};

static int64_t below(struct draw *d, int64_t n)
{
	uint64_t key = d->seed * UINT64_C(0x2545f4914f6cdd1d) + d->n++;

	return (int64_t)(noise_bits(key) % (uint64_t)n);
}

static bool one_in(struct draw *d, int64_t n)
{
	return below(d, n) == 0;
}

/* One of the parts, some with rings and FIFOs that overflow soon. */
static void make_nic(struct draw *d, struct scenario *s)
{
	struct nic_profile *p = &s->nic;

	*p = *nic_profiles[below(d, (int64_t)nic_profiles_count)];
	if (one_in(d, 4)) { /* a part that was never made */
		p->auto_mask = one_in(d, 2);
		/* Both models take it that MSI comes with masking by itself. */
		p->has_msi = p->auto_mask && one_in(d, 2);
		p->bus_shared = one_in(d, 2);
		p->dma_overhead_bytes = (uint32_t)below(d, 100);
	}
	s->cfg.irq = p->has_msi && !one_in(d, 4) ? IRQ_MSI : IRQ_INTX;
	p->has_msix = p->has_msi;
	if (s->cfg.irq == IRQ_MSI && s->cfg.driver == DRIVER_NAPI &&
	    one_in(d, 2))
		s->cfg.irq = IRQ_MSIX;
	if (one_in(d, 4))
		p->rx_ring = 4u << below(d, 5);
	if (one_in(d, 4))
		p->tx_ring = 16u << below(d, 3);
	if (one_in(d, 4))
		p->rx_fifo_bytes = 1514 + (uint32_t)below(d, 6000);
	if (one_in(d, 4))
		p->tx_fifo_bytes = 1600 + (uint32_t)below(d, 6000);
	if (one_in(d, 6))
		p->bus_mbyte_per_s = 60 + (uint32_t)below(d, 300);
}

/* A third of the machines each has ticks, stalls and a deeper sleep. */
static void make_disturbance(struct draw *d, struct machine *m)
{
	m->tick_period_ns = one_in(d, 3) ? 10000 + below(d, 300) * 100 : 0;
	m->tick_ns = below(d, 50) * 100;
	m->stall_period_ns = one_in(d, 3) ? 20000 + below(d, 400) * 1000 : 0;
	m->stall_ns = below(d, 500) * 100;
	m->deep_after_ns = one_in(d, 3) ? 1 + below(d, 200) * 100 : 0;
	m->deep_exit_ns = below(d, 500) * 100;
}

/*
 * Half of the cards do something else than the parts of the table; draws of
 * their own, so that the rest of a scenario stays what it is.
 */
static void make_traits(struct scenario *s, uint64_t seed)
{
	struct draw own = { .seed = ~seed }, *d = &own;
	struct nic_traits *t = &s->nic.traits;

	make_disturbance(d, &s->machine);
	if (one_in(d, 2))
		return;
	t->itr_write = below(d, 2);
	t->itr_defer = below(d, 2);
	t->tidv = below(d, 2);
	if (one_in(d, 4))
		t->gap_min_ns = below(d, 500) * 256;
	if (one_in(d, 2))
		t->ppb = below(d, 2000001) - 1000000;
	if (one_in(d, 4))
		t->phase_ns = below(d, 100000);
}

/*
 * Any of the machines, or one with costs and limits that nobody has. In a round
 * world all costs are multiples of 100 ns, so that much happens at one moment.
 */
static void make_machine(struct draw *d, struct scenario *s, bool round)
{
	struct machine *m = &s->machine;

	*m = *machines[below(d, (int64_t)machines_count)];
	m->exit_rule = (enum napi_exit)below(d, NAPI_EXIT_COUNT);
	if (round || one_in(d, 2))
		m->jitter_permille = 0;
	if (round)
		m->bus_mbyte_per_s = MACHINE_BUS_FREE;
	if (one_in(d, 4))
		m->watchdog_ns = 20000 + below(d, 500) * 1000;
	if (one_in(d, 3)) {
		m->napi_weight = 1 + (uint32_t)below(d, 8);
		m->softirq_budget = 1 + (uint32_t)below(d, 20);
		m->softirq_restarts = (uint32_t)below(d, 4);
		if (one_in(d, 2))
			m->restart_limit_ns = 1000 * below(d, 200);
		if (one_in(d, 2))
			m->softirq_limit_ns = 1000 * below(d, 100);
	}
	if (one_in(d, 3)) {
		m->mmio_read_ns = below(d, 50) * 100;
		m->mmio_write_ns = below(d, 5) * 100;
		m->irq_delivery_ns = below(d, 30) * 100;
		m->irq_entry_ns = below(d, 30) * 100;
		m->idle_exit_ns = below(d, 3) * 1000;
		m->rx_packet_ns = below(d, 40) * 100;
		m->rx_kbyte_ns = below(d, 3) * 100;
		m->tx_send_ns = below(d, 50) * 100;
		m->tx_clean_ns = below(d, 5) * 100;
		m->timer_ns = below(d, 10) * 100;
		m->hardirq_packet_ns = below(d, 20) * 100;
		m->doorbell_ns = below(d, 10) * 100;
		m->rx_latency_ns = below(d, 20) * 100;
		m->write_back_ns = below(d, 10) * 100;
	}
}

/* A third of the parameters away from their defaults, within small worlds. */
static void make_controller(struct draw *d, struct scenario *s, bool round)
{
	struct run_config *c = &s->cfg;
	int64_t pick = below(d, (int64_t)itr_controllers_count + 3);

	c->controller = pick < (int64_t)itr_controllers_count
				? itr_controllers[pick]
				: &wild_controller;
	itr_params_default(c->controller, &c->params);
	for (uint32_t k = 0; k < c->controller->nparams; k++) {
		const struct itr_param *p = &c->controller->params[k];
		int64_t span = (int64_t)p->max - p->min;
		int64_t value;

		if (strcmp(p->name, "period_us") == 0)
			value = 100 + below(d, 400); /* 2 s as a rule */
		else if (!one_in(d, 3))
			continue;
		else if (one_in(d, 4))
			value = p->min;
		else
			value = p->min +
				below(d, span > 100000 ? 100001 : span + 1);
		if (round && span > 100000)
			value = value / 100 * 100;
		c->params.v[k] = (s32)value;
	}
	if (c->controller == &wild_controller)
		c->params.v[0] = (s32)below(d, 1000000);
}

/* More than the queues above the driver hold, at once. */
static void make_flood(struct draw *d, struct scenario *s)
{
	bool tx = one_in(d, 2);

	/* The interrupt has to keep up with the wire, for its queue to fill. */
	if (s->machine.hardirq_packet_ns > 400)
		s->machine.hardirq_packet_ns = 400;
	s->n = SCENARIO_FRAMES_MAX;
	for (size_t k = 0; k < s->n; k++)
		s->frame[k] = (struct frame){
			.t_ps = (int64_t)k * (tx ? 50000 : 672000),
			.kind = one_in(d, 100) != tx ? FRAME_TX : FRAME_RX,
			.bytes = 60,
			.segments = 1,
		};
	s->end_ps = s->frame[s->n - 1].t_ps;
}

/*
 * A mixture of trains at line rate, an even pace and pauses; trains longer than
 * a ring; or a pace as fast as the host works, for long polls.
 */
static void make_load(struct draw *d, struct scenario *s, bool round)
{
	enum { MIXTURE, TRAINS, BUSY } style = (int)below(d, 3);
	int64_t mean_ps = style == BUSY
				  ? (700 + s->machine.rx_packet_ns) * PS_PER_NS
				  : PS_PER_US << below(d, 7);
	int64_t unit_ps = round ? PS_PER_US / 10 : 1;
	int64_t tx_one_in = style == TRAINS ? 50 : 2 + below(d, 4);
	int64_t t = 0;

	s->n = (size_t)(one_in(d, 10)
				? 400 + below(d, SCENARIO_FRAMES_MAX - 399)
				: 20 + below(d, 380));
	for (size_t k = 0; k < s->n; k++) {
		struct frame *f = &s->frame[k];
		int64_t gap_ps = below(d, 2 * mean_ps);

		if (style == MIXTURE ? one_in(d, 6) : k % 170 >= 150)
			gap_ps *= 20;
		if (style == MIXTURE ? one_in(d, 6)
				     : style == TRAINS && k % 170 < 150)
			gap_ps = 700000;
		t += gap_ps / unit_ps * unit_ps;
		*f = (struct frame){
			.t_ps = t,
			.kind = one_in(d, tx_one_in) ? FRAME_TX : FRAME_RX,
			.segments = 1,
		};
		if (f->kind == FRAME_TX && style != BUSY && one_in(d, 5))
			f->segments = (uint16_t)(1 + below(d, 40));
		f->bytes =
			style == TRAINS
				? 60u * f->segments
				: f->segments * (60 + (uint32_t)below(d, 1455));
	}
	s->end_ps = t + (one_in(d, 2) ? below(d, 20 * PS_PER_US) : 0);
	if (one_in(d, 4))
		s->cfg.warmup_ps = below(d, t + t / 4 + 1);
}

void scenario_make(struct scenario *s, uint64_t seed)
{
	struct draw d = { .seed = seed };
	bool round;

	memset(s, 0, sizeof(*s));
	s->cfg.nic = &s->nic;
	s->cfg.machine = &s->machine;
	s->cfg.seed = seed;
	round = one_in(&d, 2);
	s->cfg.driver = one_in(&d, 4) ? DRIVER_NO_NAPI : DRIVER_NAPI;
	make_nic(&d, s);
	make_machine(&d, s, round);
	make_traits(s, seed);
	make_controller(&d, s, round);
	if (one_in(&d, 50))
		make_flood(&d, s);
	else
		make_load(&d, s, round);
}

void scenario_print(const struct scenario *s, FILE *out)
{
	const struct run_config *c = &s->cfg;

	fprintf(out,
		"%s %s%s%s, rings %u/%u, FIFO %u/%u; %s %s, exit %s, weight "
		"%u, budget %u; ",
		s->nic.name, irq_mode_name(c->irq),
		s->nic.auto_mask ? " auto-mask" : "",
		s->nic.bus_shared ? " shared bus" : "", s->nic.rx_ring,
		s->nic.tx_ring, s->nic.rx_fifo_bytes, s->nic.tx_fifo_bytes,
		s->machine.name, c->driver == DRIVER_NAPI ? "napi" : "no-napi",
		napi_exit_name(s->machine.exit_rule), s->machine.napi_weight,
		s->machine.softirq_budget);
	fprintf(out,
		"itr_write %lld, itr_defer %lld, tidv %lld, gap_min %lld ns, "
		"%lld ppb, phase %lld ns; ",
		(long long)s->nic.traits.itr_write,
		(long long)s->nic.traits.itr_defer,
		(long long)s->nic.traits.tidv,
		(long long)s->nic.traits.gap_min_ns,
		(long long)s->nic.traits.ppb,
		(long long)s->nic.traits.phase_ns);
	fprintf(out, "%s", c->controller->name);
	for (uint32_t k = 0; k < c->controller->nparams; k++)
		fprintf(out, "%c%s=%d", k ? ',' : ':',
			c->controller->params[k].name, c->params.v[k]);
	fprintf(out, "; %zu frames, end %lld ps, warm-up %lld ps\n", s->n,
		(long long)s->end_ps, (long long)c->warmup_ps);
}
