// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Exact laws on the machine `ideal`. The expected values are closed forms, not
 * our own output:
 *
 * Poisson arrivals of rate L, hold-off T, causes cleared r after the assertion:
 *   the time between assertions is T, plus an exponential wait of mean 1/L if
 *   nothing came in the last T - r; so rate = 1 / (T + exp(-L (T - r)) / L).
 * Constant arrivals, gap g: assertions are max(g, T) apart.
 * TIDV that restarts at each write-back, gap g < TIDV: silence; with TADV, one
 *   every TADV rounded up to the next write-back.
 * Two cards that always have a cause pending assert on lattices of T and T';
 *   they coincide every T T' / (T' - T).
 * A floor F of the hold-off: max(g, F, T) apart. TIDV that runs from the first
 *   write-back: one every TIDV rounded up to the next write-back.
 * The k-th decision's gap holds from assertion k + 1 on; from k + 2 if it is
 *   written at the next interrupt; from k + 1 again if that write restarts.
 * Livelock: Mogul and Ramakrishnan's receive livelock, see law_livelock.
 *
 * Statistical tests accept 4.5 standard errors of the renewal process (a false
 * alarm in 150 000), for seeds that are fixed.
 */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include <itr/text.h>

#include "load/run.h"

static struct run_config base(const struct machine *m, const char *params)
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

static void poisson(double rate, int64_t gap_ns, int64_t read_ns,
		    unsigned long seed, uint64_t n)
{
	struct machine m = *machine_find("ideal");
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	char params[64];
	struct run_config cfg;
	struct run_result res;
	struct err err = { 0 };
	struct run *r;
	struct frame f = { .bytes = 60, .segments = 1, .kind = FRAME_RX };
	double T = (double)gap_ns * 1e-9, late = (double)read_ns * 1e-9;
	double p = exp(-rate * (T - late));
	double mean = T + p / rate;
	double var = 2 * p / (rate * rate) - p * p / (rate * rate);
	double got, se;

	gsl_rng_set(rng, seed);
	m.irq_delivery_ns = read_ns;
	snprintf(params, sizeof(params), "gap_ns=%d", (int)gap_ns);
	cfg = base(&m, params);
	r = run_new(&cfg, &err);
	assert_non_null(r);
	for (uint64_t i = 0; i < n; i++) {
		f.t_ps += (int64_t)(gsl_ran_exponential(rng, 1 / rate) * 1e12);
		run_feed(r, &f, 1);
	}
	run_finish(r, f.t_ps, &res);
	got = (double)res.interrupts / ((double)res.measured_ps * 1e-12);
	se = sqrt(var) / mean / sqrt((double)res.interrupts);
	if (fabs(got * mean - 1) > 4.5 * se + 2.0 / (double)res.interrupts)
		fail_msg("Poisson %g/s, gap %d ns, read %d ns: %g/s, law %g/s, "
			 "se %g",
			 rate, (int)gap_ns, (int)read_ns, got, 1 / mean, se);
	assert_int_equal(res.rx_delivered, n);
	run_free(r);
	gsl_rng_free(rng);
}

static void law_poisson(void **state)
{
	const double rates[] = { 1000, 5000, 20000, 100000 };
	const int64_t gaps[] = { 0, 19 * 256, 195 * 256, 976 * 256 };

	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 4; j++)
			poisson(rates[i], gaps[j], 0, 100 + 4 * i + j, 100000);
}

static void law_poisson_late_read(void **state)
{
	(void)state;
	poisson(20000, 195 * 256, 5000, 1, 200000);
	poisson(100000, 195 * 256, 10000, 2, 200000);
	poisson(50000, 976 * 256, 20000, 3, 200000);
}

/* A host whose assertions are written down. */
struct probe {
	struct nic_profile part;
	struct engine engine;
	struct nic nic;
	struct host host;
	int64_t at_ps[16384];
	size_t n;
};

static void probe_assert(void *ctx, int64_t now_ps)
{
	struct probe *p = ctx;

	if (p->n < sizeof(p->at_ps) / sizeof(p->at_ps[0]))
		p->at_ps[p->n] = now_ps;
	p->n++;
	irq_asserted(&p->host, now_ps);
}

