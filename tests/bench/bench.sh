#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# bench.sh BUILD [--packets N] [--rounds N] [--only PART] - CPU time of `itrsim
# compare` against a bare libpcap loop over the same file, of the engine and
# against its peers, and peak memory. Run by `./dev bench`. Everything it makes
# lies in one temporary folder.
set -eu
build=$1
shift
here=$(dirname "$0")
packets=10000000 rounds=5 only=
usage()
{
	echo "usage: ./dev bench [--packets N] [--rounds N] [--only PART]
  Packets of the two traces (10000000: 700 MB each, one at a time, in
  \$TMPDIR or /tmp), how often each command runs (5; medians count), and
  what to measure: linerate, poisson, engine, peers, memory or steps (all)."
}
while [ $# -gt 0 ]; do
	case $1:${2-} in
	--packets:*[0-9]) packets=$2 ;;
	--rounds:*[0-9]) rounds=$2 ;;
	--only:linerate | --only:poisson | --only:engine | --only:peers | \
		--only:memory | --only:steps) only=$2 ;;
	--help:)
		usage
		exit 0
		;;
	*)
		usage >&2
		exit 2
		;;
	esac
	shift 2
done
case $packets$rounds in
*[!0-9]*)
	usage >&2
	exit 2
	;;
esac
bound()
{
	sed -n "s/^$1 //p" "$here/bounds"
}

tmp=$(mktemp -d "${TMPDIR:-/tmp}/itr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
free_kb=$(df -Pk "$tmp" | awk 'NR == 2 { print $4 }')
need_kb=$((packets * 70 / 1024 + 250000))
[ "$free_kb" -ge "$need_kb" ] || {
	echo "bench: $tmp has $((free_kb / 1024)) MB free, $((need_kb / 1024))" \
		"are needed; set TMPDIR or use --packets" >&2
	exit 1
}
itrsim=$build/itrsim
status=0

# bare, what is gated and what is shown, over one file
speed()
{
	file=$1
	"$build/run_bench" "$rounds" \
		bare "$build/bare_pcap" "$file" -- \
		buffered "$build/bare_pcap" "$file" buffer -- \
		off "$itrsim" compare "$file" --controller off -- \
		e1000 "$itrsim" compare "$file" --controller e1000 -- \
		both "$itrsim" compare "$file" --controller off \
		--controller e1000 -- \
		eight "$itrsim" compare "$file" --controller off \
		--controller e1000 --controller threshold \
		--controller symmetry --controller pid \
		--fixed 20us,50us,100us >"$tmp/costs"
	awk -F '\t' -v n="$packets" -v max="$(bound "ratio_max $model")" \
		-v goal="$(bound "ratio_goal $model")" \
		-v max8="$(bound "ratio_eight_max $model")" \
		-v goal8="$(bound "ratio_eight_goal $model")" '
	# A line about the rows of that name or names, if there is such a limit; a
	# missed goal is no failure.
	function verdict(names, kind, limit,   i, k, row, missed) {
		if (limit == "")
			return
		k = split(names, row, " ")
		for (i = 1; i <= k; i++)
			if (cost[row[i]] > limit * cost["bare"])
				missed = missed " " row[i]
		printf "%s%s of %.1f times bare%s\n", \
			missed == "" ? "within the " : "ABOVE the ", kind, \
			limit, missed == "" ? ": " names : ":" missed
		if (missed != "" && kind == "bound") failed = 1
	}
	BEGIN {
		about["bare"] = "bare pcap_next_ex loop"
		about["buffered"] = "the same with a 256 KB buffer"
		about["off"] = "compare --controller off"
		about["e1000"] = "compare --controller e1000"
		about["both"] = "both in one pass"
		about["eight"] = "eight configurations in one pass"
		printf "%-40s%8s%9s%16s%8s%8s\n", "", "CPU s", "ns/pkt",
			"min..max s", "x bare", "MB"
	}
	{
		cost[$1] = $2
		printf "%-40s%8.2f%9.0f%16s%8.2f%8.1f\n", about[$1], $2,
			$2 * 1e9 / n, sprintf("%.2f..%.2f", $3, $4),
			$2 / cost["bare"], $5 / 1024
	}
	END {
		verdict("off e1000", "bound", max)
		verdict("off e1000", "goal", goal)
		verdict("eight", "bound", max8)
		verdict("eight", "goal", goal8)
		exit failed
	}' "$tmp/costs" || status=1
}

# wanted PART: true unless --only names another
wanted()
{
	[ -z "$only" ] || [ "$only" = "$1" ]
}

echo "NIC 82574L, msi, machine modern; CPU time is user + system, medians of" \
	"$rounds runs taken in turns; $packets packets"
for model in linerate poisson; do
	wanted $model || continue
	case $model in
	linerate) what="64-byte frames back to back, 1.49 M packets a second" ;;
	poisson) what="Poisson, 20 000 packets a second, 60 to 1514 bytes" ;;
	esac
	echo
	echo "$model: $what"
	"$build/mktrace" $model "$tmp/trace.pcap" --packets "$packets"
	speed "$tmp/trace.pcap"
	rm "$tmp/trace.pcap"
done
for part in engine peers memory steps; do
	wanted $part || continue
	echo
	case $part in
	engine | peers) "$here/$part.sh" "$build" "$rounds" ;;
	memory) "$here/memory.sh" "$build" ;;
	steps) "$here/steps.sh" "$here/../.." table || [ $? = 77 ] ;;
	esac || status=1
done
exit $status
