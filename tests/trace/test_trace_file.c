// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Where the bytes come from: files, pipes, packings, damage, hashes, Ctrl-C.
 */
#include "trace/tiny_pcap.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct outcome o;
static struct tiny p;

static void make(uint32_t n)
{
	tiny_begin(&p, false, LINK_ETHERNET);
	for (uint32_t i = 0; i < n; i++)
		tiny_frame(&p, i / 1000, i % 1000 * 1000, 1, 9, 100);
}

/* Reads the trace through standard input, fed by a child a bit at a time. */
static void read_pipe(const struct trace_options *opt)
{
	int ends[2], keep = dup(STDIN_FILENO);
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		size_t at = 0, step = 1;

		close(ends[0]);
		while (at < p.size) {
			size_t n = p.size - at < step ? p.size - at : step;
			ssize_t put = write(ends[1], p.bytes + at, n);

			if (put < 0)
				_exit(1);
			at += (size_t)put;
			step = at < 64 ? 1 : 65536;
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	read_path(&o, "-", opt);
	dup2(keep, STDIN_FILENO);
	close(keep);
	waitpid(child, NULL, 0);
}

static void from_a_pipe(void **state)
{
	struct trace_options opt = { .hash = true };
	char file_hash[65];

	(void)state;
	make(25000);
	read_tiny(&o, &p, &opt);
	assert_int_equal(o.n, 25000);
	assert_int_equal(strlen(o.info.sha256), 64);
	memcpy(file_hash, o.info.sha256, sizeof(file_hash));
	read_pipe(&opt);
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 25000);
	assert_int_equal(o.info.rx_packets, 25000);
	assert_string_equal(o.info.sha256, file_hash);
	tiny_free(&p);
}

/* A known answer: SHA-256 of the 24 bytes of an empty trace. */
static void hash_is_sha256(void **state)
{
	struct trace_options opt = { .hash = true };
	char command[128], line[65] = "";
	char *path;
	FILE *f;

	(void)state;
	make(3);
	path = tiny_save(&p);
	read_path(&o, path, &opt);
	snprintf(command, sizeof(command), "sha256sum < %s", path);
	f = popen(command, "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	pclose(f);
	assert_string_equal(o.info.sha256, line);
	opt.hash = false;
	read_path(&o, path, &opt);
	assert_string_equal(o.info.sha256, "");
	unlink(path);
	free(path);
	tiny_free(&p);
}

/* Replaces p by what a packing program makes of it; false if it is missing. */
static bool pack(const char *program)
{
	char command[128];
	char *path = tiny_save(&p);
	uint8_t block[4096];
	size_t n;
	FILE *f;

	snprintf(command, sizeof(command), "%s -c < %s 2>/dev/null", program,
		 path);
	f = popen(command, "r");
	assert_non_null(f);
	p.size = 0;
	while ((n = fread(block, 1, sizeof(block), f)))
		tiny_add(&p, block, n);
	unlink(path);
	free(path);
	return pclose(f) == 0;
}

static void packed(void **state)
{
	static const char *const programs[] = { "gzip", "bzip2", "xz", "zstd" };
	struct trace_options opt = { .hash = true };
	int tried = 0;

	(void)state;
	for (int i = 0; i < 4; i++) {
		make(12000);
		if (!pack(programs[i])) {
			print_message("%s is not installed: not tried\n",
				      programs[i]);
			tiny_free(&p);
			continue;
		}
		tried++;
		read_tiny(&o, &p, &opt);
		assert_int_equal(o.err.code, ERR_NONE);
		assert_int_equal(o.n, 12000);
		assert_int_equal(strlen(o.info.sha256), 64);
		read_pipe(NULL);
		assert_int_equal(o.n, 12000);

		/* Cut in the middle: some of it, then a clear error. */
		p.size /= 2;
		read_tiny(&o, &p, NULL);
		assert_int_equal(o.err.code, ERR_INPUT);
		assert_true(o.n < 12000);
		assert_non_null(strstr(o.err.text, programs[i]));
		tiny_free(&p);
	}
	assert_true(tried >= 1); /* gzip is in every Debian */
}

static void packed_something_else(void **state)
{
	(void)state;
	memset(&p, 0, sizeof(p));
	tiny_add(&p, "no trace at all, just text\n", 27);
	assert_true(pack("gzip"));
	read_tiny(&o, &p, NULL);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "what is packed in it"));
	tiny_free(&p);
}

/* Cut at every byte: never more than was there, an error but at the seams. */
static void cut_anywhere(void **state)
{
	size_t whole, record = 16 + 64;

	(void)state;
	make(3);
	whole = p.size;
	for (size_t size = 0; size <= whole; size++) {
		bool seam = size >= 24 && (size - 24) % record == 0;

		p.size = size;
		read_tiny(&o, &p, NULL);
		assert_int_equal(o.opened, size >= 24);
		if (size >= 24)
			assert_int_equal(o.n, (size - 24) / record);
		assert_int_equal(o.err.code, seam ? ERR_NONE : ERR_INPUT);
		if (o.opened && !seam)
			assert_non_null(strstr(o.err.text, "packet"));
	}
	p.size = whole;
	tiny_free(&p);
}

/* Damage after the first 10 000 as well as within them. */
static void damage_names_the_packet(void **state)
{
	(void)state;
	make(15000);
	tiny_add(&p, "\1\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377", 16);
	read_tiny(&o, &p, NULL);
	assert_int_equal(o.n, 15000);
	assert_int_equal(o.info.packets, 15000);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "packet 15001"));
	assert_non_null(strstr(o.err.text, "15000 packets before it are good"));
	read_pipe(NULL);
	assert_int_equal(o.n, 15000);
	assert_int_equal(o.err.code, ERR_INPUT);
	tiny_free(&p);
}

