#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# golden.sh ITRSIM SOURCE [--update] - the figures of the bundled traces have not
# moved. Nobody claims here that they are right: other tests do. But they may not
# move unseen: a commit that moves one says which and why, and renews the files
# beside this script with --update. They are the same in every build.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
itrsim=$(realpath "$1") source=$(cd "$2" && pwd) update=${3-}
golden=$source/tests/golden
columns="label interrupts polls decisions delay_mean_us delay_p50_us delay_p99_us \
delay_max_us moderation_delay_mean_us moderation_delay_p99_us \
tx_completion_delay_p50_us tx_completion_delay_p99_us cpu_hardirq_percent \
cpu_softirq_percent cpu_process_percent rx_offered rx_delivered \
rx_dropped_no_descriptor rx_dropped_fifo_full rx_dropped_backlog_full tx_offered \
tx_delivered tx_dropped_queue_full"

# The columns above of a CSV, in this order.
choose()
{
	awk -F , -v wanted="$columns" '
	BEGIN { n = split(wanted, name, " ") }
	{
		# a comma between quotes is none
		while (match($0, /"[^"]*"/))
			$0 = substr($0, 1, RSTART - 1) \
				substr($0, RSTART + RLENGTH)
	}
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		for (i = 1; i <= n; i++)
			if (!(name[i] in at)) {
				print "no column " name[i] > "/dev/stderr"
				exit 1
			}
	}
	{
		for (i = 1; i <= n; i++)
			printf "%s%s", $at[name[i]], i < n ? "," : "\n"
	}'
}

# run NAME ARGUMENT...: one comparison, as $tmp/got/NAME.csv.
run()
{
	name=$1
	shift
	{
		sed -n 2,3p "$golden/golden.sh" # licence and authors
		echo "# itrsim compare $* --csv"
	} >"$tmp/got/$name.csv"
	(cd "$source/traces" && "$itrsim" compare "$@" --csv) >"$tmp/csv"
	choose <"$tmp/csv" >>"$tmp/got/$name.csv"
}

# same DIR: what was run is what DIR holds, no more, no less.
same()
{
	mkdir "$tmp/want"
	cp "$1"/*.csv "$tmp/want"
	code=0
	diff -U 0 -r "$tmp/want" "$tmp/got" || code=$?
	rm -r "$tmp/want"
	return $code
}

mkdir "$tmp/got"
while read -r name arguments; do
	case $name in '' | '#'*) continue ;; esac
	# shellcheck disable=SC2086 # words are wanted
	run "$name" $arguments
done <"$golden/runs"

if [ "$update" = --update ]; then
	rm -f "$golden"/*.csv
	cp "$tmp/got"/*.csv "$golden"
	exit 0
fi
same "$golden" || fail "figures have moved (- golden, + now); if they should:
	tests/golden/golden.sh $1 . --update
and say in the commit which moved and why"

# The check itself.
cp -r "$tmp/got" "$tmp/planted"
one=$(find "$tmp/planted" -name '*.csv' | sort | head -n 1)
sed -i '$s/\(.*\)[0-8]/\19/' "$one"
must_fail "a figure that moved" same "$tmp/planted"
rm "$one"
must_fail "a run without its figures" same "$tmp/planted"
cp "$tmp/got"/*.csv "$tmp/planted"
cp "$one" "$tmp/planted/other.csv"
must_fail "figures without their run" same "$tmp/planted"
exit "$status"
