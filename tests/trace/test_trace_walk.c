// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Reading around libpcap gives what reading through it gives: frames, counts,
 * notes and errors to the letter, in good files and in damaged ones.
 */
#include "trace/tiny_pcap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_rng.h>

#include "load/trace_walk.h"

static uint32_t below(gsl_rng *rng, uint32_t n)
{
	return (uint32_t)gsl_rng_uniform_int(rng, n);
}

static void swap_words(uint8_t *p, size_t words)
{
	for (size_t i = 0; i < words; i++, p += 4) {
		uint8_t a = p[0], b = p[1];

		p[0] = p[3];
		p[1] = p[2];
		p[2] = b;
		p[3] = a;
	}
}

/* Turns a whole trace into one of the other byte order. */
static void swap_order(struct tiny *p)
{
	const uint8_t version[4] = { 0, 2, 0, 4 };

	swap_words(p->bytes, 6);
	memcpy(p->bytes + 4, version, 4);
	for (size_t at = 24; at < p->size;) {
		uint32_t caplen;

		memcpy(&caplen, p->bytes + at + 8, 4);
		swap_words(p->bytes + at, 4);
		at += 16 + caplen;
	}
}

/* A good trace: odd sizes, all kinds of stamps, several windows long. */
static void random_trace(gsl_rng *rng, struct tiny *p, int packets,
			 uint32_t caplen_max)
{
	static uint8_t data[128 * 1024];
	const bool ns = below(rng, 2);
	uint32_t sec = below(rng, 4) ? 1700000000 : 0xfffffff0;

	tiny_begin(p, ns, LINK_ETHERNET);
	if (below(rng, 4) == 0) /* a snapshot length some records exceed */
		memcpy(p->bytes + 16, &(uint32_t){ 1000 }, 4);
	for (int i = 0; i < packets; i++) {
		uint32_t caplen = below(rng, caplen_max);
		uint32_t len = below(rng, 8) ? caplen : below(rng, 3000);
		uint32_t fraction = below(rng, ns ? 1000000000 : 1000000);

		if (below(rng, 200) == 0)
			fraction = below(rng, UINT32_MAX);
		if (below(rng, 3) == 0)
			sec += below(rng, 2);
		for (int k = 0; k < 16; k++)
			data[k] = (uint8_t)(k % 6 == 5 ? below(rng, 3)
						       : 2 * (k < 12));
		tiny_packet(p, sec, fraction, data, caplen, len);
	}
	if (below(rng, 2))
		swap_order(p);
}

static void same_both_ways(const struct tiny *p, const char *what, int number)
{
	static struct outcome walk, pcap;
	struct trace_options opt = { .hash = true };
	char *path = tiny_save(p);

	read_path(&walk, path, &opt);
	opt.libpcap_only = true;
	read_path(&pcap, path, &opt);
	if (memcmp(&walk, &pcap, sizeof(walk)) != 0)
		fail_msg("%s %d differs: %zu and %zu frames, errors \"%s\" and "
			 "\"%s\"; the trace is left in %s",
			 what, number, walk.n, pcap.n, walk.err.text,
			 pcap.err.text, path);
	unlink(path);
	free(path);
}

static void good_traces(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct tiny p;

	(void)state;
	for (int i = 0; i < 40; i++) {
		random_trace(rng, &p, 2000, i % 4 ? 200 : 1600);
		same_both_ways(&p, "good trace", i);
		tiny_free(&p);
		/* Records longer than the window, and than is walked. */
		random_trace(rng, &p, 20, i % 2 ? 80000 : 120000);
		same_both_ways(&p, "trace of long records", i);
		tiny_free(&p);
	}
	gsl_rng_free(rng);
}

static void damaged_traces(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct tiny p;

	(void)state;
	for (int i = 0; i < 4000; i++) {
		random_trace(rng, &p, (int)below(rng, 30), 100);
		for (uint32_t k = below(rng, 4); k > 0; k--)
			p.bytes[below(rng, (uint32_t)p.size)] =
				(uint8_t)below(rng, 256);
		if (below(rng, 10) == 0) /* the minor version */
			p.bytes[6 + below(rng, 2)] = (uint8_t)below(rng, 6);
		if (below(rng, 3) == 0)
			p.size = below(rng, (uint32_t)p.size + 1);
		same_both_ways(&p, "damaged trace", i);
		tiny_free(&p);
	}
	gsl_rng_free(rng);
}

/* It is in fact used where it should be, and left where it must be. */
static void what_is_walked(void **state)
{
	struct trace_walk w = { .on = false };
	struct walk_record r;
	struct tiny p;
	char *path;
	FILE *f;

	(void)state;
	tiny_begin(&p, true, LINK_ETHERNET);
	tiny_frame(&p, 7, 8, 1, 2, 60);
	tiny_frame(&p, 9, 10, 1, 2, 100);
	tiny_add(&p, "cut", 3);
	path = tiny_save(&p);
	f = fopen(path, "rb");
	assert_non_null(f);
	trace_walk_start(&w, fileno(f), 0, 262144);
	assert_true(w.on);
	assert_true(trace_walk_next(&w, &r));
	assert_int_equal(r.sec, 7);
	assert_int_equal(r.fraction, 8);
	assert_int_equal(r.len, 60);
	assert_true(trace_walk_next(&w, &r));
	assert_int_equal(r.len, 100);
	assert_int_equal(r.caplen, 64);
	assert_false(trace_walk_next(&w, &r));
	assert_int_equal(trace_walk_offset(&w), p.size - 3);
	trace_walk_free(&w);
	fclose(f);
	unlink(path);
	free(path);
	tiny_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_traces),
		cmocka_unit_test(damaged_traces),
		cmocka_unit_test(what_is_walked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
