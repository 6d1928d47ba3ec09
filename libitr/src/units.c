// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * units.c - rates, register units and rounding.
 *
 * Everything rounds down, as the drivers do. trunc(trunc(1e9 / rate) / 256) is
 * the same number as trunc(1e9 / (rate * 256)), but rate * 256 cannot overflow
 * here, which in 32 bits it does above 16.7 million a second.
 */
#include "ctl.h"

u64 itr_rate_to_ns(u64 rate_per_s)
{
	return itr_div64(ITR_NS_PER_S, rate_per_s);
}

u64 itr_ns_to_rate(u64 ns)
{
	return itr_div64(ITR_NS_PER_S, ns);
}

u64 itr_ns_to_reg(u64 ns, u64 unit_ns)
{
	u64 reg = itr_div64(ns, unit_ns);

	return reg > ITR_REG_MAX ? ITR_REG_MAX : reg;
}

u64 itr_reg_to_ns(u64 reg, u64 unit_ns)
{
	if (reg > ITR_REG_MAX)
		reg = ITR_REG_MAX;
	/* A unit above 32 bits is no register's; keep the product in 64. */
	if (unit_ns > 0xffffffffu)
		unit_ns = 0xffffffffu;
	return reg * unit_ns;
}

void itr_bounds(const struct itr_range *r, u64 *low_ns, u64 *high_ns)
{
	u64 highest = itr_div64(r->max_ns, r->step_ns);
	u64 lowest = itr_div64(r->min_ns, r->step_ns);

	if (lowest * r->step_ns < r->min_ns)
		lowest++;
	if (lowest > highest)
		lowest = highest = 0; /* no multiple fits */
	*low_ns = lowest * r->step_ns;
	*high_ns = highest * r->step_ns;
}

u64 itr_quantise(const struct itr_range *r, u64 ns)
{
	u64 low_ns, high_ns;

	if (ns == 0)
		return 0;
	itr_bounds(r, &low_ns, &high_ns);
	ns = itr_div64(ns, r->step_ns) * r->step_ns;
	if (ns < low_ns)
		return low_ns;
	return ns < high_ns ? ns : high_ns;
}