/* On an 82574L with these traits; NULL is the controller fixed. */
static struct probe *probe_of(const char *params, struct nic_traits traits,
			      const struct itr_ops *controller)
{
	struct probe *p = calloc(1, sizeof(*p));
	struct run_config cfg = base(machine_find("ideal"), params);
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

static struct probe *probe_new(const char *params)
{
	return probe_of(params, (struct nic_traits){ 0 }, NULL);
}

static void probe_free(struct probe *p)
{
	nic_destroy(&p->nic);
	free(p);
}

static void law_constant(void **state)
{
	const int64_t T = 195 * 256 * PS_PER_NS;
	const int64_t gaps[] = { T / 7, T - 1, T, T + 1, 3 * T + 17 };

	(void)state;
	for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++) {
		struct probe *p = probe_new("gap_ns=49920");
		int64_t g = gaps[i];

		for (int k = 1; k <= 5000; k++) {
			engine_run_until(&p->engine, k * g);
			nic_rx_arrive(&p->nic, k * g, 60);
		}
		assert_true(p->n > 500);
		for (size_t k = 1; k < p->n; k++)
			assert_int_equal(p->at_ps[k] - p->at_ps[k - 1],
					 g > T ? g : T);
		probe_free(p);
	}
}

/* 1024 B of UDP payload: 1066 B, with overhead 1090 B = 8.72 us on the wire. */
#define DATAGRAM_BYTES 1066u
#define DATAGRAM_PS (INT64_C(8720) * PS_PER_NS)

static void sends(struct probe *p, int64_t n)
{
	for (int64_t k = 1; k <= n; k++) {
		engine_run_until(&p->engine, k * DATAGRAM_PS);
		host_send(&p->host, k * DATAGRAM_PS, DATAGRAM_BYTES, 1);
		/* No interrupt may come, so the ring is emptied by hand. */
		while (nic_tx_peek(&p->nic, p->engine.now_ps))
			nic_tx_clean(&p->nic);
	}
}

static void law_tidv_alone(void **state)
{
	struct probe *p = probe_new("gap_ns=0,tx_packet_ns=102000,"
				    "tx_absolute_ns=0");
	const int64_t n = 20000;

	(void)state;
	sends(p, n);
	assert_int_equal(p->n, 0);
	/* A pause: it fires once, TIDV after the last write-back. */
	engine_run_until(&p->engine, n * DATAGRAM_PS + PS_PER_S);
	assert_int_equal(p->n, 1);
	/* 102000 ns are 99 whole register units of 1024 ns. */
	assert_int_equal(p->at_ps[0] - n * DATAGRAM_PS, 99 * 1024 * PS_PER_NS);
	probe_free(p);
}

static void law_tadv(void **state)
{
	/* 1024 us are 1000 register units; the next write-back is the 118th. */
	struct probe *p = probe_new("gap_ns=0,tx_packet_ns=103000,"
				    "tx_absolute_ns=1024000");

	(void)state;
	sends(p, 20000);
	assert_true(p->n > 100);
	for (size_t k = 1; k < p->n; k++)
		assert_int_equal(p->at_ps[k] - p->at_ps[k - 1],
				 INT64_C(1028960) * PS_PER_NS);
	probe_free(p);
}

/* n frames to receive, g apart. */
static void arrivals(struct probe *p, int n, int64_t g)
{
	for (int k = 1; k <= n; k++) {
		engine_run_until(&p->engine, k * g);
		nic_rx_arrive(&p->nic, k * g, 60);
	}
}

static void apart(const struct probe *p, int64_t want_ps)
{
	assert_true(p->n > 100 && p->n < 16384);
	for (size_t k = 1; k < p->n; k++)
		assert_int_equal(p->at_ps[k] - p->at_ps[k - 1], want_ps);
}

/* 1 ppm of 195 * 256 ns is 49.92 ps; a half is rounded away from zero. */
static void law_crystal(void **state)
{
	const struct {
		const char *params;
		int64_t ppb, gap_ps;
	} rows[] = {
		{ "gap_ns=49920", 5400, 49920270 }, /* 269.568 */
		{ "gap_ns=49920", -5400, 49919730 },
		{ "gap_ns=49920", 1000, 49920050 }, /* 49.92 */
		{ "gap_ns=49920", -1000000, 49870080 },
		{ "gap_ns=49920", 1000000, 49969920 },
		{ "gap_ns=256", 1000, 256000 }, /* 0.256 */
		{ "gap_ns=256000", 1953, 256000500 }, /* 499.968 */
		{ "gap_ns=16776960", 1, 16776960017 }, /* 16.77696 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct nic_traits t = { .ppb = rows[i].ppb };
		struct probe *p = probe_of(rows[i].params, t, NULL);

		/* So dense that one always waits. */
		arrivals(p, 2000, rows[i].gap_ps / 8);
		apart(p, rows[i].gap_ps);
		probe_free(p);
	}
}

