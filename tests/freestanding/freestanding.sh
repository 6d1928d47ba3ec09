#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# freestanding.sh SOURCE CC - libitr builds with nothing around it: no C library,
# no state of its own, no floating point. Shown to fail on planted faults.
source=$(cd "$1" && pwd) cc=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/freestanding/common.sh
. "$here/common.sh"
need "$cc" ld nm size

machine=$("$cc" -dumpmachine)
# shellcheck disable=SC2046 # no word where there is no such flag
set -- -std=gnu11 -ffreestanding -nostdlib $(general_regs "$machine") -O2 \
	-Wall -Wextra -Werror -fno-stack-protector \
	-nostdinc -isystem "$(own_headers "$cc")" \
	-I "$libitr/include" -I "$libitr/src"
flags=$*

# Every source stands here as one object, with the headers it has used.
build()
{
	out=$1
	shift
	mkdir -p "$out"
	for c in "$@"; do
		# shellcheck disable=SC2086 # flags are words
		"$cc" $flags -MD -MF "$out/$(basename "$c").d" -c "$c" \
			-o "$out/$(basename "$c").o" || return 1
	done
}

# Headers outside libitr other than the three that port.h names (compilers split
# and wrap their own: stdint-gcc.h, __stddef_max_align_t.h).
foreign_headers()
{
	cat "$1"/*.d | tr ' \\' '\n\n' | grep '\.h$' | sort -u |
		grep -v -e "^$libitr/" -e '/stdbool\.h$' -e '/stddef\.h$' \
			-e '/stdint\.h$' -e '/stdint-gcc\.h$' \
			-e '/__stddef_[a-z_]*\.h$' || true
}

# The words float and double in code, comments and strings taken away. What the
# compiler folds leaves no trace in the object, but is floating point all the same.
floating_words()
{
	for c in "$@"; do
		awk -f "$here/strip.awk" "$c" | grep -w -e float -e double \
			-e '[0-9]*\.[0-9][0-9]*' | sed "s|^|$(basename "$c"):|"
	done
}

# writable OBJECT: writable sections that hold something.
writable()
{
	size -A "$1" | awk '$2 > 0 && $1 ~ /^\.(data|bss|tdata|tbss)/ &&
		$1 !~ /^\.data\.rel\.ro/ { print $1, $2 }'
	nm "$1" | awk '$(NF - 1) == "C" { print "common", $NF }'
}

# good DIR SOURCE...: all rules together.
good()
{
	dir=$1
	shift
	rm -rf "$dir"
	build "$dir" "$@" || {
		echo "FAIL: does not compile"
		return 1
	}
	result=0
	ld -r -o "$dir/all" "$dir"/*.o || return 1
	for rule in "undefined symbol:undefined $dir/all" \
		"writable section:writable $dir/all" \
		"header not of port.h:foreign_headers $dir" \
		"floating point:floating_words $*"; do
		found=$(${rule#*:})
		[ -z "$found" ] || {
			echo "FAIL: ${rule%%:*}:" "$found" | tr '\n\t' '  '
			echo
			result=1
		}
	done
	return $result
}

good "$tmp/libitr" "$libitr"/src/*.c || fail "libitr, above"
found=$(floating_words "$libitr"/src/*.h "$libitr"/include/itr/*.h)
[ -z "$found" ] || fail "floating point: $found"
size "$tmp/libitr/all"

for f in floating folded_float static_variable static_zero common \
	mutable_table calls_malloc hosted_header other_header; do
	must_fail "$f" good "$tmp/plant" "$here/plant/$f.c"
done
exit "$status"
