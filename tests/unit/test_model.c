// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Mechanisms of the model: register reads an interrupt, drops and their causes,
 * masking, delay timers, warm-up, repeatability, conservation (which a run
 * asserts by itself) over all parts, machines, controllers and drivers.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include <itr/text.h>

#include "load/run.h"

static struct run_config config(const char *nic, const char *machine,
				const char *controller)
{
	struct run_config cfg = {
		.nic = nic_profile_find(nic),
		.machine = machine_find(machine),
		.seed = 1,
	};
	char err[ITR_TEXT_MAX];

	assert_non_null(cfg.nic);
	assert_non_null(cfg.machine);
	cfg.irq = cfg.nic->has_msi ? IRQ_MSI : IRQ_INTX;
	assert_int_equal(itr_parse_controller(controller, &cfg.controller,
					      &cfg.params, err, sizeof(err)),
			 0);
	return cfg;
}

/* n frames of that size, every gap_ps, every tx_every-th one sent (0: none). */
static void play(const struct run_config *cfg, uint64_t n, int64_t gap_ps,
		 uint32_t bytes, uint64_t tx_every, struct run_result *res)
{
	struct err err = { 0 };
	struct run *r = run_new(cfg, &err);
	struct frame f = { .bytes = bytes, .segments = 1 };

	assert_non_null(r);
	for (uint64_t i = 1; i <= n; i++) {
		f.t_ps += gap_ps;
		f.kind = tx_every && i % tx_every == 0 ? FRAME_TX : FRAME_RX;
		run_feed(r, &f, 1);
	}
	run_finish(r, f.t_ps, res);
	run_free(r);
}

/* e1000-family drivers: 8254x 3 reads an interrupt, auto-mask parts 2. */
static void register_reads(void **state)
{
	struct run_result res;
	struct run_config cfg = config("82540EM", "modern", "off");

	(void)state;
	play(&cfg, 1000, PS_PER_MS, 60, 0, &res);
	assert_int_equal(res.interrupts, 1000);
	assert_int_equal(res.mmio_reads, 3000);
	cfg = config("82546GB", "pcix-2007", "off");
	play(&cfg, 1000, PS_PER_MS, 60, 0, &res);
	assert_int_equal(res.mmio_reads, 3000);
	cfg = config("82574L", "modern", "off");
	play(&cfg, 1000, PS_PER_MS, 60, 0, &res);
	assert_int_equal(res.interrupts, 1000);
	assert_int_equal(res.mmio_reads, 2000);
	cfg.irq = IRQ_INTX;
	play(&cfg, 1000, PS_PER_MS, 60, 0, &res);
	assert_int_equal(res.mmio_reads, 2000);
}

/* One frame alone, no noise: the delay is the sum of the documented costs. */
static void delay_of_one_frame(void **state)
{
	struct machine m = *machine_find("modern");
	struct run_config cfg = config("82574L", "modern", "off");
	struct run_result res;
	int64_t want_ns;

	(void)state;
	m.jitter_permille = 0;
	cfg.machine = &m;
	play(&cfg, 1, PS_PER_MS, 60, 0, &res);
	want_ns = m.dma_setup_ns + (60 + 64) * 4 /* 250 MB/s */ +
		  m.rx_latency_ns + m.write_back_ns + m.irq_delivery_ns +
		  m.idle_exit_ns + m.irq_entry_ns + m.mmio_read_ns +
		  m.napi_schedule_ns + m.napi_poll_ns;
	assert_int_equal(res.delay.max_ps, want_ns * PS_PER_NS);
	assert_int_equal(res.moderation_delay.max_ps, 0);
	assert_int_equal(res.interrupts, 1);
	assert_int_equal(res.interrupts_rx, 1);
}

/* A second frame within the hold-off waits for its end, and that is reported. */
static void moderation_delay(void **state)
{
	struct run_config cfg = config("82574L", "ideal", "fixed:gap_ns=99840");
	struct run_result res;

	(void)state;
	play(&cfg, 2, 30 * PS_PER_US, 60, 0, &res);
	assert_int_equal(res.interrupts, 2);
	assert_int_equal(res.moderation_delay.max_ps,
			 99840 * PS_PER_NS - 30 * PS_PER_US);
	assert_int_equal(res.delay.max_ps, res.moderation_delay.max_ps);
}

