#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
# check_fails.sh MKTRACE - check.sh sees a trace made with another seed, one
# without a line, and one that is too large.
set -u
here=$(dirname "$0")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp "$here/voice.pcap.xz" "$tmp"
line='mktrace voice - --seed 1 --seconds 20 | xz > voice.pcap.xz'
status=0
expect()
{
	want=$1 what=$2
	"$here/check.sh" "$mktrace" "$tmp" >/dev/null 2>&1
	got=$?
	[ "$got" = "$want" ] || {
		echo "FAIL: $what: check.sh ended with $got, not $want"
		status=1
	}
}

mktrace=$1
echo "$line" >"$tmp/README.md"
expect 0 "a good folder"
echo "$line" | sed 's/--seed 1/--seed 2/' >"$tmp/README.md"
expect 1 "another seed"
echo "$line" >"$tmp/README.md"
cp "$tmp/voice.pcap.xz" "$tmp/other.pcap.xz"
expect 1 "a trace without a line"
rm "$tmp/other.pcap.xz"
head -c 1000004 /dev/zero >>"$tmp/voice.pcap.xz"
expect 1 "a trace above 1 MB"
exit $status
