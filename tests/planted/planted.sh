#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# planted.sh SOURCE BUILD LIST CC [FLAGS...] - shows that tests can fail.
#
# For each line "test[:argument]|file|sed expression|what it breaks" of LIST: a
# copy of the file is changed, compiled, and linked in front of the good
# libraries with the test's own object files, and the test has to fail. Before
# that the same is done with all its files unchanged, and the test has to pass: so
# it is the change that is noticed.
#
# An error is a fault that does not apply, does not compile or goes unnoticed, and
# a test that says nothing: that cannot be run, is skipped or does not end. Where
# a fault makes the program loop, "what it breaks" begins with "loops:"; the test
# then has to be ended by its guard (tests/loop_guard.c), and no other may be.
#
# A loop is what takes four times the CPU time that the test takes unchanged, and
# 2 s. PLANTED_WALL_S: the end of a test that the guard does not end, since it
# sleeps (300).
set -u
src=$1 build=$2 list=$3
shift 3
cc=$*
export CMOCKA_TEST_ABORT=1
wall_s=${PLANTED_WALL_S:-300}
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
	timeout "$wall_s" time -f %U -o "$dir/cpu_s" "$@" >"$dir/log" 2>&1
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

# The model that can be listened to, where there is one.
listening=$build/tests/oracle/libitrsim_listening.a
[ -e "$listening" ] || listening=

# build C-FILE... with the test: false and the compiler's words if it cannot be.
build_test() {
	objects=$(objects_of "${test%%:*}")
	# shellcheck disable=SC2086
	$cc -w -O1 -fno-lto -std=gnu11 -DSIM_LISTEN $include \
		-I"$src/libitr/include" -I"$src/sim" -o "$dir/test" "$@" \
		$objects $listening "$build/sim/libitrsim_lib.a" \
		"$build/libitr/libitr.a" $libs >"$dir/log" 2>&1 || {
		echo "does not compile: $line"
		cat "$dir/log"
		return 1
	}
}

# expect OUTCOME: of the test that was built; a line if it is another.
expect() {
	argument=
	case $test in *:*) argument=${test#*:} ;; esac
	got=$(outcome "$dir/test" ${argument:+"$argument"})
	case $got in
	"$1") ;;
	passes) echo "not noticed: $line" ;;
	*)
		echo "$got: $line"
		tail -n 5 "$dir/log"
		;;
	esac
}

# The line "test|file...|": these files unchanged.
try_unchanged() {
	line="$line unchanged" include='' files=''
	for file in $rest; do
		case $file in *.h) continue ;; esac # its sources are built in
		files="$files $src/$file"
		include="$include -I$src/$(dirname "$file")"
	done
	# shellcheck disable=SC2086 # words are wanted
	build_test $files || return
	unset ITR_TEST_CPU_S
	expect passes
	awk 'END { print int(4 * $1) + 2 }' "$dir/cpu_s" >"$work/limit_s.$test"
}

# The line of a fault.
try_fault() {
	# The first two and the last field; the expression may hold '|'.
	file=${rest%%|*} rest=${rest#*|}
	expr=${rest%|*} what=${rest##*|}
	changed=$dir/$(basename "$file")
	sed "$expr" "$src/$file" >"$changed"
	if cmp -s "$changed" "$src/$file"; then
		echo "does not apply: $line"
		return
	fi
	include=-I$src/$(dirname "$file")
	case $file in
	*.h) # in a copy of its folder's sources, which look there first
		cp -n "$src/$(dirname "$file")"/*.[ch] "$dir"
		changed=$(echo "$dir"/*.c) ;;
	esac
	# shellcheck disable=SC2086 # words are wanted
	build_test $changed || return
	ITR_TEST_CPU_S=$(cat "$work/limit_s.$test")
	export ITR_TEST_CPU_S
	case $what in
	loops:*) expect loops ;;
	*) expect fails ;;
	esac
}

# half TRY LINES 0|1: every second line; a line on stdout for each error.
half() {
	n=0
	while IFS= read -r line; do
		n=$((n + 1))
		[ $((n % 2)) -eq "$3" ] || continue
		dir=$work/$3
		rm -rf "$dir"
		mkdir "$dir"
		test=${line%%|*} rest=${line#*|}
		"$1"
	done <"$2"
	: >"$work/ended.$3"
}

# all TRY LINES: false and the errors if there are any.
all() {
	rm -f "$work"/ended.*
	half "$1" "$2" 0 >"$work/errors.0" &
	half "$1" "$2" 1 >"$work/errors.1"
	wait
	cat "$work/errors.0" "$work/errors.1"
	[ -e "$work/ended.0" ] && [ -e "$work/ended.1" ] &&
		[ ! -s "$work/errors.0" ] && [ ! -s "$work/errors.1" ]
}

libs=$(pkg-config --libs gsl cmocka libpcap jansson nettle) || exit 1
libs="$libs -ldl -lm"
grep -v -e '^#' -e '^$' "$list" >"$work/faults" || {
	echo "no faults in $list"
	exit 1
}
awk -F '|' '
	!seen[$1, $2]++ { files[$1] = files[$1] " " $2 }
	END { for (test in files) print test "|" files[test] }' \
	"$work/faults" >"$work/unchanged"
all try_unchanged "$work/unchanged" || exit 1
all try_fault "$work/faults" || exit 1
echo "$(wc -l <"$work/faults") planted faults, each noticed by its test;" \
	"$(wc -l <"$work/unchanged") tests pass without"
