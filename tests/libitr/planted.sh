#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# planted.sh - show that the tests of libitr fail when libitr is wrong.
#
#   planted.sh LIST LIBITR_DIR LIBRARY OBJECTS_DIR WORK_DIR CC [FLAGS...]
#
# For each line of LIST: edits a copy of one source file with sed, compiles it,
# links it in front of the good library with the test's own object file, and
# runs that test (of properties only the one named), which has to fail. A fault that no longer applies, does not
# compile, or goes unnoticed is an error. Exit code 0: all were noticed.
set -u
list=$1 libitr=$2 library=$3 objects=$4 work=$5
shift 5

rm -rf "$work"
mkdir -p "$work"

# One fault; a line on stdout if it is an error.
#   try DIR TEST FILE EXPRESSION CC [FLAGS...]
try() {
	dir=$1 test=$2 property= file=$3 expr=$4
	shift 4
	case $test in
	*:*) property=${test#*:} test=${test%%:*} ;;
	esac
	mkdir "$dir"
	sed "$expr" "$libitr/src/$file" >"$dir/$file"
	if cmp -s "$dir/$file" "$libitr/src/$file"; then
		echo "does not apply: $test|$file|$expr"
	elif ! "$@" -w -O1 -I"$libitr/include" -I"$libitr/src" \
		-o "$dir/test" "$dir/$file" \
		"$objects/libitr_$test.dir/test_$test.c.o" \
		"$library" -lcmocka >"$dir/cc.log" 2>&1; then
		echo "does not compile: $test|$file|$expr"
		cat "$dir/cc.log"
	elif timeout 30 "$dir/test" $property >"$dir/test.log" 2>&1; then
		echo "not noticed: $test $property|$file|$expr"
	fi
}

# Half of the list: every second fault, beginning with number $1 (0 or 1).
half() {
	me=$1 n=0
	shift
	while IFS='|' read -r test file expr; do
		case $test in '' | '#'*) continue ;; esac
		n=$((n + 1))
		[ $((n % 2)) -eq "$me" ] || continue
		try "$work/$n" "$test" "$file" "$expr" "$@"
	done <"$list"
}

half 0 "$@" >"$work/errors.0" &
half 1 "$@" >"$work/errors.1"
wait
count=$(grep -c '^[a-z]' "$list")
if [ -s "$work/errors.0" ] || [ -s "$work/errors.1" ]; then
	cat "$work/errors.0" "$work/errors.1"
	exit 1
fi
echo "$count planted faults, each noticed by its test"