/* The delay timers run on the same crystal. */
static void law_crystal_of_timers(void **state)
{
	struct nic_traits t = { .ppb = 100000 };
	struct probe *p = probe_of("gap_ns=0,tx_packet_ns=102400,"
				   "tx_absolute_ns=0",
				   t, NULL);

	(void)state;
	sends(p, 3);
	engine_run_until(&p->engine, PS_PER_S);
	assert_int_equal(p->n, 1);
	/* 100 units of 1024 ns, and 100 ppm of that. */
	assert_int_equal(p->at_ps[0] - 3 * DATAGRAM_PS, 102400000 + 10240);
	probe_free(p);
}

/* T' = T (1 + 10^-4): 10 000 of them are 10 001 of T, and none before that. */
static void law_beat(void **state)
{
	struct nic_traits slow = { .ppb = 100000 };
	struct probe *a = probe_new("gap_ns=49920");
	struct probe *b = probe_of("gap_ns=49920", slow, NULL);
	const int64_t T = 49920 * PS_PER_NS;

	(void)state;
	arrivals(a, 70100, T / 7);
	arrivals(b, 70100, T / 7);
	assert_true(a->n > 10001 && b->n > 10000 && a->n < 16384);
	assert_int_equal(a->at_ps[0], b->at_ps[0]);
	for (size_t k = 1; k < 10000; k++)
		assert_int_equal(b->at_ps[k] - a->at_ps[k],
				 (int64_t)k * 4992 /* 100 ppm of T */);
	assert_int_equal(b->at_ps[10000], a->at_ps[10001]);
	probe_free(a);
	probe_free(b);
}

/* The first assertion is not before the phase, and the lattice begins there. */
static void law_phase(void **state)
{
	struct nic_traits t = { .phase_ns = 31000, .itr_write = 1 };
	struct probe *p = probe_of("gap_ns=49920", t, NULL);

	(void)state;
	arrivals(p, 2000, 7000000);
	assert_int_equal(p->at_ps[0], 31000000);
	apart(p, 49920000);
	probe_free(p);
	/* Who comes later is not held. */
	p = probe_of("gap_ns=49920", t, NULL);
	arrivals(p, 1, 31000001);
	engine_run_until(&p->engine, PS_PER_S);
	assert_int_equal(p->n, 1);
	assert_int_equal(p->at_ps[0], 31000001);
	probe_free(p);
}

static void law_floor(void **state)
{
	const char *const params[] = { "gap_ns=0", "gap_ns=49920",
				       "gap_ns=128000", "gap_ns=128256" };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct nic_traits t = { .gap_min_ns = 500 * 256 };
		struct probe *p = probe_of(params[i], t, NULL);

		arrivals(p, 2000, 16000000);
		apart(p, i == 3 ? 128256000 : 128000000);
		probe_free(p);
	}
}

static void law_tidv_first(void **state)
{
	struct nic_traits t = { .tidv = 1 };
	struct probe *p = probe_of("gap_ns=0,tx_packet_ns=102000,"
				   "tx_absolute_ns=0",
				   t, NULL);

	(void)state;
	sends(p, 20000);
	/* 101.376 us; the next write-back after that is the 12th. */
	apart(p, 12 * DATAGRAM_PS);
	probe_free(p);
}

/* A controller whose gaps are 40, 50, 60, 70 and again 40 units. */
static u64 fourth_gap(u64 k)
{
	return (40 + 10 * (k % 4)) * 256;
}

static void fourth_start(struct itr *it, u64 now_ns)
{
	(void)now_ns;
	it->last.gap_ns = fourth_gap(0);
}

static bool fourth_step(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	(void)s, (void)now_ns;
	it->decisions++;
	it->last.gap_ns = fourth_gap(++it->state[0]);
	return true;
}

static const struct itr_ops fourth = {
	.name = "fourth",
	.idea = "One gap after the other.",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_COMPLETION),
	.start = fourth_start,
	.on = { [ITR_EV_COMPLETION] = fourth_step },
};

/*
 * Assertion k starts its hold-off with the gap of decision k - late, for it
 * asserts, polls and decides at one moment, and gap 0 was there before all.
 */
static void gaps_follow(struct nic_traits t, int late)
{
	struct probe *p = probe_of("", t, &fourth);

	arrivals(p, 10000, PS_PER_US);
	assert_true(p->n > 100 && p->n < 16384);
	for (size_t k = 4; k < p->n; k++)
		assert_int_equal(
			p->at_ps[k] - p->at_ps[k - 1],
			(int64_t)fourth_gap(k - 1 + 4 - (unsigned int)late) *
				PS_PER_NS);
	probe_free(p);
}

