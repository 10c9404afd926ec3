#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Times the Python package beside NumPy and mpi4py and prints a table of seconds and ratios.

    python3 benchmarks/bench_python.py [--n 2000,4000] [--ranks 2] [--rounds 3] [--python BUILD/python]

Each figure is the smallest of the rounds, in which the candidates alternate: Ashlar on RANKS ranks with one BLAS thread
each, NumPy in one process with RANKS threads. Overheads are microseconds a call.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def seconds(function, before=lambda: None):
    before()
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def of_ashlar(n):
    """Seconds of each subject, the largest of all ranks."""
    start = time.perf_counter()
    from mpi4py import MPI
    import numpy as np

    middle = time.perf_counter()
    import ashlar as al

    results = {"import": time.perf_counter() - middle}
    comm = MPI.COMM_WORLD
    grid = al.Grid(comm)
    A, S = al.gallery.uniform((n, n), grid, seed=1), al.gallery.spd(n, grid, seed=2)
    b = al.gallery.uniform((n, 10), grid, seed=3)
    a = A.gather(root=0)
    for name, function in (
        ("solve", lambda: al.linalg.solve(A, b)),
        ("eigh", lambda: al.linalg.eigh(S)),
        ("svd", lambda: al.linalg.svd(A, full_matrices=False)),
        ("file transposed", lambda: al.save("t.npy", al.load("a.npy", grid).T)),
        ("new matrix, scale, gather", lambda: (al.from_root(a, grid) * 2.0).gather(root=0)),
    ):
        results[name] = comm.allreduce(seconds(function, comm.Barrier), MPI.MAX)

    slabs = al.zeros((n, n), al.Layout((n, n), grid=(comm.size, 1)), order="C", comm=comm)
    sent, received = (np.ascontiguousarray(a), np.empty((n, n))) if comm.rank == 0 else (None, None)

    def ours():
        al.scatter(sent, slabs)
        slabs.__imul__(2.0)
        slabs.gather(root=0, out=received)

    ours()
    results["scatter, scale, gather"] = comm.allreduce(seconds(ours, comm.Barrier), MPI.MAX)

    slab = n // comm.size
    part, whole = np.empty((slab, n)), np.empty((slab * comm.size, n)) if comm.rank == 0 else None

    def plain():
        comm.Scatter(sent[: slab * comm.size] if comm.rank == 0 else None, part)
        np.multiply(part, 2.0, out=part)
        comm.Gather(part, whole)

    plain()
    results["mpi4py: scatter, scale, gather"] = comm.allreduce(seconds(plain, comm.Barrier), MPI.MAX)

    P, Q = al.zeros((64, 64), grid), al.zeros((64, 64), al.Layout((64, 64), grid=(comm.size, 1)), comm=comm)
    calls = 20_000

    def copies():
        for _ in range(calls):
            al.copy(P, Q)

    def locals_():
        for _ in range(calls):
            P.local

    copies()
    results["copy of 64 x 64"] = comm.allreduce(seconds(copies, comm.Barrier), MPI.MAX) / calls
    results["A.local"] = comm.allreduce(seconds(locals_), MPI.MAX) / calls
    results["import of mpi4py and NumPy"] = middle - start
    if comm.rank == 0:
        print(json.dumps(results))


def of_numpy(n):
    import numpy as np

    generator = np.random.default_rng(1)
    a, b = generator.random((n, n)), generator.random((n, 10))
    s = a @ a.T + n * np.eye(n)
    np.save("a.npy", a)
    results = {}
    for name, function in (
        ("solve", lambda: np.linalg.solve(a, b)),
        ("eigh", lambda: np.linalg.eigh(s)),
        ("svd", lambda: np.linalg.svd(a, full_matrices=False)),
        ("file transposed", lambda: np.save("t.npy", np.ascontiguousarray(np.load("a.npy").T))),
    ):
        results[name] = seconds(function)
    print(json.dumps(results))


def output_of(command, folder, environment):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def smallest(results):
    return {name: min(result[name] for result in results) for name in results[0]}


def main():
    root = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", default="2000,4000")
    parser.add_argument("--ranks", default=2, type=int)
    parser.add_argument("--rounds", default=3, type=int)
    parser.add_argument("--python", default=root / "build" / "bench" / "python", type=Path)
    parser.add_argument("--measure", choices=("ashlar", "numpy"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = [int(n) for n in options.n.split(",")]
    if options.measure:
        (of_ashlar if options.measure == "ashlar" else of_numpy)(sizes[0])
        return

    script = [sys.executable, str(Path(__file__).resolve())]
    launch = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(options.ranks)]
    print("| subject | n | Ashlar | NumPy, mpi4py | ratio |\n|---|---|---|---|---|")
    for n in sizes:
        arguments = ["--n", str(n), "--measure"]
        ours, theirs = [], []
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(options.rounds):
                threads = {"OPENBLAS_NUM_THREADS": str(options.ranks)}
                theirs.append(output_of([*script, *arguments, "numpy"], folder, threads))
                environment = {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(options.python.resolve())}
                ours.append(output_of([*launch, *script, *arguments, "ashlar"], folder, environment))
        mine, other = smallest(ours), smallest(theirs)
        other["scatter, scale, gather"] = mine.pop("mpi4py: scatter, scale, gather")
        other["new matrix, scale, gather"] = other["scatter, scale, gather"]
        for name, value in other.items():
            print(f"| {name} | {n} | {mine[name]:.3f} s | {value:.3f} s | {mine[name] / value:.2f} |", flush=True)
    for name in ("copy of 64 x 64", "A.local"):
        print(f"| {name} | | {mine[name] * 1e6:.2f} us | | |")
    print(f"| import | | {mine['import'] * 1e3:.0f} ms | {mine['import of mpi4py and NumPy'] * 1e3:.0f} ms | |")


if __name__ == "__main__":
    main()
