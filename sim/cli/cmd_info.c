// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * itrsim info TRACE: what is in a trace, before anything is compared on it.
 */
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "lab/info_report.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

static bool stop(void)
{
	return interrupted;
}

/* No SA_RESTART: a read from an idle pipe must end as well. */
static void catch_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal };

	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

static void progress(void *ctx, uint64_t packets, uint64_t done, uint64_t total)
{
	(void)ctx;
	if (total)
		fprintf(stderr, "\r%3.0f %%  %" PRIu64 " packets ",
			100.0 * (double)done / (double)total, packets);
	else
		fprintf(stderr, "\r%" PRIu64 " packets ", packets);
}

static void usage(FILE *out)
{
	fputs("usage: itrsim info TRACE [--host MAC|IP] [--hash] [--json]\n"
	      "\n"
	      "Says what is in a pcap or pcapng trace (gzip, bzip2, xz and "
	      "zstd "
	      "as well;\n"
	      "\"-\" reads a pipe) and how it would be replayed.\n"
	      "\n"
	      "  --host MAC|IP  the host whose NIC is meant; default: the "
	      "busiest receiver\n"
	      "  --hash         also the SHA-256 of the file\n"
	      "  --json         for programs\n",
	      out);
}

struct info_args {
	const char *path;
	struct trace_options opt;
	bool json;
};

/* 0, or the exit code + 1. */
static int parse(int argc, char **argv, struct info_args *a)
{
	static const struct option options[] = {
		{ "host", required_argument, NULL, 'h' },
		{ "hash", no_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, '?' + 256 },
		{ NULL, 0, NULL, 0 }
	};
	int c;

	optind = 1;
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'h':
			a->opt.host = optarg;
			break;
		case 's':
			a->opt.hash = true;
			break;
		case 'j':
			a->json = true;
			break;
		case '?' + 256:
			usage(stdout);
			return ERR_NONE + 1;
		default:
			usage(stderr);
			return ERR_USAGE + 1;
		}
	}
	if (argc - optind != 1) {
		fprintf(stderr, "itrsim info: %s\n\n",
			argc == optind ? "which trace?" : "one trace only");
		usage(stderr);
		return ERR_USAGE + 1;
	}
	a->path = argv[optind];
	return 0;
}

static int print_json(const struct trace_info *info, const struct err *err)
{
	json_t *json =
		trace_info_json(info, err->code == ERR_NONE ? NULL : err->text);

	if (!json)
		return -1;
	json_dumpf(json, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	putchar('\n');
	json_decref(json);
	return 0;
}

int cmd_info(int argc, char **argv)
{
	static const struct trace_info nothing;
	static struct frame chunk[TRACE_CHUNK];
	struct info_args a = { .json = false };
	struct err err = { .code = ERR_NONE };
	const struct trace_info *info = &nothing;
	bool on_terminal = isatty(STDERR_FILENO);
	bool was_stopped = false;
	struct trace *t;
	int code = parse(argc, argv, &a);

	if (code)
		return code - 1;
	catch_signals();
	a.opt.stop = stop;
	if (on_terminal)
		a.opt.progress = progress;
	t = trace_open(a.path, &a.opt, &err);
	if (t) {
		while (trace_read(t, chunk, TRACE_CHUNK, &err) > 0)
			;
		info = trace_info(t);
		was_stopped = trace_stopped(t);
		if (on_terminal && info->packets >= 100000)
			fprintf(stderr, "\r%40s\r", "");
	}
	if (was_stopped)
		err_set(&err, ERR_INTERRUPTED,
			"interrupted after %" PRIu64 " packets: the figures "
			"cover that part only",
			info->packets);
	if (a.json)
		print_json(info, &err);
	else if (t)
		trace_info_text(stdout, a.path, info);
	fflush(stdout);
	if (err.code != ERR_NONE)
		fprintf(stderr, "itrsim: %s\n", err.text);
	trace_close(t);
	return (int)err.code;
}
