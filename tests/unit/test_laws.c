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
 * Livelock: Mogul and Ramakrishnan's receive livelock, see law_livelock.
 *
 * Statistical tests accept 4.5 standard errors of the renewal process (a false
 * alarm in 150 000), for seeds that are fixed.
 */
#include "probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

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
	cfg = probe_config(&m, params);
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

static void law_tidv_alone(void **state)
{
	struct probe *p = probe_new("gap_ns=0,tx_packet_ns=102000,"
				    "tx_absolute_ns=0");
	const int64_t n = 20000;

	(void)state;
	probe_sends(p, n);
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
	probe_sends(p, 20000);
	assert_true(p->n > 100);
	for (size_t k = 1; k < p->n; k++)
		assert_int_equal(p->at_ps[k] - p->at_ps[k - 1],
				 INT64_C(1028960) * PS_PER_NS);
	probe_free(p);
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
	cfg = probe_config(&m, "gap_ns=0");
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
		cmocka_unit_test(law_livelock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