/*
 * Captures put one after the other: the second header is no packet, whichever
 * way round its bytes are, within the first 10 000 packets or after.
 */
static void joined_captures(void **state)
{
	static const uint8_t second[][4] = {
		{ 0xd4, 0xc3, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0xc3, 0xd4 },
		{ 0x4d, 0x3c, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0x3c, 0x4d },
		{ 0x34, 0xcd, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0xcd, 0x34 },
	};
	static const uint8_t rest[20] = { 2, 0, 4, 0, [14] = 4, [16] = 1 };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		make(i ? 3 : 12000);
		tiny_add(&p, second[i], 4);
		tiny_add(&p, rest, sizeof(rest));
		tiny_frame(&p, 100, 0, 1, 9, 100);
		read_tiny(&o, &p, NULL);
		assert_int_equal(o.err.code, ERR_INPUT);
		assert_int_equal(o.n, i ? 3 : 12000);
		assert_int_equal(o.info.packets, i ? 3 : 12000);
		assert_int_equal(o.info.duration_ps, i ? MS(2) : MS(11999));
		assert_non_null(strstr(o.err.text,
				       i ? ": packet 4: the header of another "
					   "capture, put behind the first; the "
					   "3 before it are good; "
					 : ": packet 12001: the header of"));
		tiny_free(&p);
	}
	/* A packet without length is one. */
	make(3);
	tiny_packet(&p, 4, 0, "", 0, 0);
	tiny_packet(&p, 0xa1b2c3d4, 0, "x", 1, 0);
	read_tiny(&o, &p, NULL);
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.info.packets, 5);
	tiny_free(&p);
}

static void what_cannot_be_opened(void **state)
{
	char longer[1000] = "";

	(void)state;
	read_path(&o, "/tmp", NULL);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "is a directory"));
	read_path(&o, "/nonexistent/trace.pcap", NULL);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "/nonexistent/trace.pcap"));
	assert_non_null(strstr(o.err.text, "No such file"));
	/* However long the name, the reason is told. */
	memset(longer, 'x', sizeof(longer) - 1);
	memcpy(longer, "/tmp/", 5);
	read_path(&o, longer, NULL);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "File name too long"));
	read_path(&o, "/dev/null", NULL);
	assert_int_equal(o.err.code, ERR_INPUT);
	assert_non_null(strstr(o.err.text, "empty"));
}

static int looks;

static bool stop_soon(void)
{
	return ++looks > 20;
}

static bool stop_now(void)
{
	return true;
}

static void stops_when_asked(void **state)
{
	struct trace_options opt = { .stop = stop_soon, .hash = true };

	(void)state;
	make(30000);
	looks = 0;
	read_tiny(&o, &p, &opt);
	assert_true(o.stopped);
	assert_int_equal(o.err.code, ERR_NONE);
	assert_true(o.n > 0 && o.n < 30000);
	assert_int_equal(o.info.packets, o.n);
	assert_int_equal(o.end_ps, o.frame[o.n - 1].t_ps);
	/* a part has no hash of the whole */
	assert_string_equal(o.info.sha256, "");
	opt.stop = stop_now;
	read_tiny(&o, &p, &opt);
	assert_true(o.stopped);
	/* what was gathered by then is not thrown away */
	assert_true(o.n > 0 && o.n < 10000);
	assert_int_equal(o.info.packets, o.n);
	tiny_free(&p);
}

static volatile sig_atomic_t signalled;

static void on_alarm(int number)
{
	(void)number;
	signalled = 1;
}

static bool stop_on_signal(void)
{
	return signalled;
}

/* Ctrl-C while waiting for a pipe that neither ends nor goes on. */
static void signal_ends_an_idle_pipe(void **state)
{
	struct sigaction act = { .sa_handler = on_alarm };
	struct trace_options opt = { .stop = stop_on_signal };
	int ends[2], keep = dup(STDIN_FILENO);

	(void)state;
	make(200);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], p.bytes, p.size), (ssize_t)p.size);
	dup2(ends[0], STDIN_FILENO);
	sigaction(SIGALRM, &act, NULL);
	alarm(1);
	read_path(&o, "-", &opt);
	dup2(keep, STDIN_FILENO);
	close(keep);
	close(ends[0]);
	close(ends[1]);
	tiny_free(&p);
	assert_true(o.stopped);
	assert_int_equal(o.err.code, ERR_NONE);
	assert_int_equal(o.n, 200);
}

static uint64_t last_packets, last_done, last_total;

static void on_progress(void *ctx, uint64_t packets, uint64_t done,
			uint64_t total)
{
	++*(int *)ctx;
	assert_true(packets > last_packets && done >= last_done);
	last_packets = packets;
	last_done = done;
	last_total = total;
}

static void progress_is_told(void **state)
{
	int calls = 0;
	struct trace_options opt = { .progress = on_progress,
				     .progress_ctx = &calls };

	(void)state;
	make(250000);
	last_packets = last_done = 0;
	read_tiny(&o, &p, &opt);
	assert_int_equal(calls, 2);
	assert_int_equal(last_total, p.size);
	assert_true(last_done > 0 && last_done <= p.size);
	tiny_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_a_pipe),
		cmocka_unit_test(hash_is_sha256),
		cmocka_unit_test(packed),
		cmocka_unit_test(packed_something_else),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(damage_names_the_packet),
		cmocka_unit_test(joined_captures),
		cmocka_unit_test(what_cannot_be_opened),
		cmocka_unit_test(stops_when_asked),
		cmocka_unit_test(signal_ends_an_idle_pipe),
		cmocka_unit_test(progress_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
