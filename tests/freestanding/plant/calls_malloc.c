// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: an allocation.
#include <itr/port.h>

void *malloc(size_t n);
void *plant_malloc(size_t n);

void *plant_malloc(size_t n)
{
	return malloc(n);
}
