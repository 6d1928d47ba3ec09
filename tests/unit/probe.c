// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "probe.h"

#include <stdlib.h>

#include <itr/text.h>

struct run_config probe_config(const struct machine *m, const char *params)
{
	struct run_config cfg = {
		.nic = nic_profile_find("82574L"),
		.irq = IRQ_MSI,
		.machine = m,
		.controller = itr_find("fixed"),
		.seed = 1,
	};
	char err[ITR_TEXT_MAX];

	itr_params_default(cfg.controller, &cfg.params);
	assert_int_equal(itr_parse_params(cfg.controller, params, &cfg.params,
					  err, sizeof(err)),
			 0);
	return cfg;
}

static void probe_assert(void *ctx, const struct nic_vector *v, int64_t now_ps)
{
	struct probe *p = ctx;

	if (p->n < sizeof(p->at_ps) / sizeof(p->at_ps[0]))
		p->at_ps[p->n] = now_ps;
	p->n++;
	irq_asserted(&p->host, v, now_ps);
}

struct probe *probe_of(const char *params, struct nic_traits traits,
		       const struct itr_ops *controller)
{
	struct probe *p = calloc(1, sizeof(*p));
	struct run_config cfg = probe_config(machine_find("ideal"), params);
	struct host_config hc = {
		.machine = cfg.machine,
		.controller = controller ? controller : cfg.controller,
		.params = &cfg.params,
		.irq = cfg.irq,
	};
	struct nic_costs costs;

	assert_non_null(p);
	p->part = *cfg.nic;
	p->part.traits = traits;
	host_nic_costs(cfg.machine, &costs);
	engine_init(&p->engine);
	assert_int_equal(
		nic_init(&p->nic, &p->part, cfg.irq, &costs, &p->engine), 0);
	host_init(&p->host, &hc, &p->nic, &p->engine);
	p->nic.on_assert = probe_assert;
	p->nic.on_assert_ctx = p;
	return p;
}

struct probe *probe_new(const char *params)
{
	return probe_of(params, (struct nic_traits){ 0 }, NULL);
}

void probe_free(struct probe *p)
{
	nic_destroy(&p->nic);
	free(p);
}

void probe_sends(struct probe *p, int64_t n)
{
	for (int64_t k = 1; k <= n; k++) {
		engine_run_until(&p->engine, k * DATAGRAM_PS);
		host_send(&p->host, k * DATAGRAM_PS, DATAGRAM_BYTES, 1);
		/* No interrupt may come, so the ring is emptied by hand. */
		while (nic_tx_peek(&p->nic, p->engine.now_ps))
			nic_tx_clean(&p->nic);
	}
}
