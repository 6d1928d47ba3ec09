// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a macro of stdint.h that the kernel's types.h lacks.
#include <itr/port.h>

s32 plant_int32_max(void);

s32 plant_int32_max(void)
{
	return INT32_MAX;
}
