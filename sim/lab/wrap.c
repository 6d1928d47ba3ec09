// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "lab/wrap.h"

#include <string.h>

size_t text_columns(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

/* Length of the UTF-8 sequence that starts at s, 0 if it is none. */
static size_t sequence(const unsigned char *s)
{
	const size_t n = s[0] < 0x80	? 1
			 : s[0] < 0xc2	? 0
			 : s[0] < 0xe0	? 2
			 : s[0] < 0xf0	? 3
			 : s[0] <= 0xf4 ? 4
					: 0;

	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, beyond U+10FFFF. */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

void text_clean(char *text)
{
	while (*text) {
		size_t n = sequence((const unsigned char *)text);

		if (n == 0 || (unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
		text += n ? n : 1;
	}
}

static size_t word_columns(const char *word, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += ((unsigned char)word[i] & 0xc0) != 0x80;
	return n;
}

void wrap_print(FILE *out, unsigned int indent, const char *text)
{
	size_t column = indent, words = 0;

	while (*text) {
		size_t len = strcspn(text, " \n"),
		       width = word_columns(text, len);

		if (len && words && column + 1 + width > WRAP_COLUMNS) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
			words = 0;
		}
		if (len) {
			fprintf(out, "%s%.*s", words ? " " : "", (int)len,
				text);
			column += width + (words ? 1 : 0);
			words++;
		}
		text += len;
		if (*text == '\n') {
			fprintf(out, "\n%*s", text[1] ? (int)indent : 0, "");
			column = indent;
			words = 0;
		}
		text += *text != '\0';
	}
	fputc('\n', out);
}
