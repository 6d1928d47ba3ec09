// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * Every trace of some folders through `itrsim info --json`, against the
 * INDEX.tsv in each: our own awkward traces (awkward.sh), and the collection of
 * real ones (corpus.sh), whose figures were made by other programs (its columns
 * name them). Where our stated policies ask for something else than that index
 * records, the table below says what and why.
 *
 *   test_trace_corpus [--plant] ITRSIM FOLDER...
 *
 * --plant falsifies one expected figure after the other and fails if one of
 * the false figures passes: it tests the test.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <jansson.h>

#define FIELDS_MAX 40
#define LINE_MAX_BYTES 16384

/* What our policies (docs/traces.md) make of a file, unlike its index row. */
static const struct exception {
	const char *file;
	double duration_s; /* below 0: as the index says */
	int backwards; /* below 0: as the index says */
	const char *why;
} exceptions[] = {
	{ "C1-13_", 120, -1,
	  "0, 2012 (cut to 60 s), 0 (re-based), 2012 (cut to 60 s)" },
	{ "C1-24_", 1.000001, -1, "1.000001 s ahead, 2148 s back: re-based" },
	{ "C1-25_", 772.286, -1,
	  "381.286 s, 538.779 s back (re-based), 391.000 s" },
	{ "C1-26_", 0, -1, "766 ns back: clamped" },
	{ "C1-27_", 0.254098, -1,
	  "4 of 7 steps back are re-based; ahead 86995 + 87901 + 79202 us" },
	{ "C1-29_", 0.000042, -1,
	  "clamped: the latest is 42 us after the first" },
	{ "C1-37_", 374, -1,
	  "5 steps back, all re-based; ahead 60 + 60 (cut) + 254 s" },
	{ "C1-38_", 60, 1,
	  "seconds are unsigned, so 2521431551 s is ahead (cut to 60 s); the "
	  "index took it as negative" },
};

static const char *const replayed[] = { "EN10MB",    "RAW",	  "IPV4",
					"IPV6",	     "NULL",	  "LOOP",
					"LINUX_SLL", "LINUX_SLL2" };

/* One row of the index, and the figure to falsify. */
struct row {
	char *field[FIELDS_MAX];
	char **name;
	const char *plant;
};

static int failures;

/* NULL: there is no such column. */
static const char *find(const struct row *r, const char *column)
{
	for (int i = 0; i < FIELDS_MAX && r->name[i]; i++)
		if (!strcmp(r->name[i], column))
			return r->field[i] ? r->field[i] : "";
	return NULL;
}

static const char *get(const struct row *r, const char *column)
{
	const char *field = find(r, column);

	if (field)
		return field;
	fprintf(stderr, "INDEX.tsv has no column %s\n", column);
	exit(1);
}

static void fail(const struct row *r, const char *what, const char *expected,
		 const char *got)
{
	failures++;
	if (!r->plant)
		printf("%s: %s: expected %s, got %s\n", get(r, "file"), what,
		       expected, got);
}

static void check_count(const struct row *r, json_t *info, const char *key,
			uint64_t expected)
{
	uint64_t got = (uint64_t)json_integer_value(json_object_get(info, key));
	char e[32], g[32];

	if (r->plant && !strcmp(r->plant, key))
		expected++;
	if (got == expected && json_is_integer(json_object_get(info, key)))
		return;
	snprintf(e, sizeof(e), "%" PRIu64, expected);
	snprintf(g, sizeof(g), "%" PRIu64, got);
	fail(r, key, e, g);
}

static void check_column(const struct row *r, json_t *info, const char *key,
			 const char *column)
{
	check_count(r, info, key, strtoull(get(r, column), NULL, 10));
}

static void check_duration(const struct row *r, json_t *info, double expected)
{
	double got = json_real_value(json_object_get(info, "duration_s"));
	char e[32], g[32];

	if (r->plant && !strcmp(r->plant, "duration_s"))
		expected += 1e-6;
	/* The index gives nine decimals. */
	if (fabs(got - expected) <= 1e-9)
		return;
	snprintf(e, sizeof(e), "%.9f", expected);
	snprintf(g, sizeof(g), "%.9f", got);
	fail(r, "duration_s", e, g);
}

