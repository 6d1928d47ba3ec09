// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/noise.h"

/* Longest time to deliver what is pending when nothing more arrives. */
#define DRAIN_MAX_PS PS_PER_S

/* Quiet time between two looks at cfg.stop: milliseconds of ours at most. */
#define STOP_EVERY_PS (INT64_C(60) * PS_PER_S)

/* Totals at the end of the warm-up, to be taken off. */
struct snapshot {
	struct host_counters host;
	struct nic_counters nic;
};

struct run {
	struct engine engine;
	struct nic nic;
	struct host host;
	struct run_config cfg;
	bool warm; /* the warm-up is over */
	struct snapshot at_warmup;
	uint64_t rx_offered, tx_offered; /* measured */
	uint64_t rx_offered_all, tx_offered_all;
};

const char *rx_drop_name(enum rx_drop cause)
{
	static const char *const names[RX_DROP_COUNT] = {
		[RX_DROP_NO_DESCRIPTOR] = "no_descriptor",
		[RX_DROP_FIFO_FULL] = "fifo_full",
		[RX_DROP_BACKLOG] = "backlog_full",
	};

	return names[cause];
}

const char *tx_drop_name(enum tx_drop cause)
{
	static const char *const names[TX_DROP_COUNT] = {
		[TX_DROP_QUEUE] = "queue_full",
	};

	return names[cause];
}

static void on_step(void *ctx, int64_t now_ps, const struct itr_sample *s,
		    bool decided)
{
	struct run *r = ctx;
	struct run_step step = {
		.t_ps = now_ps,
		.controller = &r->host.controller,
		.sample = s,
		.decided = decided,
	};

	r->cfg.on_step(r->cfg.on_step_ctx, &step);
}

struct run *run_new(const struct run_config *cfg, struct err *err)
{
	struct nic_costs costs;
	struct host_config hc = {
		.machine = cfg->machine,
		.driver = cfg->driver,
		.controller = cfg->controller,
		.params = &cfg->params,
		.irq = cfg->irq,
		.seed = cfg->seed,
		.warmup_ps = cfg->warmup_ps,
	};
	struct run *r;

	if (cfg->irq == IRQ_MSI && !cfg->nic->has_msi) {
		err_set(err, ERR_USAGE,
			"NIC %s has no MSI: use --irq intx, or --nic 82574L",
			cfg->nic->name);
		return NULL;
	}
	if (cfg->irq == IRQ_MSIX && !cfg->nic->has_msix) {
		err_set(err, ERR_USAGE,
			"NIC %s has no MSI-X: use --irq intx, or --nic 82574L",
			cfg->nic->name);
		return NULL;
	}
	if (cfg->irq == IRQ_MSIX && cfg->driver == DRIVER_NO_NAPI) {
		err_set(err, ERR_USAGE,
			"a driver without NAPI is older than MSI-X: use "
			"--irq msi or intx");
		return NULL;
	}
	r = calloc(1, sizeof(*r));
	if (!r)
		goto no_memory;
	noise_init();
	r->cfg = *cfg;
	engine_init(&r->engine);
	host_nic_costs(cfg->machine, &costs);
	if (nic_init(&r->nic, cfg->nic, cfg->irq, &costs, &r->engine) < 0)
		goto no_memory;
	r->nic.eager = cfg->eager;
	r->nic.log = cfg->log;
	r->nic.log_ctx = cfg->log_ctx;
	host_init(&r->host, &hc, &r->nic, &r->engine);
	if (cfg->on_step) {
		r->host.on_step = on_step;
		r->host.on_step_ctx = r;
		on_step(r, 0, NULL, false);
	}
	return r;

no_memory:
	free(r);
	err_set(err, ERR_INPUT, "out of memory for one more run");
	return NULL;
}

/* Runs up to t_ps; false if that was stopped on the way. */
static bool run_until(struct run *r, int64_t t_ps)
{
	while (t_ps - r->engine.now_ps > STOP_EVERY_PS) {
		if (r->cfg.stop && r->cfg.stop())
			return false;
		engine_run_until(&r->engine, r->engine.now_ps + STOP_EVERY_PS);
	}
	engine_run_until(&r->engine, t_ps);
	return true;
}

/* Stalls are in no kernel's account: they count as hard interrupt. */
static int64_t hardirq_ps(const struct host_counters *c)
{
	return c->cpu_ps[CPU_HARDIRQ] + c->cpu_ps[CPU_STALL];
}

