#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
# links.sh SOURCE - every relative link in a Markdown file leads somewhere.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
cd "$1"

# dead FILE: its links that lead nowhere, one a line.
dead()
{
	grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//; s/#.*//' |
		while read -r to; do
			case $to in
			'' | *://*) continue ;;
			esac
			[ -e "$(dirname "$1")/$to" ] || echo "$1: $to"
		done
}

# check FOLDER: false and the dead links if there are any.
check()
{
	find "$1" -name 'build*' -prune -o -name .git -prune -o -name '*.md' \
		-print | while read -r f; do
		dead "$f"
	done >"$tmp/dead"
	[ ! -s "$tmp/dead" ] || {
		echo "FAIL: links that lead nowhere:"
		cat "$tmp/dead"
		return 1
	}
}

check . || status=1
# The check itself: a link to nowhere is seen, one to somewhere is not.
mkdir "$tmp/tree"
echo '[x](b.md) [y](https://example.org)' >"$tmp/tree/a.md"
echo '[x](a.md#part)' >"$tmp/tree/b.md"
check "$tmp/tree" || status=1
echo '[x](no/such/file.md)' >>"$tmp/tree/b.md"
must_fail "a dead link" check "$tmp/tree"
exit "$status"
