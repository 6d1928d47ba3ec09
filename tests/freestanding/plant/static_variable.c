// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: state outside struct itr, with an initial value.
#include <itr/port.h>

u64 plant_static(void);

u64 plant_static(void)
{
	static u64 calls = 1;

	return calls++;
}
