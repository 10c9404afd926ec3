# SPDX-License-Identifier: BSD-3-Clause
"""The lines of the sketch of the Python interface, each compared with NumPy or SciPy."""

import sys

import numpy as np

import ashlar as al
from harness import comm, expect_close, expect_equal, random_array, run, scalar_types

n = 40
grid = al.Grid(comm)


def order_pairs():
    for dtype in scalar_types:
        for order in "CF":
            yield dtype, order


def spd_array(dtype):
    a = random_array((n, n), dtype)
    return (a @ a.conj().T + n * np.eye(n)).astype(dtype)


def test_grid():
    assert grid.shape[0] * grid.shape[1] == comm.size
    flat = al.Grid(comm, (1, comm.size), order="C")
    assert flat.shape == (1, comm.size) and flat.coord == (0, comm.rank)


def test_load():
    for dtype, order in order_pairs():
        a = random_array((n, n), dtype)
        if comm.rank == 0:
            np.save("A.npy", np.asarray(a, order=order))
        comm.Barrier()
        expect_equal(al.load("A.npy", grid, order=order), a)
        expect_equal(al.load("A.npy", grid, rows=slice(0, 10), order=order), a[:10])
        comm.Barrier()


def test_from_root():
    for dtype, order in order_pairs():
        a = np.asarray(random_array((n, n), dtype), order=order)
        expect_equal(al.from_root(a if comm.rank == 0 else None, grid, order=order), a)


def test_wrap():
    layout = al.Layout((n, n), block=(8, 8), grid=grid.shape)
    for dtype, order in order_pairs():
        a = random_array((n, n), dtype)
        rows, cols = layout.row_indices(comm.rank), layout.col_indices(comm.rank)
        mine = np.array(a[np.ix_(rows, cols)], order=order)
        A = al.wrap(mine, layout, comm)
        expect_equal(A, a)
        if mine.size:
            mine[0, 0] = 7
            assert A.local[0, 0] == 7 and np.shares_memory(A.local, mine)


def test_wrap_desc():
    for dtype in scalar_types:
        a = random_array((n, n), dtype)
        source = al.from_root(a if comm.rank == 0 else None, grid, block=(8, 8))
        mine = np.array(source.local, order="F")
        desc = source.desc
        desc[8] = max(1, mine.shape[0])
        A = al.wrap_desc(mine, desc, comm)
        expect_equal(A, a)
        assert A.layout == source.layout


def test_fromfunction():
    wanted = np.fromfunction(lambda i, j: 1 / (i + j + 1), (n, n))
    for dtype, order in order_pairs():
        A = al.fromfunction(lambda i, j: 1 / (i + j + 1), (n, n), grid, dtype=dtype, order=order)
        expect_close(A, wanted.astype(dtype))
    assert al.fromfunction(lambda i, j: 1 / (i + j + 1), (n, n), grid).dtype == np.float64


def test_local():
    for dtype, order in order_pairs():
        a = random_array((n, n), dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order, block=(8, 8))
        A.local[:] *= 2
        expect_equal(A, 2 * a)
        assert np.array_equal(A.local, 2 * a[np.ix_(A.row_indices, A.col_indices)])
        unit = A.local.strides[1 if order == "C" else 0]
        assert unit == A.itemsize and A.local.base is not None


