/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * port.h - everything libitr needs from its surroundings, and nothing else.
 *
 * This is the only file of libitr in which __KERNEL__ may appear. The rest of
 * the library uses just the vocabulary below: u8..u64, s32, s64, bool, size_t,
 * NULL, memcpy, memset, memcmp, memmove, and itr_div64() or itr_quot64() for every
 * division of a 64-bit number (32-bit kernels have no '/' for u64).
 */
#ifndef ITR_PORT_H
#define ITR_PORT_H

#ifdef __KERNEL__

#include <linux/math64.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>

/* Quotient of two unsigned 64-bit numbers; 0 when the divisor is 0. */
static inline u64 itr_div64(u64 num, u64 den)
{
	return den ? div64_u64(num, den) : 0;
}

/* The same for a divisor that cannot be 0, whatever a saved state holds. */
static inline u64 itr_quot64(u64 num, u64 den)
{
	return div64_u64(num, den);
}

#else /* user space, hosted or freestanding */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#ifdef __cplusplus
#include <string.h>
#else
/* A freestanding build has no <string.h>; these four are always allowed. */
void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* Quotient of two unsigned 64-bit numbers; 0 when the divisor is 0. */
static inline u64 itr_div64(u64 num, u64 den)
{
	return den ? num / den : 0;
}

/* The same for a divisor that cannot be 0, whatever a saved state holds. */
static inline u64 itr_quot64(u64 num, u64 den)
{
	return num / den;
}

#endif /* __KERNEL__ */

#ifndef ITR_API
#if defined(__GNUC__) && !defined(__KERNEL__)
#define ITR_API __attribute__((visibility("default")))
#else
#define ITR_API
#endif
#endif

#endif /* ITR_PORT_H */
