/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* What <linux/math64.h> gives to libitr. */
#ifndef FAKE_LINUX_MATH64_H
#define FAKE_LINUX_MATH64_H

#include <linux/types.h>

/*
 * FAKE_DIVISION_CALLED: a call, as in a 32-bit kernel, so that any division that
 * does not go through it shows as another undefined symbol.
 */
#ifdef FAKE_DIVISION_CALLED
u64 div64_u64(u64 dividend, u64 divisor);
#else
static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}
#endif

#endif
