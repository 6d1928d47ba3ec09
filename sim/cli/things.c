// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "cli/things.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lab/settings.h"
#include "lab/wrap.h"

static const char *controller_about(const char *name)
{
	return itr_find(name)->idea;
}

static const char *nic_about(const char *name)
{
	struct err err = { 0 };

	return nic_by_name(name, "", &err)->about;
}

static const char *machine_about(const char *name)
{
	struct err err = { 0 };

	return machine_by_name(name, "", &err)->about;
}

static const char *param_name(const struct itr_param *p, s32 value)
{
	return p->names ? p->names[value - p->min] : NULL;
}

/* "0 .. 100" or "delay, pkts" */
static void param_range(const struct itr_param *p, char *buf, size_t size)
{
	size_t len = 0;

	if (!p->names) {
		snprintf(buf, size, "%" PRId32 " .. %" PRId32, p->min, p->max);
		return;
	}
	buf[0] = '\0';
	for (s32 v = p->min; v <= p->max && param_name(p, v); v++) {
		int n = snprintf(buf + len, size - len, "%s%s",
				 v > p->min ? "|" : "", param_name(p, v));

		if (n < 0 || len + (size_t)n >= size)
			return;
		len += (size_t)n;
	}
}

static void param_default(const struct itr_param *p, char *buf, size_t size)
{
	if (p->names)
		snprintf(buf, size, "%s", param_name(p, p->def));
	else
		snprintf(buf, size, "%" PRId32, p->def);
}

static size_t wider(size_t width, const char *text)
{
	return strlen(text) > width ? strlen(text) : width;
}

static void show_params(const struct itr_ops *ops)
{
	size_t wname = 9, wdef = 7, wunit = 4, wrange = 5;
	char range[128], def[32];
	unsigned int indent;

	for (u32 i = 0; i < ops->nparams; i++) {
		const struct itr_param *p = &ops->params[i];

		param_range(p, range, sizeof(range));
		param_default(p, def, sizeof(def));
		wname = wider(wname, p->name);
		wdef = wider(wdef, def);
		wunit = wider(wunit, p->unit);
		wrange = wider(wrange, range);
	}
	indent = (unsigned int)(wname + wdef + wunit + wrange) + 8;
	printf("%-*s  %*s  %-*s  range\n", (int)wname, "parameter", (int)wdef,
	       "default", (int)wunit, "unit");
	for (u32 i = 0; i < ops->nparams; i++) {
		const struct itr_param *p = &ops->params[i];

		param_range(p, range, sizeof(range));
		param_default(p, def, sizeof(def));
		printf("%-*s  %*s  %-*s  %-*s  ", (int)wname, p->name,
		       (int)wdef, def, (int)wunit, p->unit, (int)wrange, range);
		/* A long range leaves no room beside it. */
		if (indent > 52)
			printf("\n    ");
		wrap_print(stdout, indent > 52 ? 4 : indent, p->help);
	}
}

static int controller_show(const char *name, struct err *err)
{
	const struct itr_ops *ops =
		controller_by_name(name, "show controller", err);

	if (!ops)
		return -1;
	printf("%s (version %" PRIu32 ")\n\n", ops->name, ops->version);
	wrap_print(stdout, 0, ops->idea);
	putchar('\n');
	if (ops->nparams == 0) {
		puts("It has no parameters.");
		return 0;
	}
	show_params(ops);
	printf("\nUse it: itrsim compare TRACE --controller %s:%s=%s\n",
	       ops->name, ops->params[0].name,
	       ops->params[0].names
		       ? param_name(&ops->params[0], ops->params[0].def)
		       : "VALUE");
	return 0;
}

