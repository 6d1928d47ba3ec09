#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# awkward.sh ITRSIM MAKE_AWKWARD TEST - awkward traces of our own, against
# awkward.table; they are there wherever the tests are. The same has to come out of
# a pipe, which is read in another way. Then TEST has to notice each expected
# figure that is falsified, and corpus.sh that a collection which has to be there
# is not.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
here=$(cd "$(dirname "$0")" && pwd)
itrsim=$1 make=$2 test=$3
mkdir "$tmp/awkward"
cd "$tmp/awkward"
"$make" .

gzip -9nc us_le.pcap >us_le.pcap.gz
bzip2 -c us_le.pcap >us_le.pcap.bz2
xz -c us_le.pcap >us_le.pcap.xz
zstd -qc us_le.pcap >us_le.pcap.zst
xz -c ng_be.pcapng >ng_be.pcapng.xz
{
	head -c 100 us_le.pcap | gzip -nc
	tail -c +101 us_le.pcap | gzip -nc
} >two_members.pcap.gz
cat us_le.pcap ns_le.pcap >two_files.pcap

# The table as an INDEX.tsv: with a checksum of each file, and the outcome in
# the words of that of the collection.
sha256sum -- * >"$tmp/sums"
awk -F ' *[|] *' -v OFS='\t' '
	NR == FNR { sum[substr($0, 67)] = substr($0, 1, 64); next }
	/^#/ { next }
	!head++ { $10 = "libpcap_1.10.3"; $1 = $1; print $0, "sha256"; next }
	{ $1 = $1; print $0, sum[$1] }' "$tmp/sums" "$here/awkward.table" >INDEX.tsv
cut -f 1 INDEX.tsv | sed 1d | sort >"$tmp/rows"
find . -type f ! -name INDEX.tsv | sed "s|^./||" | sort | diff "$tmp/rows" - ||
	fail "awkward.table (<) and the files (>) are not the same"

"$test" "$itrsim" . || status=1
"$test" --plant "$itrsim" . || fail "a false figure passed"

# what FILE: as JSON; without the hash, which a damaged pipe does not have.
what()
{
	"$itrsim" info --json "$1" 2>&1 | grep -v '"sha256"'
}
while read -r file; do
	what "$file" >"$tmp/file"
	# shellcheck disable=SC2002 # a pipe is wanted
	cat "$file" | what - | sed "s|standard input|$file|" >"$tmp/pipe"
	diff "$tmp/file" "$tmp/pipe" ||
		fail "$file: as a file (<) something else than from a pipe (>)"
done <"$tmp/rows"

absent()
{
	env "$@" "$here/corpus.sh" "$tmp/none" "$test" "$itrsim"
}
must_fail "traces that are required" absent ITR_TRACES_REQUIRED=1
must_fail "traces that are not where they are said to be" \
	absent ITR_SHARED_TRACES="$tmp/none"
must_fail "half a collection" absent ITR_SHARED_TRACES="$tmp"
code=0
absent -u ITR_SHARED_TRACES -u ITR_TRACES_REQUIRED >"$tmp/log" || code=$?
[ $code = 77 ] || fail "exit code $code, not 77, where no traces are asked for"
exit "$status"
