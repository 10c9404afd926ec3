# SPDX-License-Identifier: BSD-3-Clause
"""Layouts, matrices, views, moves, operators, reductions, files and assembly against NumPy."""

import copy
import os
import pickle
import sys
import warnings

import numpy as np

import ashlar as al
from harness import comm, expect_close, expect_equal, layouts_of, random_array, run, scalar_types

m, n = 23, 17
grid = al.Grid(comm)
integer_types = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def made(array, where=grid, **options):
    return al.from_root(array if comm.rank == 0 else None, where, comm=comm if where is not grid else None, **options)


def test_layout_of_every_rank():
    for layout in layouts_of((m, n)):
        seen = np.full((m, n), -1)
        for rank in range(comm.size):
            rows, cols = layout.row_indices(rank), layout.col_indices(rank)
            assert layout.local_shape(rank) == (rows.size, cols.size)
            assert np.all(seen[np.ix_(rows, cols)] == -1)
            seen[np.ix_(rows, cols)] = rank
        assert np.all(seen >= 0) and layout.owner(m - 1, n - 1) == seen[-1, -1]
        assert pickle.loads(pickle.dumps(layout)) == layout and hash(layout) == hash(layout.with_shape((m, n)))
        assert layout.T.shape == (n, m) and layout.T.T == layout
        assert "<svg" in layout._repr_svg_() and layout.draw()


def test_creation():
    for dtype in scalar_types + integer_types:
        for order in "CF":
            assert al.zeros((m, n), grid, dtype, order).gather(None).sum() == 0
            expect_equal(al.ones((m, n), grid, dtype, order), np.ones((m, n), dtype))
            expect_equal(al.full((m, n), grid, 3, dtype, order), np.full((m, n), 3, dtype))
            expect_equal(al.eye(n, grid, dtype, order), np.eye(n, dtype=dtype))
    assert al.empty((0, 5), grid).shape == (0, 5)
    expect_equal(al.from_all(random_array((m, n), "f8"), grid), random_array((m, n), "f8"))


def test_gallery_is_equal_on_all_grids():
    for make in (al.gallery.uniform, al.gallery.normal):
        first = make((m, n), grid, seed=3)
        expect_equal(make((m, n), al.Layout((m, n), (2, 3), (1, comm.size)), seed=3, comm=comm), first.gather(None))
    i, j = np.ogrid[:n, :n]
    expect_close(al.gallery.hilbert(n, grid), 1 / (i + j + 1))
    expect_equal(al.gallery.minij(n, grid), np.minimum(i, j) + 1.0)
    assert np.linalg.eigvalsh(al.gallery.spd(n, grid, dtype="c16").gather(None))[0] > 0
    assert al.gallery.dominant(n, grid).shape == (n, n)


def test_moves_between_all_layouts():
    a = random_array((m, n), "f8")
    for source in layouts_of((m, n)):
        A = made(a, source)
        for target in layouts_of((m, n)):
            expect_equal(A.to(target), a)
        B = al.zeros((n, m), source.T, comm=comm)
        al.copy(A.T, B)
        expect_equal(B, a.T)


def test_element_types():
    for source in scalar_types + integer_types:
        a = random_array((m, n), source)
        A = made(a)
        expect_equal(A, a)
        for target in scalar_types:
            if np.dtype(source).kind == "c" and np.dtype(target).kind != "c":
                continue
            expect_equal(A.to(dtype=target), a.astype(target))
        if np.dtype(source).kind != "c":
            expect_equal(A.astype("int16"), a.astype("int16"))


def test_views():
    for dtype in ("f8", "c16", "i4"):
        for order in "CF":
            a = random_array((m, n), dtype)
            A = made(a, order=order, block=(3, 2))
            for view, wanted in (
                (A[3:9], a[3:9]), (A[3:9, ::1], a[3:9]), (A[..., ], a), (A[-5:, 2:-1], a[-5:, 2:-1]),
                (A.T[2:5, 1:20], a.T[2:5, 1:20]), (A[3:9].T, a[3:9].T), (A.T.T, a), (A.H, a.conj().T),
                (A.H.H, a), (A[2:12, 1:11].H[1:4], a[2:12, 1:11].conj().T[1:4]), (A[5:5], a[5:5]), (A[9:3], a[9:3]),
            ):
                assert view.shape == wanted.shape and view.dtype == wanted.dtype
                expect_equal(view, wanted)
                expect_equal(view.copy(), wanted)
            view = A[4:20, 3:9]
            assert np.array_equal(view.local, a[4:20, 3:9][np.ix_(view.row_indices, view.col_indices)])
            turned = A.T[3:9, 4:20]
            assert np.array_equal(turned.local, a.T[3:9, 4:20][np.ix_(turned.row_indices, turned.col_indices)])
            assert np.shares_memory(view.local, A.local) or view.local.size == 0
            assert A.base is None and view.base is A and view[1:].base is A
    assert made(random_array((m, n), "f8")).T.H.shape == (m, n)


