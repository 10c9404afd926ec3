# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra against NumPy and SciPy, for four scalar types and both memory orders."""

import sys

import numpy as np

import ashlar as al
from harness import comm, expect_close, expect_equal, random_array, run, scalar_types

try:
    import scipy.linalg
except ImportError:
    scipy = None

n, m = 24, 33
grid = al.Grid(comm)
la = al.linalg


def made(array, order="F", block=(5, 5)):
    return al.from_root(array if comm.rank == 0 else None, grid, order=order, block=block)


def cases():
    for dtype in scalar_types:
        for order in "CF":
            yield dtype, order


def hermitian(dtype, positive=True):
    a = random_array((n, n), dtype)
    a = (a @ a.conj().T + n * np.eye(n)) if positive else a + a.conj().T
    return a.astype(dtype)


def test_solve():
    for dtype, order in cases():
        a, b = hermitian(dtype), random_array((n, 4), dtype, 2)
        A, B = made(a, order), made(b, order)
        wanted = np.linalg.solve(a, b)
        expect_close(la.solve(A, B), wanted)
        expect_close(la.solve(A, B, assume_a="pos"), wanted)
        expect_close(la.solve(A, B, assume_a="pos", lower=True, precision="mixed"), wanted)
        expect_close(la.solve(A.H, B[:, 1:3]), np.linalg.solve(a.conj().T, b[:, 1:3]))
        expect_close(la.solve(A[2:9, 2:9], B[:7]), np.linalg.solve(a[2:9, 2:9], b[:7]))
        for algorithm in ("one-rank", "scalapack"):
            expect_close(la.solve(A, B, algorithm=algorithm), wanted)
            assert la.why()


def test_mixed_types():
    a, b = hermitian("f4"), random_array((n, 2), "c16", 2)
    x = la.solve(made(a), made(b))
    assert x.dtype == np.complex128
    expect_close(x, np.linalg.solve(a.astype("f8"), b), 1e6)
    counts = np.arange(9).reshape(3, 3) % 5 + 3 * np.eye(3, dtype=int)
    expect_close(la.inv(made(counts)), np.linalg.inv(counts))


def test_factors():
    for dtype, order in cases():
        a, b = hermitian(dtype), random_array((n, 4), dtype, 2)
        a[0, 3] += 1
        A, B = made(a, order), made(b, order)
        lu = la.lu_factor(A)
        assert lu.pivot is None and lu.shape == (n, n)
        for trans, op in (("N", a), ("T", a.T), ("C", a.conj().T), (0, a), (1, a.T)):
            expect_close(lu.solve(B, trans=trans), np.linalg.solve(op, b))
        sign, logarithm = lu.slogdet()
        wanted = np.linalg.slogdet(a)
        expect_close(np.asarray(sign, dtype), np.asarray(wanted[0]), 10)
        assert abs(logarithm - wanted[1]) < 1e-3
        assert lu.lu.shape == (n, n)
        a = hermitian(dtype)
        A = made(a, order)
        for lower in (True, False):
            factor = la.cho_factor(A, lower)
            expect_close(factor.solve(B), np.linalg.solve(a, b))
            L = factor.factor.gather(None)
            expect_close(L @ L.conj().T if lower else L.conj().T @ L, a, 10)
        ldl = la.ldl_factor(made(hermitian(dtype, False)))
        assert sum(ldl.inertia) == n and ldl.inertia[2] == 0
        expect_close(ldl.solve(B), np.linalg.solve(hermitian(dtype, False), b), 1e4)


def test_qr():
    for dtype, order in cases():
        for shape in ((m, n), (n, m)):
            a = random_array(shape, dtype)
            q, r = la.qr(made(a, order))
            expect_close(q @ r, a, 10)
            expect_close(q.H @ q, np.eye(min(shape)), 10)
            expect_close(la.qr(made(a, order), mode="r"), r.gather(None))
        factor = la.qr(made(random_array((m, n), dtype), order), mode="factor")
        b = random_array((m, 2), dtype, 2)
        expect_close(factor.solve(made(b)), np.linalg.lstsq(random_array((m, n), dtype), b, rcond=None)[0], 100)
        expect_close(factor.apply_q(factor.apply_q(made(b), "C")), b, 10)


