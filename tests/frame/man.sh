#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# man.sh BUILD SOURCE - the man pages are without warnings, and itrsim.1 knows
# every option that some command's --help shows, and no other.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
itrsim=$1/itrsim
cd "$2"

# lint PAGE...: mandoc has nothing to say.
lint()
{
	mandoc -Tlint -Wwarning "$@"
}

# same_options PAGE: it names exactly those of $tmp/help.
same_options()
{
	grep -o 'Fl \\-[a-z][a-z0-9-]*' "$1" | sed 's/Fl \\-//' | sort -u \
		>"$tmp/man"
	diff "$tmp/help" "$tmp/man"
}

lint docs/itrsim.1 docs/itr.3 || fail "mandoc warns (above)"
{
	printf '%s\n' help version
	for command in compare replay check info list show; do
		"$itrsim" $command --help |
			grep -o '^  *--[a-z][a-z0-9-]*' | sed 's/^ *--//'
	done
} | sort -u >"$tmp/help"
[ "$(wc -l <"$tmp/help")" -ge 10 ] || fail "found too few options in --help"
same_options docs/itrsim.1 ||
	fail "--help (<) and itrsim.1 (>) know different options"

# The checks themselves.
{ cat docs/itr.3; echo .Nonsense; } >"$tmp/planted.3"
must_fail "a macro that does not exist" lint "$tmp/planted.3"
sed 's/Fl \\-repeat/Fl \\-again/' docs/itrsim.1 >"$tmp/planted.1"
must_fail "an option with another name" same_options "$tmp/planted.1"
exit "$status"