def test_assignment():
    a, b = random_array((m, n), "c16"), random_array((m, n), "c16", 2)
    A, B = made(a, block=(3, 2)), made(b, block=(4, 5))
    A[2:10, 3:7] = B[5:13, 1:5]
    a[2:10, 3:7] = b[5:13, 1:5]
    A[0:4].H[2:5] = B.H[2:5, 8:12]
    a[0:4, 2:5] = b[8:12, 2:5]
    A[20:] = 3 - 2j
    a[20:] = 3 - 2j
    A.T[0:2, 0:3] = 1j
    a[0:3, 0:2] = 1j
    A.H[5:7, 0:3] = 1j
    a[0:3, 5:7] = -1j
    expect_equal(A, a)
    A[2:4] *= 2
    a[2:4] *= 2
    A[5:9] += B[5:9]
    a[5:9] += b[5:9]
    A.T[0:3] -= B.T[0:3]
    a[:, 0:3] -= b[:, 0:3]
    A += B
    a += b
    A /= 2
    a /= 2
    expect_close(A, a)


def test_triangles():
    a, b = random_array((n, n), "f8"), random_array((n, n), "f8", 2)
    for diagonal in (-3, 0, 2):
        A, B = made(a, block=(3, 3)), made(b, block=(4, 2))
        al.copy(A, B, triangle="U", diagonal=diagonal)
        expect_equal(B, np.where(np.triu(np.ones((n, n)), diagonal) > 0, a, b))
        al.copy(A, B.T, triangle="L", diagonal=diagonal, rest="zero")
        expect_equal(B, np.tril(a, diagonal).T)
    al.transpose_in_place(A)
    expect_equal(A, a.T)


def test_operators():
    for first in scalar_types + ("int32",):
        for second in ("float64", "complex64", "int64"):
            a, b = random_array((m, n), first), random_array((m, n), second, 2)
            A, B = made(a, block=(3, 2)), made(b, al.Layout((m, n), grid=(comm.size, 1)))
            for found, wanted in (
                (A + B, a + b), (A - B, a - b), (A * B, a * b), (A + 2, a + 2), (3 - A, 3 - a), (2.5 * A, 2.5 * a),
                (A / 4, a / 4), (1j * B, 1j * b), (np.float64(2) * A, np.float64(2) * a), (-A, -a), (abs(A), abs(a)),
                (A.real, a.real), (A.imag, a.imag), (A.conj(), a.conj()), (A.T + B.T, a.T + b.T),
            ):
                assert found.dtype == wanted.dtype, (found.dtype, wanted.dtype)
                expect_close(found.to(dtype="c16"), wanted.astype("c16"), 1e7)
    a, b = random_array((m, n), "f4"), random_array((n, m), "f8")
    expect_close(made(a) @ made(b), a @ b, 10)
    expect_close(made(a).T @ made(b).T, a.T @ b.T, 10)
    expect_close(made(a)[2:7] @ made(b)[:, 1:5], a[2:7] @ b[:, 1:5], 10)


def test_reductions():
    for dtype in scalar_types + ("int32",):
        a = random_array((m, n), dtype)
        A = made(a, block=(3, 2))
        wide = a.astype(np.result_type(a.dtype, "f8"))
        for axis in (None, 0, 1):
            expect_close(np.asarray(al.sum(A, axis)), np.asarray(wide.sum(axis)), 1e7)
            expect_close(np.asarray(al.mean(A, axis)), np.asarray(wide.mean(axis)), 1e7)
        expect_close(np.asarray(al.trace(A[:n])), np.asarray(np.trace(wide[:n])), 1e7)
        expect_close(al.diagonal(A, 1), np.diagonal(a, 1), 1e7)
        expect_close(np.asarray(al.vdot(A, A)), np.asarray(np.vdot(wide, wide)), 1e7)
        if a.dtype.kind != "c":
            assert al.argmax(A) == np.unravel_index(a.argmax(), a.shape) and al.max(A) == a.max()
            assert al.argmin(A.T) == np.unravel_index(a.T.argmin(), a.T.shape) and al.min(A) == a.min()
        assert al.array_equal(A, A.copy()) and not al.array_equal(A, A[1:]) and al.allclose(A, A.T.copy().T)
        assert al.stats(A)["nans"] == 0
        assert A.item(3, 4) == a[3, 4] and A.T.item(4, 3) == a[3, 4] and A.item(-1, -1) == a[-1, -1]
        assert A[2:].H.item(1, 0) == a[2, 1].conj()


