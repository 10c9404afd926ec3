#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the JSON of bench_linalg as the table of README.md: GFLOP/s (of the peak) of each method.

usage: benchmarks/linalg_table.py FILE.json ...

Figures of a case in several files are medians."""
import json
import statistics
import sys

METHODS = ("ashlar", "ashlar-node", "ashlar-nodes", "ashlar-one-rank", "ashlar-scalapack", "scalapack",
           "openblas-gathered", "elpa", "hpl")


def cell(runs, name):
    of_method = [run["methods"][name] for run in runs if name in run["methods"]]
    if not of_method:
        return ""
    rate, fraction = (statistics.median(one[key] for one in of_method) for key in ("gflops", "fraction"))
    wrong = "" if all(one["verified"] for one in of_method) else " WRONG"
    return f"{rate:.3g} ({fraction:.3f}){wrong}"


def main(files):
    if not files:
        sys.exit(__doc__)
    cases = {}
    for name in files:
        with open(name, encoding="utf-8") as text:
            for run in json.load(text):
                key = (run["corename"], run["routine"], run["n"], run["ranks"], run["type"])
                cases.setdefault(key, []).append(run)
    shown = [name for name in METHODS if any(name in run["methods"] for runs in cases.values() for run in runs)]
    heads = ["kernels", "routine", "n", "P", "type", "peak", *shown]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for key, runs in cases.items():
        peak = statistics.median(run["peak_gflops"] for run in runs)
        print("| " + " | ".join([*map(str, key), f"{peak:.3g}", *(cell(runs, name) for name in shown)]) + " |")


main(sys.argv[1:])
