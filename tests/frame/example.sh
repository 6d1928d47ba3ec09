#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# example.sh SOURCE LIBRARY CC - the example of itr.3 compiles, runs and says what
# the rule of e1000 says: few small frames in mode 1 are lowest latency, 70000 a
# second, on the way there from 20000 by a quarter of the goal: 37500, ITR 104.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed -n '/^\.Bd -literal/,/^\.Ed/p' "$1/docs/itr.3" |
	sed '1d;$d;s/\\e/\\/g' >"$dir/example.c"
"$3" -std=gnu11 -Wall -Wextra -Werror -I"$1/libitr/include" "$dir/example.c" "$2" \
	-o "$dir/example"
said=$("$dir/example")
[ "$said" = "ITR 104 (ramp)" ] || {
	echo "the example says '$said'"
	exit 1
}
if "$dir/example" nonsense 2>"$dir/err" || ! [ -s "$dir/err" ]; then
	echo "an unknown controller goes unnoticed"
	exit 1
fi
echo "the example of itr.3: $said"
