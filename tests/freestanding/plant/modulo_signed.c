// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: remainder of a s64.
#include <itr/port.h>

s64 plant_modulo(s64 a, s64 b);

s64 plant_modulo(s64 a, s64 b)
{
	return a % b;
}
