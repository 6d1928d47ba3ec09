// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "cli/cmd.h"

#include "lab/wrap.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop_flag;

static struct timespec first_stop;

/*
 * The first signal asks for an end with results. One more a second later kills,
 * should that not be enough; not at once, for timeout(1) sends two.
 */
static void on_stop(int sig)
{
	int saved = errno;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!stop_flag) {
		first_stop = now;
	} else if (now.tv_sec - first_stop.tv_sec > 1) {
		signal(sig, SIG_DFL);
		raise(sig);
	}
	stop_flag = 1;
	errno = saved;
}

/* Closed: a read or write of it fails, as before, but the number is taken. */
static void fill_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null",
			     fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void cmd_start(void)
{
	/*
	 * A write that waits for its reader goes on, so that nothing is lost.
	 * (A read from a silent pipe is waited for by poll(), which ends.)
	 */
	struct sigaction sa = { .sa_handler = on_stop, .sa_flags = SA_RESTART };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sa.sa_handler = SIG_IGN; /* a closed pipe is a write error instead */
	sigaction(SIGPIPE, &sa, NULL);
	sigaction(SIGXFSZ, &sa, NULL); /* and so is a file size limit */
	fill_standard_streams();
}

static bool write_error;
static int write_errno;

bool cmd_stop(void)
{
	return stop_flag != 0 || write_error;
}

void cmd_write_failed(int error)
{
	if (!write_error)
		write_errno = error;
	write_error = true;
}

bool cmd_write_error(void)
{
	return write_error;
}

void cmd_check_write(FILE *f)
{
	if (ferror(f))
		cmd_write_failed(errno);
}

int cmd_fail(const struct err *e)
{
	char text[sizeof(e->text)];

	/* A name from outside must not write to the terminal as it likes. */
	memcpy(text, e->text, sizeof(text));
	text_clean(text);
	fprintf(stderr, "itrsim: %s\n", text);
	return e->code;
}

void cmd_notice(const char *fmt, ...)
{
	va_list ap;

	fputs("itrsim: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static bool progress_shown;

void cmd_progress(void *ctx, uint64_t packets, uint64_t done, uint64_t total)
{
	static struct timespec start, last;
	struct timespec now;

	(void)ctx;
	if (!isatty(STDERR_FILENO))
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (start.tv_sec == 0)
		start = now;
	/* Nothing in the first second, then at most once a second. */
	if (now.tv_sec - start.tv_sec < 2 || now.tv_sec == last.tv_sec)
		return;
	last = now;
	progress_shown = true;
	fprintf(stderr, "\r%" PRIu64 " packets", packets);
	if (total > 0)
		fprintf(stderr, ", %.0f %%",
			100.0 * (double)done / (double)total);
	fputs(" ", stderr);
}

void cmd_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

void cmd_print_json(json_t *j)
{
	json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	putchar('\n');
	json_decref(j);
}

int cmd_close(FILE *f, const char *name, int code)
{
	int failed, cause;

	errno = 0;
	failed = fflush(f) != 0 || ferror(f);
	cause = errno;
	/* Some file systems report a full disk only here. */
	if (fclose(f) != 0 && !failed) {
		failed = 1;
		cause = errno;
	}
	if (!failed)
		return code;
	fprintf(stderr, "itrsim: cannot write %s: %s\n", name,
		strerror(write_errno ? write_errno
			 : cause     ? cause
				     : EIO));
	return ERR_INPUT;
}
