// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "load/trace_unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBARCHIVE "libarchive.so.13"

/* What we use of libarchive; the types come from its header. */
#define EACH_FUNCTION(f)              \
	f(read_new);                  \
	f(read_support_format_raw);   \
	f(read_support_filter_gzip);  \
	f(read_support_filter_bzip2); \
	f(read_support_filter_xz);    \
	f(read_support_filter_zstd);  \
	f(read_open);                 \
	f(read_next_header);          \
	f(read_data);                 \
	f(read_free);                 \
	f(error_string)

struct library {
	void *handle;
#define DECLARE(name) __typeof__(archive_##name) *name
	EACH_FUNCTION(DECLARE);
#undef DECLARE
};

struct unpack {
	struct library lib;
	struct archive *archive;
	ssize_t (*pull)(void *ctx, const void **block);
	void *ctx;
};

const char *unpack_detect(const uint8_t *head, size_t n)
{
	static const struct {
		const char *name;
		uint8_t magic[6];
		size_t size;
	} kinds[] = {
		{ "gzip", { 0x1f, 0x8b }, 2 },
		{ "bzip2", { 'B', 'Z', 'h' }, 3 },
		{ "xz", { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6 },
		{ "zstd", { 0x28, 0xb5, 0x2f, 0xfd }, 4 },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (n >= kinds[i].size &&
		    !memcmp(head, kinds[i].magic, kinds[i].size))
			return kinds[i].name;
	return NULL;
}

static int library_load(struct library *lib, char *why, size_t why_size)
{
	lib->handle = dlopen(LIBARCHIVE, RTLD_NOW | RTLD_LOCAL);
	if (!lib->handle) {
		snprintf(why, why_size,
			 "needs %s (Debian package libarchive13), which is "
			 "not installed",
			 LIBARCHIVE);
		return -1;
	}
	/* A cast from void * to a function would break -Wpedantic. */
#define LOAD(name)                                                      \
	do {                                                            \
		void *symbol = dlsym(lib->handle, "archive_" #name);    \
                                                                        \
		if (!symbol) {                                          \
			snprintf(why, why_size, "%s has no archive_%s", \
				 LIBARCHIVE, #name);                    \
			return -1;                                      \
		}                                                       \
		memcpy(&lib->name, &symbol, sizeof(symbol));            \
	} while (0)
	EACH_FUNCTION(LOAD);
#undef LOAD
	return 0;
}

static la_ssize_t pull_block(struct archive *a, void *ctx, const void **block)
{
	struct unpack *u = ctx;

	(void)a;
	return u->pull(u->ctx, block);
}

/*
 * Filters by name, never archive_read_support_filter_all(): that one starts
 * external programs when a hostile file asks for them. ARCHIVE_WARN means just
 * that: the filter is not built in.
 */
static int filters_enable(struct unpack *u)
{
	struct library *l = &u->lib;

	return l->read_support_format_raw(u->archive) == ARCHIVE_OK &&
			       l->read_support_filter_gzip(u->archive) ==
				       ARCHIVE_OK &&
			       l->read_support_filter_bzip2(u->archive) ==
				       ARCHIVE_OK &&
			       l->read_support_filter_xz(u->archive) ==
				       ARCHIVE_OK &&
			       l->read_support_filter_zstd(u->archive) ==
				       ARCHIVE_OK
		       ? 0
		       : -1;
}

struct unpack *unpack_new(ssize_t (*pull)(void *ctx, const void **block),
			  void *ctx, char *why, size_t why_size)
{
	struct unpack *u = calloc(1, sizeof(*u));
	struct archive_entry *entry;

	if (!u) {
		snprintf(why, why_size, "out of memory");
		return NULL;
	}
	u->pull = pull;
	u->ctx = ctx;
	if (library_load(&u->lib, why, why_size))
		goto fail;
	u->archive = u->lib.read_new();
	if (!u->archive || filters_enable(u)) {
		snprintf(why, why_size,
			 "this libarchive lacks gzip, bzip2, xz or zstd");
		goto fail;
	}
	if (u->lib.read_open(u->archive, u, NULL, pull_block, NULL) !=
		    ARCHIVE_OK ||
	    u->lib.read_next_header(u->archive, &entry) != ARCHIVE_OK) {
		snprintf(why, why_size, "%s", unpack_error(u));
		goto fail;
	}
	return u;
fail:
	unpack_free(u);
	return NULL;
}

ssize_t unpack_read(struct unpack *u, void *buf, size_t n)
{
	la_ssize_t got = u->lib.read_data(u->archive, buf, n);

	return got < 0 ? -1 : got;
}

const char *unpack_error(struct unpack *u)
{
	const char *text = u->lib.error_string(u->archive);

	return text ? text : "damaged";
}

void unpack_free(struct unpack *u)
{
	if (!u)
		return;
	if (u->archive)
		u->lib.read_free(u->archive);
	if (u->lib.handle)
		dlclose(u->lib.handle);
	free(u);
}
