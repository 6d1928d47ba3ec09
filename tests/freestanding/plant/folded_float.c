// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: floating point that the compiler folds away.
#include <itr/port.h>

u64 plant_folded(void);

u64 plant_folded(void)
{
	return (u64)(1.5 * 2);
}