def test_take():
    a = random_array((m, n), "f8")
    A = made(a, block=(3, 2))
    expect_equal(al.take(A, rows=[3, 1, 1, -1]), a[[3, 1, 1, -1]])
    expect_equal(al.take(A.T, cols=range(0, m, 2)), a.T[:, ::2])


def test_callbacks():
    A = al.fromfunction(lambda i, j: 10 * i + j, (m, n), grid, dtype="i8")
    wanted = np.fromfunction(lambda i, j: 10 * i + j, (m, n), dtype="i8")
    expect_equal(A, wanted)
    al.apply(lambda i, j, x: x + i, A)
    expect_equal(A, wanted + np.arange(m)[:, None])
    expect_equal(al.fromfunction(lambda i, j: 5, (m, n), grid), np.full((m, n), 5))


def test_wrap():
    for order in "CF":
        for layout in layouts_of((m, n)):
            a = random_array((m, n), "f4")
            mine = np.array(a[np.ix_(layout.row_indices(comm.rank), layout.col_indices(comm.rank))], order=order)
            padded = np.zeros((mine.shape[0] + 2, mine.shape[1] + 2), "f4", order)
            padded[1:-1, 1:-1] = mine
            expect_equal(al.wrap(mine, layout, comm), a)
            expect_equal(al.wrap(padded[1:-1, 1:-1], layout, comm), a)
    frozen = mine.copy()
    frozen.flags.writeable = False
    assert not al.wrap(frozen, layout, comm).local.flags.writeable


def test_files():
    a = random_array((m, n), "f8")
    A = made(a, block=(3, 2))
    for name in ("a.npy", "a.npz:a", "a.csv", "a.mtx"):
        al.save(name, A)
        expect_equal(al.load(name, grid), a)
        al.save(name, A[2:9].T)
        expect_equal(al.load(name, grid, dtype="f4", cols=slice(1, 4)), a[2:9].T[:, 1:4].astype("f4"))
    al.save("a.npy", A, order="F")
    assert al.file_info("a.npy", comm)["order"] == "F"
    layout = al.Layout((m, n), grid=(comm.size, 1))
    assert al.load("a.npy", layout, comm=comm).layout == layout
    if comm.rank == 0:
        assert np.array_equal(np.load("a.npy"), a)
    al.save_checkpoint("step", {"step": 7}, A=A, half=A[:9].T)
    found = al.load_checkpoint("step", al.Grid(comm, (comm.size, 1)))
    assert found.notes == {"step": "7"} and sorted(found) == ["A", "half"]
    expect_equal(found["half"], a[:9].T)


def test_file_options():
    u = random_array((4, 5, 6), "f8")
    if comm.rank == 0:
        np.save("u.npy", u)
        u[0].tofile("u.raw")
        with open("t.csv", "w", encoding="utf-8") as file:
            file.write("a,b\n1,2\n,4\n")
    comm.Barrier()
    expect_equal(al.load("u.npy", grid, index=[2, None, None]), u[2])
    expect_equal(al.load("u.raw", grid, dtype="f8", shape=(5, 6)), u[0])
    expect_equal(al.load("u.raw", grid, dtype="f8", shape=(4, 6), offset=48), u[0, 1:])
    expect_equal(al.load("u.raw", grid, dtype="f8", shape=(6, 5), file_order="F"), u[0].T)
    found = al.load("t.csv", grid, header=True, missing=True).gather(None)
    assert np.array_equal(found, [[1, 2], [np.nan, 4]], equal_nan=True)
    al.save("h.npy", al.load("u.npy", grid, index=[0, None, None]), stored_as="float16")
    if comm.rank == 0:
        assert np.load("h.npy").dtype == np.float16
    assert al.file_info("u.npy", comm)["sizes"] == [4, 5, 6]


