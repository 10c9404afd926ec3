#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds a program by the output of pkg-config for the installed package alone.
#   pkg_config.sh PREFIX SOURCE OUTPUT COMPILER [FLAG...]
set -euo pipefail
prefix="$1" source="$2" output="$3" compiler="$4"
shift 4

pc="$(find "$prefix" -name ashlar.pc)"
PKG_CONFIG_PATH="$(dirname "$pc")"
export PKG_CONFIG_PATH
read -ra flags <<< "$(pkg-config --cflags ashlar)"
read -ra libraries <<< "$(pkg-config --libs ashlar)"
"$compiler" -std=c++20 "$@" "${flags[@]}" "$source" -o "$output" "${libraries[@]}"
