#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# planted.sh SOURCE BUILD LIST CC [FLAGS...] - shows that tests can fail.
#
# For each line "test[:argument]|file|sed expression|what it breaks" of LIST: a
# copy of the file is changed, compiled, and linked in front of the good
# libraries with the test's own object files, and the test, which passes
# otherwise, has to fail. A fault that does not apply, does not compile or goes
# unnoticed is an error.
set -u
src=$1 build=$2 list=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The object files of a test, but none that an older tree has left behind.
objects_of() {
	find "$build/tests" -path "*/CMakeFiles/$1.dir/*.o" | while read -r o; do
		dir=${o%%/CMakeFiles/*} name=${o##*.dir/}
		[ ! -e "$src/${dir#"$build"/}/${name%.o}" ] || echo "$o"
	done
}

# One fault, compiler in "$@"; a line on stdout if it is an error.
try() {
	dir=$work/$n
	mkdir "$dir"
	changed=$dir/$(basename "$file")
	sed "$expr" "$src/$file" >"$changed"
	if cmp -s "$changed" "$src/$file"; then
		echo "does not apply: $line"
		return
	fi
	objects=$(objects_of "${test%%:*}")
	# shellcheck disable=SC2086
	if ! "$@" -w -O1 -std=gnu11 -I"$src/libitr/include" -I"$src/sim" \
		-I"$src/$(dirname "$file")" -o "$dir/test" "$changed" \
		$objects "$build/sim/libitrsim_lib.a" \
		"$build/libitr/libitr.a" $libs >"$dir/log" 2>&1; then
		echo "does not compile: $line"
		cat "$dir/log"
		return
	fi
	argument=
	case $test in *:*) argument=${test#*:} ;; esac
	if CMOCKA_TEST_ABORT=1 timeout 30 "$dir/test" ${argument:+"$argument"} \
		>"$dir/log" 2>&1; then
		echo "not noticed: $line"
	fi
	rm -rf "$dir"
}

# Every second fault, beginning with number $1 (0 or 1).
half() {
	me=$1 n=0
	shift
	while IFS= read -r line; do
		case $line in '' | '#'*) continue ;; esac
		n=$((n + 1))
		[ $((n % 2)) -eq "$me" ] || continue
		# The first two and the last field; the expression may hold '|'.
		test=${line%%|*} rest=${line#*|}
		file=${rest%%|*} rest=${rest#*|}
		expr=${rest%|*}
		try "$@"
	done <"$list"
}

libs=$(pkg-config --libs gsl cmocka libpcap jansson nettle) || exit 1
libs="$libs -ldl -lm"
half 0 "$@" >"$work/errors.0" &
half 1 "$@" >"$work/errors.1"
wait
cat "$work/errors.0" "$work/errors.1"
count=$(grep -c '^[a-z]' "$list")
[ "$count" -gt 0 ] && [ ! -s "$work/errors.0" ] && [ ! -s "$work/errors.1" ] ||
	exit 1
echo "$count planted faults, each noticed by its test"
