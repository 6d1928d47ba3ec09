// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* Alone in its file so that a new commit recompiles nothing else. */
#include "lab/version.h"

#include "lab/commit.h"

const char *itrsim_version(void)
{
	return ITRSIM_VERSION;
}

const char *itrsim_commit(void)
{
	return ITRSIM_COMMIT;
}
