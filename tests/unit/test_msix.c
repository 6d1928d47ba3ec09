// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * MSI-X of the 82574: a vector each for rx, tx and the rest.
 */
#include "unit.h"

#include <itr/text.h>
#include <itr/units.h>

#include "load/run.h"

#define RX_ONLY 0

static struct run_config config(const char *machine, const char *controller)
{
	struct run_config cfg = {
		.nic = nic_profile_find("82574L"),
		.irq = IRQ_MSIX,
		.machine = machine_find(machine),
		.seed = 1,
	};
	char err[ITR_TEXT_MAX];

	assert_int_equal(itr_parse_controller(controller, &cfg.controller,
					      &cfg.params, err, sizeof(err)),
			 0);
	return cfg;
}

/* n frames of 60 B, one every gap_ps; each tx_every-th is sent (0: none). */
static void play(const struct run_config *cfg, uint64_t n, int64_t gap_ps,
		 uint64_t tx_every, struct run_result *res)
{
	struct err err = { 0 };
	struct run *r = run_new(cfg, &err);
	struct frame f = { .bytes = 60, .segments = 1 };

	assert_non_null(r);
	for (uint64_t i = 1; i <= n; i++) {
		f.t_ps += gap_ps;
		f.kind = tx_every && i % tx_every == 0 ? FRAME_TX : FRAME_RX;
		run_feed(r, &f, 1);
	}
	run_finish(r, f.t_ps, res);
	run_free(r);
}

/* facts of the data sheet and of e1000e: no queue's vector reads a register. */
static void no_register_is_read(void **state)
{
	struct run_config cfg = config("pcie-2009", "off");
	struct run_result res;

	(void)state;
	play(&cfg, 1000, PS_PER_MS, RX_ONLY, &res);
	assert_int_equal(res.interrupts, 1000);
	assert_int_equal(res.interrupts_rx, 1000);
	assert_int_equal(res.mmio_reads, 0);
	play(&cfg, 1000, PS_PER_MS, 2, &res);
	assert_int_equal(res.interrupts_rx, 500);
	assert_int_equal(res.interrupts_tx, 500);
	assert_int_equal(res.mmio_reads, 0);
}

/* Sends are cleaned in the hard interrupt: no poll, no softirq. */
static void sends_need_no_poll(void **state)
{
	struct run_config cfg = config("modern", "off");
	struct run_result res;

	(void)state;
	play(&cfg, 1000, PS_PER_MS, 1, &res);
	assert_int_equal(res.tx_delivered, 1000);
	assert_int_equal(res.interrupts_tx, 1000);
	assert_int_equal(res.polls, 0);
	assert_int_equal(res.softirq_ps, 0);
	assert_true(res.hardirq_ps > 0);
}

/* No noise: the delay is the sum of the documented costs, without a read. */
static void delay_of_one_frame(void **state)
{
	struct run_config cfg = config("modern", "off");
	struct machine m = *cfg.machine;
	struct run_result res;

	(void)state;
	m.jitter_permille = 0;
	cfg.machine = &m;
	play(&cfg, 1, PS_PER_MS, RX_ONLY, &res);
	assert_int_equal(res.delay.max_ps,
			 (m.dma_setup_ns + (60 + 64) * 4 /* 250 MB/s */ +
			  m.rx_latency_ns + m.write_back_ns +
			  m.irq_delivery_ns + m.idle_exit_ns + m.irq_entry_ns +
			  m.napi_schedule_ns + m.napi_poll_ns) *
				 PS_PER_NS);
	assert_int_equal(res.moderation_delay.max_ps, 0);
}

/*
 * Frames closer than the gap G: an interrupt every G from the first frame on, to
 * the first that covers the last frame. Each vector for itself.
 */
static void a_gap_for_each_vector(void **state)
{
	const int64_t T = 8 * PS_PER_US, n = 12000, G = 49920 * PS_PER_NS;
	struct run_config cfg = config("ideal", "fixed:gap_ns=49920");
	struct run_result res;

	(void)state;
	play(&cfg, (uint64_t)n, T, RX_ONLY, &res);
	assert_int_equal(res.interrupts_rx, 1 + ((n - 1) * T + G - 1) / G);
	play(&cfg, (uint64_t)n, T, 2, &res);
	assert_int_equal(res.interrupts_rx, 1 + ((n - 2) * T + G - 1) / G);
	assert_int_equal(res.interrupts_tx, 1 + ((n - 2) * T + G - 1) / G);
}

