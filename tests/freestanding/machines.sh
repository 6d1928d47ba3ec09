#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# machines.sh SOURCE - other machines decide as this one does: i386 (32 bits) and
# s390x (big-endian), under qemu-user. Shown to fail on faults of just that kind.
source=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/freestanding/common.sh
. "$here/common.sh"
need gcc i686-linux-gnu-gcc qemu-i386 s390x-linux-gnu-gcc qemu-s390x

objects gcc -O2 "$tmp/native" && run "$tmp/native" >"$tmp/expected" || exit 1

# planted NAME FILE SED: in a copy of FILE; the corpus must print something else.
planted()
{
	dir=$tmp/$machine-planted
	rm -rf "$dir"
	cp -r "$tmp/$machine-O2" "$dir"
	rm "$dir/$2.o"
	sed "$3" "$libitr/src/$2" >"$dir/$2"
	! cmp -s "$libitr/src/$2" "$dir/$2" || fail "$1: nothing planted"
	"$cc" -std=gnu11 -O2 -I "$libitr/include" -I "$libitr/src" \
		-include "$here/plant.h" -c "$dir/$2" -o "$dir/$2.o" || exit 1
	must_fail "$1 ($machine)" planted_same "$dir"
}

planted_same()
{
	"$cc" -static "$1"/*.o -o "$1/corpus" && run "$1" >"$1/lines" &&
		diff "$tmp/expected" "$1/lines" || {
		echo "FAIL: decides otherwise"
		return 1
	}
}

for machine in i386 s390x; do
	case $machine in
	i386) cc=i686-linux-gnu-gcc ;;
	*) cc=$machine-linux-gnu-gcc ;;
	esac
	emulator=qemu-$machine
	for level in -O0 -O1 -O2 -O3; do
		same "$cc" "$level" "$tmp/$machine$level" -static ||
			fail "$machine $level decides otherwise"
	done
	# The kernel variant, too, with the kernel's division.
	mkdir "$tmp/$machine-kernel"
	cp "$tmp/$machine-O2/corpus.c.o" "$tmp/$machine-O2/life.c.o" \
		"$tmp/$machine-kernel"
	same "$cc" -O2 "$tmp/$machine-kernel" -static -D__KERNEL__ -nostdinc \
		-ffreestanding -I "$here/fakelinux" ||
		fail "$machine, kernel variant: decides otherwise"
	planted shift ctl_e1000.c 's/itr_quot64(/plant_shift(/'
	case $machine in
	i386) # right where a long has 64 bits
		planted long ctl_e1000.c \
			's/itr_quot64(bytes,/itr_quot64((unsigned long)bytes,/' ;;
	s390x) # right on little-endian machines
		planted order itr.c \
			's/(u8)(value >> 8 \* i)/((const u8 *)\&value)[i]/' ;;
	esac
	[ "$status" != 0 ] ||
		echo "$machine: -O0 to -O3 and the kernel variant decide the same"
done
exit "$status"
