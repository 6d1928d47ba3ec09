// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a global, which old compilers make a common symbol.
#include <itr/port.h>

u64 plant_common;
