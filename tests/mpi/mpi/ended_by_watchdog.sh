#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs a job in which rank 1 does not enter a collective call: it must end with the status of a
# timeout and an error that names the rank.
set -uo pipefail
said="$(timeout -s KILL 50 "$@" 2>&1)"
status=$?
echo "status $status: $said"
[ "$status" -eq 124 ] || exit 1
grep -q "^ashlar: error: rank [02] of 3 has waited longer than 1 s (ASHLAR_TIMEOUT) in MPI_Allreduce for rank 1, which" <<< "$said"
