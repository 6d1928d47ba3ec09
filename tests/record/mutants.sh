#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# mutants.sh SOURCE BUILD CC [FLAGS...] - a controller that decides otherwise is
# found by its record. Each planted fault of a controller (tests/planted) is
# compiled into an itrsim of its own, which checks the corpus that the good
# library recorded: it has to find a difference, exit code 3.
set -u
src=$1 build=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

libs=$(pkg-config --libs gsl libpcap jansson nettle) || exit 1
libs="$libs -ldl -lm"
itrsim=$(find "$build/sim/CMakeFiles/itrsim.dir" -name '*.o')
"$build/make_record" 1 200 300 >"$work/corpus.itr" || exit 1
grep -h -E '^[a-z0-9_:]*\|libitr/src/(ctl_|octets)[a-z0-9]*\.c' "$src"/tests/planted/*.planted \
	>"$work/faults"
# What no record shows: a default, where START tells all values anyway. What needs
# one value out of very many is for the tests that enumerate them.
grep -v -e 'ITR_DELAY_ROWS' -e 'the table does not know' \
	-e 'only for large sums' "$work/faults" >"$work/list"

# check NAME FILE [FLAG...]: FILE in place of libitr's own; prints the exit code.
check()
{
	name=$1 file=$2
	shift 2
	# shellcheck disable=SC2086 # lists of words
	"$@" -w -O1 -fno-lto -std=gnu11 -I"$src/libitr/include" -I"$src/libitr/src" \
		-o "$work/$name" "$file" $itrsim "$build/sim/libitrsim_lib.a" \
		"$build/libitr/libitr.a" $libs >"$work/$name.log" 2>&1 || {
		echo "does not compile"
		return
	}
	timeout 60 "$work/$name" check "$work/corpus.itr" \
		>"$work/$name.log" 2>&1 && code=0 || code=$?
	rm -f "$work/$name"
	echo $code
}

# half 0|1 CC...: every second fault; a line for each that is not found.
half()
{
	me=$1 n=0
	shift
	while IFS= read -r line; do
		n=$((n + 1))
		[ $((n % 2)) -eq "$me" ] || continue
		rest=${line#*|} file=${line#*|}
		file=${file%%|*} rest=${rest#*|} expr=${rest%|*}
		mkdir "$work/$n"
		sed "$expr" "$src/$file" >"$work/$n/$(basename "$file")"
		if cmp -s "$src/$file" "$work/$n/$(basename "$file")"; then
			echo "does not apply: $line"
			continue
		fi
		code=$(check "mutant$n" "$work/$n/$(basename "$file")" "$@")
		[ "$code" = 3 ] || echo "not found ($code): $line"
	done <"$work/list"
}

# Unchanged, everything is as recorded.
for f in "$src"/libitr/src/ctl_*.c; do
	code=$(check good "$f" "$@")
	[ "$code" = 0 ] || {
		echo "FAIL: unchanged $(basename "$f"): exit code $code"
		cat "$work/good.log"
		exit 1
	}
done
half 0 "$@" >"$work/errors.0" &
half 1 "$@" >"$work/errors.1"
wait
cat "$work/errors.0" "$work/errors.1"
count=$(wc -l <"$work/list")
[ "$count" -ge 50 ] || {
	echo "FAIL: too few faults, $count"
	exit 1
}
[ ! -s "$work/errors.0" ] && [ ! -s "$work/errors.1" ] || exit 1
echo "$count changed controllers, each found by the record of the good one"