/* IDE must not be set: delays asked for are not there (netdev, February 2008). */
static void delay_timers_do_nothing(void **state)
{
	struct run_config cfg = config("pcie-2009", "fixed:gap_ns=0");
	struct run_config delayed =
		config("pcie-2009", "fixed:gap_ns=0,tx_packet_ns=102400,"
				    "tx_absolute_ns=1024000");
	struct run_result a, b;

	(void)state;
	play(&cfg, 20000, 10 * PS_PER_US, 2, &a);
	play(&delayed, 20000, 10 * PS_PER_US, 2, &b);
	assert_memory_equal(&a, &b, sizeof(a));
	delayed.irq = IRQ_MSI;
	cfg.irq = IRQ_MSI;
	play(&cfg, 20000, 10 * PS_PER_US, 2, &a);
	play(&delayed, 20000, 10 * PS_PER_US, 2, &b);
	assert_true(b.interrupts_tx < a.interrupts_tx);
}

/* First gap 0, then 100 us, decided at the end of the first poll. */
static void late_start(struct itr *it, u64 now_ns)
{
	(void)now_ns;
	it->last = (struct itr_decision){ 0 };
}

static bool late_step(struct itr *it, const struct itr_sample *s, u64 now_ns)
{
	(void)s;
	(void)now_ns;
	it->last.gap_ns = 102400;
	it->last.tx_gap_ns = 102400;
	return true;
}

static const struct itr_ops late = {
	.name = "late",
	.idea = "a gap after the first poll",
	.version = 1,
	.events = ITR_EVMASK(ITR_EV_COMPLETION),
	.start = late_start,
	.on = { [ITR_EV_COMPLETION] = late_step },
};

/*
 * A new EITR is written in the vector's next interrupt, after that interrupt has
 * started its hold-off: the second comes at once, and so does the third.
 */
static void a_new_gap_waits_for_an_interrupt(void **state)
{
	struct run_config cfg = config("ideal", "off");
	struct run_result res;

	(void)state;
	cfg.controller = &late;
	/* 40 us apart: at 40, 80 (writes EITR), 120, then held until 220. */
	play(&cfg, 5, 40 * PS_PER_US, RX_ONLY, &res);
	assert_int_equal(res.interrupts, 4);
	assert_int_equal(res.moderation_delay.max_ps,
			 (120 + 102 - 160) * PS_PER_US + 400 * PS_PER_NS);
}

/* An overrun comes by the third vector, whose handler reads ICR. */
static void overruns_come_by_other(void **state)
{
	struct run_config cfg = config("pcix-2007", "fixed:gap_ns=2000000");
	struct run_result res;

	(void)state;
	play(&cfg, 5000, 700 * PS_PER_NS, RX_ONLY, &res);
	assert_true(res.rx_dropped[RX_DROP_NO_DESCRIPTOR] > 0);
	assert_true(res.interrupts_other > 0);
	assert_int_equal(res.mmio_reads, res.interrupts_other);
}

static void only_where_it_is(void **state)
{
	struct run_config cfg = config("modern", "off");
	struct err err = { 0 };

	(void)state;
	cfg.nic = nic_profile_find("82546GB");
	assert_null(run_new(&cfg, &err));
	assert_int_equal(err.code, ERR_USAGE);
	cfg = config("modern", "off");
	cfg.driver = DRIVER_NO_NAPI;
	err = (struct err){ 0 };
	assert_null(run_new(&cfg, &err));
	assert_int_equal(err.code, ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_register_is_read),
		cmocka_unit_test(sends_need_no_poll),
		cmocka_unit_test(delay_of_one_frame),
		cmocka_unit_test(a_gap_for_each_vector),
		cmocka_unit_test(delay_timers_do_nothing),
		cmocka_unit_test(a_new_gap_waits_for_an_interrupt),
		cmocka_unit_test(overruns_come_by_other),
		cmocka_unit_test(only_where_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
