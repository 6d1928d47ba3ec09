// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: u64 divided by a constant with '/'.
#include <itr/port.h>

u64 plant_division_const(u64 a);

u64 plant_division_const(u64 a)
{
	return a / 1000;
}
