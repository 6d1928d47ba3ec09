// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * check_outputs JSON CSV TABLE - one comparison in its three forms.
 *
 * They were printed by three runs of the same command, so they must say the
 * same (also a test of "same seed, same figures"), and what they say must add
 * up. Nothing here is a figure copied from an output.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(cond, ...)                                                      \
	do {                                                                  \
		if (!(cond)) {                                                \
			printf("FAIL %s:%d %s: ", __FILE__, __LINE__, #cond); \
			printf(__VA_ARGS__);                                  \
			printf("\n");                                         \
			failures++;                                           \
		}                                                             \
	} while (0)

/* A value of a type, or a failure and NULL. */
static const json_t *get(const json_t *obj, const char *key, json_type type)
{
	const json_t *v = json_object_get(obj, key);

	CHECK(v && json_typeof(v) == type, "key %s", key);
	return v && json_typeof(v) == type ? v : NULL;
}

static json_int_t integer(const json_t *obj, const char *key)
{
	return json_integer_value(get(obj, key, JSON_INTEGER));
}

static double real(const json_t *obj, const char *key)
{
	const json_t *v = json_object_get(obj, key);

	CHECK(v && (json_is_real(v) || json_is_null(v)), "key %s", key);
	return json_is_real(v) ? json_real_value(v) : NAN;
}

static void check_keys(const json_t *obj, const char *what,
		       const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		CHECK(json_object_get(obj, keys[i]), "%s has no %s", what,
		      keys[i]);
}

#define KEYS(obj, what, ...)                                        \
	check_keys(obj, what, (const char *const[]){ __VA_ARGS__ }, \
		   sizeof((const char *const[]){ __VA_ARGS__ }) /   \
			   sizeof(const char *))

static json_int_t sum_of(const json_t *obj)
{
	json_int_t sum = 0;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)obj, key, value)
	{
		CHECK(json_is_integer(value), "%s", key);
		sum += json_integer_value(value);
	}
	return sum;
}

static void check_delay(const json_t *run, const char *key)
{
	const json_t *d = get(run, key, JSON_OBJECT);
	double p50 = real(d, "p50"), p90 = real(d, "p90"), p99 = real(d, "p99"),
	       p999 = real(d, "p999"), max = real(d, "max"),
	       mean = real(d, "mean");

	if (isnan(p50))
		return;
	CHECK(0 <= p50 && p50 <= p90 && p90 <= p99 && p99 <= p999 &&
		      p999 <= max,
	      "%s out of order", key);
	CHECK(mean >= 0 && mean <= max, "%s: mean %g max %g", key, mean, max);
}

static void check_direction(const json_t *run, const char *key)
{
	const json_t *d = get(run, key, JSON_OBJECT);

	CHECK(integer(d, "offered") ==
		      integer(d, "delivered") +
			      sum_of(get(d, "dropped", JSON_OBJECT)) +
			      integer(d, "in_flight"),
	      "%s: packets are lost or made", key);
}

/* What must hold within one row, by definition of its figures. */
static void check_run(const json_t *run)
{
	const json_t *cpu = get(run, "cpu", JSON_OBJECT);
	double s = real(run, "measured_s");
	double n = (double)integer(run, "interrupts"), in_time;
	double packets =
		(double)(integer(get(run, "rx", JSON_OBJECT), "delivered") +
			 integer(get(run, "tx", JSON_OBJECT), "delivered"));

	KEYS(run, "run", "label", "controller", "params", "decisions",
	     "interrupts", "interrupts_per_s", "packets_per_interrupt",
	     "delay_us", "moderation_delay_us", "cpu", "rx", "tx");
	get(run, "label", JSON_STRING);
	get(run, "controller", JSON_STRING);
	get(run, "params", JSON_OBJECT);
	integer(run, "decisions");
	check_delay(run, "delay_us");
	check_delay(run, "moderation_delay_us");
	check_direction(run, "rx");
	check_direction(run, "tx");
	CHECK(fabs(real(cpu, "hardirq") + real(cpu, "softirq") +
		   real(cpu, "process") + real(cpu, "idle") - 1) < 1e-8,
	      "cpu is no whole");
	/* What the drain takes is in the count and in no rate. */
	in_time = n -
		  (double)integer(get(run, "drain", JSON_OBJECT), "interrupts");
	CHECK(in_time >= 0 && fabs(real(run, "interrupts_per_s") -
				   in_time / s) < 1e-6 * n,
	      "%g is not %g/%g", real(run, "interrupts_per_s"), in_time, s);
	CHECK(fabs(real(run, "packets_per_interrupt") - packets / n) < 1e-6,
	      "not %g/%g", packets, n);
	CHECK(fabs(real(run, "bytes_per_interrupt") * n -
		   (double)(integer(get(run, "rx", JSON_OBJECT),
				    "bytes_delivered") +
			    integer(get(run, "tx", JSON_OBJECT),
				    "bytes_delivered"))) < 1e-6 * n,
	      "bytes_per_interrupt");
}

