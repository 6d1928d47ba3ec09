#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# shown.sh BUILD SOURCE [--update] - what the documents show of itrsim is what
# it prints. A block between ``` lines whose first line is "$ itrsim ..." is
# the output of that command in the folder SOURCE. --update writes it anew.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
PATH=$(cd "$1" && pwd):$PATH
cd "$2"
update=${3-} blocks=0

# renew FILE: the document with every shown output made again.
renew()
{
	inside=0 skip=0
	while IFS= read -r line; do
		case $line in
		'```')
			inside=$((1 - inside)) skip=0
			;;
		'$ itrsim '*)
			if [ $inside = 1 ]; then
				printf '%s\n' "$line"
				sh -c "${line#??}" 2>&1 </dev/null || true
				skip=1
			fi
			;;
		esac
		[ $skip = 1 ] || printf '%s\n' "$line"
	done <"$1"
}

for doc in README.md docs/*.md docs/controllers/*.md; do
	n=$(grep -c '^\$ itrsim ' "$doc" || true)
	[ "$n" -gt 0 ] || continue
	blocks=$((blocks + n))
	renew "$doc" >"$tmp/new"
	if [ "$update" = --update ]; then
		cmp -s "$tmp/new" "$doc" || cp "$tmp/new" "$doc"
	elif ! diff "$doc" "$tmp/new"; then
		fail "$doc shows (<) something else than itrsim prints (>);" \
			"if it is right: tests/frame/shown.sh $1 . --update"
	fi
done
[ $blocks -gt 0 ] || fail "no document shows a command"

# The check itself: a changed figure is seen.
printf '```\n$ itrsim --version\nitrsim 9\n```\nend\n' >"$tmp/planted.md"
renew "$tmp/planted.md" >"$tmp/new"
if cmp -s "$tmp/planted.md" "$tmp/new" || [ "$(tail -n 1 "$tmp/new")" != end ]; then
	fail "a planted wrong output was not seen"
fi
exit $status
