#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The licence, the JSON Schema and the environment are installed, and the environment can be sourced from any folder.
#   shared_files.sh PREFIX SOURCE_FOLDER
set -euo pipefail
prefix="$1" source="$2"
cmp "$source/LICENSE" "$prefix/share/doc/ashlar/LICENSE"
cmp "$source/docs/ashlar-output.schema.json" "$prefix/share/doc/ashlar/ashlar-output.schema.json"
unset OMPI_ALLOW_RUN_AS_ROOT
cd /
source "$prefix/share/ashlar/env.sh"
[ "$OMPI_ALLOW_RUN_AS_ROOT" = 1 ]
