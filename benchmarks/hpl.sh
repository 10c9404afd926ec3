#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# LU of bench_linalg and HPL in turn, in one session on the same cores.
#
# usage: benchmarks/hpl.sh N FILE.json [ROUNDS [RANKS]]
#
# A round is a run of bench_linalg, peak included, and one of hpcc (Debian's package) with blocks of 96, 128 and 192 on
# a 1 x RANKS grid. FILE.json has the output of bench_linalg, medians over the rounds, with HPL at its best block as the
# method "hpl". OPENBLAS_CORETYPE applies to both; BENCH_LINALG is the program, MPIRUN the launcher with its options.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
if [ $# -lt 2 ]; then
  sed -n '3,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
n="$1" result="$(realpath "$2")" rounds="${3:-3}" ranks="${4:-2}"
if ! command -v hpcc > /dev/null; then
  echo "hpl.sh: skipped, as there is no hpcc; on Debian install hpcc"
  exit 0
fi
# shellcheck source=../scripts/env.sh
source "$here/../scripts/env.sh"
bench="${BENCH_LINALG:-$here/../build/bench/bin/bench_linalg}"
read -ra launch <<< "${MPIRUN:-mpirun --bind-to core}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# 1 x RANKS, right-looking panels in recursion, look-ahead 1: the advice of HPL's notes for few processes.
cat > "$work/hpccinf.txt" << END
HPLinpack benchmark input file
written by benchmarks/hpl.sh
HPL.out
8
1
$n
3
96 128 192
0
1
1
$ranks
16.0
1
2
1
4
1
2
1
1
1
1
1
1
2
64
0
0
1
8
-----
0
0
0
0
END

for ((round = 1; round <= rounds; ++round)); do
  "${launch[@]}" -np "$ranks" "$bench" --n "$n" --routine lu --rounds 2 --json "$work/bench.$round.json"
  rm -f "$work/hpccoutf.txt"
  (cd "$work" && "${launch[@]}" -np "$ranks" hpcc)
  mv "$work/hpccoutf.txt" "$work/hpl.$round.txt"
  grep '^W[RC]' "$work/hpl.$round.txt"
done
"$here/merge_hpl.py" "$result" "$work"/bench.*.json "$work"/hpl.*.txt
