// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * model.c - kinds of traffic.
 *
 * The shapes follow what is generally known about such traffic; the figures
 * are round numbers chosen here, stated in traces/README.md. Nothing is taken
 * from a captured trace.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "model.h"

#define US 1e3 /* ns */
#define MS 1e6

/* Every source draws from a stream of its own, so that one can change alone. */
static gsl_rng *stream(struct model *m)
{
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(r, m->seed++);
	return r;
}

static unsigned int flow(struct model *m, enum wire_proto proto,
			 uint16_t host_port, uint16_t peer_port)
{
	struct wire_flow *f = &m->flow[m->nflows];

	if (m->nflows == MODEL_FLOWS_MAX) {
		fprintf(stderr, "mktrace: more flows than there is room for\n");
		exit(1);
	}
	*f = (struct wire_flow){ .proto = proto,
				 .peer = (uint16_t)m->nflows,
				 .host_port = host_port,
				 .peer_port = peer_port,
				 .seq = { 1, 1 } };
	return m->nflows++;
}

static void send_at(struct model *m, double t_ns, unsigned int f,
		    enum wire_dir dir, unsigned int payload)
{
	int64_t t = llrint(t_ns);

	if (t < 0 || t >= m->end_ns)
		return;
	if (m->npackets == m->room) {
		m->room = m->room ? 2 * m->room : 4096;
		m->packet = realloc(m->packet, m->room * sizeof(*m->packet));
		if (!m->packet) {
			fprintf(stderr, "mktrace: out of memory\n");
			exit(1);
		}
	}
	m->packet[m->npackets] =
		(struct wire_packet){ .t_ns = t,
				      .serial = (uint32_t)m->npackets,
				      .flow = (uint16_t)f,
				      .payload = (uint16_t)payload,
				      .dir = (uint8_t)dir };
	m->npackets++;
}

/* Log-normal with that median, cut to [min, max]. */
static double lognormal(gsl_rng *r, double median, double sigma, double min,
			double max)
{
	double x = gsl_ran_lognormal(r, log(median), sigma);

	return fmin(fmax(x, min), max);
}

void model_rr(struct model *m, unsigned int clients, double think_us)
{
	for (unsigned int c = 0; c < clients; c++) {
		gsl_rng *r = stream(m);
		unsigned int f =
			flow(m, WIRE_TCP, 443, (uint16_t)(40000 + 7 * c));
		double rtt = gsl_ran_flat(r, 80 * US, 300 * US);
		double t = gsl_ran_exponential(r, think_us * US);

		while (t < (double)m->end_ns) {
			double left = floor(lognormal(r, 900, 1.2, 20, 14600));
			unsigned int nth = 0;

			send_at(m, t, f, WIRE_RX,
				(unsigned int)lognormal(r, 180, 0.5, 40, 1400));
			t += lognormal(r, 80 * US, 0.6, 10 * US, 5 * MS);
			for (; left > 0; left -= WIRE_MSS) {
				send_at(m, t, f, WIRE_TX,
					(unsigned int)fmin(left, WIRE_MSS));
				t += 13 * US;
				/* an odd last one is acknowledged with the
				 * next request */
				if (++nth % 2 == 0)
					send_at(m, t + rtt, f, WIRE_RX, 0);
			}
			t += rtt + gsl_ran_exponential(r, think_us * US);
		}
		gsl_rng_free(r);
	}
}

void model_bulk(struct model *m, double mbps)
{
	gsl_rng *r = stream(m);
	unsigned int f = flow(m, WIRE_TCP, 873, 50001);
	double wire_ns =
		(double)wire_time_ns(WIRE_TCP_HEADERS + (unsigned int)WIRE_MSS);
	double train_ns = 16 * WIRE_MSS * 8 * 1e3 / mbps;
	double t = train_ns;

	while (t < (double)m->end_ns) {
		for (unsigned int i = 1; i <= 16; i++) {
			double end = t + wire_ns * i;

			send_at(m, end - wire_ns, f, WIRE_RX, WIRE_MSS);
			if (i % 2 == 0)
				send_at(m,
					end + 12 * US +
						gsl_ran_exponential(r, 3 * US),
					f, WIRE_TX, 0);
		}
		/* The path queues a little: no two gaps are the same. */
		t += train_ns * gsl_ran_flat(r, 0.7, 1.3);
	}
	gsl_rng_free(r);
}

void model_bursts(struct model *m, unsigned int sources)
{
	for (unsigned int s = 0; s < sources; s++) {
		gsl_rng *r = stream(m);
		unsigned int f =
			flow(m, WIRE_UDP, 5001, (uint16_t)(52000 + 3 * s));
		double t = gsl_ran_flat(r, 0, 100 * MS);
		unsigned int nth = 0;

		while (t < (double)m->end_ns) {
			double stop = t + gsl_ran_pareto(r, 1.5, 2 * MS);

			while (t < stop && t < (double)m->end_ns) {
				send_at(m, t, f, WIRE_RX,
					1000 - WIRE_UDP_HEADERS);
				if (++nth % 8 == 0)
					send_at(m, t + 40 * US, f, WIRE_TX, 32);
				t += gsl_ran_exponential(r, 80 * US);
			}
			t += gsl_ran_pareto(r, 1.5, 40 * MS);
		}
		gsl_rng_free(r);
	}
}

