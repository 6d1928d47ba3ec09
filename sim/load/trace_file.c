// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#define _GNU_SOURCE /* fopencookie */
#include "load/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load/trace_unpack.h"

/*
 * Waits until a pipe has something to read, or its writer is gone. False if it
 * was stopped: looked at twice a second, for the signal may come before poll().
 */
static bool wait_readable(const struct trace_file *f)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN };

	for (;;) {
		if (f->stop && f->stop())
			return false;
		if (poll(&p, 1, f->stop ? 500 : -1) > 0)
			return true;
	}
}

/* Bytes as stored, hashed. 0 at the end, -1 on an error (problem is set). */
static ssize_t read_stored(struct trace_file *f, void *buf, size_t n)
{
	for (;;) {
		ssize_t got;

		if (!f->regular && !wait_readable(f)) {
			snprintf(f->problem, sizeof(f->problem),
				 "cannot read: %s", strerror(EINTR));
			return -1;
		}
		got = read(f->fd, buf, n);
		if (got > 0) {
			f->bytes_done += (uint64_t)got;
			if (f->hashing && !f->regular)
				sha256_update(&f->sha256, (size_t)got, buf);
			return got;
		}
		if (got == 0) {
			f->at_end = true;
			return 0;
		}
		if (errno == EINTR)
			continue;
		snprintf(f->problem, sizeof(f->problem), "cannot read: %s",
			 strerror(errno));
		return -1;
	}
}

/* The same, but the bytes already looked at come first. */
static ssize_t read_from_head(struct trace_file *f, void *buf, size_t n)
{
	size_t left = f->head_size - f->head_used;

	if (!left)
		return read_stored(f, buf, n);
	if (n > left)
		n = left;
	memcpy(buf, f->head + f->head_used, n);
	f->head_used += n;
	return (ssize_t)n;
}

static ssize_t pull_packed(void *ctx, const void **block)
{
	struct trace_file *f = ctx;

	*block = f->packed;
	return read_from_head(f, f->packed, TRACE_BUFFER_BYTES);
}

static ssize_t cookie_read(void *ctx, char *buf, size_t n)
{
	struct trace_file *f = ctx;
	ssize_t got;

	got = f->packing ? unpack_read(f->unpack, buf, n)
			 : read_from_head(f, buf, n);
	if (got >= (ssize_t)sizeof(f->magic) && !f->magic_seen) {
		memcpy(f->magic, buf, sizeof(f->magic));
		f->magic_seen = true;
	}
	if (got < 0 && !f->problem[0])
		snprintf(f->problem, sizeof(f->problem), "%s data: %.150s",
			 f->packing, unpack_error(f->unpack));
	return got;
}

static int file_identify(struct trace_file *f, struct err *err)
{
	struct stat st;

	if (fstat(f->fd, &st)) {
		err_set(err, ERR_INPUT, "%s: %s", f->name, strerror(errno));
		return -1;
	}
	if (S_ISDIR(st.st_mode)) {
		err_set(err, ERR_INPUT,
			"%s: is a directory; name a pcap or pcapng file in it",
			f->name);
		return -1;
	}
	if (S_ISREG(st.st_mode)) {
		f->start = lseek(f->fd, 0, SEEK_CUR);
		f->regular = f->start >= 0;
		if (f->regular && st.st_size > f->start)
			f->bytes_total = (uint64_t)(st.st_size - f->start);
	}
	return 0;
}

/* Fewer than TRACE_HEAD_BYTES only at the end of a short file. */
static int head_fill(struct trace_file *f, struct err *err)
{
	while (f->head_size < TRACE_HEAD_BYTES) {
		ssize_t got = read_stored(f, f->head + f->head_size,
					  TRACE_HEAD_BYTES - f->head_size);

		if (got < 0) {
			err_set(err, ERR_INPUT, "%s: %s", f->name, f->problem);
			return -1;
		}
		if (got == 0)
			break;
		f->head_size += (size_t)got;
	}
	return 0;
}

/* An error must have room for its reason, however long the path. */
static void set_name(struct trace_file *f, const char *path)
{
	size_t n = strlen(path);

	if (!strcmp(path, "-"))
		snprintf(f->name, sizeof(f->name), "standard input");
	else if (n < sizeof(f->name))
		memcpy(f->name, path, n + 1);
	else
		snprintf(f->name, sizeof(f->name), "...%s",
			 path + n - (sizeof(f->name) - 4));
}

