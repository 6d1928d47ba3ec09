#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# planted.sh SOURCE BUILD LIST CC [FLAGS...] - shows that tests can fail.
#
# For each line "test[:argument]|file|sed expression|what it breaks" of LIST: a
# copy of the file is changed, compiled, and linked in front of the good
# libraries with the test's own object files, and the test has to fail. Before
# that the same is done with each file unchanged, and the test has to pass: so
# it is the change that is noticed.
#
# An error is a fault that does not apply, does not compile or goes unnoticed, and
# a test that says nothing: that cannot be run, is skipped or does not end. Where
# a fault makes the program loop, "what it breaks" begins with "loops:"; the test
# then has to be ended by its guard (tests/loop_guard.c), and no other may be.
#
# PLANTED_CPU_S: the guard's limit (10). PLANTED_WALL_S: the end of a test that
# the guard does not end, since it sleeps (60).
set -u
src=$1 build=$2 list=$3
shift 3
export ITR_TEST_CPU_S="${PLANTED_CPU_S:-10}" CMOCKA_TEST_ABORT=1
wall_s=${PLANTED_WALL_S:-60}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The object files of a test, but none that an older tree has left behind.
# CMake writes ".." as "__".
objects_of() {
	find "$build/tests" -path "*/CMakeFiles/$1.dir/*.o" | while read -r o; do
		at=${o%%/CMakeFiles/*}
		name=$(echo "${o##*.dir/}" | sed 's|__/|../|g')
		[ ! -e "$src/${at#"$build"/}/${name%.o}" ] || echo "$o"
	done
}

# outcome COMMAND...: what a test did, in one word or as the reason of an error.
outcome() {
	timeout "$wall_s" "$@" >"$dir/log" 2>&1
	code=$?
	case $code in
	0) echo passes ;;
	77) echo "says nothing, is skipped" ;;
	99) echo loops ;;
	124 | 137) echo "says nothing, has no end within $wall_s s" ;;
	125 | 126 | 127) echo "says nothing, cannot be run ($code)" ;;
	*) echo fails ;;
	esac
}

# One line, compiler in "$@"; a line on stdout if it is an error.
try() {
	dir=$work/$n
	mkdir "$dir"
	changed=$dir/$(basename "$file")
	sed "$expr" "$src/$file" >"$changed"
	if [ -n "$expr" ] && cmp -s "$changed" "$src/$file"; then
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
	got=$(outcome "$dir/test" ${argument:+"$argument"})
	case $what in
	unchanged) want=passes ;;
	loops:*) want=loops ;;
	*) want=fails ;;
	esac
	case $got in
	"$want") ;;
	passes) echo "not noticed: $line" ;;
	*)
		echo "$got: $line"
		tail -n 5 "$dir/log"
		;;
	esac
	rm -rf "$dir"
}

# half LINES 0|1 CC...: every second line.
half() {
	lines=$1 me=$2 n=0
	shift 2
	while IFS= read -r line; do
		n=$((n + 1))
		[ $((n % 2)) -eq "$me" ] || continue
		# The first two and the last field; the expression may hold '|'.
		test=${line%%|*} rest=${line#*|}
		file=${rest%%|*} rest=${rest#*|}
		expr=${rest%|*} what=${rest##*|}
		try "$@"
	done <"$lines"
}

# all LINES CC...: false and the errors if there are any.
all() {
	of=$1
	shift
	half "$of" 0 "$@" >"$work/errors.0" &
	half "$of" 1 "$@" >"$work/errors.1"
	wait
	cat "$work/errors.0" "$work/errors.1"
	[ ! -s "$work/errors.0" ] && [ ! -s "$work/errors.1" ]
}

libs=$(pkg-config --libs gsl cmocka libpcap jansson nettle) || exit 1
libs="$libs -ldl -lm"
grep -v -e '^#' -e '^$' "$list" >"$work/faults" || {
	echo "no faults in $list"
	exit 1
}
awk -F '|' '!seen[$1, $2]++ { print $1 "|" $2 "||unchanged" }' \
	"$work/faults" >"$work/unchanged"
all "$work/unchanged" "$@" || exit 1
all "$work/faults" "$@" || exit 1
echo "$(wc -l <"$work/faults") planted faults, each noticed by its test, which" \
	"passes without ($(wc -l <"$work/unchanged") unchanged files)"
