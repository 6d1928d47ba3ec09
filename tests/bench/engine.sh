#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# engine.sh BUILD ROUNDS - events a second of the engine alone, on each path
# this machine has, against the file bounds; all must play the same.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1 rounds=$2
here=$(dirname "$0")
events=20000000

# fast_enough LABEL SECONDS MINIMUM
fast_enough()
{
	awk -v label="$1" -v s="$2" -v n="$events" -v min="$3" 'BEGIN {
		printf "engine, 40 timers, a restart each: %-9s%6.1f ns an" \
			" event, %5.1f M/s (at least %.0f)\n", label,
			s * 1e9 / n, n / s * 1e-6, min * 1e-6
		exit n / s < min
	}'
}

set --
for path in portable avx512; do
	code=0
	"$build/engine_bench" $path $events >"$tmp/$path" || code=$?
	case $code in
	0) ;;
	77)
		cat "$tmp/$path"
		continue
		;;
	*) fail "engine_bench $path ends with $code" ;;
	esac
	cmp "$tmp/portable" "$tmp/$path" ||
		fail "the path $path plays otherwise than portable"
	[ $# = 0 ] || set -- "$@" --
	set -- "$@" $path "$build/engine_bench" $path $events
done
"$build/run_bench" "$rounds" "$@" >"$tmp/costs"
while read -r path cpu_s _; do
	min=$(sed -n "s/^engine_events_per_s $path //p" "$here/bounds")
	fast_enough "$path" "$cpu_s" "$min" || fail "$path is below its bound"
done <"$tmp/costs"
must_fail "half the speed" fast_enough planted 2 $((events * 2 / 3))
exit "$status"
