# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# common.sh - what the gates share. Sourced by scripts that have set `here` (this
# folder) and `source` (the project). Leaves $tmp, removed at the end.
# shellcheck disable=SC2034,SC2154 # set here for them, and by them for here
set -eu
libitr=$source/libitr
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

fail()
{
	echo "FAIL: $*"
	status=1
}

# need CC...: the gate is skipped, and says so, where a compiler is missing.
need()
{
	for tool in "$@"; do
		command -v "$tool" >/dev/null || {
			echo "skipped: there is no $tool here"
			exit 77
		}
	done
}

# must_fail FAULT COMMAND...: the gate's own test; its complaints are kept quiet,
# but shown in one line, so that the log tells why the fault was caught.
must_fail()
{
	fault=$1
	shift
	if "$@" >"$tmp/caught" 2>&1; then
		fail "planted fault not caught: $fault"
	else
		echo "caught $fault: $(grep -m 1 -i -e error -e FAIL \
			-e undefined "$tmp/caught" | sed 's/^.*: error/error/')"
	fi
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