int trace_file_open(struct trace_file *f, const char *path, bool hash,
		    bool (*stop)(void), struct err *err)
{
	memset(f, 0, sizeof(*f));
	f->stop = stop;
	f->hashing = hash;
	if (hash)
		sha256_init(&f->sha256);
	set_name(f, path);
	if (!*path) {
		err_set(err, ERR_USAGE, "the name of the trace is empty");
		f->fd = -1;
		return -1;
	}
	if (!strcmp(path, "-")) {
		if (isatty(STDIN_FILENO)) {
			err_set(err, ERR_USAGE,
				"standard input is a terminal; pipe a trace "
				"into it, or name a file");
			f->fd = -1;
			return -1;
		}
		f->fd = dup(STDIN_FILENO);
	} else {
		/* Not to wait here for the writer of a named pipe. */
		f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (f->fd >= 0)
			fcntl(f->fd, F_SETFL, O_RDONLY);
	}
	if (f->fd < 0) {
		err_set(err, ERR_INPUT, "%s: cannot open: %s", f->name,
			strerror(errno));
		return -1;
	}
	f->buffer = malloc(TRACE_BUFFER_BYTES);
	if (!f->buffer) {
		err_set(err, ERR_INPUT, "%s: out of memory", f->name);
		goto fail;
	}
	if (file_identify(f, err) || head_fill(f, err))
		goto fail;
	f->packing = unpack_detect(f->head, f->head_size);
	if (f->packing) {
		f->packed = malloc(TRACE_BUFFER_BYTES);
		if (!f->packed) {
			err_set(err, ERR_INPUT, "%s: out of memory", f->name);
			goto fail;
		}
	}
	return 0;
fail:
	trace_file_close(f);
	return -1;
}

/*
 * A plain file is an ordinary FILE: glibc's fread() takes 80 instructions a
 * packet more through a cookie, even one that is called once for a whole buffer.
 */
static FILE *stream_plain(struct trace_file *f)
{
	int fd = dup(f->fd);
	FILE *stream;

	if (fd < 0)
		return NULL;
	if (lseek(fd, f->start, SEEK_SET) < 0) {
		close(fd);
		return NULL;
	}
	memcpy(f->magic, f->head, sizeof(f->magic));
	stream = fdopen(fd, "rb");
	if (!stream)
		close(fd);
	return stream;
}

FILE *trace_file_stream(struct trace_file *f, struct err *err)
{
	static const cookie_io_functions_t io = { .read = cookie_read };
	char why[160];

	if (f->packing) {
		unpack_free(f->unpack);
		f->unpack = unpack_new(pull_packed, f, why, sizeof(why));
		if (!f->unpack) {
			err_set(err, ERR_INPUT, "%s: %s data: %s", f->name,
				f->packing, f->problem[0] ? f->problem : why);
			return NULL;
		}
	}
	f->stream = f->regular && !f->packing ? stream_plain(f)
					      : fopencookie(f, "rb", io);
	if (!f->stream) {
		err_set(err, ERR_INPUT, "%s: %s", f->name, strerror(errno));
		return NULL;
	}
	setvbuf(f->stream, f->buffer, _IOFBF, TRACE_BUFFER_BYTES);
	return f->stream;
}

int trace_file_rewind(struct trace_file *f, struct err *err)
{
	if (!f->regular || lseek(f->fd, f->start, SEEK_SET) < 0) {
		err_set(err, ERR_INPUT, "%s: cannot be read again: %s", f->name,
			f->regular ? strerror(errno) : "it is a pipe");
		return -1;
	}
	f->at_end = false;
	f->bytes_done = 0;
	f->head_size = 0;
	f->head_used = 0;
	return head_fill(f, err);
}

uint64_t trace_file_bytes_done(const struct trace_file *f)
{
	off_t at;

	if (!f->regular || f->packing)
		return f->bytes_done;
	at = lseek(f->fd, 0, SEEK_CUR); /* shared with the FILE */
	return at > f->start ? (uint64_t)(at - f->start) : 0;
}

/* A file is hashed in a pass of its own, a pipe on the way through. */
static bool hash_rest(struct trace_file *f)
{
	uint64_t done = 0;

	if (f->regular) {
		for (;;) {
			ssize_t got =
				pread(f->fd, f->buffer, TRACE_BUFFER_BYTES,
				      f->start + (off_t)done);

			if (got < 0 || (f->stop && f->stop()))
				return false;
			if (got == 0)
				return true;
			sha256_update(&f->sha256, (size_t)got,
				      (const uint8_t *)f->buffer);
			done += (uint64_t)got;
		}
	}
	while (!f->at_end) {
		if (f->stop && f->stop())
			return false;
		if (read_stored(f, f->buffer, TRACE_BUFFER_BYTES) < 0)
			return false;
	}
	return true;
}

bool trace_file_finish_hash(struct trace_file *f, char hex[65])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t digest[SHA256_DIGEST_SIZE];

	if (!f->hashing || !hash_rest(f))
		return false;
	sha256_digest(&f->sha256, sizeof(digest), digest);
	f->hashing = false;
	for (size_t i = 0; i < sizeof(digest); i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	hex[64] = '\0';
	return true;
}

void trace_file_close(struct trace_file *f)
{
	unpack_free(f->unpack);
	if (f->fd >= 0)
		close(f->fd);
	free(f->packed);
	free(f->buffer);
	memset(f, 0, sizeof(*f));
	f->fd = -1;
}