def test_assembly():
    K = al.zeros((m, m), grid, block=(3, 2))
    wanted = np.zeros((m, m))
    assembler = al.Assembler(K)
    for rank in range(comm.size):
        rows, block = [rank, rank + 3, -1], np.arange(9.0).reshape(3, 3) + rank
        wanted[np.ix_(rows[:2], rows[:2])] += block[:2, :2]
        if rank == comm.rank:
            assembler.add_values(rows, rows, block)
    assert assembler.bytes_queued > 0
    assembler.assemble()
    expect_equal(K, wanted)
    values = al.get_values(K, [comm.rank, 2], [1, comm.rank + 3])
    assert np.array_equal(values, wanted[np.ix_([comm.rank, 2], [1, comm.rank + 3])])
    assert np.array_equal(al.get_values(K.T, [0, 1], [4]), wanted.T[np.ix_([0, 1], [4])])
    assert al.get_values(K, [], []).shape == (0, 0)


def test_warning_and_progress():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assembler = al.Assembler(al.zeros((4, 4), grid))
        assembler.add_values([0], [0], [[1.0]])
        del assembler
    assert any(issubclass(w.category, al.AshlarWarning) for w in caught)
    seen = []
    al.progress(lambda *facts: seen.append(facts))
    al.linalg.lu_factor(al.gallery.dominant(400, grid))
    al.progress(False)
    assert comm.rank != 0 or seen


def test_overlapping_assignments():
    for a in (random_array((m, m), "f8"), random_array((m, m), "c8"), random_array((m, m), "int16")):
        S = made(a, block=(3, 2))
        b = a.copy()
        S[:5] = S[4:9]
        b[:5] = b[4:9].copy()
        expect_equal(S, b)
        S[...] = S.T
        expect_equal(S, b.T)


def test_in_place_product():
    a, b = random_array((m, m), "f8"), random_array((m, m), "f4", 2)
    A, B = made(a), made(b)
    same, view = A, A[3:8, 3:8]
    A @= B
    assert A is same
    expect_close(A, a @ b)
    a = A.gather(None)
    view @= B[:5, :5]
    a[3:8, 3:8] = a[3:8, 3:8] @ b[:5, :5]
    expect_close(A, a)


def test_pickles():
    values = [
        al.Layout((9, 7), (2, 3), (1, comm.size)), al.BlockMap([0, 3, 10], [0, 4], [[0], [comm.size - 1]]),
        al.Replicas(2, 3), al.Distribution((4, 6, 5), ("*", "BLOCK", "CYCLIC(2)"), (1, 2, 2), "F"),
    ]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value and copy.deepcopy(value) == value
    expect_equal(al.ones((3, 3), grid) * np.array(2.0), np.full((3, 3), 2.0))


def test_gather_into():
    for order in "CF":
        a = random_array((m, n), "c16")
        A = made(a, block=(3, 2))
        out = np.zeros((m, n), "c16", order)
        assert A.gather(root=None, out=out) is out and np.array_equal(out, a)
        back = np.zeros((n, m), "c16", order)
        found = A.H.gather(root=comm.size - 1, out=back if comm.rank == comm.size - 1 else None)
        assert (found is back and np.array_equal(back, a.conj().T)) == (comm.rank == comm.size - 1)
        for wrong in (np.zeros((m, m), "c16"), np.zeros((m, n), "c8"), np.zeros((m, 2 * n), "c16")[:, ::2], [1]):
            try:
                A.gather(root=0, out=wrong)
            except al.ArgumentError as error:
                assert "gather: out must be" in str(error)
            else:
                raise AssertionError("a wrong out was taken")


def test_protocols():
    a = random_array((m, n), "f8")
    A = made(a, block=(3, 2))
    parts = A.__partitioned__
    assert parts["shape"] == (m, n) and len(parts["partitions"]) == comm.size
    assert all(parts["partitions"][key]["data"] is A.local for key in parts["locals"])
    described = A.__distarray__()
    assert described["dim_data"][0]["dist_type"] == "c" and described["buffer"].shape == A.local.shape
    if A.local.size:
        assert np.array_equal(np.from_dlpack(A.local), A.local)
    assert A.desc.tolist()[2:4] == [m, n] and A.desc[8] == A.lld
    assert A.address == A.local.__array_interface__["data"][0] and A.blacs_context >= 0
    assert "<svg" in A._repr_html_() and repr(A) == str(A) and "23x17" in repr(A)


def test_local_facts_need_no_other_rank():
    A = made(random_array((m, n), "f8"))
    if comm.rank == 0:
        repr(A), str(A), len(A), A.shape, A.T.shape, A[3:5].local, A.local.sum(), A.layout, A.nbytes, A == None  # noqa: E711
    comm.Barrier()


def test_build_info():
    assert al.__version__ and any("MPI" in key for key in al.build_info()), al.build_info()
    assert os.path.isfile(os.path.join(os.path.dirname(al.__file__), "py.typed"))


if __name__ == "__main__":
    run(sys.modules[__name__])
