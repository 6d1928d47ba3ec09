// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/record_writer.h"

static void put(struct record_writer *w, enum itr_record_type type,
		const struct itr *it, const struct itr_sample *s)
{
	const struct itr_record_head head = {
		.type = type,
		.port = w->port,
		.unit = w->unit,
		.seq = w->seq++,
		.sealed = true,
	};
	char line[ITR_RECORD_MAX + 1];
	size_t n = itr_record_format(&head, it, s, line, ITR_RECORD_MAX);

	line[n++] = '\n';
	fwrite(line, 1, n, w->out);
}

void record_write(struct record_writer *w, enum itr_record_type type,
		  const struct itr *it, const struct itr_sample *s)
{
	put(w, type, it, s);
	if (type != ITR_REC_STEP)
		return;
	if (++w->steps == ITR_RECORD_SNAPSHOT) {
		w->steps = 0;
		put(w, ITR_REC_SNAPSHOT, it, NULL);
	}
}