static void check_top(const json_t *j)
{
	const json_t *p = get(j, "provenance", JSON_OBJECT);
	const json_t *t = get(j, "trace", JSON_OBJECT);

	CHECK(integer(j, "schema") == 1, "schema");
	KEYS(p, "provenance", "version", "commit", "machine", "nic", "irq",
	     "driver", "seed", "options", "trace_sha256");
	CHECK(strlen(json_string_value(get(p, "trace_sha256", JSON_STRING))) ==
		      64,
	      "sha256");
	KEYS(t, "trace", "packets", "wire_bytes", "duration_s", "rx_packets",
	     "tx_packets", "other_host", "host", "link_type", "backwards",
	     "oversized", "short", "notes", "error");
	CHECK(json_is_null(json_object_get(t, "error")), "error");
	CHECK(integer(t, "packets") == integer(t, "rx_packets") +
					       integer(t, "tx_packets") +
					       integer(t, "other_host"),
	      "packets of the trace");
}

/* All rows saw the same trace. */
static void check_same_load(const json_t *runs, const json_t *trace)
{
	for (size_t i = 0; i < json_array_size(runs); i++) {
		const json_t *run = json_array_get(runs, i);

		CHECK(integer(get(run, "rx", JSON_OBJECT), "offered") ==
			      integer(trace, "rx_packets"),
		      "row %zu", i);
		CHECK(integer(get(run, "tx", JSON_OBJECT), "offered") ==
			      integer(trace, "tx_packets"),
		      "row %zu", i);
	}
}

#define FIELDS_MAX 80

/* Splits one record of RFC 4180 in place; returns how many fields. */
static size_t split_csv(char *line, char **field)
{
	size_t n = 0, len = strlen(line);
	char *to = line;
	int quoted = 0;

	CHECK(len >= 2 && strcmp(line + len - 2, "\r\n") == 0, "no CRLF");
	line[strcspn(line, "\r\n")] = '\0';
	field[n++] = line;
	for (const char *p = line; *p; p++) {
		if (*p == '"' && quoted && p[1] == '"')
			*to++ = *p++;
		else if (*p == '"')
			quoted = !quoted;
		else if (*p == ',' && !quoted && n < FIELDS_MAX) {
			*to++ = '\0';
			field[n++] = to;
		} else
			*to++ = *p;
	}
	*to = '\0';
	CHECK(!quoted, "open quote");
	return n;
}

static double csv_number(char **head, char **field, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(head[i], name) == 0)
			return field[i][0] ? atof(field[i]) : NAN;
	CHECK(0, "CSV has no %s", name);
	return NAN;
}

static int same(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-6 + 1e-9 * fabs(a);
}

static void check_csv_row(const json_t *run, char **head, char **field,
			  size_t n)
{
	const json_t *delay = json_object_get(run, "delay_us");
	const json_t *rx = json_object_get(run, "rx");
	const json_t *cpu = json_object_get(run, "cpu");
	const struct {
		const char *csv;
		double json;
	} pairs[] = {
		{ "interrupts_per_s", real(run, "interrupts_per_s") },
		{ "packets_per_interrupt", real(run, "packets_per_interrupt") },
		{ "delay_mean_us", real(delay, "mean") },
		{ "delay_p50_us", real(delay, "p50") },
		{ "delay_p99_us", real(delay, "p99") },
		{ "delay_p999_us", real(delay, "p999") },
		{ "delay_max_us", real(delay, "max") },
		{ "cpu_percent", 100 * (1 - real(cpu, "idle")) },
		{ "interrupts", (double)integer(run, "interrupts") },
		{ "decisions", (double)integer(run, "decisions") },
		{ "rx_offered", (double)integer(rx, "offered") },
		{ "rx_dropped",
		  (double)sum_of(json_object_get(rx, "dropped")) },
	};

	CHECK(strcmp(field[0],
		     json_string_value(json_object_get(run, "label"))) == 0,
	      "label %s", field[0]);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		CHECK(same(pairs[i].json,
			   csv_number(head, field, n, pairs[i].csv)),
		      "%s: %s is %g in JSON", field[0], pairs[i].csv,
		      pairs[i].json);
}

