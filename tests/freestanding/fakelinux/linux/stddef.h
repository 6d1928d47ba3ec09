/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/* What <linux/stddef.h> gives to libitr. */
#ifndef FAKE_LINUX_STDDEF_H
#define FAKE_LINUX_STDDEF_H

#undef NULL
#define NULL ((void *)0)

enum { false = 0, true = 1 };

#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