static void end_warmup(struct run *r)
{
	if (!run_until(r, r->cfg.warmup_ps))
		return;
	cpu_account(&r->host, r->cfg.warmup_ps);
	r->at_warmup.host = r->host.count;
	r->at_warmup.nic = r->nic.count;
	r->warm = true;
}

void run_feed(struct run *r, const struct frame *f, size_t n)
{
	for (size_t i = 0; i < n; i++, f++) {
		if (!r->warm && f->t_ps >= r->cfg.warmup_ps)
			end_warmup(r);
		if (!run_until(r, f->t_ps))
			return;
		if (f->kind == FRAME_RX) {
			r->rx_offered += r->warm;
			r->rx_offered_all++;
			nic_rx_arrive(&r->nic, f->t_ps, f->bytes);
		} else {
			r->tx_offered += r->warm;
			r->tx_offered_all++;
			host_send(&r->host, f->t_ps, f->bytes, f->segments);
		}
	}
}

/* Where the totals stand; less the other. Only the CPU's and interrupts. */
static struct run_drain drain_since(struct run *r, const struct run_drain *from)
{
	const int64_t now_ps = r->engine.now_ps;
	const struct host_counters *c = &r->host.count;

	cpu_account(&r->host, now_ps);
	return (struct run_drain){
		.ps = now_ps - from->ps,
		.interrupts = r->nic.count.assertions - from->interrupts,
		.hardirq_ps = hardirq_ps(c) - from->hardirq_ps,
		.softirq_ps = c->cpu_ps[CPU_SOFTIRQ] - from->softirq_ps,
		.process_ps = c->cpu_ps[CPU_PROCESS] - from->process_ps,
	};
}

static uint64_t pending(const struct run *r)
{
	const struct host *h = &r->host;

	return nic_rx_pending(&r->nic) + nic_tx_pending(&r->nic) +
	       (h->backlog_tail - h->backlog_head) +
	       (h->queue_tail - h->queue_head);
}

/* Something is on its way that the drain waits for. */
static bool at_work(const struct run *r)
{
	return pending(r) || nic_asserted(&r->nic) ||
	       r->host.running != CPU_IDLE;
}

/* Frames in the card, the ring and the stack's queue that are measured. */
static uint64_t rx_in_flight(const struct run *r, int64_t since_ps)
{
	const struct nic *n = &r->nic;
	const struct host *h = &r->host;
	uint64_t count = 0;

	for (uint64_t i = n->fifo_assigned; i != n->fifo_tail; i++)
		count += n->fifo[i % NIC_FIFO_SLOTS].arrive_ps >= since_ps;
	for (uint64_t i = n->rx_taken; i != n->rx_filled; i++)
		count += n->rx[i % n->profile->rx_ring].arrive_ps >= since_ps;
	for (uint64_t i = h->backlog_head; i != h->backlog_tail; i++)
		count += h->backlog[i % HOST_BACKLOG].arrive_ps >= since_ps;
	return count;
}

static uint64_t tx_in_flight(const struct run *r, int64_t since_ps)
{
	const struct nic *n = &r->nic;
	const struct host *h = &r->host;
	uint64_t count = 0;

	for (uint64_t i = n->tx_cleaned; i != n->tx_posted; i++)
		count += n->tx[i % n->profile->tx_ring].offered_ps >= since_ps;
	for (uint64_t i = h->queue_head; i != h->queue_tail; i++)
		count += h->queue[i % HOST_SEND_QUEUE].offered_ps >= since_ps;
	return count;
}

static void delays(const struct hist *h, struct delay_stats *d)
{
	d->n = h->n;
	d->mean_ps = hist_mean_ps(h);
	d->p50_ps = hist_quantile_ps(h, 0.50);
	d->p90_ps = hist_quantile_ps(h, 0.90);
	d->p99_ps = hist_quantile_ps(h, 0.99);
	d->p999_ps = hist_quantile_ps(h, 0.999);
	d->max_ps = h->max_ps;
}

/* A frame that is nowhere, or somewhere twice, is a bug of the model. */
static void conserve(const char *what, uint64_t offered, uint64_t found)
{
	if (offered == found)
		return;
	fprintf(stderr,
		"itrsim: bug: %s: %" PRIu64 " frames offered, %" PRIu64
		" accounted for; please report this with the command line\n",
		what, offered, found);
	abort();
}

