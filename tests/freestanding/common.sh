# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# common.sh - what these gates share. Sourced by scripts that have set `here` (this
# folder) and `source` (the project).
# shellcheck disable=SC2034,SC2154 # set here for them, and by them for here
# shellcheck disable=SC2086 # corpus and emulator are words
# shellcheck source=tests/gate.sh
. "$here/../gate.sh"
libitr=$source/libitr
corpus="$here/corpus.c $here/life.c"

# need CC...: the gate is skipped, and says so, where a compiler is missing.
need()
{
	for tool in "$@"; do
		command -v "$tool" >/dev/null || skip "there is no $tool here"
	done
}

# The folder of the compiler's own headers, the only ones without a C library.
own_headers()
{
	case $("$1" --version) in
	*clang*) echo "$("$1" -print-resource-dir)/include" ;;
	*) "$1" -print-file-name=include ;;
	esac
}

# general_regs MACHINE: the flag that keeps to integer registers, where known.
general_regs()
{
	case $1 in
	x86_64* | i?86* | aarch64*) echo -mgeneral-regs-only ;;
	esac
}

# undefined OBJECT ALLOWED...: prints undefined symbols beyond the four functions
# every compiler may call, and those allowed.
undefined()
{
	object=$1
	shift
	nm -u "$object" | awk '{ print $NF }' | sort -u >"$tmp/undefined"
	printf '%s\n' memcpy memmove memset memcmp "$@" |
		grep -vxFf - "$tmp/undefined" || true
}

# objects CC LEVEL DIR [FLAG...]: objects of libitr and the corpus that are not in
# DIR yet, and the program made of them.
objects()
{
	cc=$1 level=$2 out=$3
	shift 3
	mkdir -p "$out"
	for c in "$libitr"/src/*.c $corpus; do
		[ -e "$out/$(basename "$c").o" ] || "$cc" -std=gnu11 "$level" \
			-Wall -Wextra -Werror -I "$libitr/include" \
			-I "$libitr/src" "$@" -c "$c" \
			-o "$out/$(basename "$c").o" || return 1
	done
	"$cc" "$@" "$out"/*.o -o "$out/corpus"
}

# run DIR: its lines, in $emulator if there is one; a fault may also make it run
# wild, so not for ever.
emulator=
run()
{
	timeout 60 $emulator "$1/corpus"
}

# same CC LEVEL DIR [FLAG...]: the corpus built like that prints what is expected.
same()
{
	objects "$@" && run "$3" >"$3/lines" && diff "$tmp/expected" "$3/lines"
}
