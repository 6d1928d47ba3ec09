// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * cmd_check.c - itrsim check FILE: does this build decide what was recorded?
 */
#define _GNU_SOURCE /* fopencookie */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "lab/check.h"
#include "lab/wrap.h"

static const struct command_help check_help = {
	.name = "check",
	.usage = "FILE [OPTION]...",
	.about = "Runs the controllers of a record again, on what they were "
		 "told, and compares each decision and each state with the "
		 "recorded one; stops at the first difference. FILE is what "
		 "'itrsim replay --record' wrote, or text in which a driver's "
		 "tracepoint was printed (by trace-cmd, perf or bpftrace); - "
		 "is standard input.",
	.examples = "  itrsim replay trace.pcap --controller e1000 --record "
		    "run.itr\n"
		    "  itrsim check run.itr\n"
		    "  trace-cmd report | itrsim check -\n",
	.after = "Records that were lost are counted; their unit is checked "
		 "again from its next SNAPSHOT on (docs/formats.md).\n\nExit "
		 "codes: 0 all is as recorded, 1 damaged, not to be checked or "
		 "output not written, 2 wrong command line, 3 a difference, "
		 "130 interrupted.",
	.used_by = USED_BY_CHECK,
	.operands_min = 1,
	.operands_max = 1,
	.operand = { "the record" },
};

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_text(const char *name, const struct check_result *r)
{
	const char *sep = "  of ";
	char shown[256];

	snprintf(shown, sizeof(shown), "%s", name);
	text_clean(shown);
	printf("%s: %" PRIu64 " record%s done again and found equal, %" PRIu64
	       " decision%s in them\n",
	       shown, r->checked, plural(r->checked), r->decisions,
	       plural(r->decisions));
	for (uint64_t t = 0; t < ITR_REC_COUNT; t++) {
		if (r->by_type[t] == 0)
			continue;
		printf("%s%" PRIu64 " %s", sep, r->by_type[t],
		       itr_record_name(t));
		sep = ", ";
	}
	if (r->records > 0)
		printf(" (%zu unit%s, %s)\n", r->units, plural(r->units),
		       r->sealed ? "with checksums" : "no checksums");
	if (r->lost > 0)
		printf("  lost: %" PRIu64 " in %" PRIu64 " place%s\n", r->lost,
		       r->gaps, plural(r->gaps));
	if (r->unchecked > 0)
		printf("  not checked: %" PRIu64
		       ", up to the next START or SNAPSHOT\n",
		       r->unchecked);
}

static json_t *difference_json(const struct check_difference *d)
{
	return json_pack(
		"{s:I, s:I, s:s, s:I, s:I, s:I, s:s, s:s, s:s, s:s}", "line",
		(json_int_t)d->at.line, "byte", (json_int_t)d->at.offset,
		"type", itr_record_name(d->at.head.type), "port",
		(json_int_t)d->at.head.port, "unit",
		(json_int_t)d->at.head.unit, "seq", (json_int_t)d->at.head.seq,
		"controller", d->at.controller, "field", d->field, "recorded",
		d->recorded, "computed", d->computed);
}

static json_t *check_json(const struct check_result *r, const struct err *err)
{
	json_t *types = json_object();

	for (uint64_t t = 0; t < ITR_REC_COUNT; t++)
		json_object_set_new(types, itr_record_name(t),
				    json_integer((json_int_t)r->by_type[t]));
	return json_pack(
		"{s:i, s:I, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:o, s:o}",
		"schema", 1, "records", (json_int_t)r->records, "by_type",
		types, "checked", (json_int_t)r->checked, "decisions",
		(json_int_t)r->decisions, "lost", (json_int_t)r->lost, "gaps",
		(json_int_t)r->gaps, "unchecked", (json_int_t)r->unchecked,
		"units", (json_int_t)r->units, "checksums", r->sealed,
		"difference",
		r->differs ? difference_json(&r->difference) : json_null(),
		"error", err->code ? json_string(err->text) : json_null());
}

/* How it ended, as an error; ERR_NONE: all is as recorded. */
static void verdict(const char *name, const struct check_result *r,
		    struct err *err)
{
	const struct check_difference *d = &r->difference;

	if (r->interrupted)
		err_set(err, ERR_INTERRUPTED,
			"interrupted: this is of the first %" PRIu64 " records",
			r->records);
	else if (r->differs)
		err_set(err, ERR_VERDICT,
			"%.128s: line %" PRIu64 ", byte %" PRIu64
			": %s %" PRIu64 " of port %" PRIu64 ", unit %" PRIu64
			" (%s): %s was %s, now is %s",
			name, d->at.line, d->at.offset,
			itr_record_name(d->at.head.type), d->at.head.seq,
			d->at.head.port, d->at.head.unit, d->at.controller,
			d->field, d->recorded, d->computed);
	else
		*err = r->err;
	text_clean(err->text);
}

/*
 * A read that Ctrl-C ends, also from a pipe that stays silent: twice a second it
 * is looked whether to stop, for the signal may come just before poll().
 */
static ssize_t read_unless_stopped(void *ctx, char *buf, size_t n)
{
	struct pollfd p = { .fd = *(int *)ctx, .events = POLLIN };

	do {
		if (cmd_stop()) {
			errno = EINTR;
			return -1;
		}
	} while (poll(&p, 1, 500) <= 0);
	return read(p.fd, buf, n);
}

/* Opens, checks and closes; what came out is in *res, how it ended in *err. */
static void check(const char *path, const char *name, struct check_result *res,
		  struct err *err)
{
	const cookie_io_functions_t io = { .read = read_unless_stopped };
	static char buffer[65536];
	/* Not to wait here for the writer of a named pipe. */
	int fd = strcmp(path, "-")
			 ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
			 : STDIN_FILENO;
	FILE *in = fd < 0 ? NULL : fopencookie(&fd, "r", io);

	if (in) {
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
		setvbuf(in, buffer, _IOFBF, sizeof(buffer));
		check_run(in, name, cmd_stop, res);
		fclose(in);
	} else {
		err_set(&res->err, ERR_INPUT, "%.128s: cannot open: %s", name,
			strerror(errno));
	}
	if (fd > STDIN_FILENO)
		close(fd);
	verdict(name, res, err);
}

int cmd_check(int argc, char **argv)
{
	struct check_result res = { 0 };
	struct err err = { 0 };
	const char *name;
	struct args args;
	int code = args_begin(&check_help, argc, argv, &args);

	if (code >= 0)
		return code;
	name = strcmp(args.operand[0], "-") ? args.operand[0]
					    : "standard input";
	check(args.operand[0], name, &res, &err);
	errno = 0;
	if (args.opt.format == REPORT_JSON)
		cmd_print_json(check_json(&res, &err));
	else if (res.records > 0)
		print_text(name, &res);
	fflush(stdout); /* before the error, where both go to a terminal */
	cmd_check_write(stdout);
	code = err.code ? cmd_fail(&err) : 0;
	return cmd_close(stdout, "standard output", code);
}
