#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# peers.sh BUILD ROUNDS - the small scenario of peers/small.h on sim/core and in
# the other simulators that are installed: the same counts, and how many times
# faster sim/core is, against the file bounds. CPU time without start-up.
#
# Debian: apt-get install g++ libns3-dev python3-simpy3
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1 rounds=$2
here=$(dirname "$0")
skipped=0
# Packets of each run: long enough to measure, short enough to wait for.
core_n=20000000 events_n=2000000 p2p_n=500000 simpy_n=200000 full_n=1000000

lacks()
{
	echo "skipped: $1: $2"
	skipped=$((skipped + 1))
}

# peer LABEL N COMMAND...: one to measure, if it counts as sim/core does.
peer()
{
	label=$1 n=$2
	shift 2
	if same "$@"; then
		printf '%s\t%s\t%s\n' "$label" "$n" "$*" >>"$tmp/peers"
	else
		fail "$label counts otherwise than sim/core (<)"
	fi
}

same()
{
	"$@" 100000 >"$tmp/counts" && diff "$tmp/want" "$tmp/counts"
}

"$build/small_core" 100000 >"$tmp/want"
echo "small scenario, 100000 packets: $(cat "$tmp/want")"
must_fail "other counts" same sh -c "echo 1 interrupts"
printf 'core\t%s\t%s\n' $core_n "$build/small_core" >"$tmp/peers"
if ! command -v g++ >/dev/null; then
	lacks ns-3 "there is no g++"
elif ! pkg-config --exists ns3-core ns3-network ns3-point-to-point; then
	lacks ns-3 "libns3-dev is not installed"
else
	# shellcheck disable=SC2046 # flags are words
	g++ -O3 -I"$here" -o "$tmp/ns3" "$here/peers/small_ns3.cc" \
		$(pkg-config --cflags --libs ns3-core ns3-network \
			ns3-point-to-point)
	peer ns3 $events_n "$tmp/ns3" events Map
	# The fastest of its schedulers here, by a third.
	peer ns3_fastest $events_n "$tmp/ns3" events PriorityQueue
	peer ns3_p2p $p2p_n "$tmp/ns3" p2p PriorityQueue
fi
# A python3 that comes first in PATH need not be the one with SimPy.
for python in python3 /usr/bin/python3 ''; do
	if [ -z "$python" ]; then
		lacks SimPy "python3-simpy3 is not installed"
	elif "$python" -c 'import simpy' 2>/dev/null; then
		peer simpy $simpy_n "$python" "$here/peers/small_simpy.py"
		break
	fi
done

# Each with its packets, and with one: start-up. Last, for comparison, the whole
# model with the same hold-off.
holdoff="--controller fixed:gap_ns=50000"
set --
while IFS='	' read -r label n command; do
	# shellcheck disable=SC2086 # a command is words
	set -- "$@" "$label" $command "$n" -- "$label.start" $command 1 --
done <"$tmp/peers"
for n in 1 $full_n; do
	"$build/mktrace" linerate "$tmp/$n.pcap" --packets "$n"
done
# shellcheck disable=SC2086 # options are words
"$build/run_bench" "$rounds" "$@" \
	full "$build/itrsim" compare "$tmp/$full_n.pcap" $holdoff -- \
	full.start "$build/itrsim" compare "$tmp/1.pcap" $holdoff >"$tmp/costs"
printf 'full\t%s\n' $full_n >>"$tmp/peers"

# table BOUNDS PEERS COSTS: not 0 if a peer is nearer than its bound.
table()
{
	awk -F '\t' '
	BEGIN {
		about["core"] = "sim/core"
		about["ns3"] = "ns-3, bare events, its default scheduler"
		about["ns3_fastest"] = "ns-3, bare events, its fastest scheduler"
		about["ns3_p2p"] = "ns-3, point-to-point, fastest scheduler"
		about["simpy"] = "SimPy"
		about["full"] = "itrsim, full model, a trace at line rate"
	}
	FILENAME == ARGV[1] {
		if (split($0, w, " ") == 3 && w[1] == "peer_min")
			min[w[2]] = w[3]
		next
	}
	FILENAME == ARGV[2] { packets[$1] = $2; order[++peers] = $1; next }
	{ cpu[$1] = $2 }
	END {
		for (i = 1; i <= peers; i++) {
			p = order[i]
			ns = (cpu[p] - cpu[p ".start"]) * 1e9 / packets[p]
			if (p == "core") core = ns
			printf "%-46s%8.1f ns a packet%8.1f x", about[p], ns,
				ns / core
			if (p in min) printf " (at least %d)", min[p]
			printf "\n"
			if (p in min && ns < min[p] * core) bad = 1
		}
		exit bad
	}' "$1" "$2" "$3"
}

table "$here/bounds" "$tmp/peers" "$tmp/costs" ||
	fail "a peer is nearer than its bound"
sed 's/^\(peer_min [^ ]*\) .*/\1 1000000/' "$here/bounds" >"$tmp/far"
[ "$(wc -l <"$tmp/peers")" -le 2 ] || must_fail "a bound out of reach" \
	table "$tmp/far" "$tmp/peers" "$tmp/costs"
echo "peers: $(($(wc -l <"$tmp/peers") - 2)) measured, $skipped skipped"
exit "$status"
