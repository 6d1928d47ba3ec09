// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * loop_guard.c - a test that loops fails, and says so.
 *
 * Linked into every cmocka program. It limits CPU time, not time: a busy
 * machine does not make a good test fail. ITR_TEST_CPU_S sets another limit in
 * seconds. The exit code is one that nothing else uses, so that planted.sh can
 * tell a loop from a failed assertion.
 */
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define EXIT_LOOPS 99
/* The longest test takes 1.3 s, under sanitizers ten times that. */
#define LIMIT_S 120

static void give_up(int sig)
{
	static const char text[] =
		"FAIL: still running at its limit of CPU time: it loops\n";

	(void)sig;
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		_exit(1);
	_exit(EXIT_LOOPS);
}

__attribute__((constructor)) static void guard(void)
{
	const char *wish = getenv("ITR_TEST_CPU_S");
	struct itimerval limit = { .it_value.tv_sec =
					   wish ? atol(wish) : LIMIT_S };

	signal(SIGPROF, give_up);
	if (limit.it_value.tv_sec <= 0 ||
	    setitimer(ITIMER_PROF, &limit, NULL)) {
		fprintf(stderr, "no limit of CPU time can be set\n");
		exit(1);
	}
}
