#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# man.sh BUILD SOURCE - the man pages are without warnings, and itrsim.1 knows
# every option that some command's --help shows, and no other.
set -eu
itrsim=$1/itrsim
cd "$2"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

mandoc -Tlint -Wwarning docs/itrsim.1 docs/itr.3 || {
	echo "FAIL: mandoc warns (above)"
	status=1
}
{
	printf '%s\n' help version
	for command in compare replay info list show; do
		"$itrsim" $command --help |
			grep -o '^  *--[a-z][a-z0-9-]*' | sed 's/^ *--//'
	done
} | sort -u >"$tmp/help"
grep -o 'Fl \\-[a-z][a-z0-9-]*' docs/itrsim.1 | sed 's/Fl \\-//' | sort -u \
	>"$tmp/man"
[ "$(wc -l <"$tmp/help")" -ge 10 ] || {
	echo "FAIL: found too few options in --help"
	status=1
}
diff "$tmp/help" "$tmp/man" || {
	echo "FAIL: --help (<) and itrsim.1 (>) know different options"
	status=1
}
exit $status