static void voice_direction(struct model *m, gsl_rng *r, unsigned int f,
			    enum wire_dir dir, double period,
			    unsigned int bytes)
{
	/* Crystals differ by up to 50 ppm; the network adds the jitter. */
	double step = period * (1 + gsl_ran_flat(r, -50e-6, 50e-6));
	double jitter = dir == WIRE_RX ? 150 * US : 20 * US;
	double t = gsl_ran_flat(r, 0, period);

	for (; t < (double)m->end_ns; t += step)
		send_at(m, t + gsl_ran_exponential(r, jitter), f, dir, bytes);
}

void model_voice(struct model *m, unsigned int calls)
{
	for (unsigned int c = 0; c < calls; c++) {
		gsl_rng *r = stream(m);
		bool g711 = c % 2 == 0;
		uint16_t port = (uint16_t)(16384 + 2 * c);
		unsigned int f = flow(m, WIRE_RTP, port, port);
		double period = g711 ? 20 * MS : 30 * MS;
		unsigned int bytes = g711 ? 160 : 30;

		/* 8000 samples a second */
		m->flow[f].rtp_step = g711 ? 160 : 240;
		voice_direction(m, r, f, WIRE_RX, period, bytes);
		voice_direction(m, r, f, WIRE_TX, period, bytes);
		gsl_rng_free(r);
	}
}

void model_arp(struct model *m)
{
	gsl_rng *r = stream(m);
	unsigned int f = flow(m, WIRE_ARP, 0, 0);
	double t = 0;

	while ((t += gsl_ran_exponential(r, 500 * MS)) < (double)m->end_ns)
		send_at(m, t, f, WIRE_RX, 0);
	gsl_rng_free(r);
}

static int by_time(const void *va, const void *vb)
{
	const struct wire_packet *a = va, *b = vb;

	if (a->t_ns != b->t_ns)
		return a->t_ns < b->t_ns ? -1 : 1;
	return a->serial < b->serial ? -1 : 1;
}

void model_order(struct model *m)
{
	int64_t free_ns[2] = { 0, 0 };

	qsort(m->packet, m->npackets, sizeof(*m->packet), by_time);
	for (size_t i = 0; i < m->npackets; i++) {
		struct wire_packet *p = &m->packet[i];
		int64_t start =
			p->t_ns > free_ns[p->dir] ? p->t_ns : free_ns[p->dir];

		free_ns[p->dir] =
			start + wire_time_ns(wire_length(&m->flow[p->flow], p));
		/* received: when it is all there; sent: when it starts */
		p->t_ns = p->dir == WIRE_RX ? free_ns[p->dir] : start;
		p->serial = (uint32_t)i;
	}
	qsort(m->packet, m->npackets, sizeof(*m->packet), by_time);
}

void model_write_linerate(pcap_dumper_t *d, uint64_t packets)
{
	struct wire_flow f = { .proto = WIRE_UDP,
			       .host_port = 9,
			       .peer_port = 9 };
	struct wire_packet p = { .payload = WIRE_MIN - WIRE_UDP_HEADERS,
				 .dir = WIRE_RX };

	for (uint64_t i = 0; i < packets; i++) {
		p.t_ns += wire_time_ns(WIRE_MIN);
		wire_write(d, &f, &p);
	}
}

void model_write_poisson(pcap_dumper_t *d, uint64_t packets, uint64_t seed)
{
	struct wire_flow f = { .proto = WIRE_UDP,
			       .host_port = 5001,
			       .peer_port = 5001 };
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	int64_t free_ns[2] = { 0, 0 }, last = 0;
	double t = 0;

	gsl_rng_set(r, seed);
	for (uint64_t i = 0; i < packets; i++) {
		struct wire_packet p = { 0 };
		unsigned long kind = gsl_rng_uniform_int(r, 12);
		int64_t at;

		t += gsl_ran_exponential(r, 50 * US);
		p.dir = gsl_rng_uniform_int(r, 3) ? WIRE_RX : WIRE_TX;
		p.payload = (uint16_t)((kind < 7    ? 60
					: kind < 11 ? 590
						    : 1514) -
				       WIRE_UDP_HEADERS);
		at = llrint(t);
		if (at < free_ns[p.dir])
			at = free_ns[p.dir];
		free_ns[p.dir] = at + wire_time_ns(wire_length(&f, &p));
		/* Written as drawn, so a stamp never goes back. */
		p.t_ns = at > last ? at : last;
		last = p.t_ns;
		wire_write(d, &f, &p);
	}
	gsl_rng_free(r);
}
