// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Short cuts of card and CPU change nothing.
 *
 * A completion is an event only where it could matter, and the CPU saves an
 * event where nothing can come between (ADR 5). A run can be told to do without
 * (run_config.eager); its outcome has to be the same to the last count and
 * picosecond, in random scenarios with little in common but their rules.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "load/run.h"

#define SCENARIOS 4000u
#define FRAMES_MAX 1500

static int64_t below(gsl_rng *rng, int64_t n)
{
	return (int64_t)(gsl_rng_uniform(rng) * (double)n);
}

/*
 * Any of the machines, or one with costs and limits that nobody has. In a round
 * world all costs are multiples of 100 ns, so that much happens at one moment.
 */
static void random_machine(gsl_rng *rng, bool round, struct machine *m)
{
	*m = *machines[below(rng, (int64_t)machines_count)];
	m->exit_rule = (enum napi_exit)below(rng, 3);
	if (below(rng, 2))
		m->softirq_restarts = 0;
	if (round || below(rng, 2))
		m->jitter_permille = 0;
	if (round)
		m->bus_mbyte_per_s = MACHINE_BUS_FREE;
	if (below(rng, 4) == 0)
		m->watchdog_ns = 20000 + below(rng, 500000);
	if (below(rng, 3) == 0) {
		m->napi_weight = 1 + (uint32_t)below(rng, 8);
		m->softirq_budget = 1 + (uint32_t)below(rng, 20);
	}
	if (below(rng, 4) == 0) {
		m->mmio_read_ns = below(rng, 5) * 1000;
		m->mmio_write_ns = below(rng, 5) * 100;
		m->irq_delivery_ns = below(rng, 30) * 100;
		m->idle_exit_ns = below(rng, 3) * 1000;
		m->rx_packet_ns = below(rng, 40) * 100;
		m->tx_send_ns = below(rng, 50) * 100;
	}
}

/* A third of the parameters away from their defaults. */
static void random_params(gsl_rng *rng, struct run_config *cfg)
{
	itr_params_default(cfg->controller, &cfg->params);
	for (unsigned int k = 0; k < cfg->controller->nparams; k++) {
		const struct itr_param *p = &cfg->controller->params[k];
		int64_t span = (int64_t)p->max - p->min;

		if (below(rng, 3) == 0)
			cfg->params.v[k] =
				(s32)(p->min + below(rng, span > 100000
								  ? 100001
								  : span + 1));
	}
}

/*
 * A mixture of trains at line rate, an even pace and pauses; trains longer than
 * a ring; or a pace as fast as the host works, for long polls.
 */
static int random_frames(gsl_rng *rng, bool round, const struct machine *m,
			 struct frame *f)
{
	enum { MIXTURE, TRAINS, BUSY } style = (int)below(rng, 3);
	const int64_t mean_ps = style == BUSY
					? (700 + m->rx_packet_ns) * PS_PER_NS
					: PS_PER_US << below(rng, 8);
	const int64_t unit_ps = round ? PS_PER_US / 10 : 1;
	const int n = style == BUSY ? FRAMES_MAX
				    : 200 + (int)below(rng, FRAMES_MAX - 199);
	int64_t t = 0;

	for (int k = 0; k < n; k++, f++) {
		int64_t gap_ps =
			(int64_t)gsl_ran_exponential(rng, (double)mean_ps);

		if (style == MIXTURE ? below(rng, 6) == 0 : k % 700 >= 500)
			gap_ps *= 20;
		if (style == MIXTURE ? below(rng, 6) == 0
				     : style == TRAINS && k % 700 < 500)
			gap_ps = 700000;
		t += gap_ps / unit_ps * unit_ps;
		*f = (struct frame){
			.t_ps = t,
			.kind = below(rng, style == TRAINS ? 50 : 3) ? FRAME_RX
								     : FRAME_TX,
			.segments = 1,
		};
		if (style != BUSY && f->kind == FRAME_TX && below(rng, 5) == 0)
			f->segments = (uint16_t)(1 + below(rng, 40));
		f->bytes = style == TRAINS
				   ? 60u * f->segments
				   : f->segments *
					     (60 + (uint32_t)below(rng, 1455));
	}
	return n;
}

static void run_once(const struct run_config *cfg, const struct frame *f, int n,
		     struct run_result *res)
{
	int64_t watchdog_ps = cfg->machine->watchdog_ns * PS_PER_NS;
	int64_t end_ps = f[n - 1].t_ps;
	struct err err = { 0 };
	struct run *r = run_new(cfg, &err);

