#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Merges rounds of bench_linalg and HPL into one JSON file; hpl.sh calls it.

usage: benchmarks/merge_hpl.py RESULT.json BENCH.json ... HPL.txt ...

The numbers of bench files and outputs of hpcc are equal, in the order of the rounds."""
import json
import re
import statistics
import sys

ROW = re.compile(r"^W\S+\s+(\d+)\s+(\d+)\s+\d+\s+\d+\s+\S+\s+(\S+)$", re.M)
RATIO = re.compile(r"^\|\|Ax-b\|\|_oo/.*=\s*(\S+)\s*\.+\s*(\w+)", re.M)


def read_hpl(name):
    """GFLOP/s, residual and verdict of each block size, and n."""
    with open(name, encoding="utf-8") as text:
        output = text.read()
    output = output[output.index("Begin of HPL section"):]
    rows, ratios = ROW.findall(output), RATIO.findall(output)
    n = int(rows[0][0])
    return n, {int(nb): (float(rate), float(ratio), verdict == "PASSED")
               for (_, nb, rate), (ratio, verdict) in zip(rows, ratios)}


def summary(rates, fractions, flops, residuals, verified):
    seconds = [flops / rate * 1e-9 for rate in rates]
    return {"s": statistics.median(seconds), "min_s": min(seconds), "max_s": max(seconds),
            "gflops": statistics.median(rates), "fraction": statistics.median(fractions),
            "residual": max(residuals), "verified": verified}


def hpl_method(runs, outputs):
    """HPL at the block with the best median, each rate divided by the peak of the same round."""
    n, first = outputs[0]
    best = max(first, key=lambda nb: statistics.median(blocks[nb][0] for _, blocks in outputs))
    rates = [blocks[best][0] for _, blocks in outputs]
    fractions = [rate / run["peak_gflops"] for rate, run in zip(rates, runs)]
    print(f"hpl: blocks of {best}, {statistics.median(rates):.1f} GFLOP/s, "
          f"{statistics.median(fractions):.3f} of the peak")
    return summary(rates, fractions, 2 / 3 * n**3 + 3 / 2 * n**2, [blocks[best][1] for _, blocks in outputs],
                   all(blocks[best][2] for _, blocks in outputs))


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    result, names = arguments[0], arguments[1:]
    runs = []
    for name in (name for name in names if name.endswith(".json")):
        with open(name, encoding="utf-8") as text:
            runs.append(json.load(text)[0])
    outputs = [read_hpl(name) for name in names if name.endswith(".txt")]
    merged = dict(runs[0], peak_gflops=statistics.median(run["peak_gflops"] for run in runs))
    merged["methods"] = {}
    for method in runs[0]["methods"]:
        of_method = [run["methods"][method] for run in runs]
        merged["methods"][method] = {key: statistics.median(one[key] for one in of_method)
                                     for key in ("s", "gflops", "fraction")} | {
                                         "min_s": min(one["min_s"] for one in of_method),
                                         "max_s": max(one["max_s"] for one in of_method),
                                         "residual": max(one["residual"] for one in of_method),
                                         "verified": all(one["verified"] for one in of_method)}
    merged["methods"]["hpl"] = hpl_method(runs, outputs)
    with open(result, "w", encoding="utf-8") as text:
        json.dump([merged], text, indent=1)
        text.write("\n")


main(sys.argv[1:])
