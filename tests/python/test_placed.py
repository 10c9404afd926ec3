# SPDX-License-Identifier: BSD-3-Clause
"""Block maps, replicas and arrays of any number of dimensions, compared with NumPy."""

import itertools
import sys

import numpy as np

import ashlar as al
from harness import comm, expect_equal, expect_raises, random_array, run, scalar_types

m, n = 23, 17
grid = al.Grid(comm)
types = (*scalar_types, "int8", "int32", "uint64")


def maps():
    """Block maps of m x n with any owners."""
    generator = np.random.default_rng(5)
    yield al.BlockMap.tiles((m, n), (4, 5), lambda r, c: (r + 2 * c) % comm.size)
    yield al.BlockMap([0, 1, 9, 23], [0, 12, 17], generator.integers(0, comm.size, (3, 2)))
    yield al.BlockMap([0, m], [0, n], [[comm.size - 1]])


def test_block_maps():
    for (map, dtype, order) in itertools.product(maps(), types, "CF"):
        a = random_array((m, n), dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, block=(3, 2))
        B = al.zeros((m, n), map, dtype, order, comm=comm)
        al.copy(A, B)
        for rows, cols, block in B.blocks:
            assert np.array_equal(block, a[rows, cols]) and block.dtype == a.dtype
            assert block.flags.f_contiguous if order == "F" else block.flags.c_contiguous
        expect_equal(B.to(grid), a)
        C = al.zeros((m, n), grid, dtype, comm=comm)
        al.copy(B[2:9, 3:8].T, C[5:10, 1:8])
        wanted = np.zeros((m, n), dtype)
        wanted[5:10, 1:8] = a[2:9, 3:8].T
        expect_equal(C, wanted)
        B.fill(3)
        expect_equal(B.to(grid), np.full((m, n), 3, dtype))
    whole = B.gather(comm.size - 1)
    assert (whole is None) == (comm.rank != comm.size - 1)


def test_values():
    map = next(maps())
    assert map.shape == (m, n) and map == al.BlockMap(map.row_cuts, map.col_cuts, [
        [map.owner(r, c) for c in range(len(map.col_cuts) - 1)] for r in range(len(map.row_cuts) - 1)])
    assert map != al.BlockMap([0, m], [0, n], [[0]]) and "BlockMap" in repr(map)
    assert al.Replicas(2, 3) == al.Replicas(groups=[[0, 1, 2], [3, 4, 5]]) and al.Replicas(2, 3).count == 2
    assert al.Replicas(2, 3) != al.Replicas(3, 2)


def test_wrapped_blocks():
    for map, dtype, order in itertools.product(maps(), types, "CF"):
        a = random_array((m, n), dtype)
        owned = [(r, c) for c in range(len(map.col_cuts) - 1) for r in range(len(map.row_cuts) - 1)
                 if map.owner(r, c) == comm.rank]
        blocks = [np.array(a[map.row_cuts[r]:map.row_cuts[r + 1], map.col_cuts[c]:map.col_cuts[c + 1]], order=order)
                  for r, c in owned]
        W = al.wrap_blocks(blocks, map, comm)
        expect_equal(W.to(grid), a)
        al.copy(al.from_root(-a if comm.rank == 0 else None, grid), W)
        for (rows, cols, view), block in zip(W.blocks, blocks):
            assert np.shares_memory(view, block) and np.array_equal(block, -a[rows, cols])
    for block in blocks:
        block.flags.writeable = False
    R = al.wrap_blocks(blocks, map, comm)
    for use in (lambda: al.copy(W, R), lambda: R.fill(1)):
        try:
            use()
        except al.ArgumentError as error:
            assert "read-only" in str(error)
        else:
            raise AssertionError("a read-only matrix was written")