static json_t *controller_json(const char *name, struct err *err)
{
	const struct itr_ops *ops =
		controller_by_name(name, "show controller", err);
	json_t *params = json_array();

	if (!ops) {
		json_decref(params);
		return NULL;
	}
	for (u32 i = 0; i < ops->nparams; i++) {
		const struct itr_param *p = &ops->params[i];
		json_t *row = json_pack("{s:s,s:s,s:s}", "name", p->name,
					"unit", p->unit, "help", p->help);
		json_t *names = p->names ? json_array() : NULL;

		if (names) {
			json_object_set_new(row, "default",
					    json_string(param_name(p, p->def)));
		} else {
			json_object_set_new(row, "default",
					    json_integer(p->def));
			json_object_set_new(row, "min", json_integer(p->min));
			json_object_set_new(row, "max", json_integer(p->max));
		}
		for (s32 v = p->min; names && v <= p->max && param_name(p, v);
		     v++)
			json_array_append_new(names,
					      json_string(param_name(p, v)));
		if (names)
			json_object_set_new(row, "names", names);
		json_array_append_new(params, row);
	}
	return json_pack("{s:i,s:s,s:s,s:i,s:o}", "schema", 1, "controller",
			 ops->name, "idea", ops->idea, "version",
			 (int)ops->version, "params", params);
}

struct row_width {
	size_t name, value;
};

static void measure_row(void *ctx, const char *name, const char *unit,
			int64_t value, const char *help)
{
	struct row_width *w = ctx;
	char text[32];

	(void)unit, (void)help;
	snprintf(text, sizeof(text), "%" PRId64, value);
	w->name = wider(w->name, name);
	w->value = wider(w->value, text);
}

static void print_row(void *ctx, const char *name, const char *unit,
		      int64_t value, const char *help)
{
	struct row_width *w = ctx;
	unsigned int indent = (unsigned int)(w->name + w->value) + 12;

	printf("%-*s  %*" PRId64 " %-7s  ", (int)w->name, name, (int)w->value,
	       value, unit);
	wrap_print(stdout, indent, help);
}

static void json_row(void *ctx, const char *name, const char *unit,
		     int64_t value, const char *help)
{
	json_array_append_new(ctx, json_pack("{s:s,s:s,s:I,s:s}", "name", name,
					     "unit", unit, "value",
					     (json_int_t)value, "help", help));
}

/* What differs between the parts, in the form of a machine's table. */
static void nic_each(const struct nic_profile *nic,
		     void (*row)(void *ctx, const char *name, const char *unit,
				 int64_t value, const char *help),
		     void *ctx)
{
	struct itr_caps caps = { 0 };

	nic_profile_caps(nic, nic->has_msi ? IRQ_MSI : IRQ_INTX, &caps);
	row(ctx, "rx_fifo", "bytes", nic->rx_fifo_bytes,
	    "packet buffer for receiving");
	row(ctx, "tx_fifo", "bytes", nic->tx_fifo_bytes,
	    "packet buffer for sending");
	row(ctx, "rx_ring", "", nic->rx_ring,
	    "receive descriptors, the driver's default");
	row(ctx, "tx_ring", "", nic->tx_ring,
	    "send descriptors, the driver's default");
	row(ctx, "bus_rate", "MB/s", nic->bus_mbyte_per_s,
	    "payload its bus can carry");
	row(ctx, "dma_overhead", "bytes", nic->dma_overhead_bytes,
	    "headers and descriptor of a transfer");
	row(ctx, "bus_shared", "", nic->bus_shared,
	    "1: receiving and sending share one bus");
	row(ctx, "auto_mask", "", nic->auto_mask,
	    "1: reading the cause masks interrupts");
	row(ctx, "msi", "", nic->has_msi, "1: can use --irq msi");
	row(ctx, "msix", "", nic->has_msix,
	    "1: can use --irq msix, without delay timers");
	row(ctx, "gap_step", "ns", (int64_t)caps.gap.step_ns,
	    "unit of the gap between interrupts (ITR)");
	row(ctx, "gap_max", "ns", (int64_t)caps.gap.max_ns,
	    "longest gap between interrupts");
	row(ctx, "delay_step", "ns", (int64_t)caps.rx_packet.step_ns,
	    "unit of the delay timers (RDTR, TIDV), 0: none");
	row(ctx, "delay_max", "ns", (int64_t)caps.rx_packet.max_ns,
	    "longest delay by those timers");
}

