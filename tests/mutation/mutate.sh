#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# mutate.sh SOURCE BUILD CC LIST - plants faults and expects tests to fail.
#
# LIST has lines "file|test source|sed expression|what it breaks". The changed
# file is compiled and linked in front of the built libraries, so it takes the
# place of the good one. A mutant that survives, or an expression that changes
# nothing, fails the gate.
set -u
src=$1 build=$2 cc=$3 list=$4
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
flags="-std=gnu11 -O1 -I$src/sim -I$src/libitr/include -I$src/libitr/src ${SANITIZE:-}"
libs="$build/sim/libitrsim_lib.a $build/libitr/libitr.a"
libs="$libs $(pkg-config --libs gsl cmocka libpcap libarchive jansson nettle) -ldl -lm"
survived=0 killed=0
while IFS='|' read -r file test expr what; do
	case $file in ''|'#'*) continue ;; esac
	mutant=$tmp/$(basename "$file")
	sed "$expr" "$src/$file" >"$mutant" || exit 1
	if cmp -s "$src/$file" "$mutant"; then
		echo "NO CHANGE: $file: $expr ($what)"
		survived=$((survived + 1))
		continue
	fi
	# shellcheck disable=SC2086
	if ! $cc $flags -I"$src/$(dirname "$file")" -I"$src/tests" "$mutant" \
		"$src/$test" $libs -o "$tmp/t" 2>"$tmp/log"; then
		echo "DOES NOT BUILD: $file: $what"
		cat "$tmp/log"
		exit 1
	fi
	if CMOCKA_TEST_ABORT=1 timeout 10 "$tmp/t" >"$tmp/log" 2>&1; then
		echo "SURVIVED: $file: $what ($test did not notice)"
		survived=$((survived + 1))
	else
		echo "caught: $what"
		killed=$((killed + 1))
	fi
done <"$list"
echo "$killed faults caught, $survived missed"
[ "$survived" -eq 0 ]
