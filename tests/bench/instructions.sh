#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# instructions.sh BUILD [REASON | --update] - instructions a packet of `itrsim
# compare`, within 5 % of the figures in the file bounds. They are counted by
# callgrind for N and 2N packets; the difference leaves out start-up and end.
# Instructions repeat where times do not, so this can gate. It gates both ways:
# what has become faster and is not written down can be lost again unnoticed.
# --update writes the file bounds anew. With a REASON it is skipped: another
# compiler or build gives other numbers.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1
here=$(dirname "$0")
n=20000
update=${2-}
case $update in
'' | --update) ;;
*) skip "$update" ;;
esac
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

# holds WHAT MEASURED FIGURE: within 5 %
holds()
{
	room=$(($3 / 20))
	if [ "$2" -gt $(($3 + room)) ]; then
		echo "FAIL: $1: $2 instructions a packet, above $3 + 5 %"
		return 1
	elif [ "$2" -lt $(($3 - room)) ]; then
		echo "FAIL: $1: $2 instructions a packet, below $3 - 5 %:" \
			"faster, so lower the figure: $0 $build --update"
		return 1
	fi
	echo "$1: $2 instructions a packet ($3, 5 % either way)"
}

grep '^instructions ' "$here/bounds" >"$tmp/gates" ||
	fail "no figures in $here/bounds"
grep -v '^instructions ' "$here/bounds" >"$tmp/bounds"
while read -r _ model controller figure; do
	got=$(per_packet "$model" "$build/itrsim" compare \
		--controller "$controller")
	echo "instructions $model $controller $got" >>"$tmp/bounds"
	if [ -n "$update" ]; then
		echo "$model, $controller: $got instructions a packet," \
			"before $figure"
	else
		holds "$model, $controller" "$got" "$figure" || status=1
	fi
done <"$tmp/gates"
echo "for comparison, a bare libpcap loop:" \
	"$(per_packet poisson "$build/bare_pcap")"
# The check itself: too many are seen, and so are too few; 5 % are not.
must_fail "too many" holds planted 1051 1000
must_fail "too few" holds planted 949 1000
for within in 950 1050; do
	holds planted $within 1000 >"$tmp/log" || fail "5 % are too much"
done
[ -z "$update" ] || [ "$status" != 0 ] || cp "$tmp/bounds" "$here/bounds"
exit "$status"
