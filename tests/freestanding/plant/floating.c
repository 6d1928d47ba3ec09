// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: floating point.
#include <itr/port.h>

u64 plant_floating(u64 x);

u64 plant_floating(u64 x)
{
	double half = (double)x * 0.5;

	return (u64)half;
}
