#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# memory.sh BUILD [REASON] - peak memory of `itrsim compare` with all
# controllers and the ladder: the same for 100 000 and 3 000 000 packets, and
# within the bound. With a REASON it is skipped: sanitizers, for instance, keep
# memory of their own.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1
here=$(dirname "$0")
[ -z "${2-}" ] || skip "$2"
bound()
{
	sed -n "s/^$1 //p" "$here/bounds"
}

# within MAX SPREAD: reads label and kB; not 0 if one is above MAX or two of
# them differ by more than SPREAD.
within()
{
	awk -F '\t' -v max="$1" -v spread="$2" '
	{
		if (!lo || $2 < lo) lo = $2
		if ($2 > hi) hi = $2
	}
	END { exit !(NR && hi <= max && hi - lo <= spread) }'
}

for n in 100000 3000000; do
	"$build/mktrace" poisson "$tmp/$n.pcap" --packets $n
done
"$build/run_bench" 1 \
	100000 "$build/itrsim" compare "$tmp/100000.pcap" -- \
	3000000 "$build/itrsim" compare "$tmp/3000000.pcap" |
	cut -f 1,5 >"$tmp/peaks"
awk -F '\t' -v max="$(bound memory_kb_max)" '{
	printf "peak memory, %7d packets, all controllers: %.1f MB" \
		" (at most %.0f)\n", $1, $2 / 1024, max / 1024
}' "$tmp/peaks"
within "$(bound memory_kb_max)" "$(bound memory_kb_spread)" <"$tmp/peaks" ||
	fail "above the bound, or the two differ by more than" \
		"$(bound memory_kb_spread) kB"
# The check itself: too much, and memory that grows with the trace.
printf 'a\t900\nb\t1100\n' >"$tmp/much"
printf 'a\t100\nb\t900\n' >"$tmp/grows"
must_fail "too much memory" within 1000 500 <"$tmp/much"
must_fail "memory that grows with the trace" within 1000 500 <"$tmp/grows"
must_fail "no measurement" within 1000 500 </dev/null
exit "$status"
