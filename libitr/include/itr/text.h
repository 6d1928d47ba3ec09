/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * text.h - parameters as text: the one parser for command line, scenario
 * files, module parameters and sysfs. No allocation, no locale, no stdio.
 */
#ifndef ITR_TEXT_H
#define ITR_TEXT_H

#include <itr/itr.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ITR_TEXT_MAX 1024 /* enough for any error text and parameter list */

/*
 * Parses "NAME" or "NAME:param=value[,param=value...]". Returns 0 and sets
 * *ops and *params (defaults where not named), or -1 and one line in err (what
 * is wrong, the allowed range or names, the nearest spelling).
 */
ITR_API int itr_parse_controller(const char *text, const struct itr_ops **ops,
				 struct itr_params *params, char *err,
				 size_t errsize);

/*
 * Parses "param=value[,param=value...]" over the values already in *params; ""
 * changes nothing. On an error *params is unchanged. Values: decimal integers
 * with an optional sign and an optional unit suffix, which must be the
 * parameter's own ("50us") or, for a time, another of ns, us, ms, s that comes
 * out whole; a parameter that has names takes one of these names and nothing
 * else. Blanks around names and values do not count.
 */
ITR_API int itr_parse_params(const struct itr_ops *ops, const char *text,
			     struct itr_params *params, char *err,
			     size_t errsize);

/*
 * Writes "param=value,..." of all parameters (all != 0) or of those that differ
 * from the default. Returns the length needed, like snprintf.
 */
ITR_API size_t itr_format_params(const struct itr_ops *ops,
				 const struct itr_params *params, bool all,
				 char *buf, size_t size);

/*
 * The nearest of n names to word, or NULL if none is near (for "did you mean").
 * For other tables than the controllers', too.
 */
ITR_API const char *itr_nearest(const char *word, const char *const *names,
				size_t n);

#ifdef __cplusplus
}
#endif

#endif /* ITR_TEXT_H */
