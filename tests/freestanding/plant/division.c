// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: u64 divided by '/', which 32-bit kernels lack.
#include <itr/port.h>

u64 plant_division(u64 a, u64 b);

u64 plant_division(u64 a, u64 b)
{
	return a / b;
}
