#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# profile.sh SOURCE [--update | --files] - where the instructions of a packet
# go, by part of the program: callgrind over N and 2N packets, the difference, in
# a release build with debugging information, which changes no instruction. So
# code counts for the file that it is written in, wherever it has been inlined.
#
# Prints the table of docs/performance.md; --update writes it there; --files
# prints each source file instead. Takes about a minute.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
source=$(cd "$1" && pwd)
mode=${2-}
n=20000
doc=$source/docs/performance.md
command -v valgrind >/dev/null || skip "valgrind is not installed"

build_it()
{
	cmake -S "$source" -B "$tmp/build" -G Ninja \
		-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc \
		-DCMAKE_C_FLAGS=-g -DBUILD_TESTING=ON -DITR_TREE_TESTS=OFF
	cmake --build "$tmp/build" --target itrsim mktrace
}
(build_it) >"$tmp/log" 2>&1 || {
	cat "$tmp/log"
	exit 1
}

# by_file FILE: self cost and source file of a callgrind output
by_file()
{
	awk '
	/^c?(fl|fi|fe|ob)=/ {
		at = index($0, "=")
		id = $0; sub(/^[a-z]*=/, "", id); sub(/ .*/, "", id)
		kind = substr($0, 1, at - 1)
		if (kind ~ /ob$/) next
		if ($0 ~ /\) /) { name[id] = $0; sub(/^[^ ]* /, "", name[id]) }
		if (kind !~ /^c/) file = name[id]
		next
	}
	/^calls=/ { call = 1; next } # the line after it is not self cost
	/^[-+*0-9]/ {
		if (!call) cost[file] += $2
		call = 0
	}
	END { for (f in cost) printf "%d\t%s\n", cost[f], f }' "$1"
}

# One line a file for one model and controller: difference, file.
measure()
{
	for k in 1 2; do
		"$tmp/build/mktrace" "$1" "$tmp/trace" --packets $((k * n))
		valgrind --tool=callgrind --callgrind-out-file="$tmp/cg.$k" \
			"$tmp/build/itrsim" compare "$tmp/trace" \
			--controller "$2" >/dev/null 2>"$tmp/log"
		by_file "$tmp/cg.$k" >"$tmp/files.$k"
	done
	awk -F '\t' -v n="$n" -v source="$source/" -v what="$1, $2" '
	FILENAME == ARGV[1] { one[$2] = $1; next }
	{
		f = $2
		if (index(f, source) == 1) f = substr(f, length(source) + 1)
		printf "%s\t%s\t%.2f\n", what, f, ($1 - one[$2]) / n
	}' "$tmp/files.1" "$tmp/files.2"
}

for model in linerate poisson; do
	for controller in off e1000; do
		measure $model $controller
	done
done >"$tmp/all"
if [ "$mode" = --files ]; then
	awk -F '\t' '$3 >= 1' "$tmp/all" | sort -t '	' -k 1,1 -k 3,3nr
	exit
fi

# Which file is which part; the first that fits.
cat >"$tmp/parts" <<'END'
reading	^sim/load/trace_(file|unpack|walk|gather)
decoding	^sim/load/trace_(decode|census)
policies	^sim/load/trace
the run	^sim/(load/run|lab|cli)
the card	^sim/nic/
CPU and driver	^sim/host/(cpu|host|irq|napi|nonapi|send|machine)[.]
measuring	^sim/(host/measure|core/hist)[.]
the controller	^(libitr/|sim/host/control[.])
the engine	^sim/core/(engine|clock)
noise of costs	^sim/core/noise
C library	.
END
awk -F '\t' '
FILENAME == ARGV[1] { part[++parts] = $1; pattern[parts] = $2; next }
{
	if (!($1 in total)) column[++columns] = $1
	total[$1] += $3
	for (p = 1; $2 !~ pattern[p]; p++)
		;
	sum[p, $1] += $3
}
function row(name, p,    c, v) {
	printf "| %-14s |", name
	for (c = 1; c <= columns; c++) {
		v = p ? sum[p, column[c]] : total[column[c]]
		if (v > -0.5 && v < 0.5) v = 0 # and not -0
		printf " %15.0f |", v
	}
	print ""
}
END {
	printf "| %-14s |", "part"
	for (c = 1; c <= columns; c++) printf " %15s |", column[c]
	printf "\n|----------------|"
	for (c = 1; c <= columns; c++) printf "----------------:|"
	print ""
	for (p = 1; p <= parts; p++) row(part[p], p)
	row("all", 0)
}' "$tmp/parts" "$tmp/all" >"$tmp/table"

if [ "$mode" = --update ]; then
	# The table is every line of the document that begins with a bar.
	awk -v table="$tmp/table" '
	/^[|]/ {
		if (!done) while ((getline line <table) > 0) print line
		done = 1
		next
	}
	{ print }
	END { exit !done }' "$doc" >"$tmp/doc" && cp "$tmp/doc" "$doc"
else
	cat "$tmp/table"
fi
exit "$status"