static void check_conservation(const struct run *r, const struct run_result *s)
{
	const struct nic_counters *n = &r->nic.count;
	const struct host *h = &r->host;
	uint64_t found = s->rx_delivered + s->rx_in_flight;

	for (int i = 0; i < RX_DROP_COUNT; i++)
		found += s->rx_dropped[i];
	conserve("receive", s->rx_offered, found);
	found = s->tx_delivered + s->tx_in_flight;
	for (int i = 0; i < TX_DROP_COUNT; i++)
		found += s->tx_dropped[i];
	conserve("transmit", s->tx_offered, found);
	/* The same over the whole run, counted by card and driver. */
	conserve("receive in all", r->rx_offered_all,
		 n->rx_no_descriptor + n->rx_fifo_full +
			 h->count.told.rx_packets + nic_rx_pending(&r->nic));
	conserve("transmit in all", r->tx_offered_all,
		 h->count.told.tx_drops + r->nic.tx_cleaned +
			 nic_tx_pending(&r->nic) +
			 (h->queue_tail - h->queue_head));
	conserve("CPU time", (uint64_t)s->measured_ps,
		 (uint64_t)(s->hardirq_ps + s->softirq_ps + s->process_ps +
			    s->idle_ps));
	if (s->idle_ps < 0)
		conserve("idle time", 0, 1);
}

void run_finish(struct run *r, int64_t end_ps, struct run_result *res)
{
	const struct host_counters *c = &r->host.count;
	const struct host_counters *c0 = &r->at_warmup.host;
	const struct nic_counters *n = &r->nic.count;
	const struct nic_counters *n0 = &r->at_warmup.nic;
	const struct host_measure *m = &r->host.measure;
	const struct run_drain zero = { 0 };
	struct run_drain at_end;
	int64_t since_ps = r->cfg.warmup_ps;
	int64_t now_ps;

	if (!r->warm && end_ps >= since_ps)
		end_warmup(r);
	if (end_ps > r->engine.now_ps)
		run_until(r, end_ps);
	end_ps = r->engine.now_ps;
	at_end = drain_since(r, &zero);
	while (at_work(r) && engine_step(&r->engine, end_ps + DRAIN_MAX_PS))
		;
	now_ps = r->engine.now_ps;
	if (!r->warm) {
		/* All of it was warm-up: nothing is measured. */
		cpu_account(&r->host, now_ps);
		r->at_warmup.host = r->host.count;
		r->at_warmup.nic = r->nic.count;
		since_ps = now_ps;
	}
	cpu_account(&r->host, now_ps);

	*res = (struct run_result){
		.measured_ps = now_ps - since_ps,
		.decisions = c->decisions - c0->decisions,
		.interrupts = n->assertions - n0->assertions,
		.polls = c->told.polls - c0->told.polls,
		.interrupts_rx = c->by_rx - c0->by_rx,
		.interrupts_tx = c->by_tx - c0->by_tx,
		.interrupts_other = c->by_other - c0->by_other,
		.mmio_reads = c->mmio_reads - c0->mmio_reads,
		.hardirq_ps = hardirq_ps(c) - hardirq_ps(c0),
		.softirq_ps = c->cpu_ps[CPU_SOFTIRQ] - c0->cpu_ps[CPU_SOFTIRQ],
		.process_ps = c->cpu_ps[CPU_PROCESS] - c0->cpu_ps[CPU_PROCESS],
		.rx_offered = r->rx_offered,
		.rx_delivered = m->rx_delivered,
		.rx_dropped = {
			[RX_DROP_NO_DESCRIPTOR] =
				n->rx_no_descriptor - n0->rx_no_descriptor,
			[RX_DROP_FIFO_FULL] =
				n->rx_fifo_full - n0->rx_fifo_full,
			[RX_DROP_BACKLOG] = m->rx_backlog_dropped,
		},
		.rx_in_flight = rx_in_flight(r, r->cfg.warmup_ps),
		.rx_bytes_delivered = m->rx_bytes,
		.tx_offered = r->tx_offered,
		.tx_delivered = m->tx_delivered,
		.tx_dropped = { [TX_DROP_QUEUE] = m->tx_queue_dropped },
		.tx_in_flight = tx_in_flight(r, r->cfg.warmup_ps),
		.tx_bytes_delivered = m->tx_bytes,
	};
	if (r->warm)
		res->drain = drain_since(r, &at_end);
	res->idle_ps = res->measured_ps - res->hardirq_ps - res->softirq_ps -
		       res->process_ps;
	delays(&m->delay, &res->delay);
	delays(&m->moderation, &res->moderation_delay);
	delays(&m->tx_completion, &res->tx_completion_delay);
	check_conservation(r, res);
}

void run_free(struct run *r)
{
	if (!r)
		return;
	nic_destroy(&r->nic);
	free(r);
}