static void overload_drops(void **state)
{
	struct run_config cfg = config("82574L", "pcix-2007", "off");
	struct run_result res;

	(void)state;
	/* 64-byte line rate against 4.4 us a frame: the ring runs empty. */
	play(&cfg, 100000, 672 * PS_PER_NS, 60, 0, &res);
	assert_true(res.rx_dropped[RX_DROP_NO_DESCRIPTOR] > 50000);
	assert_int_equal(res.rx_dropped[RX_DROP_FIFO_FULL], 0);
	/* A bus slower than the wire fills the FIFO while descriptors wait. */
	{
		struct machine m = *machine_find("modern");

		m.rx_packet_ns = 0;
		m.bus_mbyte_per_s = 50;
		cfg.machine = &m;
		play(&cfg, 20000, 12304 * PS_PER_NS, 1514, 0, &res);
		assert_true(res.rx_dropped[RX_DROP_FIFO_FULL] > 10000);
		assert_int_equal(res.rx_dropped[RX_DROP_NO_DESCRIPTOR], 0);
	}
}

/* Sends faster than the wire: the queue above the driver drops, not the card. */
static void send_queue(void **state)
{
	struct run_config cfg = config("82574L", "ideal", "off");
	struct run_result res;

	(void)state;
	play(&cfg, 20000, PS_PER_US, 1514, 1, &res);
	assert_true(res.tx_dropped[TX_DROP_QUEUE] > 10000);
	assert_int_equal(res.tx_in_flight, 0);
}

/* Sending interrupts by itself unless the delay timers hold it back. */
static void tx_delay_timers(void **state)
{
	struct run_config cfg = config("82574L", "modern", "off");
	struct run_result now, later;

	(void)state;
	play(&cfg, 10000, 20 * PS_PER_US, 1514, 1, &now);
	cfg = config(
		"82574L", "modern",
		"fixed:gap_ns=0,tx_packet_ns=102400,tx_absolute_ns=1024000");
	play(&cfg, 10000, 20 * PS_PER_US, 1514, 1, &later);
	assert_int_equal(now.interrupts_tx, now.interrupts);
	assert_true(now.interrupts >= 9000);
	assert_true(later.interrupts < 250);
	assert_true(later.tx_completion_delay.max_ps >
		    now.tx_completion_delay.max_ps);
}

static void warm_up(void **state)
{
	struct run_config cfg = config("82574L", "modern", "e1000");
	struct run_result all, half;

	(void)state;
	play(&cfg, 10000, 100 * PS_PER_US, 60, 0, &all);
	cfg.warmup_ps = PS_PER_S / 2;
	play(&cfg, 10000, 100 * PS_PER_US, 60, 0, &half);
	assert_int_equal(all.rx_offered, 10000);
	assert_int_equal(half.rx_offered, 5001); /* t = 0.5 s counts */
	assert_int_equal(half.rx_delivered, 5001);
	assert_int_equal(half.delay.n, 5001);
	assert_true(half.measured_ps < all.measured_ps);
	/* Longer than everything: nothing is measured, nothing breaks. */
	cfg.warmup_ps = 5 * PS_PER_S;
	play(&cfg, 10000, 100 * PS_PER_US, 60, 0, &half);
	assert_int_equal(half.rx_offered, 0);
	assert_int_equal(half.interrupts, 0);
}

static void repeatable(void **state)
{
	struct run_config cfg = config("82574L", "modern", "e1000");
	struct run_result a, b, c;

	(void)state;
	play(&cfg, 20000, 37 * PS_PER_US, 200, 5, &a);
	play(&cfg, 20000, 37 * PS_PER_US, 200, 5, &b);
	assert_memory_equal(&a, &b, sizeof(a));
	cfg.seed = 2;
	play(&cfg, 20000, 37 * PS_PER_US, 200, 5, &c);
	assert_true(a.delay.mean_ps < c.delay.mean_ps ||
		    a.delay.mean_ps > c.delay.mean_ps);
}

static void msi_needs_a_part_that_has_it(void **state)
{
	struct run_config cfg = config("82540EM", "modern", "off");
	struct err err = { 0 };

	(void)state;
	cfg.irq = IRQ_MSI;
	assert_null(run_new(&cfg, &err));
	assert_int_equal(err.code, ERR_USAGE);
}

