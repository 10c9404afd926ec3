# SPDX-License-Identifier: BSD-3-Clause
"""Runs the functions test_... of a program on every rank; a failure on one rank ends the job."""

import faulthandler
import itertools
import os
import shutil
import sys
import tempfile
import traceback

import numpy as np
from mpi4py import MPI

import ashlar as al

comm = MPI.COMM_WORLD
scalar_types = ("float32", "float64", "complex64", "complex128")


def random_array(shape, dtype, seed=1):
    """Equal numbers on every rank."""
    generator = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        return generator.integers(0, 100, shape).astype(dtype)
    values = generator.uniform(-1, 1, shape)
    if dtype.kind == "c":
        values = values + 1j * generator.uniform(-1, 1, shape)
    return values.astype(dtype)


def tolerance(dtype, factor=1):
    """A bound of rounding for the results of small matrices."""
    return factor * (2e-4 if np.finfo(dtype).eps > 1e-10 else 1e-10)


def expect_close(matrix, wanted, factor=1, what=""):
    """Compare a matrix or array with an array that every rank has."""
    found = matrix.gather(root=None) if isinstance(matrix, al.Matrix) else np.asarray(matrix)
    wanted = np.asarray(wanted)
    assert found.shape == wanted.shape, f"{what}: shape {found.shape}, not {wanted.shape}"
    bound = tolerance(found.dtype, factor) * max(1.0, float(np.abs(wanted).max(initial=0)))
    distance = float(np.abs(found - wanted).max(initial=0))
    assert distance <= bound, f"{what}: off by {distance}, more than {bound}"


def expect_equal(matrix, wanted, what=""):
    """Compare bit by bit."""
    found = matrix.gather(root=None) if isinstance(matrix, al.Matrix) else np.asarray(matrix)
    assert found.shape == wanted.shape, f"{what}: shape {found.shape}, not {wanted.shape}"
    assert found.dtype == wanted.dtype, f"{what}: {found.dtype}, not {wanted.dtype}"
    assert np.array_equal(found, wanted), f"{what}: elements differ:\n{found}\n{wanted}"


def expect_raises(uses):
    """Call the functions of (class, function): each raises the class on every rank, with a sentence of one line."""
    faults = []
    for number, (wanted, use) in enumerate(uses):
        found = None
        try:
            use()
        except Exception as error:
            found = error
        ok = isinstance(found, wanted) and str(found) and "\n" not in str(found)
        outcomes = comm.allgather((ok, f"{type(found).__name__}: {found}"))
        if not all(good for good, _ in outcomes):
            faults.append(f"use {number} should raise {wanted.__name__}, not {outcomes}")
    assert not faults, "\n".join(faults)


def layouts_of(shape):
    """Some layouts on the ranks of comm."""
    size = comm.size
    grids = [(p, size // p) for p in range(1, size + 1) if size % p == 0]
    layouts = [al.Layout(shape, block, grid) for grid, block in itertools.product(grids, [(3, 2), (64, 64)])]
    layouts.append(al.Layout(shape, (2, 5), (size, 1), source=(size - 1, 0)))
    layouts.append(al.Layout(shape, (4, 3), grids[-1], ranks=list(reversed(range(size)))))
    layouts.append(al.Layout(shape, (3, 3), (1, 1)))
    return layouts


def shared_folder():
    """A new folder of the job, removed at its end."""
    folder = tempfile.mkdtemp(prefix="ashlar-python-") if comm.rank == 0 else None
    return comm.bcast(folder)


def run(module, limit=600):
    """Call all functions test_... of the module."""
    faulthandler.dump_traceback_later(limit, exit=True)
    wanted = sys.argv[1:]
    tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and (not wanted or n in wanted)]
    folder = shared_folder()
    start = os.getcwd()
    os.chdir(folder)
    for name, test in tests:
        try:
            test()
        except BaseException:
            print(f"rank {comm.rank} of {comm.size}: {name} failed", file=sys.stderr)
            traceback.print_exc()
            sys.stderr.flush()
            comm.Abort(1)
        comm.Barrier()
    os.chdir(start)
    if comm.rank == 0:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"{len(tests)} tests passed on {comm.size} ranks")
    faulthandler.cancel_dump_traceback_later()
