/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* What <linux/types.h> gives to libitr, and no limits or printf macros. */
#ifndef FAKE_LINUX_TYPES_H
#define FAKE_LINUX_TYPES_H

#ifndef __KERNEL__
#error "only for the kernel variant"
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;

typedef u8 uint8_t;
typedef u16 uint16_t;
typedef u32 uint32_t;
typedef u64 uint64_t;
typedef s8 int8_t;
typedef s16 int16_t;
typedef s32 int32_t;
typedef s64 int64_t;

typedef __SIZE_TYPE__ size_t;
typedef _Bool bool;

#endif
