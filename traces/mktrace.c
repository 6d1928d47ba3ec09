// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * mktrace.c - makes the bundled traces, and the long ones of the benchmark.
 *
 * Usage: mktrace MODEL FILE [--seed N] [--seconds S] [--packets N]
 *
 * The same command gives the same bytes; traces/README.md lists them.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

static void make_rr(struct model *m)
{
	model_rr(m, 8, 5000);
}

static void make_bulk(struct model *m)
{
	model_bulk(m, 140);
}

static void make_bursts(struct model *m)
{
	model_bursts(m, 16);
}

static void make_voice(struct model *m)
{
	model_voice(m, 24);
}

static void make_mix(struct model *m)
{
	model_rr(m, 4, 6000);
	model_bulk(m, 30);
	model_bursts(m, 3);
	model_voice(m, 8);
	model_arp(m);
}

static const struct {
	const char *name;
	const char *about;
	void (*make)(struct model *m); /* NULL: written packet by packet */
} models[] = {
	{ "rr", "8 clients, request and response (--seconds)", make_rr },
	{ "bulk", "one TCP transfer at 140 Mbit/s (--seconds)", make_bulk },
	{ "bursts", "16 on/off sources, heavy tail (--seconds)", make_bursts },
	{ "voice", "24 calls, 20 and 30 ms (--seconds)", make_voice },
	{ "mix", "some of each (--seconds)", make_mix },
	{ "linerate", "64-byte frames back to back (--packets)", NULL },
	{ "poisson", "20 000 packets a second (--packets)", NULL },
};

#define MODELS (sizeof(models) / sizeof(models[0]))

static int usage(const char *what)
{
	if (what)
		fprintf(stderr, "mktrace: %s\n", what);
	fprintf(stderr, "usage: mktrace MODEL FILE [--seed N] [--seconds S] "
			"[--packets N]\nFILE - is standard output. Models:\n");
	for (size_t i = 0; i < MODELS; i++)
		fprintf(stderr, "  %-10s%s\n", models[i].name, models[i].about);
	return 2;
}

/* A whole number from 1 to max, or 0. */
static uint64_t number(const char *text, uint64_t max)
{
	char *end;
	unsigned long long v;

	errno = 0;
	v = strtoull(text, &end, 10);
	return errno || *end || *text == '-' || v > max ? 0 : v;
}

static void write_all(pcap_dumper_t *d, struct model *m)
{
	model_order(m);
	for (size_t i = 0; i < m->npackets; i++)
		wire_write(d, &m->flow[m->packet[i].flow], &m->packet[i]);
	free(m->packet);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "seconds", required_argument, NULL, 't' },
		{ "packets", required_argument, NULL, 'n' },
		{ NULL, 0, NULL, 0 }
	};
	uint64_t seed = 1, seconds = 12, packets = 150000;
	static struct model m;
	pcap_dumper_t *d;
	size_t i = 0;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 's')
			seed = number(optarg, UINT32_MAX / 2);
		else if (c == 't')
			seconds = number(optarg, 3600);
		else if (c == 'n')
			packets = number(optarg, 1000000000);
		else
			return usage(NULL);
	}
	if (!seed || !seconds || !packets)
		return usage("a number is out of range (at least 1; --seconds "
			     "at most 3600, --packets at most 10^9)");
	if (argc - optind != 2)
		return usage("a model and a file are needed");
	while (i < MODELS && strcmp(models[i].name, argv[optind]))
		i++;
	if (i == MODELS)
		return usage("there is no such model");

	d = wire_open(argv[optind + 1]);
	if (!d)
		return 1;
	m.seed = seed;
	m.end_ns = (int64_t)seconds * 1000000000;
	if (models[i].make) {
		models[i].make(&m);
		write_all(d, &m);
	} else if (!strcmp(models[i].name, "linerate")) {
		model_write_linerate(d, packets);
	} else {
		model_write_poisson(d, packets, seed);
	}
	return wire_close(d) ? 1 : 0;
}
