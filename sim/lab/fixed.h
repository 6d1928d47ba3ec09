/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * fixed.h - a fixed gap as parameters of the controller `fixed`, and back.
 */
#ifndef SIM_LAB_FIXED_H
#define SIM_LAB_FIXED_H

#include <stdbool.h>
#include <stdint.h>

#include <itr/itr.h>

#include "core/err.h"

/* The controller `fixed` of the library. */
const struct itr_ops *fixed_ops(void);

/*
 * The parameters of `fixed` that hold interrupts gap_ps apart. Returns 0, or -1
 * and *err (ERR_USAGE) if the gap is out of range or finer than the parameter;
 * what begins the text.
 */
int fixed_params(int64_t gap_ps, const struct itr_ops **ops,
		 struct itr_params *params, const char *what, struct err *err);

/* The same value for every parameter ops has. */
bool params_equal(const struct itr_ops *ops, const struct itr_params *a,
		  const struct itr_params *b);

/*
 * True and *gap_ps if ops with params is `fixed` with nothing but its gap set:
 * what `ethtool -C IFACE rx-usecs N` can do.
 */
bool fixed_gap_ps(const struct itr_ops *ops, const struct itr_params *params,
		  int64_t *gap_ps);

#endif /* SIM_LAB_FIXED_H */
