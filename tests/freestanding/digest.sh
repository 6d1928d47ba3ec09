#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# digest.sh SOURCE - one digest of all decisions, whatever the compiler and the
# optimisation. Shown to fail: every division of every source turned into a shift
# must change the digest, and a signed overflow must make the builds differ.
source=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/freestanding/common.sh
. "$here/common.sh"
need gcc clang

objects gcc -O2 "$tmp/gcc-O2" || exit 1
run "$tmp/gcc-O2" >"$tmp/expected" || fail "the corpus complains"
cat "$tmp/expected"
for cc in gcc clang; do
	for level in -O0 -O1 -O2 -O3; do
		same "$cc" "$level" "$tmp/$cc$level" ||
			fail "$cc $level decides otherwise"
	done
done
cd "$tmp" || exit 1

# divisions FILE: how many calls of the two divisions there are.
divisions()
{
	grep -o -e 'itr_div64(' -e 'itr_quot64(' "$1" | wc -l
}

# shifted FILE K >COPY: the K-th division as a shift.
shifted()
{
	awk -v k="$2" '{
		out = ""
		while (match($0, /itr_(div|quot)64\(/)) {
			word = substr($0, RSTART, RLENGTH)
			out = out substr($0, 1, RSTART - 1)
			out = out (++n == k ? "plant_shift(" : word)
			$0 = substr($0, RSTART + RLENGTH)
		}
		print out $0
	}' "$1"
}

# planted_corpus FILE: the corpus with shift/FILE; a header is in all sources.
planted_corpus()
{
	case $1 in
	*.h)
		rm shift/*.o
		cp -n "$libitr"/src/*.[ch] shift
		changed=$(echo shift/*.c)
		cp gcc-O2/corpus.c.o gcc-O2/life.c.o shift ;;
	*) changed=shift/$1 ;;
	esac
	for source_file in $changed; do
		gcc -std=gnu11 -O2 -I "$libitr/include" -I "$libitr/src" \
			-include "$here/plant.h" -c "$source_file" \
			-o "shift/$(basename "$source_file").o" || exit 1
	done
	gcc shift/*.o -o shift/corpus
}

# The call whose shift changes nothing: no parameter is in ms or s, so that the
# smaller of two units is always 1 ns here, and x >> 0 is x / 1.
unmoved='itr_div64((u64)to_ns, (u64)from_ns)'

# is_unmoved FILE COPY: the line that differs holds that call.
is_unmoved()
{
	diff "$1" "$2" | grep '^<' | grep -qF "$unmoved"
}

planted=0 caught=0 known=0
for c in "$libitr"/src/*.[ch]; do
	name=$(basename "$c")
	k=1
	while [ "$k" -le "$(divisions "$c")" ]; do
		rm -rf shift && mkdir shift
		cp gcc-O2/*.o shift
		shifted "$c" "$k" >"shift/$name"
		! cmp -s "$c" "shift/$name" || fail "$name: nothing planted"
		planted_corpus "$name"
		planted=$((planted + 1))
		run shift >shift/lines 2>&1 || echo "exit code $?" >>shift/lines
		if diff expected shift/lines >shift/diff; then
			if is_unmoved "$c" "shift/$name"; then
				known=$((known + 1))
			else
				fail "$name: division $k as a shift not caught"
			fi
		else
			caught=$((caught + 1))
			echo "caught $name division $k: $(awk '/^>/ {
				printf "%s ", $2 }' shift/diff)"
		fi
		k=$((k + 1))
	done
done
echo "divisions turned into shifts: $planted, caught: $caught, known to change" \
	"nothing: $known"
[ "$caught" -ge 15 ] || fail "too few divisions planted"

# A signed division as an arithmetic shift: by a power of two, which the parameter
# is by default, only negative numbers show it.
rm -rf shift && mkdir shift
cp gcc-O2/*.o shift
sed 's/div_signed(0 -/plant_shift_signed(0 -/' "$libitr/src/ctl_pid.c" \
	>shift/ctl_pid.c
! cmp -s "$libitr/src/ctl_pid.c" shift/ctl_pid.c || fail "no signed shift planted"
planted_corpus ctl_pid.c
run shift >shift/lines || true
if diff expected shift/lines >/dev/null; then
	fail "a signed division as a shift is not caught"
else
	echo "caught signed division as a shift"
fi

# A sum that wraps, where an optimiser may assume that it does not.
for cc in gcc clang; do
	for level in -O0 -O3; do
		mkdir "over$cc$level"
		cp "$cc$level"/*.o "over$cc$level"
		rm "over$cc$level/ctl_pid.c.o"
		sed 's/^\tst->u = u;/& st->u += plant_overflow(st->u << 10);/' \
			"$libitr/src/ctl_pid.c" >"over$cc$level/ctl_pid.c"
		! cmp -s "$libitr/src/ctl_pid.c" "over$cc$level/ctl_pid.c" ||
			fail "no overflow planted"
		"$cc" -std=gnu11 "$level" -I "$libitr/include" \
			-I "$libitr/src" -include "$here/plant.h" -c \
			"over$cc$level/ctl_pid.c" -o "over$cc$level/ctl_pid.c.o"
		"$cc" "over$cc$level"/*.o -o "over$cc$level/corpus"
		run "over$cc$level" >"over$cc$level/lines" || true
	done
	if diff "over$cc-O0/lines" "over$cc-O3/lines" >"over$cc"; then
		fail "planted signed overflow not caught by $cc"
	else
		echo "caught signed overflow: $cc -O0 and -O3 differ"
	fi
done
exit "$status"
