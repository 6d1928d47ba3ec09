# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# gate.sh - what the test scripts share. A script sources it, calls fail for
# whatever is wrong, must_fail for each planted fault, and ends with
# `exit "$status"`. Leaves $tmp, a folder that is removed at the end.
# shellcheck disable=SC2034 # status and tmp are for the scripts
set -eu
tmp=$(mktemp -d "${TMPDIR:-/tmp}/itr-test.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
status=0

fail()
{
	echo "FAIL: $*"
	status=1
}

# skip REASON: 77 tells ctest, the line tells people.
skip()
{
	echo "skipped: $*"
	exit 77
}

# must_fail FAULT COMMAND...: the gate's own test: with the fault planted, the
# command has to fail. A command that is skipped, hangs (timeout's 124) or cannot
# be run has shown nothing. Its complaints are kept quiet but for one line, so
# that the log tells why the fault was caught.
must_fail()
{
	fault=$1 code=0
	shift
	"$@" >"$tmp/caught" 2>&1 || code=$?
	case $code in
	0) fail "planted fault not caught: $fault" ;;
	77 | 12[4-7] | 137)
		fail "planted fault $fault: nothing shown, exit code $code"
		cat "$tmp/caught"
		;;
	*)
		why=$(grep -m 1 -i -e error -e FAIL -e undefined \
			"$tmp/caught" || head -n 1 "$tmp/caught")
		echo "caught $fault: $(echo "$why" | sed 's/^.*: error/error/')"
		;;
	esac
}
