# SPDX-License-Identifier: BSD-3-Clause
"""Wrong uses, each with the exception that every rank must get, in one sentence."""

import copy
import sys

import numpy as np

import ashlar as al
from harness import comm, expect_raises, run

grid = al.Grid(comm)
A, B, tall = al.gallery.spd(8, grid), al.zeros((6, 8), grid), al.zeros((8, 3), grid)
ints, cplx = al.ones((8, 8), grid, "int32"), al.ones((8, 8), grid, "complex128")
layout = A.layout
mine = np.zeros(layout.local_shape(comm.rank))
frozen = mine.copy()
frozen.flags.writeable = False
# The last rank first: another communicator, even with one rank.
reordered = al.zeros((8, 8), al.Grid(comm.Split(0, -comm.rank))) if comm.size > 1 else None
readonly = al.wrap(frozen, layout, comm)
array = np.ones((8, 8))
la, Arg = al.linalg, al.ArgumentError


def raising(exception, rank=None):
    def function(*arguments):
        if rank is None or comm.rank == rank:
            raise exception
        return 0.0

    return function


def in_place(name, a, b):
    return lambda: getattr(a, name)(b)


def assigned(a, key, value):
    return lambda: a.__setitem__(key, value)


last = comm.size - 1
uses = [
    # Idioms of NumPy that would need messages.
    (IndexError, lambda: A[0, 0]), (IndexError, lambda: A[3]), (IndexError, lambda: A[3, :]),
    (IndexError, lambda: A[:, 3]), (IndexError, lambda: A[[1, 2]]), (IndexError, lambda: A[array > 0]),
    (IndexError, lambda: A[None]), (IndexError, lambda: A[:, :, :]), (Arg, lambda: A[::2]), (Arg, lambda: A[::-1]),
    (Arg, lambda: A[:, ::3]), (TypeError, lambda: A == B), (TypeError, lambda: A == array), (TypeError, lambda: A != B),
    (TypeError, lambda: bool(A)), (TypeError, lambda: iter(A)), (TypeError, lambda: 1.0 in A),
    (TypeError, lambda: np.asarray(A)), (TypeError, lambda: np.array(A, "f4")), (TypeError, lambda: np.sum(A)),
    (TypeError, lambda: float(A)), (TypeError, lambda: A.__reduce__()), (TypeError, lambda: al.Matrix()),
    # Operators.
    (TypeError, lambda: A + array), (TypeError, lambda: array + A), (TypeError, lambda: A * array),
    (TypeError, lambda: A @ array), (TypeError, lambda: array @ A), (TypeError, lambda: A + "x"),
    (TypeError, lambda: A @ 2), (Arg, lambda: A + B), (Arg, lambda: A * tall), (Arg, lambda: A - B.T),
    (Arg, lambda: A @ B), (Arg, lambda: ints @ ints), (Arg, in_place("__iadd__", A, cplx)),
    (Arg, in_place("__imul__", A, 1j)), (Arg, in_place("__iadd__", ints, 0.5)), (Arg, in_place("__itruediv__", ints, 2)),
    (Arg, in_place("__iadd__", A, B)), (Arg, in_place("__imul__", readonly, 2)), (TypeError, in_place("fill", A, array)),
    (Arg, in_place("fill", A, 1j)), (Arg, in_place("fill", readonly, 1)), (Arg, assigned(A, ..., B)),
    (TypeError, assigned(A, ..., array)), (Arg, assigned(A, ..., cplx)), (IndexError, assigned(A, (0, 0), 1.0)),
    (Arg, lambda: cplx.T.H), (Arg, lambda: cplx.H.T), (Arg, lambda: cplx.H.local), (IndexError, lambda: A.item(8, 0)),
    (IndexError, lambda: A.item(0, -9)), (Arg, lambda: cplx.astype(int)), (Arg, lambda: A.astype(bool)),
    (Arg, lambda: A.astype(object)), (Arg, lambda: (1e10 * A).astype("int8")), (Arg, lambda: A[1:].desc),
    # Layouts and grids.
    (TypeError, lambda: al.Layout("ab")), (TypeError, lambda: al.Layout((2.5, 3))),
    (TypeError, lambda: al.Layout((1, 2, 3))), (Arg, lambda: al.Layout((-1, 3))), (Arg, lambda: al.Layout((3, 3), 0)),
    (Arg, lambda: al.Layout((3, 3), grid=(0, 1))), (Arg, lambda: al.Layout((3, 3), grid=(1, 1), source=(1, 0))),
    (Arg, lambda: al.Layout((3, 3), grid=(1, 2), grid_order="R")), (Arg, lambda: al.Layout((3, 3), grid=(1, 2), ranks=[0, 0])),
    (Arg, lambda: al.Layout((3, 3), grid=(1, 2), ranks=[0])), (TypeError, lambda: al.Grid(None)), (TypeError, lambda: al.Grid(0)),
    (Arg, lambda: al.Grid(comm, (comm.size + 1, 1))), (Arg, lambda: al.Grid(comm, (-1, 1))), (Arg, lambda: al.Grid(comm, order="X")),
    # Creation.
    (TypeError, lambda: al.zeros((3, 3), comm)), (TypeError, lambda: al.zeros((8, 8), layout)),
    (Arg, lambda: al.zeros((3, 3), layout, comm=comm)), (Arg, lambda: al.zeros((3, 3), grid, "U3")),
    (Arg, lambda: al.zeros((3, 3), grid, ">f8")), (Arg, lambda: al.zeros((3, 3), grid, order="A")),
    (Arg, lambda: al.zeros((3, -3), grid)), (TypeError, lambda: al.zeros(None, grid)),
    (Arg, lambda: al.zeros((8, 8), al.Layout((8, 8), grid=(comm.size + 1, 1)), comm=comm)),
    (al.Overflow, lambda: al.zeros((2**40, 2**40), grid)), (Arg, lambda: al.from_root(array, grid, root=comm.size)),
    (al.CallbackError, lambda: al.wrap(None, layout, comm)), (TypeError, lambda: al.wrap(mine, grid, comm)),
    (Arg, lambda: al.wrap(np.zeros((9, 9)), layout, comm)), (Arg, lambda: al.wrap(np.zeros(3), layout, comm)),
    (Arg, lambda: al.wrap(np.zeros((16, 16))[::2, ::2], layout, comm)), (Arg, lambda: al.wrap(np.zeros((8, 8), bool), layout, comm)),
    (Arg, lambda: al.wrap_desc(mine, [1, 2, 3], comm)), (Arg, lambda: al.from_all(np.zeros(3), grid)),
    (Arg, lambda: al.from_root(np.zeros(3), grid)), (Arg, lambda: al.scatter(np.zeros((2, 2)), A)),
    (Arg, lambda: al.scatter(1j * array, A)),
    (al.CallbackError, lambda: al.fromfunction(raising(KeyError("k"), last), (8, 8), grid)),
    (al.CallbackError, lambda: al.fromfunction(raising(ValueError("no")), (8, 8), grid)),
    (al.CallbackError, lambda: al.fromfunction(lambda i: i, (8, 8), grid)),
    (al.CallbackError, lambda: al.apply(raising(ZeroDivisionError("z"), 0), A)), (Arg, lambda: al.apply(lambda i, j, x: x, readonly)),
    (Arg, lambda: al.apply(lambda i, j, x: 1j * x, A)), (Arg, lambda: al.gallery.hilbert(3, grid, dtype="i4")),
    # Moves and plans.
    (TypeError, lambda: al.copy(array, A)), (TypeError, lambda: al.copy(A, array)), (Arg, lambda: al.copy(A, B)),
    (Arg, lambda: al.copy(cplx, A)), (Arg, lambda: al.copy(A, ints)), (Arg, lambda: al.copy(A, readonly)),
    (Arg, lambda: al.copy(ints, ints.copy(), alpha=2)), (Arg, lambda: al.copy(A, A.copy(), alpha=1j)),
    (Arg, lambda: al.copy(A, A.copy(), triangle="X")), (Arg, lambda: al.copy(A, A.copy(), rest="x")),
    (Arg, lambda: al.copy(A, A.copy(), overflow="x")), (Arg, lambda: al.copy(A[:4], A[2:6])), (Arg, lambda: al.copy(cplx.T, cplx.copy().H)),
    (TypeError, lambda: al.Plan(A, layout, comm)), (Arg, lambda: al.Plan(layout, layout.with_shape((3, 3)), comm)),
    (Arg, lambda: al.Plan(layout, layout, comm, trans="X")), (Arg, lambda: al.Plan(layout, layout, comm).run(A, B)),
    (Arg, lambda: al.Plan(layout, layout, comm).run(A[:], A.copy())), (Arg, lambda: al.Plan(layout, layout, comm).run(cplx, A)),
    (TypeError, lambda: al.Plan(layout, layout, comm).run(array, A)), (Arg, lambda: al.transpose_in_place(B)),
    (Arg, lambda: al.take(A)), (Arg, lambda: al.take(A, [0], [0])), (Arg, lambda: al.take(A, rows=[8])),
    (Arg, lambda: A.gather(root=comm.size)), (Arg, lambda: A.gather(order="A")),
    # Linear algebra.
    (TypeError, lambda: la.solve(A, array)), (TypeError, lambda: la.inv(array)), (Arg, lambda: la.solve(B, B)), (Arg, lambda: la.solve(A, B)),
    (Arg, lambda: la.solve(A, tall, assume_a="sym")), (Arg, lambda: la.solve(A, tall, precision="x")), (Arg, lambda: la.solve(A, tall, refine=-1)),
    (Arg, lambda: la.solve(A, tall, algorithm="magic")), (Arg, lambda: la.solve(np.nan * A, tall)), (al.Singular, lambda: la.inv(al.ones((3, 3), grid))),
    (Arg, lambda: la.lu_factor(B)), (Arg, lambda: la.lu_factor(A).solve(B)), (Arg, lambda: la.lu_factor(A).solve(tall, trans="X")),
    (Arg, lambda: la.lu_factor(A).solve(cplx)), (al.NotPositiveDefinite, lambda: la.cholesky(-A)), (Arg, lambda: la.cholesky(B)),
    (Arg, lambda: la.qr(A, mode="full")), (Arg, lambda: la.eigh(B)), (Arg, lambda: la.eigh(A, subset_by_index=(3, 9))),
    (Arg, lambda: la.eigh(A, subset_by_index=(3, 2))), (Arg, lambda: la.eigh(A, subset_by_index=(1, 2), subset_by_value=(0, 1))),
    (Arg, lambda: la.eigh(A, type=4)), (al.NotPositiveDefinite, lambda: la.eigh(A, -A)), (Arg, lambda: la.eig(B)),
    (Arg, lambda: la.norm(A, 7)), (Arg, lambda: la.cond(A, "x")), (Arg, lambda: la.det(B)), (Arg, lambda: la.lstsq(A, B)),
    (Arg, lambda: la.lstsq(A, tall, rcond=-1)), (Arg, lambda: la.sqrtm(-A)), (Arg, lambda: la.logm(-A)), (Arg, lambda: al.trace(B)),
    (Arg, lambda: al.sum(A, 2)), (TypeError, lambda: al.sum(array)), (Arg, lambda: al.allclose(A, B)), (Arg, lambda: al.min(al.zeros((0, 3), grid))),
    # Files and assembly.
    (al.FileError, lambda: al.load("none.npy", grid)), (OSError, lambda: al.load("none.csv", grid)), (TypeError, lambda: al.load("x.npy", comm)),
    (TypeError, lambda: al.load("x.npy", layout)), (Arg, lambda: al.load("x.npy", grid, rows=slice(0, 9, 2))), (TypeError, lambda: al.save("x.npy", array)),
    (al.FileError, lambda: al.save("none/x.npy", A)), (Arg, lambda: al.save("x.npy", A, speed=1)), (Arg, lambda: al.save("x.npy", A, order="A")),
    (Arg, lambda: al.save_checkpoint("c")), (TypeError, lambda: al.save_checkpoint("c", A=array)), (al.FileError, lambda: al.load_checkpoint("none", grid)),
    (TypeError, lambda: al.Assembler(array)), (Arg, lambda: al.Assembler(A.T)), (Arg, lambda: al.Assembler(readonly)),
    (Arg, lambda: al.Assembler(A).add_values([9], [0], [1.0])), (Arg, lambda: al.Assembler(A).add_values([0], [0, 1], [1.0])),
    (TypeError, lambda: al.Assembler(A).add_values([0.5], [0], [1.0])), (Arg, lambda: al.Assembler(A).add_values([0], [0], [1j])),
    (Arg, lambda: al.get_values(A, [9], [0])), (Arg, lambda: al.to_text(A, max_rows=1)),
    # Found by a user.
    (TypeError, lambda: al.array_equal(A, 3)), (TypeError, lambda: al.allclose(array, A)), (TypeError, lambda: al.to_text(A, "a")),
    (Arg, lambda: A + reordered), (Arg, lambda: A.__imul__(reordered)), (Arg, lambda: al.array_equal(A, reordered)), (Arg, lambda: al.allclose(A, reordered)),
    (Arg, in_place("__imatmul__", A, tall)), (Arg, in_place("__imatmul__", A, cplx)), (TypeError, in_place("__imatmul__", A, array)),
    (Arg, lambda: al.apply(lambda i, j, x: None, A)), (TypeError, lambda: al.apply(A, abs)), (TypeError, lambda: al.load("x.npy", grid, rows=[0, 2])),
    (TypeError, lambda: al.load("x.npy", grid, rows=2)), (TypeError, lambda: al.take(A, rows=[1.5])), (TypeError, lambda: al.take(A, rows=[True, False])),
    (TypeError, lambda: al.take(A, rows=3)), (Arg, lambda: la.funm(A, lambda w: w * 1j)), (Arg, lambda: la.funm(A, lambda w: w[1:])),
    (Arg, lambda: la.funm(A, lambda w: "a")), (TypeError, lambda: la.funm(A, 3)), (al.CallbackError, lambda: la.funm(A, lambda w: w if comm.rank != last else 1 // 0)),
    (Arg, assigned(ints, slice(0, 2), 2.5)), (Arg, assigned(ints, slice(0, 2), np.nan)), (Arg, assigned(ints, slice(0, 2), 1e30)),
    (Arg, lambda: al.full((3, 3), grid, 300, "uint8")), (Arg, lambda: al.full((3, 3), grid, -1, "uint8")), (AttributeError, lambda: setattr(A, "shape", (3, 3))),
    (AttributeError, lambda: setattr(A, "comm", comm)), (AttributeError, lambda: setattr(A, "dtype", "f4")), (TypeError, lambda: copy.deepcopy(A)),
    (TypeError, lambda: al.save("x.h5", A, compression="gzip")), (TypeError, lambda: al.save("x.npy", A, stored_as=3)), (TypeError, lambda: al.load("x.npy", grid, delimiter=3)),
    (al.Overflow, lambda: al.zeros((2**63, 1), grid)), (TypeError, lambda: la.solve(A, tall, refine="a")), (TypeError, lambda: la.solve(A, tall, algorithm=3)),
    (TypeError, lambda: la.lstsq(A, tall, rcond="x")), (TypeError, lambda: al.diagonal(A, "a")), (TypeError, lambda: A.item(0.5, 0)), (TypeError, lambda: A.gather("a")),
    (TypeError, lambda: al.copy(A, A.copy(), alpha="x")), (TypeError, lambda: al.copy(A, A.copy(), max_extra_bytes=2.5)), (Arg, lambda: al.gallery.normal((3, 3), grid, seed=-1)),
    (Arg, lambda: al.gallery.normal((3, 3), grid, seed=2**64)), (TypeError, lambda: al.gallery.uniform((3, 3), grid, seed="a")), (TypeError, lambda: layout.owner("a", 0)),
    (TypeError, lambda: layout.row_indices("a")), (TypeError, lambda: layout.draw("x")), (TypeError, lambda: al.Plan(layout, layout, comm, max_extra_bytes="a")),
    (TypeError, lambda: al.relabelled(layout, layout, 3)), (TypeError, lambda: al.BlockMap.tiles((4, 4), "ab", max)), (TypeError, lambda: la.eigh(A, subset_by_index="ab")),
    (TypeError, lambda: al.allclose(A, A, rtol="x")), (TypeError, lambda: la.solve(A, None)), (TypeError, lambda: al.save(A, "x.npy")), (Arg, lambda: A @ tall.T),
]


def test_each_raises_on_every_rank():
    expect_raises((wanted, use) for wanted, use in uses if comm.size > 1 or "reordered" not in use.__code__.co_names)


def test_names_of_functions():
    for name, use in (
        ("lstsq", lambda: la.lstsq(A, B)), ("eigh", lambda: la.eigh(B)),
        ("copy", lambda: al.copy(A[:3], A[1:4])),
    ):
        try:
            use()
        except al.ArgumentError as error:
            assert str(error).startswith(name + ":"), (name, str(error))
        else:
            raise AssertionError(name)


def test_cause_stays_with_the_raising_rank():
    try:
        al.fromfunction(raising(KeyError("mine"), last), (8, 8), grid)
    except al.CallbackError as error:
        assert f"rank {last}: KeyError" in str(error)
        assert isinstance(error.__cause__, KeyError) == (comm.rank == last)


def test_freed_communicator():
    own = comm.Dup()
    matrix = al.zeros((3, 3), al.Grid(own))
    own.Free()
    for use in (lambda: al.linalg.norm(matrix), lambda: matrix.copy(), lambda: al.Grid(own)):
        try:
            use()
        except al.ArgumentError:
            continue
        raise AssertionError("a freed communicator was accepted")


if __name__ == "__main__":
    run(sys.modules[__name__])