	/* End just after the watchdog has asserted, with nothing else to do. */
	if (watchdog_ps)
		end_ps = (end_ps / watchdog_ps + 1) * watchdog_ps + PS_PER_NS;
	if (!r)
		fail_msg("%s", err.text);
	run_feed(r, f, (size_t)n);
	memset(res, 0, sizeof(*res));
	run_finish(r, end_ps, res);
	run_free(r);
}

/*
 * Arrivals about as fast as the host works, polled a few at a time, so that a
 * poll that takes more than a ring full ends in the middle of them.
 */
static void polls_longer_than_the_ring(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct frame *f = calloc(4 * FRAMES_MAX, sizeof(*f));

	(void)state;
	assert_non_null(f);
	for (size_t i = 0; i < 800; i++) {
		struct machine m = *machines[i % machines_count];
		struct run_config cfg = {
			.machine = &m,
			.nic = nic_profiles[i % nic_profiles_count],
			.irq = IRQ_INTX,
			.controller = itr_find("off"),
		};
		struct run_result lazy, eager;
		int64_t t = 0;

		m.jitter_permille = 0;
		m.napi_weight = 4 + (uint32_t)i % 8;
		for (int k = 0; k < 4 * FRAMES_MAX; k++) {
			t += (int64_t)gsl_ran_exponential(
				rng, 1.02e3 * (double)(m.rx_packet_ns +
						       m.napi_poll_ns / 4));
			f[k] = (struct frame){ .t_ps = t,
					       .bytes = 60,
					       .segments = 1 };
		}
		run_once(&cfg, f, 4 * FRAMES_MAX, &lazy);
		cfg.eager = true;
		run_once(&cfg, f, 4 * FRAMES_MAX, &eager);
		assert_memory_equal(&lazy, &eager, sizeof(lazy));
	}
	gsl_rng_free(rng);
	free(f);
}

static void lazy_is_eager(void **state)
{
	struct frame *f = calloc(FRAMES_MAX, sizeof(*f));
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	assert_non_null(f);
	for (unsigned int i = 0; i < SCENARIOS; i++) {
		struct run_config cfg = { .seed = i };
		struct run_result lazy, eager;
		const bool round = i % 2;
		struct machine m;
		int n;

		gsl_rng_set(rng, i + 1);
		random_machine(rng, round, &m);
		cfg.machine = &m;
		cfg.nic = nic_profiles[below(rng, (int64_t)nic_profiles_count)];
		cfg.irq =
			cfg.nic->has_msi && below(rng, 4) ? IRQ_MSI : IRQ_INTX;
		cfg.driver = below(rng, 6) ? DRIVER_NAPI : DRIVER_NO_NAPI;
		if (cfg.irq == IRQ_MSI && cfg.driver == DRIVER_NAPI &&
		    cfg.nic->has_msix && below(rng, 3) == 0)
			cfg.irq = IRQ_MSIX;
		cfg.controller = itr_controllers[below(
			rng, (int64_t)itr_controllers_count)];
		if (i % 5 == 0) /* it has the delay timers */
			cfg.controller = itr_find("fixed");
		random_params(rng, &cfg);
		if (below(rng, 3) == 0)
			cfg.warmup_ps = below(rng, 20) * PS_PER_MS;
		n = random_frames(rng, round, &m, f);
		run_once(&cfg, f, n, &lazy);
		cfg.eager = true;
		run_once(&cfg, f, n, &eager);
		if (memcmp(&lazy, &eager, sizeof(lazy)) != 0)
			fail_msg("scenario %u: %s on %s, %s, %s: %ju and %ju "
				 "interrupts, %jd and %jd ps of softirq",
				 i, cfg.nic->name, m.name, cfg.controller->name,
				 cfg.driver == DRIVER_NAPI ? "napi" : "no-napi",
				 (uintmax_t)lazy.interrupts,
				 (uintmax_t)eager.interrupts,
				 (intmax_t)lazy.softirq_ps,
				 (intmax_t)eager.softirq_ps);
		/* A message that was sent is also handled, up to the last. */
		if (cfg.irq != IRQ_INTX && !cfg.warmup_ps)
			assert_int_equal(lazy.interrupts,
					 lazy.interrupts_rx +
						 lazy.interrupts_tx +
						 lazy.interrupts_other);
		/* Nothing is held where nothing moderates; EITR = 1 does. */
		if (cfg.controller == itr_find("off") &&
		    lazy.moderation_delay.max_ps >
			    (cfg.irq == IRQ_MSIX ? 256 * PS_PER_NS : 0))
			fail_msg("scenario %u: off held a frame for %jd ps", i,
				 (intmax_t)lazy.moderation_delay.max_ps);
	}
	gsl_rng_free(rng);
	free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polls_longer_than_the_ring),
		cmocka_unit_test(lazy_is_eager),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