/* Random bursts through everything: run_finish() aborts if a frame is lost. */
static void conservation(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	for (size_t n = 0; n < nic_profiles_count; n++)
		for (size_t m = 0; m < machines_count; m++)
			for (size_t k = 0; k < itr_controllers_count; k++)
				for (int d = 0; d < 2; d++) {
					struct run_config cfg = {
						.nic = nic_profiles[n],
						.machine = machines[m],
						.driver = (enum host_driver)d,
						.controller =
							itr_controllers[k],
						.seed = n + m + k,
						.warmup_ps = 20 * PS_PER_MS,
					};
					struct frame f = { 0 };
					struct run_result res;
					struct err err = { 0 };
					struct run *r;

					itr_params_default(cfg.controller,
							   &cfg.params);
					r = run_new(&cfg, &err);
					assert_non_null(r);
					for (int i = 0; i < 2000; i++) {
						f.t_ps += (int64_t)
							gsl_ran_exponential(
								rng,
								i % 1000 < 500
									? 1e6
									: 50e6);
						f.segments =
							(uint16_t)(1 +
								   gsl_rng_uniform_int(
									   rng,
									   40));
						f.kind = gsl_rng_uniform(rng) <
							 0.3;
						if (f.kind == FRAME_RX)
							f.segments = 1;
						f.bytes =
							f.segments *
							(60u +
							 (uint32_t)
								 gsl_rng_uniform_int(
									 rng,
									 1455));
						run_feed(r, &f, 1);
					}
					run_finish(r, f.t_ps, &res);
					assert_int_equal(res.rx_in_flight, 0);
					assert_int_equal(res.tx_in_flight, 0);
					run_free(r);
				}
	gsl_rng_free(rng);
}

/* A poll more or less: which rule ends polling (netdev, December 2003). */
static void exit_rules(void **state)
{
	const struct {
		enum napi_exit rule;
		uint64_t rx_polls, tx_polls; /* for one frame */
	} want[] = {
		{ NAPI_EXIT_WORK, 1, 1 },
		{ NAPI_EXIT_IDLE, 2, 2 },
		{ NAPI_EXIT_TX_OR_WORK, 1, 2 },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct machine m = *machine_find("modern");
		struct run_config cfg = config("82574L", "modern", "off");
		struct run_result res;

		m.exit_rule = want[i].rule;
		cfg.machine = &m;
		play(&cfg, 1, PS_PER_MS, 60, 0, &res);
		assert_int_equal(res.polls, want[i].rx_polls);
		play(&cfg, 1, PS_PER_MS, 60, 1, &res);
		assert_int_equal(res.polls, want[i].tx_polls);
	}
}

/* RDTR restarts with each frame; RADV, from the first, is the limit. */
static void rx_delay_timers(void **state)
{
	struct run_config cfg =
		config("82574L", "ideal",
		       "fixed:gap_ns=0,rx_packet_ns=51200,rx_absolute_ns=0");
	struct run_result res;

	(void)state;
	/*
	 * 1000 frames 20 us apart keep restarting it, but every 128 frames the
	 * ring is half used (RXDMT0): 7 times, and once after the last frame.
	 */
	play(&cfg, 1000, 20 * PS_PER_US, 60, 0, &res);
	assert_int_equal(res.interrupts, 8);
	assert_int_equal(res.rx_delivered, 1000);
	play(&cfg, 100, 20 * PS_PER_US, 60, 0, &res);
	/* 100 frames do not use half the ring: the timer alone. */
	assert_int_equal(res.interrupts, 1);
	assert_int_equal(res.delay.max_ps,
			 99 * 20 * PS_PER_US + 51200 * PS_PER_NS);
	cfg = config("82574L", "ideal",
		     "fixed:gap_ns=0,rx_packet_ns=51200,rx_absolute_ns=102400");
	play(&cfg, 600, 20 * PS_PER_US, 60, 0, &res);
	/* 102.4 us after a first frame 6 more have come: every 6th begins. */
	assert_int_equal(res.interrupts, 100);
	assert_int_equal(res.delay.max_ps, 102400 * PS_PER_NS);
}

/* What comes while interrupts are masked waits for the host, not for ITR. */
static void masked_time_is_not_moderation(void **state)
{
	struct machine m = *machine_find("ideal");
	struct run_config cfg =
		config("82574L", "ideal", "fixed:gap_ns=102400");
	struct run_result res;

	(void)state;
	/* The second frame comes 10 us later, while polling takes 30 to end. */
	m.napi_complete_ns = 30000;
	cfg.machine = &m;
	play(&cfg, 2, 10 * PS_PER_US, 60, 0, &res);
	assert_int_equal(res.interrupts, 2);
	assert_int_equal(res.delay.max_ps, (102400 - 10000) * PS_PER_NS);
	assert_int_equal(res.moderation_delay.max_ps,
			 (102400 - 30000) * PS_PER_NS);
	/* Without a gap there is no moderation, however late the host is. */
	cfg = config("82574L", "pcix-2007", "off");
	play(&cfg, 10000, 9 * PS_PER_US, 60, 0, &res);
	assert_true(res.delay.max_ps > 5 * PS_PER_US);
	assert_int_equal(res.moderation_delay.max_ps, 0);
}

