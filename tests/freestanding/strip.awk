# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
# strip.awk - C without comments and without what stands in strings, line by line.
{
	out = ""
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (comment) {
			if (two == "*/") {
				comment = 0
				i++
			}
		} else if (quote != "") {
			if (c == "\\")
				i++
			else if (c == quote) {
				quote = ""
				out = out c
			}
		} else if (two == "/*") {
			comment = 1
			i++
		} else if (two == "//") {
			break
		} else {
			if (c == "\"" || c == "'")
				quote = c
			out = out c
		}
	}
	print out
}
