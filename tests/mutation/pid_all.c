// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/* The test of pid as the one source that mutate.sh compiles. */
#include "unit/pid_plant.c"
#include "unit/test_pid.c"