static void law_write(void **state)
{
	(void)state;
	/* Counted from 0: hold-off k - 1 has what decision k - 1 - late said. */
	gaps_follow((struct nic_traits){ 0 }, 0);
	gaps_follow((struct nic_traits){ .itr_defer = 1 }, 1);
	gaps_follow((struct nic_traits){ .itr_defer = 1, .itr_write = 1 }, 0);
	/* Written where it is decided, it restarts what has just begun. */
	gaps_follow((struct nic_traits){ .itr_write = 1 }, -1);
}

/*
 * A write in the middle of a hold-off of T: the end stays, or it is the new
 * length after the write; after its end there is nothing to restart.
 */
static void law_write_later(void **state)
{
	(void)state;
	for (int64_t restart = 0; restart < 2; restart++) {
		struct nic_traits t = { .itr_write = restart };
		struct probe *p = probe_of("gap_ns=49920", t, NULL);

		arrivals(p, 1, PS_PER_US);
		engine_run_until(&p->engine, 30 * PS_PER_US);
		nic_write_itr(&p->nic, 25600 * PS_PER_NS);
		nic_rx_arrive(&p->nic, 30 * PS_PER_US, 60);
		engine_run_until(&p->engine, 200 * PS_PER_US);
		nic_write_itr(&p->nic, 51200 * PS_PER_NS);
		nic_rx_arrive(&p->nic, 200 * PS_PER_US, 60);
		engine_run_until(&p->engine, PS_PER_MS);
		assert_int_equal(p->n, 3);
		assert_int_equal(p->at_ps[0], PS_PER_US);
		assert_int_equal(p->at_ps[1], restart ? 55600000 : 50920000);
		assert_int_equal(p->at_ps[2], 200 * PS_PER_US);
		probe_free(p);
	}
}

/* Delivered frames a second at L constant arrivals a second. */
static double goodput(enum host_driver driver, int64_t irq_ns, int64_t mu_ns,
		      double rate, uint64_t n)
{
	struct machine m = *machine_find("ideal");
	struct run_config cfg;
	struct run_result res;
	struct err err = { 0 };
	struct frame f = { .bytes = 60, .segments = 1, .kind = FRAME_RX };
	struct run *r;
	double got;

	m.hardirq_packet_ns = irq_ns;
	m.rx_packet_ns = mu_ns;
	cfg = base(&m, "gap_ns=0");
	cfg.driver = driver;
	r = run_new(&cfg, &err);
	assert_non_null(r);
	for (uint64_t i = 1; i <= n; i++) {
		f.t_ps = (int64_t)((double)i * 1e12 / rate);
		run_feed(r, &f, 1);
	}
	run_finish(r, f.t_ps, &res);
	/* What queues hold at the end is delivered late: at most 2 % of n. */
	got = (double)res.rx_delivered / (double)n * rate;
	run_free(r);
	return got;
}

static void near(double got, double want, double rate)
{
	if (fabs(got - want) > 0.02 * rate)
		fail_msg("goodput %g, law %g at %g/s", got, want, rate);
}

/*
 * no-napi: the interrupt costs T_irq a frame and comes first, what is left of
 * the CPU serves mu frames a second: min(L, mu (1 - L T_irq)), 0 at 1/T_irq.
 * NAPI: nothing but the poll costs: min(L, mu_poll).
 */
static void law_livelock(void **state)
{
	const int64_t irq_ns = 2000, mu_ns = 4000;
	const double mu = 1e9 / 4000;

	(void)state;
	for (double rate = 50000; rate <= 500000; rate += 50000) {
		double left = mu * (1 - rate * (double)irq_ns * 1e-9);
		double law = rate < left ? rate : left;

		near(goodput(DRIVER_NO_NAPI, irq_ns, mu_ns, rate, 100000), law,
		     rate);
		law = rate < mu ? rate : mu;
		near(goodput(DRIVER_NAPI, irq_ns, mu_ns, rate, 100000), law,
		     rate);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(law_poisson),
		cmocka_unit_test(law_poisson_late_read),
		cmocka_unit_test(law_constant),
		cmocka_unit_test(law_tidv_alone),
		cmocka_unit_test(law_tadv),
		cmocka_unit_test(law_crystal),
		cmocka_unit_test(law_crystal_of_timers),
		cmocka_unit_test(law_beat),
		cmocka_unit_test(law_phase),
		cmocka_unit_test(law_floor),
		cmocka_unit_test(law_tidv_first),
		cmocka_unit_test(law_write),
		cmocka_unit_test(law_write_later),
		cmocka_unit_test(law_livelock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