def test_replicas():
    for size in (k for k in range(1, comm.size + 1) if comm.size % k == 0):
        layout = al.Layout((m, n), (3, 2), (1, size))
        placement = al.Placement(layout, al.Replicas(comm.size // size, size))
        for dtype, order in itertools.product(types, "CF"):
            a = random_array((m, n), dtype)
            R = al.zeros((m, n), placement, dtype, order, comm=comm)
            al.copy(al.from_root(a if comm.rank == 0 else None, grid), R)
            assert np.array_equal(R.local, a[np.ix_(R.row_indices, R.col_indices)])
            expect_equal(R.to(grid), a)
            if np.dtype(dtype).kind == "c":
                B = al.zeros((n, m), grid, dtype)
                al.copy(R.H, B)
                expect_equal(B, a.conj().T)


def distributions(shape):
    size = comm.size
    yield al.Distribution(shape, ("BLOCK", "*", "*"), (size, 1, 1))
    yield al.Distribution(shape, ("*", "CYCLIC(2)", "BLOCK"), (1, size, 1), "F")
    if size % 2 == 0:
        yield al.Distribution(shape, ("CYCLIC", "*", "BLOCK"), (2, 1, size // 2))


def test_arrays():
    shape = (5, 9, 7)
    for dtype in types:
        u = random_array(shape, dtype)
        for source, target in itertools.product(distributions(shape), repeat=2):
            U = al.zeros(shape, source, dtype, comm=comm)
            U.local[...] = u[np.ix_(*(U.indices(d) for d in range(3)))]
            V = U.to(target)
            assert np.array_equal(V.local, u[np.ix_(*(V.indices(d) for d in range(3)))])
            assert np.array_equal(V.gather(None), u)
        turned = al.Distribution((7, 5, 9), ("*", "BLOCK", "*"), (1, comm.size, 1))
        T = U.transpose((2, 0, 1), turned)
        assert np.array_equal(T.gather(None), u.transpose(2, 0, 1))
        B = al.full(shape, source, 2, dtype, comm=comm)
        al.copy_array(U, B, source_box=(slice(0, 2), slice(3, 9), slice(None)), target_box=(slice(3, 5), slice(0, 6), slice(None)))
        wanted = np.full(shape, 2, dtype)
        wanted[3:5, 0:6] = u[0:2, 3:9]
        assert np.array_equal(B.gather(None), wanted)
    last = U.gather(comm.size - 1)
    assert (last is None) == (comm.rank != comm.size - 1)


def test_wrapped_arrays():
    shape = (5, 9, 7)
    for dtype, where in itertools.product(scalar_types, distributions(shape)):
        mine = np.full(where.local_shape(comm.rank), 2, dtype, order=where.order)
        W = al.wrap_array(mine, where, comm)
        al.copy_array(al.ones(shape, next(distributions(shape)), dtype, comm=comm), W, 3, 2)
        assert np.all(mine == 7) and (mine.size == 0 or np.shares_memory(W.local, mine))


def test_wrong_uses():
    map, array = next(maps()), np.ones((m, n))
    P = al.zeros((m, n), map, comm=comm)
    where = next(distributions((5, 9, 7)))
    U, A, arg = al.zeros((5, 9, 7), where, comm=comm), al.zeros((m, n), grid), al.ArgumentError
    uses = [
        (TypeError, lambda: al.zeros((m, n), map)), (arg, lambda: al.zeros((m, m), map, comm=comm)), (TypeError, lambda: al.PlacedMatrix()),
        (arg, lambda: al.BlockMap([0, 3], [0, 3], [[0, 1]])), (arg, lambda: al.BlockMap([0, 3, 2], [0, 3], [[0], [0]])),
        (arg, lambda: al.BlockMap([1, 3], [0, 3], [[0]])), (arg, lambda: al.BlockMap([0, 3], [0, 3], [[-1]])),
        (arg, lambda: al.zeros((3, 3), al.BlockMap([0, 3], [0, 3], [[comm.size]]), comm=comm)), (IndexError, lambda: map.owner(9, 9)),
        (arg, lambda: al.Replicas(0, 1)), (arg, lambda: al.Replicas(groups=[[0, 0]])), (TypeError, lambda: al.Placement(grid)),
        (arg, lambda: P.local), (TypeError, lambda: np.asarray(P)), (IndexError, lambda: P[0, 0]), (arg, lambda: P[::2]),
        (TypeError, lambda: bool(P)), (TypeError, lambda: al.linalg.norm(P)), (TypeError, lambda: al.save("x.npy", P)),
        (arg, lambda: al.copy(P, A.T)), (arg, lambda: al.copy(P, A[:3])), (TypeError, lambda: al.copy(P, array)), (TypeError, lambda: al.copy(U, P)),
        (arg, lambda: al.copy(P, al.zeros((m, n), map, "int32", comm=comm))), (arg, lambda: P[1:].fill(1)),
        (arg, lambda: al.wrap_blocks([array] * 99, map, comm)), (arg, lambda: al.wrap_blocks([], map, comm)),
        (arg, lambda: al.Distribution((5, 9), ("BLOCK",), (1, 1))), (arg, lambda: al.Distribution((5,), ("SLAB",), (1,))),
        (arg, lambda: al.Distribution((5,), ("*",), (2,))), (arg, lambda: al.Distribution((9,), ("BLOCK(1)",), (2,))), (IndexError, lambda: where.owner(9, 9, 9)),
        (arg, lambda: al.zeros((9,), al.Distribution((9,), ("BLOCK",), (comm.size + 1,)), comm=comm)), (TypeError, lambda: al.Array()),
        (TypeError, lambda: np.asarray(U)), (arg, lambda: al.copy_array(U, U.to(where, "f4"), axes=(0, 0, 1))), (TypeError, lambda: al.copy_array(U, A)),
        (arg, lambda: al.copy_array(U, U, source_box=(slice(0, 1),))), (arg, lambda: al.wrap_array(array, where, comm)), (arg, lambda: al.copy_array(
            U, al.zeros((5, 9, 8), al.Distribution((5, 9, 8), ("BLOCK", "*", "*"), (comm.size, 1, 1)), comm=comm))),
    ]
    expect_raises(uses)


if __name__ == "__main__":
    run(sys.modules[__name__])
