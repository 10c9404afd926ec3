#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares two commands that print one number each, in alternated pairs.

    benchmarks/pairs.py [--pairs 40] "COMMAND A" "COMMAND B"

Prints the medians of both, the median of the ratios B / A and difference B - A, and 95 % intervals of their
medians from the order of the pairs' values (binomial, without an assumption on their distribution).
"""
import argparse
import math
import statistics
import subprocess


def number(command):
    return float(subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout.split()[-1])


def interval(values):
    """Order statistics between which the median lies with a probability of at least 95 %."""
    n, below, k = len(values), 0.0, 0
    while below + math.comb(n, k) / 2**n <= 0.025:
        below += math.comb(n, k) / 2**n
        k += 1
    if k == 0:
        raise SystemExit("too few pairs for an interval of 95 %; take at least 6")
    ordered = sorted(values)
    return ordered[k - 1], ordered[n - k]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("a")
    parser.add_argument("b")
    options = parser.parse_args()
    a, b = [], []
    for pair in range(options.pairs):
        for values, command in [(a, options.a), (b, options.b)][:: 1 if pair % 2 == 0 else -1]:
            values.append(number(command))
    ratios = [y / x for x, y in zip(a, b)]
    differences = [y - x for x, y in zip(a, b)]
    print(f"{options.pairs} pairs: A {statistics.median(a):.4f}, B {statistics.median(b):.4f}")
    for name, values in ("B / A", ratios), ("B - A", differences):
        low, high = interval(values)
        print(f"{name}: {statistics.median(values):.4f}, 95 % interval {low:.4f} to {high:.4f}")


if __name__ == "__main__":
    main()
