/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * units.h - rates, register units and rounding. The one place that knows them.
 */
#ifndef ITR_UNITS_H
#define ITR_UNITS_H

#include <itr/itr.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ITR_GAP_UNIT_NS 256u /* ITR and EITR of the 8254x/82574 */
#define ITR_DELAY_UNIT_NS 1024u /* RDTR, RADV, TIDV, TADV */
#define ITR_REG_MAX 65535u /* all of them are 16 bits wide */
#define ITR_NS_PER_S 1000000000u

/*
 * Interval of a rate, as the drivers compute it: trunc(1e9 / rate) in ns.
 * Rate 0 gives 0 (no hold-off): no number is a mode, so callers refuse it.
 */
ITR_API u64 itr_rate_to_ns(u64 rate_per_s);

/* Rate of an interval: trunc(1e9 / ns); interval 0 gives 0. */
ITR_API u64 itr_ns_to_rate(u64 ns);

/* Register value of an interval: trunc(ns / unit_ns), at most ITR_REG_MAX. */
ITR_API u64 itr_ns_to_reg(u64 ns, u64 unit_ns);
ITR_API u64 itr_reg_to_ns(u64 reg, u64 unit_ns);

/*
 * The nearest value at or below ns that the hardware can hold: a multiple of
 * step_ns within [min_ns, max_ns]; 0 stays 0, anything else below min becomes
 * min, and a missing timer (step_ns == 0) gives 0.
 */
ITR_API u64 itr_quantise(const struct itr_range *r, u64 ns);

#ifdef __cplusplus
}
#endif

#endif /* ITR_UNITS_H */
