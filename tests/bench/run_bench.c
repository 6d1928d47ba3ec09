// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * run_bench.c - runs commands in turns and says what each cost.
 *
 * Usage: run_bench ROUNDS LABEL COMMAND [ARG...] [-- LABEL COMMAND...]...
 *
 * A round runs every command once, so that whatever else the machine does hits
 * all of them alike. One line for each comes out, tab separated: label, median
 * of user + system CPU seconds, smallest, largest, peak memory in kB (the
 * largest of the rounds, as GNU time reports it). Their standard output is
 * dropped. A command that does not end with 0 ends it all.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMMANDS_MAX 16
#define ROUNDS_MAX 99

struct command {
	const char *label;
	char **argv;
	double cpu_s[ROUNDS_MAX];
	long peak_kb;
};

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

static void run(struct command *c, int round)
{
	struct rusage u;
	int status, null;
	pid_t pid = fork();

	if (pid == 0) {
		null = open("/dev/null", O_WRONLY);
		if (null < 0 || dup2(null, 1) < 0)
			_exit(126);
		execvp(c->argv[0], c->argv);
		perror(c->argv[0]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) != pid) {
		perror("run_bench");
		exit(1);
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status)) {
		fprintf(stderr, "run_bench: '%s' failed (wait status %#x)\n",
			c->label, status);
		exit(1);
	}
	c->cpu_s[round] = seconds(&u.ru_utime) + seconds(&u.ru_stime);
	if (u.ru_maxrss > c->peak_kb)
		c->peak_kb = u.ru_maxrss;
}

static int ascending(const void *va, const void *vb)
{
	const double *a = va, *b = vb;

	return (*a > *b) - (*a < *b);
}

int main(int argc, char **argv)
{
	static struct command command[COMMANDS_MAX];
	int n = 0, rounds = argc > 1 ? atoi(argv[1]) : 0;

	for (int i = 2; i < argc; i++) {
		if (n == COMMANDS_MAX || i + 1 >= argc) {
			n = 0;
			break;
		}
		command[n].label = argv[i];
		command[n++].argv = &argv[i + 1];
		while (i < argc && strcmp(argv[i], "--"))
			i++;
		if (i < argc)
			argv[i] = NULL; /* ends this command's arguments */
	}
	if (!n || rounds < 1 || rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: run_bench ROUNDS LABEL COMMAND [ARG...]"
				" [-- LABEL COMMAND...]...\n");
		return 2;
	}
	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < n; i++)
			run(&command[i], r);
	for (int i = 0; i < n; i++) {
		double *s = command[i].cpu_s;

		qsort(s, (size_t)rounds, sizeof(*s), ascending);
		printf("%s\t%.3f\t%.3f\t%.3f\t%ld\n", command[i].label,
		       (s[(rounds - 1) / 2] + s[rounds / 2]) / 2, s[0],
		       s[rounds - 1], command[i].peak_kb);
	}
	return 0;
}
