#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the JSON of bench_move and bench_transpose as the table that README.md keeps.

usage: benchmarks/table.py FILE.json ..."""
import json
import sys

PEERS = {"ScaLAPACK": ("scalapack", "scalapack-geadd"), "COSTA": ("costa",), "FFTW": ("fftw",)}
OURS = {"ashlar": "segments", "ashlar-user-memory": "user memory", "ashlar-messages": "messages"}


def seconds(methods, names):
    """The best median of these methods, or None if none ran."""
    times = [methods[name]["s"] for name in names if name in methods]
    return min(times) if times else None


def row(case):
    methods = case["methods"]
    cells = [case["case"], str(case["n"]), str(case["ranks"]), case["type"], f"{case['limit_s'] * 1e3:.3g}"]
    for ours in OURS:
        mine = seconds(methods, (ours,))
        if mine is None:
            cells.append("")
            continue
        against = [f"{theirs / mine:.1f}" if theirs else "–" for theirs in (seconds(methods, p) for p in PEERS.values())]
        cells.append(f"{mine / case['limit_s']:.2f}; {' / '.join(against)}")
    fresh = seconds(methods, ("ashlar-new-matrix",))
    cells.append(f"{fresh / seconds(methods, ('ashlar',)):.2f}" if fresh and "ashlar" in methods else "")
    return "| " + " | ".join(cells) + " |"


def main(files):
    if not files:
        sys.exit(__doc__)
    heads = ["case", "n", "P", "type", "limit ms", *OURS.values(), "new / existing"]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for name in files:
        with open(name, encoding="utf-8") as text:
            for case in json.load(text):
                print(row(case))


main(sys.argv[1:])
