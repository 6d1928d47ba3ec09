// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a header that the kernel lacks.
#include <stdint.h>

#include <itr/port.h>

u64 plant_stdint(void);

u64 plant_stdint(void)
{
	return UINT32_MAX;
}