/* The reason must be in the error, and there must be one if reason is. */
static void check_error(const struct row *r, json_t *info, int code,
			const char *reason)
{
	json_t *error = json_object_get(info, "error");
	const char *text = json_string_value(error);

	if (r->plant && !strcmp(r->plant, "error"))
		reason = reason ? NULL : "planted";
	if (!reason) {
		if (!json_is_null(error) || code != 0)
			fail(r, "error", "none", text ? text : "a bad exit");
		return;
	}
	if (!text || !strstr(text, reason))
		fail(r, "error", reason, text ? text : "none");
	else if (!strstr(text, get(r, "file")))
		fail(r, "error", "the name of the file", text);
	if (code != 1)
		fail(r, "exit code", "1", "another");
}

static const struct exception *exception_of(const char *file)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (!strncmp(file, exceptions[i].file,
			     strlen(exceptions[i].file)))
			return &exceptions[i];
	return NULL;
}

/* Link type "113/LINUX_SLL": what we must name when we refuse it. */
static bool link_replayed(const char *link, char *name, size_t size)
{
	const char *slash = strchr(link, '/');

	if (!slash)
		return true; /* no header was read */
	if (!strcmp(slash, "/?"))
		snprintf(name, size, "link type %.*s", (int)(slash - link),
			 link);
	else
		snprintf(name, size, "link type %s", slash + 1);
	for (size_t i = 0; i < sizeof(replayed) / sizeof(replayed[0]); i++)
		if (!strcmp(slash + 1, replayed[i]))
			return true;
	return false;
}

/* Packets of all kinds add up, and text never says more than was read. */
static void check_sums(const struct row *r, json_t *info)
{
	uint64_t sum = 0;

	static const char *const parts[] = { "rx_packets", "tx_packets",
					     "other_host" };
	for (int i = 0; i < 3; i++)
		sum += (uint64_t)json_integer_value(
			json_object_get(info, parts[i]));
	if (sum !=
	    (uint64_t)json_integer_value(json_object_get(info, "packets")))
		fail(r, "rx + tx + other", "packets", "another sum");
}

/* The column `also` of our own table: more keys, as "key=value key=value". */
static void check_also(const struct row *r, json_t *info)
{
	const char *also = find(r, "also");
	char copy[LINE_MAX_BYTES];
	char *rest = copy, *key;

	if (!also)
		return;
	snprintf(copy, sizeof(copy), "%s", also);
	while ((key = strsep(&rest, " "))) {
		char *value = strchr(key, '=');
		json_t *v;
		char *got;

		if (!value) {
			if (*key)
				fail(r, "the column also", "key=value", key);
			continue;
		}
		*value++ = '\0';
		v = json_object_get(info, key);
		got = json_is_string(v) ? strdup(json_string_value(v))
					: json_dumps(v, JSON_ENCODE_ANY);
		if (!got || strcmp(got, value) ||
		    (r->plant && !strcmp(r->plant, "also")))
			fail(r, key, value, got ? got : "no such key");
		free(got);
	}
}

static void check_good_part(const struct row *r, json_t *info)
{
	const struct exception *x = exception_of(get(r, "file"));

	check_column(r, info, "packets", "packets");
	check_column(r, info, "wire_bytes", "bytes");
	check_column(r, info, "oversized", "frames_gt1522");
	check_column(r, info, "equal_stamps", "dup_ts");
	check_column(r, info, "snap_truncated", "snap_truncated");
	if (x && x->backwards >= 0)
		check_count(r, info, "backwards", (uint64_t)x->backwards);
	else
		check_column(r, info, "backwards", "backwards");
	check_duration(r, info,
		       x && x->duration_s >= 0
			       ? x->duration_s
			       : strtod(get(r, "duration_s"), NULL));
	check_sums(r, info);
	check_also(r, info);
}

