/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * probe.h - a host on which nothing costs anything, whose assertions are written
 * down, for the exact laws.
 */
#ifndef TESTS_UNIT_PROBE_H
#define TESTS_UNIT_PROBE_H

#include "unit.h"

#include "load/run.h"

struct probe {
	struct nic_profile part;
	struct engine engine;
	struct nic nic;
	struct host host;
	int64_t at_ps[16384];
	size_t n;
};

/* The controller fixed with these parameters, on an 82574L with MSI. */
struct run_config probe_config(const struct machine *m, const char *params);

/* The same on the machine ideal. */
struct probe *probe_new(const char *params);
/* With these traits of the card; NULL is the controller fixed. */
struct probe *probe_of(const char *params, struct nic_traits traits,
		       const struct itr_ops *controller);
void probe_free(struct probe *p);

/* 1024 B of UDP payload: 1066 B, with overhead 1090 B = 8.72 us on the wire. */
#define DATAGRAM_BYTES 1066u
#define DATAGRAM_PS (INT64_C(8720) * PS_PER_NS)

/* n of them to send, as fast as the wire takes them. */
void probe_sends(struct probe *p, int64_t n);

#endif /* TESTS_UNIT_PROBE_H */
