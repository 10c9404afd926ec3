#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs, and uninstalls by the command of docs/installing.md: no file is left.
#   uninstall.sh CMAKE BUILD_FOLDER PREFIX SOURCE_FOLDER
set -euo pipefail
cmake="$1" build="$2" prefix="$3" source="$4"

line="$(sed -n 's/^\$ \(xargs .*install_manifest.*\)/\1/p' "$source/docs/installing.md")"
[ -n "$line" ] || { echo "docs/installing.md has no line that uninstalls" && exit 1; }
"$cmake" --install "$build" --prefix "$prefix" > /dev/null
[ -e "$prefix/share/ashlar/env.sh" ]
eval "${line//build\/release/$build}"
left="$(find "$prefix" ! -type d)"
[ -z "$left" ] || { echo "left behind: $left" && exit 1; }
