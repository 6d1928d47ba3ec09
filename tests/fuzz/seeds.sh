#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# seeds.sh SOURCE BUILD OUT - the inputs the fuzzers start from, one folder a
# target, and a dictionary of words each; made by the programs of BUILD.
set -eu
src=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
mkdir -p "$3"
cd "$3"
rm -rf trace params record options
mkdir trace params record options

# Records: a file with all types, single lines of it, what a tracer prints.
cp "$src/tests/record/frozen.itr" record
head -n 4 record/frozen.itr >record/few.itr
sed 's/ crc=.*//; s/^/ <idle>-0 [000] 1.5: itr_record: /' record/frozen.itr \
	>record/trace
for type in START STEP PARAM LINK RESET SNAPSHOT; do
	"$build/make_record" 1 1 600 | grep -m 1 "^itr1 $type" \
		>"record/$type" || true
	sed 's/ crc=.*//' "record/$type" >"record/$type.bare"
done

# Parameters: all of each controller, some by hand, and saved states. The first
# byte, 'P' or 'i', is the size of the error text.
n=0
for text in off fixed pid 'pid:kind=cpu, period_us=2ms' e1000:mode=3 \
	e1000:mode=2 'fixed:gap_ns=50us' 'pid:kp_percent=-1' 'pdi:x=1' \
	threshold:period_us=99999999999999999999 'e1000:mode=1,mode=1' \
	"$("$build/itrsim" replay "$src/traces/rr.pcap.xz" --controller pid \
		--record - 2>/dev/null | head -n 1 | cut -d ' ' -f 7)"; do
	n=$((n + 1))
	printf 'P%s' "$text" >"params/$n"
	printf 'P%s' "${text#*:}" >"params/$n.list"
done
"$build/make_record" 1 6 600 | grep SNAPSHOT | cut -d ' ' -f 6 |
	sed -n 1,9p | while read -r hex; do
	n=$((n + 1))
	echo "$hex" | perl -ne 'chomp; print pack "H*", $_' >"params/state$n"
done

# Traces: a few packets of each model, empty, cut, and packed.
for model in mix rr bulk voice bursts linerate; do
	"$build/mktrace" $model trace/$model.pcap --packets 12
done
for kind in empty cut; do
	"$build/make_trace" $kind | head -c 3000 >trace/$kind.pcap
done
for pack in gzip bzip2 xz zstd; do
	! command -v $pack >/dev/null || $pack -c <trace/mix.pcap >trace/mix.$pack
done
awkward=${ITR_SHARED_TRACES:-$src/../shared/traces}/awkward
[ ! -d "$awkward" ] ||
	find "$awkward" -name 'C*' -size -8k -exec cp {} trace \;

# Command lines: those of the help texts, a word a line.
n=0
for command in compare replay check info list show; do
	"$build/itrsim" $command --help
done | sed -n 's/^  itrsim [a-z]* \([^>|]*\).*/\1/p' | while read -r line; do
	n=$((n + 1))
	echo "$line" | tr ' ' '\n' | head -c -1 >"options/$n"
done
printf '%s\n' t --fixed 0,20us,1.5ms,50us --nic 82540EM --irq intx --machine \
	xeon-2003 --driver no-napi --host 10.0.0.7 --repeat 60s --warmup 500ms \
	--seed 7 --max-p99 100us --sort -p99 --wide --csv >options/compare
printf '%s\n' t --controller=pid:packets=3 --timeline - --record x --json \
	>options/replay

# Words that mean something. In a dictionary a string may hold \xAB.
{
	"$build/itrsim" compare --help
	"$build/itrsim" replay --help
	"$build/itrsim" list controllers
	for c in off fixed threshold symmetry e1000 pid; do
		"$build/itrsim" show controller $c
	done
} | grep -o -e '--[a-z0-9-][a-z0-9-]*' -e '[a-z][a-z0-9]*_[a-z_]*' |
	sort -u | sed 's/.*/"&"/' >words
printf '"%s"\n' itr1 START STEP PARAM LINK RESET SNAPSHOT ' crc=' off fixed \
	threshold symmetry e1000 pid us ms s ns 18446744073709551615 ' ' , = : \
	>>words
