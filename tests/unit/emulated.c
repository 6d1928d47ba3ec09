// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * emulated.c - the engine's AVX-512 path in plain C, under another name:
 * <immintrin.h> is the one in emulated/ here.
 */
#include "core/engine.h"

void engine_scan_emulated(struct engine *e);

#define engine_scan_avx512 engine_scan_emulated
#ifndef __x86_64__
#define __x86_64__
#endif
#include "core/engine_avx512.c"