def test_eigh():
    for dtype, order in cases():
        a, b = hermitian(dtype, False), hermitian(dtype)
        A, B = made(a, order), made(b, order)
        wanted = np.linalg.eigvalsh(a)
        for lower in (True, False):
            w, z = la.eigh(A, lower=lower)
            expect_close(w, wanted, 10)
            expect_close(A @ z, z.gather(None) * w, 100)
        expect_close(la.eigvalsh(A, subset_by_index=(2, 5)), wanted[2:6], 10)
        middle = float(wanted[n // 2] + wanted[n // 2 + 1]) / 2
        expect_close(la.eigvalsh(A, subset_by_value=(middle, np.inf)), wanted[n // 2 + 1:], 10)
        w, z = la.eigh(A, B)
        expect_close(A @ z, (B @ z).gather(None) * w, 1000)


def test_eig():
    for dtype, order in cases():
        a = random_array((n, n), dtype)
        w, v = la.eig(made(a, order))
        assert v.dtype.kind == "c"
        expect_close(a @ v.gather(None), v.gather(None) * w, 100)
        expect_close(np.sort_complex(la.eigvals(made(a, order))), np.sort_complex(w), 100)


def test_svd():
    for dtype, order in cases():
        for shape in ((m, n), (n, m), (n, n)):
            a = random_array(shape, dtype)
            A = made(a, order)
            wanted = np.linalg.svd(a, compute_uv=False)
            U, s, Vh = la.svd(A)
            assert U.shape == (shape[0], shape[0]) and Vh.shape == (shape[1], shape[1])
            k = min(shape)
            expect_close(s, wanted, 10)
            expect_close((U.gather(None)[:, :k] * s) @ Vh.gather(None)[:k], a, 10)
            expect_close(la.svdvals(A), wanted, 10)
            expect_close(la.pinv(A), np.linalg.pinv(a), 1000)


def test_least_squares():
    for dtype, order in cases():
        a, b = random_array((m, n), dtype), random_array((m, 3), dtype, 2)
        wanted, sums, rank, _ = np.linalg.lstsq(a, b, rcond=None)
        x, residual, found = la.lstsq(made(a, order), made(b, order), full=True)
        expect_close(x, wanted, 100)
        expect_close(residual.astype(sums.dtype), sums, 100)
        assert found == rank == n
        expect_close(la.lstsq(made(a[:9], order), made(b[:9]))[0], np.linalg.lstsq(a[:9], b[:9], rcond=None)[0], 1000)


def test_figures():
    for dtype, order in cases():
        a = random_array((n, n), dtype)
        A = made(a, order)
        for order_of_norm in (None, "fro", 1, np.inf, 2, "nuc"):
            wanted = np.linalg.norm(a, order_of_norm)
            assert abs(la.norm(A, order_of_norm) - wanted) <= 1e-4 * wanted
        assert abs(la.norm(A, "max") - np.abs(a).max()) <= 1e-6
        for p in (None, 2):
            assert abs(la.cond(A, p) - np.linalg.cond(a, p)) <= 1e-2 * np.linalg.cond(a, p)
        for p in (1, np.inf):
            assert 0.1 * np.linalg.cond(a, p) <= la.cond(A, p) <= 1.01 * np.linalg.cond(a, p)
        expect_close(np.asarray(la.det(A), dtype), np.asarray(np.linalg.det(a)), 1e3)
        sign, logarithm = la.slogdet(A)
        assert abs(logarithm - np.linalg.slogdet(a)[1]) < 1e-3 and abs(sign - np.linalg.slogdet(a)[0]) < 1e-3
        expect_close(la.inv(A) @ A, np.eye(n), 1e3)
        expect_close(la.inv(made(hermitian(dtype)), assume_a="pos"), np.linalg.inv(hermitian(dtype)), 10)
        low = a[:, :7] @ a[:7]
        assert la.matrix_rank(made(low), 1e-3) == 7
        assert la.orth(made(low), 1e-3).shape == (n, 7) and la.null_space(made(low), 1e-3).shape == (n, n - 7)


def test_functions():
    for dtype, order in cases():
        a = hermitian(dtype)
        a = (a / np.linalg.norm(a, 2)).astype(dtype)
        A = made(a, order)
        root = la.sqrtm(A)
        expect_close(root @ root, a, 100)
        expect_close(la.expm(la.logm(A)), a, 100)
        if scipy:
            expect_close(la.expm(A), scipy.linalg.expm(a), 100)
        expect_close(la.funm(A, np.square), a @ a, 100)


def test_singular():
    a = np.ones((n, n))
    for name, call in (("solve", lambda A: la.solve(A, A[:, :2])), ("inv", la.inv)):
        try:
            call(made(a, block=(64, 64)))
        except al.Singular as error:
            assert error.pivot == 1 and name, error
        else:
            raise AssertionError(f"{name}: no Singular")
    assert la.lu_factor(made(a)).pivot == 1
    assert la.slogdet(made(a))[0] == 0
    expect_equal(np.asarray(la.cond(made(a)) > 1e15), np.asarray(True))


if __name__ == "__main__":
    run(sys.modules[__name__])
