#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Compiles the program of the README with the installed package, by the commands of the README.
#   readme_program.sh PREFIX SOURCE_FOLDER FOLDER COMPILER [FLAG...]
set -euo pipefail
prefix="$1" source="$2" folder="$3" compiler="$4"
shift 4
flags=("$@")

lines="$(grep -E '^(export PKG_CONFIG_PATH=|g\+\+ .*pkg-config)' "$source/README.md")"
[ "$(wc -l <<< "$lines")" -eq 2 ] || { echo "README.md has not two lines that compile a program: $lines" && exit 1; }
[ -d "$prefix/lib/pkgconfig" ] || lines="${lines/\/lib\/pkgconfig//lib64/pkgconfig}"

mkdir -p "$folder"
cd "$folder"
cp "$source/apps/examples/hello.cpp" .
g++() { command "$compiler" "${flags[@]}" "$@"; }
eval "${lines//\/where\/you\/like/$prefix}"
