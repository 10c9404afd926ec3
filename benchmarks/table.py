#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the JSON of bench_move and bench_transpose as the table of README.md.

usage: benchmarks/table.py FILE.json ...

Figures of a case in several files are medians; ratios are computed within each run first."""
import json
import statistics
import sys

PEERS = (("scalapack", "scalapack-geadd"), ("costa",), ("fftw",))
OURS = {"ashlar": "segments", "ashlar-user-memory": "user memory", "ashlar-messages": "messages"}


def seconds(run, names):
    """The best median of these methods, or None if none ran."""
    times = [run["methods"][name]["s"] for name in names if name in run["methods"]]
    return min(times) if times else None


def ratio(runs, names, to):
    """Time of the methods `names` over that of `to` (seconds of a run), or None if either did not run."""
    ratios = [seconds(run, names) / to(run) for run in runs if seconds(run, names) and to(run)]
    return statistics.median(ratios) if ratios else None


def row(runs):
    first = runs[0]
    limit = statistics.median(run["limit_s"] for run in runs)
    cells = [first["case"], str(first["n"]), str(first["ranks"]), first["type"], f"{limit * 1e3:.3g}"]
    for ours in OURS:
        mine = ratio(runs, (ours,), lambda run: run["limit_s"])
        against = [ratio(runs, peer, lambda run: seconds(run, (ours,))) for peer in PEERS]
        others = " / ".join(f"{r:.1f}" if r else "–" for r in against)
        cells.append(f"{mine:.2f}; {others}" if mine else "")
    fresh = ratio(runs, ("ashlar-new-matrix",), lambda run: seconds(run, ("ashlar",)))
    cells.append(f"{fresh:.2f}" if fresh else "")
    return "| " + " | ".join(cells) + " |"


def main(files):
    if not files:
        sys.exit(__doc__)
    cases = {}
    for name in files:
        with open(name, encoding="utf-8") as text:
            for run in json.load(text):
                cases.setdefault((run["case"], run["n"], run["ranks"], run["type"]), []).append(run)
    heads = ["case", "n", "P", "type", "limit ms", *OURS.values(), "new / existing"]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for runs in cases.values():
        print(row(runs))


main(sys.argv[1:])
