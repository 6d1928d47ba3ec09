#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# dev.sh SOURCE - what ./dev promises: a hint for a mistyped command, a help
# text that knows every command, and a sum that counts failures and skips. The
# sum is tried on a small project with one test of each kind.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
set +e
source=$1

for pair in tset:test bulid:build fmtt:fmt hlep:help install:install-deps; do
	text=$("$source/dev" "${pair%:*}" 2>&1)
	[ $? = 2 ] || fail "${pair%:*}: not exit code 2"
	case $text in
	*"Did you mean '${pair#*:}'?"*) ;;
	*) fail "${pair%:*}: $text" ;;
	esac
done
for c in $(sed -n 's/^commands="\(.*\)"/\1/p' "$source/dev"); do
	"$source/dev" help | grep -q "^  $c " || fail "help does not know $c"
done

mkdir "$tmp/p" && cp "$source/dev" "$source/CMakePresets.json" "$tmp/p" || exit 1
cat >"$tmp/p/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(p LANGUAGES NONE)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME other COMMAND sh -c "echo nothing to skip here")
add_test(NAME away COMMAND sh -c "echo 'skipped: no <traces> here'; exit 77")
set_tests_properties(away PROPERTIES SKIP_RETURN_CODE 77)
option(BAD "" ON)
if(BAD)
  add_test(NAME bad COMMAND sh -c "echo so bad; exit 1")
endif()
END
# sum WANTED_LINE WANTED_CODE [ARGUMENT]...
sum()
{
	line=$1 code=$2
	shift 2
	"$tmp/p/dev" test "$@" >"$tmp/out" 2>&1
	got=$?
	[ $got = "$code" ] || fail "dev test $*: exit code $got, not $code"
	[ "$(tail -n 1 "$tmp/out")" = "$line" ] ||
		fail "dev test $*: last line '$(tail -n 1 "$tmp/out")'"
}

sum "2 passed, 1 failed, 1 skipped" 1
grep -q '^so bad' "$tmp/out" || fail "the failing test's output is not shown"
grep -q '^skipped: away: no <traces> here$' "$tmp/out" ||
	fail "the reason of the skip is not shown"
sum "4 passed, 2 failed, 2 skipped" 1 release clang
sum "1 passed, 0 failed, 0 skipped" 0 -R good
sum "0 passed, 1 failed, 0 skipped" 1 -R 'no such test'
echo 'add_test(NAME gone COMMAND /no/such/program)' >>"$tmp/p/CMakeLists.txt"
sum "2 passed, 2 failed, 1 skipped" 1
sed -i '$d' "$tmp/p/CMakeLists.txt"
sed -i 's/BAD "" ON/BAD "" OFF/' "$tmp/p/CMakeLists.txt"
rm -rf "$tmp/p/build" "$tmp/p/build-clang"
sum "2 passed, 0 failed, 1 skipped" 0
echo 'message(FATAL_ERROR "cannot be")' >>"$tmp/p/CMakeLists.txt"
sum "0 passed, 1 failed, 0 skipped" 1
[ $status = 0 ] || cat "$tmp/out"
exit $status
