// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a declaration after a statement, which the kernel forbids.
#include <itr/port.h>

u64 plant_declaration(u64 x);

u64 plant_declaration(u64 x)
{
	x++;
	u64 y = x;

	return y;
}
