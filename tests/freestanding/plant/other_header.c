// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a header of the compiler that port.h does not name.
#include <limits.h>

#include <itr/port.h>

u64 plant_limits(void);

u64 plant_limits(void)
{
	return INT_MAX;
}
