// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* A program of somebody else's that uses the installed library. */
#include <stdio.h>

#include <itr/itr.h>
#include <itr/text.h>
#include <itr/units.h>

int main(void)
{
	struct itr_caps caps = { .gap = { 256, 256, 65535 * 256 },
				 .link_mbps = 1000 };
	struct itr_sample sample = { .now_ns = 1000, .interrupts = 1 };
	const char *names[] = { "one", "two" };
	struct itr it;

	if (!itr_controllers_count || itr_rate_to_ns(8000) != 125000)
		return 1;
	if (itr_nearest("tow", names, 2) != names[1])
		return 1;
	itr_start(&it, itr_controllers[0], &caps, NULL, 0);
	itr_step(&it, &sample);
	printf("consumer: %s\n", it.ops->name);
	return itr_find(it.ops->name) != it.ops;
}
