/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * immintrin.h - the operations of AVX-512 that engine_avx512.c uses, in plain
 * C, so that its logic is tested on a machine that lacks them.
 */
#ifndef TESTS_UNIT_EMULATED_IMMINTRIN_H
#define TESTS_UNIT_EMULATED_IMMINTRIN_H

#include <stdint.h>
#include <string.h>

/* __attribute__((target("..."))) would let the compiler use the real ones. */
#define target(isa)

#define LANES 8

typedef struct {
	int64_t lane[LANES];
} __m512i;
typedef uint8_t __mmask8;

static inline __m512i _mm512_set1_epi64(int64_t a)
{
	__m512i r;

	for (int i = 0; i < LANES; i++)
		r.lane[i] = a;
	return r;
}

static inline __m512i _mm512_loadu_si512(const void *p)
{
	__m512i r;

	memcpy(&r, p, sizeof(r));
	return r;
}

static inline __m512i _mm512_min_epi64(__m512i a, __m512i b)
{
	for (int i = 0; i < LANES; i++)
		if (b.lane[i] < a.lane[i])
			a.lane[i] = b.lane[i];
	return a;
}

static inline __m512i _mm512_max_epi64(__m512i a, __m512i b)
{
	for (int i = 0; i < LANES; i++)
		if (b.lane[i] > a.lane[i])
			a.lane[i] = b.lane[i];
	return a;
}

static inline int64_t _mm512_reduce_min_epi64(__m512i a)
{
	int64_t t = a.lane[0];

	for (int i = 1; i < LANES; i++)
		if (a.lane[i] < t)
			t = a.lane[i];
	return t;
}

/* Bit i of the result: lane i of both is equal. */
static inline __mmask8 _mm512_cmpeq_epi64_mask(__m512i a, __m512i b)
{
	unsigned int m = 0;

	for (int i = 0; i < LANES; i++)
		m |= (unsigned int)(a.lane[i] == b.lane[i]) << i;
	return (__mmask8)m;
}

/* Lane i of b where bit i of m is set, of a elsewhere. */
static inline __m512i _mm512_mask_mov_epi64(__m512i a, __mmask8 m, __m512i b)
{
	for (int i = 0; i < LANES; i++)
		if (m >> i & 1)
			a.lane[i] = b.lane[i];
	return a;
}

#endif /* TESTS_UNIT_EMULATED_IMMINTRIN_H */
