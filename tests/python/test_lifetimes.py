# SPDX-License-Identifier: BSD-3-Clause
"""Memory and communicators stay flat over many cycles; views outlive their matrices."""

import gc
import resource
import sys

import numpy as np

import ashlar as al
from harness import comm, random_array, run

grid = al.Grid(comm)
cycles = 10_000


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def cycle(k, mine, layout):
    """Make, view, copy and drop, in an order that depends on k."""
    A = al.zeros((64, 64), grid, block=(16, 16))
    B = al.wrap(mine, layout, comm)
    view = A[k % 32:, :32].T
    part = view.local
    C = A.copy()
    al.copy(B, C)
    kept = [A, B, C, view, part]
    while kept:
        del kept[k % len(kept)]


def test_memory_is_flat():
    layout = grid.layout((64, 64), (16, 16))
    mine = np.ones(layout.local_shape(comm.rank))
    for k in range(cycles // 10):
        cycle(k, mine, layout)
    gc.collect()
    before = resident_bytes()
    for k in range(cycles):
        cycle(k, mine, layout)
    gc.collect()
    grown = resident_bytes() - before
    assert grown < 4 << 20, f"{grown} bytes more after {cycles} cycles"
    assert sys.getrefcount(mine) <= 3


def test_communicators_are_flat():
    # MPI libraries have some ten thousand communicators at most.
    for _ in range(300):
        own = comm.Dup()
        A = al.zeros((8, 8), al.Grid(own))
        al.linalg.norm(A)
        del A
        own.Free()


def test_views_outlive_their_matrix():
    a = random_array((32, 32), "f8")
    A = al.from_root(a if comm.rank == 0 else None, grid, block=(8, 8))
    rows, cols = A.row_indices, A.col_indices
    local, view = A.local, A[4:9].T
    del A
    gc.collect()
    for _ in range(20):
        al.zeros((32, 32), grid, block=(8, 8)).fill(-1)
    assert np.array_equal(local, a[np.ix_(rows, cols)])
    assert np.array_equal(view.gather(None), a[4:9].T)


def test_wrapped_memory_is_kept():
    layout = grid.layout((32, 32), (8, 8))
    A = al.wrap(np.full(layout.local_shape(comm.rank), 5.0), layout, comm)
    gc.collect()
    assert np.all(A.gather(None) == 5)


def test_pending_move_keeps_its_matrices():
    S = al.Layout((64, 64), grid=(comm.size, 1))
    A = al.gallery.uniform((64, 64), grid)
    plan = al.Plan(A.layout, S, comm)
    pending = plan.start(A, al.zeros((64, 64), S, comm=comm))
    del A, plan
    gc.collect()
    pending.wait()
    pending = None
    A, B = al.gallery.uniform((64, 64), grid), al.zeros((64, 64), S, comm=comm)
    dropped = al.Plan(A.layout, S, comm).start(A, B)
    del dropped
    assert al.array_equal(A, B)


if __name__ == "__main__":
    run(sys.modules[__name__])
