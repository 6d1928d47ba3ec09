// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a header that a freestanding build lacks.
#include <string.h>

#include <itr/port.h>

size_t plant_length(const char *s);

size_t plant_length(const char *s)
{
	return strlen(s);
}
