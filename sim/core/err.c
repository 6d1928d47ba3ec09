// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "core/err.h"

#include <stdarg.h>
#include <stdio.h>

void err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	if (!e || e->code != ERR_NONE)
		return;
	e->code = code;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
}