/* "NAME  VALUE  what it is: this or that", for each that a run may set. */
static void show_settings(const struct setting *table, size_t n,
			  const void *values)
{
	char value[SETTING_TEXT_MAX], range[2 * SETTING_TEXT_MAX], help[400];
	size_t wname = 0, wvalue = 0;

	for (size_t i = 0; i < n; i++) {
		wname = wider(wname, table[i].name);
		wvalue = wider(wvalue, setting_value(&table[i], values, value,
						     sizeof(value)));
	}
	for (size_t i = 0; i < n; i++) {
		const struct setting *s = &table[i];

		printf("%-*s  %-*s  ", (int)wname, s->name, (int)wvalue,
		       setting_value(s, values, value, sizeof(value)));
		snprintf(help, sizeof(help), "%s (%s)", s->help,
			 setting_range(s, range, sizeof(range)));
		wrap_print(stdout, (unsigned int)(wname + wvalue) + 4, help);
	}
}

static json_t *settings_json(const struct setting *table, size_t n,
			     const void *values)
{
	char value[SETTING_TEXT_MAX], range[2 * SETTING_TEXT_MAX];
	json_t *rows = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			rows, json_pack("{s:s,s:s,s:s,s:s}", "name",
					table[i].name, "value",
					setting_value(&table[i], values, value,
						      sizeof(value)),
					"range",
					setting_range(&table[i], range,
						      sizeof(range)),
					"help", table[i].help));
	return rows;
}

static int nic_show(const char *name, struct err *err)
{
	const struct nic_profile *nic = nic_by_name(name, "show nic", err);
	struct row_width w = { 0 };

	if (!nic)
		return -1;
	printf("%s\n\n", nic->name);
	wrap_print(stdout, 0, nic->about);
	putchar('\n');
	nic_each(nic, measure_row, &w);
	nic_each(nic, print_row, &w);
	puts("\nA run may set, as in --nic NAME:SETTING=VALUE,...:");
	show_settings(nic_settings, nic_settings_count, &nic->traits);
	fputs("\nSource: ", stdout);
	wrap_print(stdout, 8, nic->source);
	return 0;
}

static json_t *nic_json(const char *name, struct err *err)
{
	const struct nic_profile *nic = nic_by_name(name, "show nic", err);
	json_t *rows;

	if (!nic)
		return NULL;
	rows = json_array();
	nic_each(nic, json_row, rows);
	return json_pack(
		"{s:i,s:s,s:s,s:s,s:o,s:o}", "schema", 1, "nic", nic->name,
		"about", nic->about, "source", nic->source, "values", rows,
		"settings",
		settings_json(nic_settings, nic_settings_count, &nic->traits));
}

static int machine_show(const char *name, struct err *err)
{
	const struct machine *m = machine_by_name(name, "show machine", err);
	struct row_width w = { 0 };

	if (!m)
		return -1;
	printf("%s\n\n", m->name);
	wrap_print(stdout, 0, m->about);
	putchar('\n');
	machine_each_cost(m, measure_row, &w);
	machine_each_cost(m, print_row, &w);
	puts("\nA run may set what is in ns, as in --machine "
	     "NAME:COST=TIME,...");
	fputs("Polls end by the rule: ", stdout);
	puts(napi_exit_name(m->exit_rule));
	fputs("Source: ", stdout);
	wrap_print(stdout, 8, m->source);
	return 0;
}

static json_t *machine_json(const char *name, struct err *err)
{
	const struct machine *m = machine_by_name(name, "show machine", err);
	json_t *rows;

	if (!m)
		return NULL;
	rows = json_array();
	machine_each_cost(m, json_row, rows);
	return json_pack("{s:i,s:s,s:s,s:s,s:s,s:o}", "schema", 1, "machine",
			 m->name, "about", m->about, "source", m->source,
			 "exit_rule", napi_exit_name(m->exit_rule), "values",
			 rows);
}

const struct thing_kind thing_kinds[THING_KINDS] = {
	{ "controller", "controllers", names_controllers, controller_about,
	  controller_show, controller_json },
	{ "nic", "nics", names_nics, nic_about, nic_show, nic_json },
	{ "machine", "machines", names_machines, machine_about, machine_show,
	  machine_json },
};