static void check_csv(const char *path, const json_t *runs)
{
	char heading[4096], line[4096], *head[FIELDS_MAX], *field[FIELDS_MAX];
	FILE *f = fopen(path, "r");
	size_t n = 0, rows = 0;

	if (!f || !fgets(heading, sizeof(heading), f)) {
		CHECK(0, "%s is empty", path);
		return;
	}
	n = split_csv(heading, head);
	while (fgets(line, sizeof(line), f)) {
		CHECK(split_csv(line, field) == n, "row %zu: fields", rows);
		check_csv_row(json_array_get(runs, rows), head, field, n);
		rows++;
	}
	fclose(f);
	CHECK(rows == json_array_size(runs), "%zu rows", rows);
}

/* A figure of the table is the JSON's, rounded to the digits it shows. */
static int shows(const char *cell, double value)
{
	const char *point = strchr(cell, '.');
	int decimals = point ? (int)strlen(point + 1) : 0;

	if (strcmp(cell, "-") == 0)
		return isnan(value);
	if (cell[0] == '<')
		return value > 0 && value < atof(cell + 1);
	return fabs(atof(cell) - value) <= 0.5000001 * pow(10, -decimals);
}

static void check_table_row(char *line, const json_t *run)
{
	const char *label = json_string_value(json_object_get(run, "label"));
	const json_t *d = json_object_get(run, "delay_us");
	const json_t *rx = json_object_get(run, "rx");
	double offered = (double)integer(rx, "offered");
	double drops = (double)sum_of(json_object_get(rx, "dropped"));
	const double value[] = {
		real(run, "interrupts_per_s"),
		real(run, "packets_per_interrupt"),
		real(d, "p50"),
		real(d, "p99"),
		real(d, "p999"),
		real(d, "max"),
		100 * (1 - real(json_object_get(run, "cpu"), "idle")),
		100 * drops / offered,
	};
	char *cell = strtok(line + strlen(label), " \n");

	CHECK(strncmp(line, label, strlen(label)) == 0, "%s", label);
	for (size_t i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
		CHECK(cell && shows(cell, value[i]), "%s: %s for %g", label,
		      cell ? cell : "nothing", value[i]);
		cell = strtok(NULL, " \n");
	}
}

static void check_table(const char *path, const json_t *runs)
{
	char line[4096];
	FILE *f = fopen(path, "r");
	size_t row = 0;
	int in_table = 0;

	CHECK(f, "%s", path);
	while (f && fgets(line, sizeof(line), f)) {
		CHECK(strlen(line) <= 81, "wider than 80: %s", line);
		if (strncmp(line, "controller ", 11) == 0) {
			in_table = 1;
		} else if (in_table && row < json_array_size(runs)) {
			check_table_row(line, json_array_get(runs, row));
			row++;
		}
	}
	if (f)
		fclose(f);
	CHECK(row == json_array_size(runs), "%zu rows in the table", row);
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *j = argc == 4 ? json_load_file(argv[1], 0, &error) : NULL;
	const json_t *runs;

	if (!j) {
		fprintf(stderr, "no JSON in %s: %s\n", argv[1],
			argc == 4 ? error.text : "usage");
		return 1;
	}
	check_top(j);
	runs = get(j, "runs", JSON_ARRAY);
	CHECK(json_array_size(runs) > 0, "no runs");
	for (size_t i = 0; i < json_array_size(runs); i++)
		check_run(json_array_get(runs, i));
	check_same_load(runs, json_object_get(j, "trace"));
	check_csv(argv[2], runs);
	check_table(argv[3], runs);
	json_decref(j);
	if (failures)
		printf("%d failures\n", failures);
	return failures != 0;
}
