#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# fuzz.sh SOURCE BUILD SECONDS [TARGET...] - runs each fuzz target that long, as
# many at once as there are CPUs, from the seeds and from what earlier runs have
# kept in BUILD/corpus. An input that breaks something is kept as BUILD/found-*.
# At the end a planted fault has to be found.
set -u
src=$(cd "$1" && pwd) build=$(cd "$2" && pwd) seconds=$3
shift 3
[ $# -gt 0 ] || set -- trace params record options
here=$src/tests/fuzz
"$here/seeds.sh" "$src" "$build" "$build/seeds" || exit 1

# What one target is started with; a dictionary where the input is text.
cat >"$build/one.sh" <<'END'
build=$1 seconds=$2 target=$3
mkdir -p "$build/corpus/$target"
words="-dict=$build/seeds/words"
case $target in
trace) max=8192 words= ;;
params) max=1024 ;;
record) max=32768 ;;
options) max=2048 ;;
esac
"$build/fuzz_$target" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=3000 \
	-max_len=$max $words -print_final_stats=1 -verbosity=1 \
	-artifact_prefix="$build/found-$target-" "$build/corpus/$target" \
	"$build/seeds/$target" >"$build/$target.log" 2>&1
echo $? >"$build/$target.code"
END
printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' sh "$build/one.sh" "$build" \
	"$seconds" '{}'

passed=0 failed=0
for target in "$@"; do
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' \
		"$build/$target.log")
	code=$(cat "$build/$target.code")
	if [ "$code" = 0 ] && [ "${runs:-0}" -gt 0 ]; then
		echo "fuzz $target: $runs inputs in $seconds s, nothing found"
		passed=$((passed + 1))
	else
		grep -v -e '^#' -e '^stat::' "$build/$target.log" | head -n 40
		echo "FAIL: fuzz $target: exit code $code; to see it again:"
		find "$build" -maxdepth 1 -name "found-$target-*" |
			sed "s|^|  $build/fuzz_$target |"
		failed=$((failed + 1))
	fi
done

# A text that is written one byte too far has to be found within seconds.
mkdir -p "$build/planted"
sed 's/o->len + 1 < o->size/o->len <= o->size/' "$src/libitr/src/text.c" \
	>"$build/planted/text.c"
clang -g -O1 -w -std=gnu11 -fsanitize=fuzzer,address -I"$src/libitr/include" \
	-I"$src/libitr/src" -I"$src/tests" "$build/planted/text.c" \
	"$here/fuzz_params.c" "$build/libitr/libitr.a" -fsanitize=undefined \
	-o "$build/planted/fuzz" || exit 1
if cmp -s "$src/libitr/src/text.c" "$build/planted/text.c" ||
	"$build/planted/fuzz" -max_total_time=60 \
		-artifact_prefix="$build/planted/" "$build/seeds/params" \
		>"$build/planted/log" 2>&1; then
	echo "FAIL: a planted fault was not found"
	failed=$((failed + 1))
else
	echo "found the planted one:" \
		"$(grep -o -m 1 'AddressSanitizer: [a-z-]*' "$build/planted/log")"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
