#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# steps.sh SOURCE [table] - instructions of itr_step() on the worst path over the
# lives of the digest's corpus, gcc -O2 on x86-64, against the file bounds. Each
# step is counted alone, by callgrind. `table` only prints. Shown to fail on a
# planted detour.
source=$(cd "$1" && pwd) mode=${2-gate}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/gate.sh
. "$here/../gate.sh"
lives=100

for tool in gcc valgrind; do
	command -v $tool >/dev/null || skip "there is no $tool here"
done
case $(gcc -dumpmachine)-$(gcc -dumpversion) in
x86_64-*-12 | x86_64-*-12.*) ;;
*) skip "the bounds are those of gcc 12 on x86-64, this is" \
	"$(gcc -dumpmachine) $(gcc -dumpversion)" ;;
esac
echo '#include <valgrind/callgrind.h>' | gcc -E - >/dev/null 2>&1 ||
	skip "there is no valgrind/callgrind.h here"

# steps DIR [CONTROLLER]: libitr's sources in DIR; a line "controller kind worst
# mean" for each kind of step.
steps()
{
	freestanding=$here/../freestanding
	gcc -std=gnu11 -O2 -I "$source/libitr/include" -I "$freestanding" \
		"$here/step_cost.c" "$freestanding/life.c" "$1"/*.c \
		-o "$tmp/step_cost" || return 1
	valgrind --tool=callgrind --toggle-collect=itr_step \
		--combine-dumps=yes --callgrind-out-file="$tmp/out" \
		"$tmp/step_cost" $lives ${2:+"$2"} >"$tmp/log" 2>&1 || {
		cat "$tmp/log"
		return 1
	}
	awk '
	/^desc: Trigger: Client Request: / { step = $5 " " $6 }
	/^summary:/ && step != "" {
		n[step]++; sum[step] += $2
		if ($2 > worst[step]) worst[step] = $2
		step = ""
	}
	END { for (s in n) print s, worst[s], sum[s] / n[s] }' "$tmp/out" |
		sort
	rm "$tmp/out"
}

# within LINES: false and the excess if a line is above its bound.
within()
{
	awk 'FNR == NR { if ($1 == "steps") max[$2 " " $3] = $4; next }
	{
		key = $1 " " $2
		if (!(key in max)) key = "any " $2
		if (key in max && $3 > max[key]) {
			printf "FAIL: %s: %d instructions, above %d\n", \
				$1 " " $2, $3, max[key]
			bad = 1
		}
		seen[$2] = 1
	}
	END { exit bad || !("decision" in seen) || !("none" in seen) }' \
		"$here/bounds" "$1"
}

steps "$source/libitr/src" >"$tmp/lines" || exit 1
echo "instructions of itr_step: worst and mean"
awk '
BEGIN {
	row = "%-12s%10s%8s%14s%8s%10s\n"
	printf row, "controller", "decision", "mean", "next_ns only", "mean", \
		"nothing"
}
!seen[$1]++ { name[++k] = $1 }
{ worst[$1 $2] = $3; mean[$1 $2] = sprintf("%.1f", $4) }
function or_dash(s) { return s == "" ? "-" : s }
END {
	for (i = 1; i <= k; i++) {
		d = name[i] "decision"; p = name[i] "program"; n = name[i] "none"
		printf row, name[i], or_dash(worst[d]), mean[d], \
			or_dash(worst[p]), mean[p], or_dash(worst[n])
	}
}' "$tmp/lines"
[ "$mode" = gate ] || exit 0
within "$tmp/lines" || status=1

# A detour in the source is seen.
planted()
{
	steps "$tmp/planted" threshold >"$tmp/planted.lines" &&
		within "$tmp/planted.lines"
}
mkdir "$tmp/planted"
cp "$source"/libitr/src/*.[ch] "$tmp/planted"
sed 's/^	millions = /	for (volatile int k = 0; k < 3; k++)\n		;\n&/' \
	"$source/libitr/src/ctl_threshold.c" >"$tmp/planted/ctl_threshold.c"
cmp -s "$source/libitr/src/ctl_threshold.c" "$tmp/planted/ctl_threshold.c" &&
	fail "nothing planted"
lives=3
must_fail "a detour in a decision" planted
exit $status
