#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of a file from beginning to end: `ashlar convert` beside cp, NumPy and h5py on the same disk.

    benchmarks/bench_io.py [--ashlar COMMAND] [--folder FOLDER] [--gib 0.1,1,5] [--rounds N] [--ranks N]
                           [--methods cp,ashlar-copy,...] [--json FILE]

Every method reads the same row-major .npy of a square float64 matrix and ends when its output is flushed to the disk. The
methods of a round run in turn, in another order each round, on input in the page cache (warm) and on input dropped from
it (cold). Printed are the seconds from the first open to the end of the last flush, and the start of the processes,
measured by the same command without work. Each output is checked once. h5py is optional.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time

import numpy as np

try:
    import h5py
except ImportError:
    h5py = None


def flushed(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def dropped(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def warmed(path):
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 24)
        while file.readinto(buffer):
            pass


class Bench:
    def __init__(self, arguments, n):
        self.arguments, self.n = arguments, n
        self.source = os.path.join(arguments.folder, "bench_io_in.npy")
        self.launch = ["mpirun", "-np", str(arguments.ranks), "--bind-to", "core"]
        self.environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        self.methods = {
            "cp": (".npy", self.cp, False),
            "numpy-copy": (".npy", lambda out: self.numpy(out, False), False),
            "numpy-transposed": (".npy", lambda out: self.numpy(out, True), True),
            "ashlar-copy": (".npy", lambda out: self.ashlar(out), False),
            "ashlar-transposed": (".npy", lambda out: self.ashlar(out, "--transpose"), True),
        }
        if h5py:
            self.methods["h5py"] = (".h5", self.h5py, False)
            self.methods["ashlar-hdf5"] = (".h5", lambda out: self.ashlar(out), False)
        if arguments.methods:
            wanted = {"cp", *arguments.methods.split(",")}
            if not wanted <= set(self.methods):
                sys.exit(f"bench_io: --methods are {', '.join(self.methods)}")
            self.methods = {name: self.methods[name] for name in self.methods if name in wanted}

    def make_input(self):
        rng = np.random.default_rng(1)
        file = np.lib.format.open_memmap(self.source, "w+", "f8", (self.n, self.n))
        for first in range(0, self.n, 1000):
            file[first:first + 1000] = rng.random((min(1000, self.n - first), self.n))
        file.flush()

    def cp(self, out):
        start = time.monotonic()
        subprocess.run(["cp", self.source, out], check=True)
        subprocess.run(["sync", out], check=True)
        return time.monotonic() - start, 0

    def numpy(self, out, transposed):
        start = time.monotonic()
        a = np.load(self.source)
        np.save(out, np.ascontiguousarray(a.T) if transposed else a)
        flushed(out)
        return time.monotonic() - start, 0

    def h5py(self, out):
        start = time.monotonic()
        with h5py.File(out, "w") as file:
            file["matrix"] = np.load(self.source)
        flushed(out)
        return time.monotonic() - start, 0

    def ashlar(self, out, *options):
        command = self.launch + [self.arguments.ashlar, "convert", self.source]
        start = time.monotonic()
        done = subprocess.run(command + [out, "--json", *options], check=True, capture_output=True, text=True,
                              env=self.environment)
        whole = time.monotonic() - start
        seconds = sum(json.loads(done.stdout)["seconds"].values())
        return seconds, whole - seconds

    def check(self, method, out, transposed):
        """Compares a sample of the output with the expected elements."""
        a = np.load(self.source, mmap_mode="r")
        b = h5py.File(out)["matrix"] if out.endswith(".h5") else np.load(out, mmap_mode="r")
        rows = sorted(random.Random(1).sample(range(self.n), 50))
        for i in rows:
            if not np.array_equal(b[i], a[:, i] if transposed else a[i]):
                sys.exit(f"bench_io: {method} has made row {i} wrong")

    def run(self, cold):
        times = {name: [] for name in self.methods}
        for round_number in range(self.arguments.rounds + 1):
            order = list(self.methods)
            random.Random(round_number).shuffle(order)
            for name in order:
                ending, work, transposed = self.methods[name]
                out = os.path.join(self.arguments.folder, "bench_io_out" + ending)
                (dropped if cold else warmed)(self.source)
                taken = work(out)
                if round_number == 0:
                    self.check(name, out, transposed)
                else:
                    times[name].append(taken)
                os.remove(out)
                os.sync()
        return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ashlar", default="build/release/bin/ashlar")
    parser.add_argument("--folder", default=".")
    parser.add_argument("--gib", default="0.1,1")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--methods", help="only these, and cp; all if not given")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    results = []
    for gib in map(float, arguments.gib.split(",")):
        n = int((gib * (1 << 30) / 8) ** 0.5)
        bench = Bench(arguments, n)
        bench.make_input()
        try:
            for cold in (False, True):
                times = bench.run(cold)
                rate = statistics.median(work for work, _ in times["cp"])
                print(f"\n{n}x{n} float64, {n * n * 8 / (1 << 30):.2f} GiB, input {'dropped' if cold else 'warm'}")
                print(f"{'method':20}{'median s':>10}{'least':>8}{'most':>8}{'GiB/s':>8}{'of cp':>8}{'start s':>9}")
                for name, runs in times.items():
                    work = [seconds for seconds, _ in runs]
                    median = statistics.median(work)
                    start = statistics.median(seconds for _, seconds in runs)
                    print(f"{name:20}{median:10.3f}{min(work):8.3f}{max(work):8.3f}"
                          f"{n * n * 8 / (1 << 30) / median:8.2f}{rate / median:8.2f}{start:9.3f}")
                    results.append({"n": n, "cold": cold, "method": name, "s": median, "min_s": min(work),
                                    "max_s": max(work), "of_cp": rate / median, "start_s": start})
        finally:
            os.remove(bench.source)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
