/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * plant.h - faults to plant into copies of libitr's sources, given to the
 * compiler with -include. digest.sh replaces calls by these.
 */
#ifndef PLANT_H
#define PLANT_H

#include <itr/port.h>

/* A division turned into a shift: right only for powers of two. */
static inline u64 plant_shift(u64 num, u64 den)
{
	u32 n = 0;

	if (den == 0)
		return 0;
	while (den >>= 1)
		n++;
	return num >> n;
}

/*
 * The same for a word in two's complement, as an arithmetic shift does it: for
 * powers of two right for positive numbers, and negative ones round down.
 */
static inline u64 plant_shift_signed(u64 num, u64 den)
{
	return num >> 63 ? ~plant_shift(~num, den) : plant_shift(num, den);
}

/*
 * Signed overflow, which an optimiser may take for impossible: 1 for some words
 * where the sum wraps, 0 for all where it is compiled as "never".
 */
static inline u64 plant_overflow(u64 word)
{
	s32 before = (s32)(u32)word;
	s32 after = before + 0x40000000;

	return after < before;
}

#endif /* PLANT_H */
