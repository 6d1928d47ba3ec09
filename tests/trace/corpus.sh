#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
#
# corpus.sh TRACES TEST [ARGUMENT...] - runs TEST on the folders real and awkward
# of the collection of traces, which is no part of this project: in the folder
# ITR_SHARED_TRACES, or if that is not set in TRACES. Without the collection it is
# skipped, but fails if ITR_SHARED_TRACES or ITR_TRACES_REQUIRED=1 says that it
# has to be there.
# shellcheck source=tests/gate.sh
. "$(dirname "$0")/../gate.sh"
traces=${ITR_SHARED_TRACES-$1}
shift
if [ ! -e "$traces/real/INDEX.tsv" ] && [ ! -e "$traces/awkward/INDEX.tsv" ]; then
	absent="no INDEX.tsv in $traces/real or awkward"
	[ -z "${ITR_SHARED_TRACES+set}" ] && [ "${ITR_TRACES_REQUIRED-}" != 1 ] &&
		skip "$absent; ITR_SHARED_TRACES names another place"
	fail "$absent, but these traces are required"
	exit 1
fi
"$@" "$traces/real" "$traces/awkward"
