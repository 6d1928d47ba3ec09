#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# bench.sh BUILD [--packets N] [--rounds N] - CPU time of `itrsim compare`
# against a bare libpcap loop over the same file, and peak memory. Run by
# `./dev bench`. Everything it makes lies in one temporary folder.
set -eu
build=$1
shift
here=$(dirname "$0")
packets=10000000 rounds=5
while [ $# -gt 0 ]; do
	case $1 in
	--packets) packets=$2 ;;
	--rounds) rounds=$2 ;;
	*)
		echo "usage: ./dev bench [--packets N] [--rounds N]
  Packets of the two traces (10000000: 700 MB each, one at a time, in
  \$TMPDIR or /tmp) and how often each command runs (5; medians count)."
		[ "$1" = --help ] && exit 0
		exit 2
		;;
	esac
	shift 2
done
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
		--controller e1000 >"$tmp/costs"
	"$build/run_bench" 1 \
		all "$itrsim" compare "$file" >>"$tmp/costs"
	awk -F '\t' -v n="$packets" -v max="$(bound "ratio_max $model")" \
		-v goal="$(bound "ratio_goal $model")" '
	BEGIN {
		about["bare"] = "bare pcap_next_ex loop"
		about["buffered"] = "the same with a 256 KB buffer"
		about["off"] = "compare --controller off"
		about["e1000"] = "compare --controller e1000"
		about["both"] = "both in one pass"
		about["all"] = "all controllers and the ladder (1 run)"
		printf "%-40s%8s%9s%16s%8s%8s\n", "", "CPU s", "ns/pkt",
			"min..max s", "x bare", "MB"
	}
	{
		if ($1 == "bare") bare = $2
		printf "%-40s%8.2f%9.0f%16s%8.2f%8.1f\n", about[$1], $2,
			$2 * 1e9 / n, sprintf("%.2f..%.2f", $3, $4), $2 / bare,
			$5 / 1024
		if (($1 == "off" || $1 == "e1000") && $2 > (max goal) * bare)
			bad = bad " " $1
	}
	END {
		if (bad == "")
			printf "off and e1000 are within %.1f times bare\n", \
				max goal
		else
			printf "ABOVE the %s of %.1f times bare:%s\n", \
				max != "" ? "bound" : "goal", max goal, bad
		exit bad != "" && max != ""
	}' "$tmp/costs" || status=1
}

echo "NIC 82574L, msi, machine modern; CPU time is user + system, medians of" \
	"$rounds runs taken in turns; $packets packets"
for model in linerate poisson; do
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
echo
"$here/memory.sh" "$build" || status=1
echo
"$here/steps.sh" "$here/../.." table || [ $? = 77 ] || status=1
exit $status
