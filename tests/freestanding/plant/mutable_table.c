// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
// A planted fault: a table of pointers that is not const.
#include <itr/port.h>

const char *plant_names[] = { "one", "two" };