/*
 * One interrupt with one frame: each level's time is the sum of its costs, and
 * waking up is idle time.
 */
static void cpu_split(void **state)
{
	struct machine m = *machine_find("modern");
	struct run_config cfg = config("82574L", "modern", "off");
	struct run_result res;

	(void)state;
	m.jitter_permille = 0;
	m.watchdog_ns = 0;
	cfg.machine = &m;
	play(&cfg, 100, PS_PER_MS, 60, 0, &res);
	assert_int_equal(
		res.hardirq_ps,
		100 * PS_PER_NS *
			(m.irq_entry_ns + m.mmio_read_ns + m.napi_schedule_ns));
	/* The refill (RDT) and IMS are one write each, then the flush. */
	assert_int_equal(res.softirq_ps,
			 100 * PS_PER_NS *
				 (m.napi_poll_ns + m.rx_packet_ns +
				  m.napi_complete_ns + 2 * m.mmio_write_ns +
				  m.mmio_read_ns));
	play(&cfg, 100, PS_PER_MS, 60, 1, &res);
	assert_int_equal(res.process_ps, 100 * PS_PER_NS * m.tx_send_ns);
}

/*
 * A flood that would keep the CPU in softirq for ever: ksoftirqd shares it with
 * the process, half and half, so that sends still get out.
 */
static void ksoftirqd_shares(void **state)
{
	struct run_config cfg = config("82574L", "pcix-2007", "off");
	struct machine m = *machine_find("pcix-2007");
	struct run_result res;

	(void)state;
	/* Every fourth frame is a send: 372 k/s of 4.5 us are asked for. */
	play(&cfg, 400000, 672 * PS_PER_NS, 60, 4, &res);
	assert_true((double)res.process_ps > 0.4 * (double)res.measured_ps);
	assert_true((double)res.process_ps < 0.6 * (double)res.measured_ps);
	/* Without it the process starves. */
	m.softirq_budget = UINT32_MAX;
	m.softirq_limit_ns = 1000000000000;
	cfg.machine = &m;
	play(&cfg, 400000, 672 * PS_PER_NS, 60, 4, &res);
	assert_true((double)res.process_ps < 0.05 * (double)res.measured_ps);
}

/*
 * A softirq is run again before ksoftirqd takes over: a send that comes during
 * the first of 11 runs of at least 300 frames waits for all of them, by time or
 * by number.
 */
