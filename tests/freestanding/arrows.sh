#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# arrows.sh SOURCE - who may include whom (docs/design.md), that __KERNEL__ stands
# in port.h alone, and that each file names its licence and its authors. Then the
# same check on a small tree with one violation after the other.
source=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/freestanding/common.sh
. "$here/common.sh"

# files ROOT PATTERN...: those below ROOT, without what builds and git made.
files()
{
	root=$1
	shift
	find "$root" -type d \( -name .git -o -name 'build*' -o -name LICENSES \) \
		-prune \
		-o -type f \( "$@" \) -print | sed "s|^$root/||" | sort
}

# One line an include: file, form (< or "), name.
includes()
{
	(cd "$1" && files . -name '*.[ch]' -o -name '*.in.h' | sed 's|^\./||' |
		xargs -r grep -H '^[ 	]*#[ 	]*include' |
		sed 's|^\([^:]*\):[ 	]*#[ 	]*include[ 	]*\([<"]\)\([^>"]*\).*|\1 \2 \3|')
}

# The rules; prints violations.
arrows()
{
	includes "$1" | awk '
	BEGIN {
		allowed["core"] = " core "
		allowed["nic"] = " nic core "
		allowed["host"] = " host nic core "
		allowed["load"] = " load host nic core "
		allowed["lab"] = " lab load host nic core "
		allowed["cli"] = " cli lab load host nic core "
		port = " <stdbool.h <stddef.h <stdint.h <string.h" \
			" <linux/math64.h" \
			" <linux/stddef.h <linux/string.h <linux/types.h "
	}
	function bad(why) {
		print $1 " includes " $3 ": " why
	}
	NF != 3 { print $1 ": an include that is no name: " $0; next }
	{ split($1, dir, "/"); split($3, to, "/") }
	$1 ~ /^tests\// { next }
	$3 ~ /(^|\/)\.\.(\/|$)/ { bad("no way up"); next }
	$1 == "libitr/include/itr/port.h" {
		if (index(port, " " $2 $3 " ") == 0)
			bad("port.h has a fixed list")
		next
	}
	$1 ~ /^libitr\/include\// {
		if ($2 != "<" || $3 !~ /^itr\/[a-z0-9_]+\.h$/)
			bad("libitr headers include <itr/...> alone")
		next
	}
	$1 ~ /^libitr\// {
		if ($2 == "<" ? $3 !~ /^itr\/[a-z0-9_]+\.h$/ : $3 ~ /\//)
			bad("libitr includes <itr/...> and its own")
		next
	}
	$1 ~ /^kdriver\// {
		if ($2 == "<" ? $3 !~ /^(itr|linux|net|asm|uapi)\// : $3 ~ /\//)
			bad("kdriver includes Linux, libitr and its own")
		next
	}
	$1 ~ /^sim\// {
		if ($2 == "<") {
			if ($3 ~ /^(linux|asm)\//)
				bad("sim knows no Linux headers")
		} else if (!(dir[2] in allowed)) {
			bad("no such part of sim")
		} else if (index(allowed[dir[2]], " " to[1] " ") == 0) {
			bad("core <- nic <- host <- load <- lab <- cli")
		}
		next
	}
	$2 == "\"" && $3 ~ /\// { bad("only sim and tests have parts") }
	'
}

# Files of libitr, sim and kdriver that ask where they are.
kernel_elsewhere()
{
	for d in libitr sim traces; do
		[ ! -d "$1/$d" ] || (cd "$1" && grep -rlw __KERNEL__ "$d")
	done | grep -vx libitr/include/itr/port.h |
		sed 's|$|: __KERNEL__ belongs into port.h alone|'
}

