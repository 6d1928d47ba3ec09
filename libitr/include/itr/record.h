/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * record.h - what a controller was told and what it decided, one line of text a
 * record, so that another program can do the same again and compare
 * (docs/formats.md). No allocation, no locale, no stdio, no division.
 *
 * Whoever runs a controller writes a record right after each call that changes
 * it: START after itr_start(), STEP or RESET after itr_step(), PARAM after
 * itr_retune(), LINK after the itr_start() that a change of the link speed is.
 * Every ITR_RECORD_SNAPSHOT steps, and once records were lost, it adds a
 * SNAPSHOT, from which a reader can go on. Records of one (port, unit) are
 * numbered by seq without a gap; a number missing is a record lost.
 *
 * The format is frozen: "itr1" begins each line, and what is written under that
 * name is read for ever. So the values of enum itr_event and enum itr_reason
 * keep their meaning; new ones are added at the end.
 */
#ifndef ITR_RECORD_H
#define ITR_RECORD_H

#include <itr/itr.h>

#ifdef __cplusplus
extern "C" {
#endif

enum itr_record_type {
	ITR_REC_START, /* itr_start(): controller, capabilities, parameters */
	ITR_REC_STEP, /* itr_step(): the sample */
	ITR_REC_PARAM, /* itr_retune(): the parameters */
	ITR_REC_LINK, /* itr_start() again, all as before but link_mbps */
	ITR_REC_RESET, /* itr_step() with ITR_EV_RESET */
	ITR_REC_SNAPSHOT, /* itr_save(): nothing happened, this is the state */
	ITR_REC_COUNT
};

#define ITR_RECORD_MAX 2048 /* bytes of any record, its NUL included */
#define ITR_RECORD_STATE_MAX 704 /* bytes of itr_save() in a SNAPSHOT */
#define ITR_RECORD_SNAPSHOT 4096 /* steps from one SNAPSHOT to the next */

struct itr_record_head {
	u64 type; /* enum itr_record_type */
	u64 port, unit; /* which card, which moderated unit of it */
	u64 seq; /* number of the record within its unit, from 0 */
	bool sealed; /* ends with a CRC-32C: in files, not in a kernel's trace */
};

/* A record as it was read; members not of its type are 0. */
struct itr_record {
	struct itr_record_head head;
	const struct itr_ops *ops; /* START, PARAM */
	u64 version; /* START: of the controller that decided */
	u64 now_ns; /* START, LINK */
	struct itr_params params; /* START, PARAM */
	struct itr_caps caps; /* START; LINK: link_mbps alone */
	struct itr_sample sample; /* STEP, RESET */
	struct itr_decision decision; /* all but SNAPSHOT: it->last after it */
	u64 digest; /* all but SNAPSHOT: itr_digest() after it */
	size_t state_size; /* SNAPSHOT: bytes of itr_save() */
	u8 state[ITR_RECORD_STATE_MAX];
};

/*
 * Writes a record of what has just happened to *it, as one line without its
 * newline, and a NUL. s is the sample of a STEP or RESET, else unused. Returns
 * the length needed, like snprintf; below ITR_RECORD_MAX. A STEP whose event is
 * ITR_EV_RESET is written as a RESET.
 */
ITR_API size_t itr_record_format(const struct itr_record_head *head,
				 const struct itr *it,
				 const struct itr_sample *s, char *buf,
				 size_t size);

/*
 * Reads one line of len bytes, without its newline, whatever is in it. Returns
 * 0, or -1 and one line in err: which field is wrong, and how. A checksum is
 * compared if there is one (head.sealed).
 */
ITR_API int itr_record_parse(const char *line, size_t len, struct itr_record *r,
			     char *err, size_t errsize);

/* "START" ... ("?" if out of range). */
ITR_API const char *itr_record_name(u64 type);

/* Names of the u64 members of the three structs, in their order, with units. */
#define ITR_CAPS_FIELDS (sizeof(struct itr_caps) / sizeof(u64))
#define ITR_SAMPLE_FIELDS (sizeof(struct itr_sample) / sizeof(u64))
#define ITR_DECISION_FIELDS (sizeof(struct itr_decision) / sizeof(u64))
ITR_API extern const char *const itr_caps_fields[ITR_CAPS_FIELDS];
ITR_API extern const char *const itr_sample_fields[ITR_SAMPLE_FIELDS];
ITR_API extern const char *const itr_decision_fields[ITR_DECISION_FIELDS];

/* CRC-32C (Castagnoli, as in RFC 3720) of n bytes. */
ITR_API u32 itr_crc32c(const void *data, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* ITR_RECORD_H */
