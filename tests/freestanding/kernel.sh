#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# kernel.sh SOURCE - the kernel variant of libitr (-D__KERNEL__), against our own
# include/linux that offers no more than libitr may use: it builds with the
# kernel's flags, decides as the user-space variant does, and on a 32-bit machine
# divides 64-bit numbers by div64_u64() alone. Shown to fail on planted faults.
source=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/freestanding/common.sh
. "$here/common.sh"
need gcc clang ld nm
# shellcheck disable=SC2086 # corpus, compile and flags are words

flags="-D__KERNEL__ -std=gnu11 -nostdinc -ffreestanding -fno-strict-aliasing
-fno-common -fshort-wchar -fno-PIE -fno-asynchronous-unwind-tables
-fno-delete-null-pointer-checks -fno-stack-protector -fno-strict-overflow
-Wall -Wextra -Wundef -Wvla -Wdeclaration-after-statement -Wstrict-prototypes
-Wmissing-prototypes -Wimplicit-fallthrough -Wno-unused-parameter -Werror
-I $here/fakelinux -I $libitr/include -I $libitr/src"

# build DIR SOURCE... with $compile
build()
{
	out=$1
	shift
	rm -rf "$out"
	mkdir -p "$out"
	for c in "$@"; do
		# shellcheck disable=SC2086 # compile and flags are words
		$compile $flags -c "$c" -o "$out/$(basename "$c").o" ||
			return 1
	done
}

# divides_by_helper DIR SOURCE...: nothing undefined but the helper and the four.
divides_by_helper()
{
	dir=$1
	build "$@" || return 1
	ld -m elf_i386 -r -o "$dir/all" "$dir"/*.o || return 1
	found=$(undefined "$dir/all" div64_u64)
	[ -z "$found" ] || {
		echo "FAIL: undefined:" $found
		return 1
	}
}

# The reference: the corpus on the user-space variant.
gcc -std=gnu11 -O2 -I "$libitr/include" $corpus "$libitr"/src/*.c \
	-o "$tmp/native" && "$tmp/native" >"$tmp/expected" ||
	fail "the corpus in user space"
cat "$tmp/expected"

for cc in gcc clang; do
	# Linux' own limit of a stack frame on 64-bit machines.
	for level in -O2 -Os; do
		compile="$cc $level -Wframe-larger-than=2048"
		dir=$tmp/$cc$level
		build "$dir" "$libitr"/src/*.c || {
			fail "kernel variant, $cc $level: does not build"
			continue
		}
		gcc -std=gnu11 -O2 -I "$libitr/include" -no-pie \
			$corpus "$dir"/*.o -o "$dir/corpus"
		"$dir/corpus" >"$dir/lines" || fail "$cc $level: corpus"
		diff "$tmp/expected" "$dir/lines" ||
			fail "kernel variant, $cc $level: decides otherwise"
	done
	compile="$cc -O2"
	for f in stdint int32_max declaration; do
		must_fail "$f ($cc)" build "$tmp/plant" "$here/plant/$f.c"
	done
done

# clang alone: gcc needs no other package, but may be built without -m32. At -O0
# no constant division is turned into a multiplication.
for level in -O0 -O2; do
	compile="clang --target=i386-linux-gnu $level -DFAKE_DIVISION_CALLED"
	divides_by_helper "$tmp/i386$level" "$libitr"/src/*.c ||
		fail "32-bit, $level"
	for f in division division_const modulo_signed; do
		must_fail "$f (i386 $level)" divides_by_helper "$tmp/plant" \
			"$here/plant/$f.c"
	done
done

# A division that went the wrong way would show in the digest, too.
mkdir "$tmp/linux"
cp "$here"/fakelinux/linux/*.h "$tmp/linux"
sed 's|dividend / divisor|dividend / (divisor \| 1)|' \
	"$here/fakelinux/linux/math64.h" >"$tmp/linux/math64.h"
compile="gcc -O2 -I $tmp"
build "$tmp/wrong" "$libitr"/src/*.c
gcc -std=gnu11 -O2 -I "$libitr/include" -no-pie $corpus \
	"$tmp/wrong"/*.o -o "$tmp/wrong/corpus"
wrong_division()
{
	timeout 20 "$tmp/wrong/corpus" >"$tmp/wrong/lines" &&
		diff "$tmp/expected" "$tmp/wrong/lines" || {
		echo "FAIL: decides otherwise"
		return 1
	}
}
must_fail "another division in the kernel" wrong_division
exit "$status"
