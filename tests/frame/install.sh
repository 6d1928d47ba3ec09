#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# install.sh BUILD SOURCE CC - installs into an empty folder and uses what is
# there as a stranger would: pkg-config and find_package, static and shared,
# C and C++. Only what the headers mark with ITR_API may be visible.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
build=$1 source=$2 cc=$3
here=$source/tests/frame
prefix=$tmp/prefix

# same_symbols LIBRARY NAMES: exactly these are defined for others.
same_symbols()
{
	nm -D --defined-only "$1" | awk '{ print $NF }' | sort >"$tmp/exported"
	diff "$2" "$tmp/exported"
}

cmake --install "$build" --prefix "$prefix" >"$tmp/log" 2>&1 || {
	cat "$tmp/log"
	exit 1
}
lib=$(dirname "$(find "$prefix" -name libitr.a)")
for f in bin/itrsim include/itr/itr.h include/itr/port.h include/itr/record.h \
	include/itr/text.h include/itr/units.h share/man/man1/itrsim.1 \
	share/man/man3/itr.3; do
	[ -f "$prefix/$f" ] || fail "not installed: $f"
done
for f in libitr.a libitr.so pkgconfig/itr.pc cmake/itr/itr-config.cmake; do
	[ -e "$lib/$f" ] || fail "not installed: $f"
done
[ ! -e "$prefix/bin/mktrace" ] || fail "mktrace is installed"

# The names the headers promise: the identifier before the first ( [ or ;
cat "$prefix"/include/itr/*.h | tr '\n' ' ' |
	grep -o 'ITR_API [a-z][^;({[]*[;({[]' |
	sed 's/[;({[]$//; s/ *$//; s/.*[ *]//' | sort -u >"$tmp/promised"
[ "$(wc -l <"$tmp/promised")" -ge 10 ] || fail "found too few ITR_API names"
same_symbols "$lib/libitr.so" "$tmp/promised" ||
	fail "libitr.so exports (>) something else than ITR_API promises (<)"

# The check itself: one more symbol is seen.
echo 'int itr_planted(void); int itr_planted(void) { return 1; }' >"$tmp/p.c"
"$cc" -shared -fPIC "$tmp/p.c" -o "$tmp/planted.so" \
	-Wl,--whole-archive "$lib/libitr.a" -Wl,--no-whole-archive
must_fail "a symbol more" same_symbols "$tmp/planted.so" "$tmp/promised"

# In an archive every global name is visible: all must begin with itr.
nm -g --defined-only "$lib/libitr.a" | awk 'NF == 3 && $3 !~ /^itr_/' \
	>"$tmp/stray"
[ ! -s "$tmp/stray" ] || fail "names in libitr.a that do not begin with itr_:" \
	"$(cat "$tmp/stray")"

# pkg-config
export PKG_CONFIG_PATH="$lib/pkgconfig"
flags=$(pkg-config --cflags itr)
libs=$(pkg-config --libs itr)
# shellcheck disable=SC2086 # lists of words
{
	"$cc" $flags "$here/consumer/main.c" $libs -o "$tmp/shared"
	"$cc" $flags "$here/consumer/main.c" "$lib/libitr.a" -o "$tmp/static"
}
readelf -d "$tmp/shared" | grep -q 'NEEDED.*libitr\.so\.' ||
	fail "the consumer is not bound to the shared library's SONAME"
LD_LIBRARY_PATH=$lib "$tmp/shared" || fail "pkg-config, shared"
"$tmp/static" || fail "pkg-config, static"

# Every header by itself, also in C++ (no C++ library is needed for that).
for h in itr port record text units; do
	echo "#include <itr/$h.h>" >"$tmp/h.c"
	# shellcheck disable=SC2086 # a list of words
	{
		"$cc" -std=c11 -Wall -Werror -fsyntax-only $flags "$tmp/h.c" ||
			fail "C: $h.h"
		clang -x c++ -Wall -Werror -fsyntax-only $flags "$tmp/h.c" ||
			fail "C++: $h.h"
	}
done

# find_package
{
	cmake -G Ninja -S "$here/consumer" -B "$tmp/consumer" \
		-DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" &&
		cmake --build "$tmp/consumer"
} >"$tmp/log" 2>&1 || {
	cat "$tmp/log"
	fail "find_package"
}
for kind in itr shared static; do
	"$tmp/consumer/with_$kind" || fail "find_package, itr::$kind"
done
exit $status
