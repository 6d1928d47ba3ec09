// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * engine_avx512.c - the scan of many slots, eight at a time. Called only where
 * engine_use() has seen that the machine can.
 */
#include "core/engine.h"

#ifdef __x86_64__
#include <immintrin.h>

/*
 * Lane l holds slots l, l + 8, l + 16, ...: the two earliest of each lane, then
 * the earliest of all, then the slot that has this time. Its lane without it and
 * the other lanes give bound_ps. Slots that were not added are stopped, so a row
 * may be incomplete.
 */
__attribute__((target("avx512f"))) void engine_scan_avx512(struct engine *e)
{
	const int64_t *w = e->when_ps;
	const __m512i never = _mm512_set1_epi64(TIME_NEVER);
	unsigned int rows = (e->nslots + 7) / 8, hot;
	__m512i first = never, second = never, row;
	uint64_t equal = 0;

	for (unsigned int r = 0; r < rows; r++) {
		row = _mm512_loadu_si512(w + (size_t)8 * r);
		second = _mm512_min_epi64(second, _mm512_max_epi64(first, row));
		first = _mm512_min_epi64(first, row);
	}
	row = _mm512_set1_epi64(_mm512_reduce_min_epi64(first));
	for (unsigned int r = 0; r < rows; r++)
		equal |= (uint64_t)_mm512_cmpeq_epi64_mask(
				 row, _mm512_loadu_si512(w + (size_t)8 * r))
			 << 8 * r;
	hot = (unsigned int)__builtin_ctzll(equal);
	e->hot = hot;
	e->bound_ps = _mm512_reduce_min_epi64(_mm512_mask_mov_epi64(
		first, (__mmask8)(1U << (hot & 7)), second));
}
#endif
