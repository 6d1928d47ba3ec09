#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
# check.sh MKTRACE [DIR] - the traces in DIR (default: here) are what the lines
# of its README make, at most 1 MB each, and none is without a line.
set -eu
mktrace=$1
cd "${2:-$(dirname "$0")}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0
fail()
{
	echo "FAIL: $*"
	status=1
}

sed -n 's/^mktrace //p' README.md >"$tmp/lines"
[ -s "$tmp/lines" ] || fail "README.md has no line that starts with mktrace"
while read -r line; do
	file=${line##* > }
	# shellcheck disable=SC2086 # the words of the command
	"$mktrace" ${line%% | *} >"$tmp/made"
	xz -dc "$file" >"$tmp/stored" || fail "$file cannot be decompressed"
	if cmp "$tmp/made" "$tmp/stored"; then
		echo "same: $file"
	else
		fail "$file is not what its line in README.md makes"
	fi
done <"$tmp/lines"

for file in *.pcap*; do
	grep -q " > $file\$" "$tmp/lines" || fail "$file: no line in README.md"
	size=$(wc -c <"$file")
	[ "$size" -le 1000000 ] || fail "$file has $size bytes, above 1 MB"
done
exit $status