static void check_row(const struct row *r, json_t *info, int code)
{
	const char *libpcap = get(r, "libpcap_1.10.3");
	const char *refused = strstr(libpcap, "open refused: ");
	const char *damage = strstr(libpcap, "then error: ");
	const char *hash = json_string_value(json_object_get(info, "sha256"));
	char name[64] = "";

	if (refused && !strstr(libpcap, "undecoded")) {
		check_error(r, info, code, refused + strlen("open refused: "));
		check_count(r, info, "packets", 0);
		return;
	}
	if (!link_replayed(get(r, "link_type"), name, sizeof(name))) {
		check_error(r, info, code, name);
		check_count(r, info, "packets", 0);
		return;
	}
	check_error(r, info, code,
		    damage ? damage + strlen("then error: ") : NULL);
	check_good_part(r, info);
	if (!hash || strcmp(hash, get(r, "sha256")) ||
	    (r->plant && !strcmp(r->plant, "sha256")))
		fail(r, "sha256", get(r, "sha256"), hash ? hash : "none");
}

/* Runs the command; the JSON it prints, and its exit code. */
static json_t *run(const char *itrsim, const char *path, int *code)
{
	char command[4096];
	json_error_t bad;
	json_t *info;
	int status;
	FILE *f;

	snprintf(command, sizeof(command), "'%s' info --json '%s' 2>/dev/null",
		 itrsim, path);
	f = popen(command, "r");
	if (!f) {
		perror("popen");
		exit(1);
	}
	info = json_loadf(f, 0, &bad);
	if (!info)
		printf("%s: no JSON: %s\n", path, bad.text);
	status = pclose(f);
	*code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return info;
}

static void split(char *line, char **field)
{
	memset(field, 0, FIELDS_MAX * sizeof(*field));
	line[strcspn(line, "\r\n")] = '\0';
	for (int i = 0; i < FIELDS_MAX && line; i++)
		field[i] = strsep(&line, "\t");
}

/* Each figure falsified must make one failure more. */
static int plant_all(struct row *r, json_t *info, int code)
{
	static const char *const figures[] = { "packets",	 "wire_bytes",
					       "oversized",	 "equal_stamps",
					       "snap_truncated", "backwards",
					       "duration_s",	 "error",
					       "sha256",	 "also" };
	bool good = json_is_null(json_object_get(info, "error"));
	int missed = 0;

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		failures = 0;
		r->plant = figures[i];
		check_row(r, info, code);
		if (!strcmp(figures[i], "also") &&
		    (!find(r, "also") || !*get(r, "also")))
			continue;
		/* What was refused has neither figures nor a hash. */
		if (!failures && (good || !strcmp(figures[i], "error"))) {
			printf("%s: a false %s passed\n", get(r, "file"),
			       figures[i]);
			missed++;
		}
	}
	r->plant = NULL;
	return missed;
}

static int check_directory(const char *itrsim, const char *dir, bool plant,
			   int *files)
{
	static char head[LINE_MAX_BYTES], line[LINE_MAX_BYTES];
	char *names[FIELDS_MAX];
	char path[2048];
	struct row r = { .name = names };
	int bad = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/INDEX.tsv", dir);
	f = fopen(path, "r");
	if (!f || !fgets(head, sizeof(head), f)) {
		printf("no INDEX.tsv in %s\n", dir);
		exit(1);
	}
	split(head, names);
	while (fgets(line, sizeof(line), f)) {
		json_t *info;
		int code;

		split(line, r.field);
		snprintf(path, sizeof(path), "%s/%s", dir, get(&r, "file"));
		info = run(itrsim, path, &code);
		++*files;
		failures = 0;
		if (!info)
			bad++;
		else if (plant)
			bad += plant_all(&r, info, code);
		else
			check_row(&r, info, code);
		bad += plant ? 0 : failures != 0;
		json_decref(info);
	}
	fclose(f);
	return bad;
}

int main(int argc, char **argv)
{
	bool plant = argc > 1 && !strcmp(argv[1], "--plant");
	int files = 0, bad = 0;

	if (argc < 3 + plant)
		return 2;
	for (int i = 2 + plant; i < argc; i++)
		bad += check_directory(argv[1 + plant], argv[i], plant, &files);
	printf("%d traces, %d bad\n", files, bad);
	return bad || !files ? 1 : 0;
}