static void softirq_restarts(void **state)
{
	const struct {
		uint32_t restarts;
		int64_t limit_ns;
		bool waits;
	} cases[] = {
		{ 10, 0, true },
		{ 0, 0, false },
		{ 10, 2000000, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run_config cfg = config("82574L", "pcix-2007", "off");
		struct machine m = *cfg.machine;
		struct frame f = { .bytes = 60, .segments = 1 };
		struct run_result res;
		struct err err = { 0 };
		struct run *r;

		m.softirq_restarts = cases[i].restarts;
		m.restart_limit_ns = cases[i].limit_ns;
		m.jitter_permille = 0;
		cfg.machine = &m;
		/* 11 runs of 300 frames of 4.4 us are 14.5 ms. */
		cfg.warmup_ps = 14 * PS_PER_MS;
		r = run_new(&cfg, &err);
		assert_non_null(r);
		for (int k = 1; k <= 40000; k++) {
			f.t_ps += 672 * PS_PER_NS;
			f.kind = k == 100 ? FRAME_TX : FRAME_RX;
			run_feed(r, &f, 1);
		}
		run_finish(r, f.t_ps, &res);
		run_free(r);
		assert_int_equal(res.process_ps,
				 cases[i].waits ? m.tx_send_ns * PS_PER_NS : 0);
	}
}

/* Half a gigabit received beside large sends: a PCI bus has room for both. */
static void shared_bus(void **state)
{
	const char *const parts[] = { "82540EM", "82546GB", "82574L" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct run_config cfg = config(parts[i], "modern", "off");
		struct err err = { 0 };
		struct run_result res;
		struct run *r = run_new(&cfg, &err);
		struct frame f = { 0 };

		for (int k = 1; k <= 40000; k++) {
			f = (struct frame){ .t_ps = k * 25 * PS_PER_US,
					    .bytes = 1514,
					    .segments = 1,
					    .kind = FRAME_RX };
			run_feed(r, &f, 1);
			f.kind = FRAME_TX;
			f.segments = 45;
			f.bytes = 45 * 1514;
			for (int n = 0; k % 1000 == 0 && n < 8; n++)
				run_feed(r, &f, 1);
		}
		run_finish(r, f.t_ps, &res);
		run_free(r);
		assert_int_equal(res.rx_delivered, 40000);
		/* The frame, 7.2 us a kilobyte beside a send, and the host. */
		assert_true(res.delay.p999_ps < 40 * PS_PER_US);
	}
}

/* A made-up controller that changes the delay timers while it runs. */
static void jumpy_start(struct itr *it, u64 now_ns)
{
	it->last = (struct itr_decision){ .gap_ns = 199936,
					  .tx_gap_ns = 199936,
					  .next_ns = now_ns + 70000 };
}

static bool jumpy_step(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	(void)s;
	if (it->ops->version == 1)
		it->last.rx_absolute_ns ^= 10240;
	else
		it->last.tx_absolute_ns ^= 10240;
	it->last.next_ns = now_ns + 70000;
	return true;
}

static void timers_change_while_enabled(void **state)
{
	struct itr_ops jumpy = {
		.name = "jumpy",
		.version = 1, /* moves RADV; 2: TADV */
		.events = ITR_EVMASK(ITR_EV_TIMER),
		.start = jumpy_start,
		.on = { [ITR_EV_TIMER] = jumpy_step },
	};
	struct machine m = *machine_find("modern");
	struct run_config cfg = config("82574L", "modern", "off");
	struct run_result res;

	(void)state;
	/* No watchdog that would hide a lost interrupt. */
	m.watchdog_ns = 0;
	cfg.machine = &m;
	cfg.controller = &jumpy;
	for (; jumpy.version <= 2; jumpy.version++) {
		/* Only received frames, then only sends; any may be last. */
		for (uint64_t n = 1; n < 100; n++) {
			play(&cfg, n, 30 * PS_PER_US, 60,
			     jumpy.version == 1 ? 0 : 1, &res);
			assert_int_equal(res.rx_in_flight, 0);
			assert_int_equal(res.tx_in_flight, 0);
			assert_true(res.delay.max_ps < 260 * PS_PER_US);
		}
	}
}

/* Everything is warm-up, and the CPU is busy when the run ends. */
static void all_of_it_warm_up(void **state)
{
	(void)state;
	for (size_t n = 0; n < nic_profiles_count; n++)
		for (size_t m = 0; m < machines_count; m++)
			for (int64_t gap_us = 1; gap_us < 20; gap_us++) {
				struct run_config cfg =
					config(nic_profiles[n]->name,
					       machines[m]->name,
					       "fixed:gap_ns=11264");
				struct run_result res;

				cfg.warmup_ps = 100 * PS_PER_S;
				play(&cfg, 2, gap_us * PS_PER_US, 60, 0, &res);
				assert_int_equal(res.measured_ps, 0);
			}
}

/* More large sends than a second of draining can take: the run still ends. */
static void drain_ends(void **state)
{
	(void)state;
	alarm(60);
	for (int64_t off_us = 0; off_us < 200; off_us++) {
		struct run_config cfg = config("82574L", "pcix-2007", "off");
		struct err err = { 0 };
		struct run_result res;
		struct run *r = run_new(&cfg, &err);
		struct frame f = { .bytes = 262144,
				   .segments = 174,
				   .kind = FRAME_TX };

		for (int k = 0; k < 900; k++)
			run_feed(r, &f, 1);
		f = (struct frame){ .t_ps = off_us * PS_PER_US,
				    .bytes = 60,
				    .segments = 1,
				    .kind = FRAME_RX };
		run_feed(r, &f, 1);
		run_finish(r, f.t_ps, &res);
		assert_true(res.tx_in_flight > 0);
		run_free(r);
	}
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(register_reads),
		cmocka_unit_test(delay_of_one_frame),
		cmocka_unit_test(moderation_delay),
		cmocka_unit_test(overload_drops),
		cmocka_unit_test(send_queue),
		cmocka_unit_test(tx_delay_timers),
		cmocka_unit_test(warm_up),
		cmocka_unit_test(repeatable),
		cmocka_unit_test(msi_needs_a_part_that_has_it),
		cmocka_unit_test(exit_rules),
		cmocka_unit_test(rx_delay_timers),
		cmocka_unit_test(masked_time_is_not_moderation),
		cmocka_unit_test(cpu_split),
		cmocka_unit_test(ksoftirqd_shares),
		cmocka_unit_test(softirq_restarts),
		cmocka_unit_test(conservation),
		cmocka_unit_test(drain_ends),
		cmocka_unit_test(shared_bus),
		cmocka_unit_test(timers_change_while_enabled),
		cmocka_unit_test(all_of_it_warm_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