licences()
{
	(cd "$1" && files . -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' \
		-o -name '*.cmake' -o -name '*.md' -o -name '*.py' \
		-o -name '*.y*ml' -o -name '*.in' -o -name CMakeLists.txt \
		-o -name dev -o -name run) | sed 's|^\./||' |
		(cd "$1" && xargs -r awk '
		BEGIN { tag = "SPDX-" } # in two, or reuse reads it here
		function end_file() {
			if (name != "" && !licence)
				print name ": no licence " want
			if (name != "" && !authors)
				print name ": no authors"
		}
		FNR == 1 {
			end_file()
			name = FILENAME
			licence = authors = 0
			want = "GPL-3.0-or-later"
			if (name ~ /^libitr\//)
				want = "GPL-2.0-only OR BSD-2-Clause"
			if (name ~ /^kdriver\//)
				want = "GPL-2.0-only"
		}
		FNR <= 8 && (i = index($0, tag "License-Identifier: ")) {
			got = substr($0, i + 25)
			sub(/ *(\*\/|-->)$/, "", got)
			licence = got == want
		}
		FNR <= 8 && index($0, tag "FileCopyrightText: The itr authors") {
			authors = 1
		}
		END { end_file() }')
}

check()
{
	found=$(arrows "$1" && kernel_elsewhere "$1" && licences "$1")
	[ -z "$found" ] || {
		echo "$found" | sed 's/^/FAIL: /'
		return 1
	}
}

check "$source" || status=1
count=$(includes "$source" | wc -l)
echo "$count includes looked at"
[ "$count" -ge 100 ] || fail "too few includes found"

# plant FILE LINE...: a small good tree, with one more file.
tree=$tmp/tree
tag=SPDX
put()
{
	mkdir -p "$(dirname "$tree/$1")"
	case $1 in
	libitr/*) id='GPL-2.0-only OR BSD-2-Clause' ;;
	kdriver/*) id='GPL-2.0-only' ;;
	*) id='GPL-3.0-or-later' ;;
	esac
	printf '%s\n' "// $tag-License-Identifier: $id" \
		"// $tag-FileCopyrightText: The itr authors" "$2" >"$tree/$1"
}
fresh()
{
	rm -rf "$tree"
	put libitr/include/itr/port.h '#include <linux/types.h> // __KERNEL__'
	put libitr/include/itr/itr.h '#include <itr/port.h>'
	put libitr/src/itr.c '#include "ctl.h"'
	put kdriver/main.c '#include <linux/pci.h>'
	put sim/load/run.c '#include "host/host.h"'
	put sim/core/noise.c '#include <gsl/gsl_rng.h>'
	put tests/unit/t.c '#include "../../sim/load/run.c"'
	put traces/model.c '#include "model.h"'
}
planted()
{
	fresh
	put "$1" "$2"
	must_fail "$1: $2" check "$tree"
}
fresh
check "$tree" || fail "the good tree"
while read -r file line; do
	planted "$file" "$line"
done <<'END'
libitr/src/a.c #include <string.h>
libitr/src/a.c #include <gsl/gsl_rng.h>
libitr/src/a.c #  include <pcap/pcap.h>
libitr/src/a.c #include "core/clock.h"
libitr/src/a.c #include "../../sim/core/clock.h"
libitr/src/a.c #include HEADER
libitr/src/a.c #ifdef __KERNEL__
libitr/include/itr/a.h #include <stdint.h>
libitr/include/itr/a.h #include "itr.h"
libitr/include/itr/port.h #include <stdio.h>
sim/core/a.c #include "nic/nic.h"
sim/nic/a.c #include "host/host.h"
sim/host/a.h #include "load/run.h"
sim/load/a.c #include "lab/compare.h"
sim/lab/a.c #include "cli/args.h"
sim/cli/a.c #include "tests/unit/unit.h"
sim/cli/a.c #include "unit/unit.h"
sim/cli/a.c #include "kdriver/hw.h"
sim/core/a.c #include <linux/types.h>
sim/core/a.c #if defined(__KERNEL__)
sim/more/a.c #include "core/clock.h"
kdriver/a.c #include "core/clock.h"
kdriver/a.c #include <stdio.h>
traces/a.c #include "tests/unit/unit.h"
END
for file in libitr/src/a.c sim/core/a.c kdriver/a.c tests/a.sh docs/a.md; do
	fresh
	mkdir -p "$(dirname "$tree/$file")"
	echo "// $tag-FileCopyrightText: The itr authors" >"$tree/$file"
	must_fail "$file without a licence" check "$tree"
	put "$file" ''
	sed -i '/FileCopyrightText/d' "$tree/$file"
	must_fail "$file without authors" check "$tree"
	put "$file" ''
	sed -i 's/Identifier: .*/Identifier: MIT/' "$tree/$file"
	must_fail "$file with another licence" check "$tree"
done
exit "$status"
