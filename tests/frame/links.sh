#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
# links.sh SOURCE - every relative link in a Markdown file leads somewhere.
set -u
cd "$1" || exit 1
status=0

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

find . -name 'build*' -prune -o -name .git -prune -o -name '*.md' -print |
	while read -r f; do
		dead "$f"
	done >"${TMPDIR:-/tmp}/links.$$"
if [ -s "${TMPDIR:-/tmp}/links.$$" ]; then
	echo "FAIL: links that lead nowhere:"
	cat "${TMPDIR:-/tmp}/links.$$"
	status=1
fi
# The check itself: a link to nowhere is seen.
echo '[x](no/such/file.md)' >"${TMPDIR:-/tmp}/links.$$"
[ -n "$(dead "${TMPDIR:-/tmp}/links.$$")" ] || {
	echo "FAIL: a planted dead link was not seen"
	status=1
}
rm -f "${TMPDIR:-/tmp}/links.$$"
exit $status
