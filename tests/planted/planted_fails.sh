#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# planted_fails.sh SOURCE CC [FLAGS...] - planted.sh itself: on a project of one
# function and its tests it takes a good list, and complains of each line from
# which nothing can be learnt.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
tests=$1/tests
shift
cc=$*
src=$tmp/src build=$tmp/build
export PLANTED_WALL_S=100

mkdir -p "$src/sim" "$src/tests/t" "$build/sim" "$build/libitr"
ar rc "$build/sim/libitrsim_lib.a"
ar rc "$build/libitr/libitr.a"
cat >"$src/sim/add.c" <<'END'
#include <unistd.h>
int add(int a, int b);
int add(int a, int b)
{
	int sum = a + b;
	/* here */
	return sum;
}
END
cp "$tests/loop_guard.c" "$src/tests"
# A test passes if its condition holds; with an argument it is skipped.
while read -r name condition; do
	objects=$build/tests/t/CMakeFiles/$name.dir
	mkdir -p "$objects/__"
	cat >"$src/tests/t/$name.c" <<END
int add(int a, int b);
int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1 ? 77 : !($condition);
}
END
	$cc -c "$src/tests/t/$name.c" -o "$objects/$name.c.o"
	$cc -c "$src/tests/loop_guard.c" -o "$objects/__/loop_guard.c.o"
done <<'END'
adds add(2, 3) == 5
wrong add(2, 3) == 6
END

# run LINE...: planted.sh on a list of these.
run()
{
	printf '%s\n' "# a list" "$@" >"$tmp/list"
	code=0
	# shellcheck disable=SC2086 # words are wanted
	"$tests/planted/planted.sh" "$src" "$build" "$tmp/list" $cc \
		>"$tmp/log" 2>&1 || code=$?
}

# complains WHAT ERROR [LINE]: of one bad line between two good ones.
complains()
{
	run "$good" ${3+"$3"} "$good"
	if [ "$code" = 1 ] && grep -q "^$2" "$tmp/log"; then
		echo "complains of $1: $(grep -m 1 "^$2" "$tmp/log")"
	else
		fail "$1: exit code $code, and it says:"
		cat "$tmp/log"
	fi
}

good='adds|sim/add.c|s/a + b/a - b/|another sum'
run "$good" 'adds|sim/add.c|s/.. here ../for (;;) ;/|loops: no end'
if [ "$code" != 0 ] || ! grep -q '^2 planted faults' "$tmp/log"; then
	fail "exit code $code for a good list:"
	cat "$tmp/log"
fi
complains "a change that changes nothing" "not noticed: " \
	'adds|sim/add.c|s/sum/total/|harmless'
complains "the same where a loop was foretold" "not noticed: " \
	'adds|sim/add.c|s/sum/total/|loops: harmless'
complains "a change that does not apply" "does not apply: " \
	'adds|sim/add.c|s/a - b/a + b/|nothing'
complains "a change that does not compile" "does not compile: " \
	'adds|sim/add.c|s/int sum/sum/|broken C'
for code in 126 127; do
	complains "a command that cannot be run" "says nothing, cannot be run" \
		"adds|sim/add.c|s/.. here ../_exit($code);/|broken"
done
complains "a skip" "says nothing, is skipped: " \
	'adds|sim/add.c|s/.. here ../_exit(77);/|skipped'
PLANTED_WALL_S=5
complains "a test that sleeps" "says nothing, has no end within 5 s: " \
	'adds|sim/add.c|s/.. here ../pause();/|sleeps'
PLANTED_WALL_S=100
complains "a loop that was not foretold" "loops: " \
	'adds|sim/add.c|s/.. here ../for (;;) ;/|no end'
complains "a foretold loop that is none" "fails: " \
	'adds|sim/add.c|s/a + b/a - b/|loops: another sum'
complains "a test that fails anyway" "fails: wrong| sim/add.c unchanged" \
	'wrong|sim/add.c|s/a + b/a - b/|another sum'
complains "a test that never runs" "says nothing, is skipped: adds:x| .* unchanged" \
	'adds:x|sim/add.c|s/a + b/a - b/|another sum'
complains "a test that is not there" "does not compile: none| .* unchanged" \
	'none|sim/add.c|s/a + b/a - b/|another sum'
good='# nothing'
complains "an empty list" "no faults in "
exit "$status"