def test_slabs():
    S = al.Layout((n, n), grid=(comm.size, 1))
    assert "<svg" in S._repr_svg_()
    counts = [S.local_shape(rank)[0] for rank in range(comm.size)]
    assert sum(counts) == n and counts[0] == -(-n // comm.size)


def test_to():
    S = al.Layout((n, n), grid=(comm.size, 1))
    for dtype, order in order_pairs():
        a = random_array((n, n), dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        B = A.to(S)
        expect_equal(B, a)
        assert B.layout == S
        if A.dtype.kind == "f":
            expect_equal(A.to(S, dtype="f4"), a.astype("f4"))
        expect_equal(A.to(A.layout, triangle="L"), np.tril(a))


def test_copy():
    for dtype, order in order_pairs():
        a, b = random_array((n, n), dtype), random_array((n, n), dtype, 2)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        B = al.from_root(b if comm.rank == 0 else None, al.Grid(comm, (1, comm.size)), order=order)
        al.copy(A.T[:10], B[20:30])
        b[20:30] = a.T[:10]
        expect_equal(B, b)
        al.copy(A, B, alpha=2, beta=-1)
        expect_close(B, 2 * a - b)


def test_plan():
    S = al.Layout((n, n), grid=(comm.size, 1))
    for dtype, order in order_pairs():
        a = random_array((n, n), dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order, block=(8, 8))
        plan = al.Plan(A.layout, S, comm, dtype)
        assert plan.bytes >= 0 and plan.peak_extra_bytes >= 0 and plan.cost() >= 0 and str(plan)
        B = al.zeros((n, n), S, dtype, comm=comm)
        plan.run(A, B)
        expect_equal(B, a)
        B.fill(0)
        pending = plan.start(A, B)
        pending.wait()
        assert pending.done
        expect_equal(B, a)


def test_products():
    for dtype, order in order_pairs():
        a, b = random_array((n, n), dtype), random_array((n, n), dtype, 2)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        B = al.from_root(b if comm.rank == 0 else None, al.Grid(comm, (comm.size, 1)), order=order)
        C = A @ B.H + 0.5 * A
        assert C.dtype == np.dtype(dtype)
        expect_close(C, a @ b.conj().T + 0.5 * a, 10)


def test_solve():
    for dtype, order in order_pairs():
        a, b = spd_array(dtype), random_array((n, 3), dtype, 2)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        B = al.from_root(b if comm.rank == 0 else None, grid, order=order)
        expect_close(al.linalg.solve(A, B), np.linalg.solve(a, b))


def test_lu():
    for dtype, order in order_pairs():
        a, b, b2 = spd_array(dtype), random_array((n, 3), dtype, 2), random_array((n, 2), dtype, 3)
        a[0, 1] += 1
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        lu = al.linalg.lu_factor(A)
        x = lu.solve(al.from_root(b if comm.rank == 0 else None, grid))
        x2 = lu.solve(al.from_root(b2 if comm.rank == 0 else None, grid), trans="C")
        expect_close(x, np.linalg.solve(a, b))
        expect_close(x2, np.linalg.solve(a.conj().T, b2))


def test_eigh():
    for dtype, order in order_pairs():
        a = spd_array(dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        w, Z = al.linalg.eigh(A, subset_by_index=[n - 10, n - 1])
        wanted = np.linalg.eigvalsh(a)[n - 10:]
        expect_close(w, wanted)
        assert Z.shape == (n, 10)
        expect_close(A @ Z, Z.gather(None) * w, 100)


def test_svd():
    for dtype, order in order_pairs():
        a = random_array((n, 25), dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        U, s, Vh = al.linalg.svd(A, full_matrices=False)
        expect_close(s, np.linalg.svd(a, compute_uv=False), 10)
        expect_close((U.gather(None) * s) @ Vh.gather(None), a, 10)


def test_lstsq():
    for dtype, order in order_pairs():
        a, b = random_array((n, 12), dtype), random_array((n, 2), dtype, 2)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        B = al.from_root(b if comm.rank == 0 else None, grid, order=order)
        x, residual = al.linalg.lstsq(A, B)
        wanted, sums, _, _ = np.linalg.lstsq(a, b, rcond=None)
        expect_close(x, wanted, 10)
        expect_close(residual.astype(sums.dtype), sums, 100)
        k = al.linalg.cond(A)
        assert abs(k - np.linalg.cond(a)) <= 1e-2 * k


def test_why():
    al.linalg.inv(al.gallery.spd(n, grid))
    assert len(al.linalg.why()) > 10


def test_cholesky():
    for dtype, order in order_pairs():
        a = spd_array(dtype)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        expect_close(al.linalg.cholesky(A), np.linalg.cholesky(a), 10)
        a[5, 5] = -1
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        try:
            al.linalg.cholesky(A)
        except al.NotPositiveDefinite as error:
            assert error.pivot == 5 and isinstance(error, np.linalg.LinAlgError)
        else:
            raise AssertionError("no NotPositiveDefinite")


def test_save():
    for dtype, order in order_pairs():
        a, b = random_array((n, n), dtype), random_array((n, 3), dtype, 2)
        A = al.from_root(a if comm.rank == 0 else None, grid, order=order)
        x = al.from_root(b if comm.rank == 0 else None, grid, order=order)
        name = "x.h5:/x" if any("HDF5" in key for key in al.build_info()) else "x.npz:x"
        al.save(name, x)
        expect_equal(al.load(name, grid), b)
        al.save_checkpoint("step10", A=A, x=x)
        found = al.load_checkpoint("step10", grid)
        expect_equal(found["A"], a)
        expect_equal(found["x"], b)


def test_gather():
    for dtype, order in order_pairs():
        b = random_array((n, 3), dtype)
        x = al.from_root(b if comm.rank == 0 else None, grid)
        whole = x.gather(root=0, order=order)
        assert (whole is None) == (comm.rank != 0)
        if comm.rank == 0:
            assert np.array_equal(whole, b)
        expect_equal(x.gather(root=None), b)


if __name__ == "__main__":
    run(sys.modules[__name__])
