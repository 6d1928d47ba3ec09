// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: state outside struct itr, zero at the start.
#include <itr/port.h>

u64 plant_zero(void);

u64 plant_zero(void)
{
	static u64 calls;

	return calls++;
}
