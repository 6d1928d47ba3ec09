#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# instructions.sh BUILD [REASON] - instructions a packet of `itrsim compare`,
# against the file bounds. They are counted by callgrind for N and 2N packets;
# the difference leaves out start-up and end. Instructions repeat where times
# do not, so this can gate. With a REASON it is skipped: another compiler or
# build gives other numbers.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1
here=$(dirname "$0")
n=20000
[ -z "${2-}" ] || skip "$2"
command -v valgrind >/dev/null || skip "valgrind is not installed"

# count COMMAND...: all instructions it executes
count()
{
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
		>/dev/null 2>"$tmp/log" || {
		cat "$tmp/log" >&2
		return 1
	}
	sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$tmp/log"
}

# per_packet MODEL COMMAND...: FILE stands for the trace
per_packet()
{
	model=$1
	shift
	for k in 1 2; do
		file=$tmp/$model.$k.pcap
		[ -e "$file" ] || "$build/mktrace" "$model" "$file" \
			--packets $((k * n))
	done
	one=$(count "$@" "$tmp/$model.1.pcap")
	two=$(count "$@" "$tmp/$model.2.pcap")
	echo $(((two - one) / n))
}

# holds WHAT MEASURED BOUND
holds()
{
	if [ "$2" -le "$3" ]; then
		echo "$1: $2 instructions a packet (at most $3)"
	else
		echo "FAIL: $1: $2 instructions a packet, above $3"
		return 1
	fi
}

grep '^instructions ' "$here/bounds" >"$tmp/gates"
while read -r _ model controller max; do
	got=$(per_packet "$model" "$build/itrsim" compare \
		--controller "$controller")
	holds "$model, $controller" "$got" "$max" || status=1
done <"$tmp/gates"
echo "for comparison, a bare libpcap loop:" \
	"$(per_packet poisson "$build/bare_pcap")"
# The check itself: one more instruction than allowed is seen.
must_fail "an excess" holds planted "$got" $((got - 1))
exit "$status"
