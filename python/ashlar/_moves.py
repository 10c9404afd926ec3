# SPDX-License-Identifier: BSD-3-Clause
"""Moves between layouts, plans and pending moves."""

import numpy as np
from mpi4py import MPI

from . import _core
from ._checks import as_integer, as_number
from ._layout import Layout
from ._matrix import Matrix, dtype_name, expect_matrix
from ._placed import PlacedMatrix
from .errors import ArgumentError

_triangles = {None: "G", "L": "L", "U": "U"}
_ops = {None: "N", "N": "N", "T": "T", "C": "C"}


def _triangle(name):
    try:
        return _triangles[name]
    except (KeyError, TypeError):
        raise ArgumentError(f"the triangle is 'L', 'U' or None, not {name!r}") from None


def _op(name):
    try:
        return _ops[name]
    except (KeyError, TypeError):
        raise ArgumentError(f"trans is 'N', 'T' or 'C', not {name!r}") from None


def check_factors(function, alpha, beta, target):
    as_number(alpha, "alpha", complex), as_number(beta, "beta", complex)
    if target.dtype.kind in "iu" and (alpha != 1 or beta != 0):
        raise ArgumentError(f"{function}: integers are not scaled, since they could overflow; copy without alpha and beta")
    if target.dtype.kind != "c" and (np.iscomplexobj(alpha) or np.iscomplexobj(beta)):
        raise ArgumentError(f"{function}: alpha and beta are complex, but the target is {target.dtype}")


def _expect_movable(value, what):
    if not isinstance(value, PlacedMatrix):
        expect_matrix(value, what)


def copy(source, target, alpha=1, beta=0, *, triangle=None, diagonal=0, unit_diagonal=False, rest="keep",
         overflow="infinite", max_extra_bytes=0):
    """Set ``target = alpha * source + beta * target`` in one pass, between any layouts. Collective.

    Parameters
    ----------
    source, target : Matrix or PlacedMatrix
        Matrices or views of equal shape; sections and transposes are part of the move.
    alpha, beta : number, optional
        Factors. With ``beta=0`` the target is not read.
    triangle : {'L', 'U'}, optional
        Written triangle of the target, bounded by the diagonal ``j - i = diagonal``.
    unit_diagonal : bool, optional
        Leave out that diagonal.
    rest : {'keep', 'zero'}, optional
        Elements outside the triangle.
    overflow : {'infinite', 'raise'}, optional
        Numbers beyond the range of the target's element type.
    max_extra_bytes : int, optional
        Limit of message buffers; 0 is a few MiB.

    Examples
    --------
    >>> A = al.ones((4, 4), grid)
    >>> B = al.zeros((4, 4), al.Layout((4, 4), grid=(comm.size, 1)), comm=comm)
    >>> al.copy(A[:2].T, B[:, 2:], alpha=3)
    >>> al.sum(B)
    24.0
    """
    move = _core.copy
    if type(source) is not Matrix or type(target) is not Matrix:
        _expect_movable(source, "copy: the source")
        _expect_movable(target, "copy: the target")
        if isinstance(source, PlacedMatrix) or isinstance(target, PlacedMatrix):
            move = _core.copy_placed
    if alpha != 1 or beta != 0:
        check_factors("copy", alpha, beta, target)
    if rest not in ("keep", "zero"):
        raise ArgumentError(f"copy: rest is 'keep' or 'zero', not {rest!r}")
    if overflow not in ("infinite", "raise"):
        raise ArgumentError(f"copy: overflow is 'infinite' or 'raise', not {overflow!r}")
    if diagonal or max_extra_bytes:
        diagonal = as_integer(diagonal, "diagonal")
        max_extra_bytes = as_integer(max_extra_bytes, "max_extra_bytes", 0)
    move(source._v, target._v, alpha, beta, _triangle(triangle), diagonal, unit_diagonal, rest == "zero",
         overflow == "raise", max_extra_bytes)


class PendingMove:
    """Started move. It keeps its matrices until it is complete; dropping it waits."""

    __slots__ = ("_c", "_ends")

    def __init__(self, core, ends):
        self._c, self._ends = core, ends

    def test(self):
        """True if the move is complete on this rank; progresses without waiting."""
        return self._c.test()

    def wait(self):
        """Wait until the move is complete on this rank."""
        self._c.wait()
        self._ends = None

    done = property(lambda self: self._c.is_over, doc="True after a `test` or `wait` that completed it.")


class Plan:
    """Persistent move between two layouts. Collective.

    Parameters
    ----------
    source, target : Layout
        Layouts of the matrices.
    comm : mpi4py.MPI.Comm
        Communicator of the matrices.
    dtype : dtype, optional
        Element type of the source.
    trans : {'N', 'T', 'C'}, optional
        Transposition of the source.
    triangle : {'L', 'U'}, optional
        Moved triangle of the target.
    max_extra_bytes : int, optional
        Limit of message buffers; 0 is a few MiB.
    """

    __slots__ = ("_c", "_summary", "comm", "dtype", "source", "target")

    def __init__(self, source, target, comm, dtype=float, *, trans=None, triangle=None, diagonal=0, max_extra_bytes=0):
        for what, layout in (("source", source), ("target", target)):
            if not isinstance(layout, Layout):
                raise TypeError(
                    f"Plan: the {what} must be an ashlar.Layout, such as A.layout, not {type(layout).__name__}")
        moves = _core.Transfers(source._c, target._c, _op(trans), _triangle(triangle),
                                as_integer(diagonal, "diagonal"))
        self._c = _core.Plan(comm, moves, dtype_name(dtype), as_integer(max_extra_bytes, "max_extra_bytes", 0))
        self._summary = None
        self.comm, self.source, self.target, self.dtype = comm, source, target, np.dtype(dtype)

    def summary(self):
        """Figures of the move: elements, elements_kept, messages, max_received, max_sent, imbalance."""
        if self._summary is None:
            self._summary = self._c.moves.summary(self.dtype.itemsize)
        return dict(self._summary)

    @property
    def bytes(self):
        """Bytes that change their rank, on all ranks together."""
        figures = self.summary()
        return (figures["elements"] - figures["elements_kept"]) * self.dtype.itemsize

    @property
    def messages(self):
        """Pairs of ranks that exchange elements."""
        return self.summary()["messages"]

    @property
    def peak_extra_bytes(self):
        """Largest memory of message buffers in a run, on this rank."""
        return self._c.peak_extra_bytes

    @property
    def statistics(self):
        """Traffic of this rank in all runs."""
        return self._c.statistics()

    def cost(self, latency=1e-6, bandwidth=1e10):
        """Estimated seconds on the busiest rank, from seconds a message and bytes a second."""
        return self._c.moves.cost(self.dtype.itemsize, latency, bandwidth)

    def run(self, a, b, alpha=1, beta=0):
        """Set ``b = alpha * a + beta * b``. Collective."""
        self._c.run(*self._ends(a, b, alpha, beta))

    def start(self, a, b, alpha=1, beta=0):
        """Start the move; returns a PendingMove. Collective."""
        return PendingMove(self._c.start(*self._ends(a, b, alpha, beta)), (a, b))

    @staticmethod
    def _ends(a, b, alpha, beta):
        expect_matrix(a, "Plan: the source")
        expect_matrix(b, "Plan: the target")
        check_factors("Plan", alpha, beta, b)
        if a.base is not None or b.base is not None:
            raise ArgumentError("a plan moves whole matrices: al.copy(A[...], B[...]) moves views")
        return a._v, b._v, complex(alpha), complex(beta)

    def __str__(self):
        return self._c.to_string()

    def __repr__(self):
        return f"<ashlar.Plan {self.source._c.to_string()} -> {self.target._c.to_string()}, {self.dtype}>"

    def _repr_svg_(self):
        return self._c.moves.svg(self.dtype.itemsize)


def relabelled(source, target, comm):
    """`target` with reordered ranks, so that most elements of `source` stay on their rank."""
    if not (isinstance(source, Layout) and isinstance(target, Layout) and isinstance(comm, MPI.Comm)):
        raise TypeError("relabelled: the arguments are two layouts and an mpi4py.MPI.Comm")
    return Layout._of(_core.relabelled(source._c, target._c, comm.size))


def transpose_in_place(a):
    """Transpose a square matrix or section in its memory. Collective."""
    _core.transpose_in_place(a._v, "T")


def conj(a):
    """Complex conjugate, a copy. Collective."""
    return a.conj()


def take(a, rows=None, cols=None):
    """Rows or columns by index, with repetitions, as ``numpy.take``. Collective.

    Examples
    --------
    >>> A = al.fromfunction(lambda i, j: i, (5, 2), grid, dtype=float)
    >>> al.take(A, rows=[4, 0, 4]).gather(root=None)[:, 0]
    array([4., 0., 4.])
    """
    expect_matrix(a, "take: the matrix")
    if (rows is None) == (cols is None):
        raise ArgumentError("take: give either rows or cols")
    count, given = (a.shape[0], rows) if cols is None else (a.shape[1], cols)
    indices = np.asarray(given)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise TypeError("take: the indices must be a sequence of integers")
    indices = [int(index) + (count if index < 0 else 0) for index in indices]
    return Matrix._of(_core.take(a._plain()._v, indices, cols is None), a.comm)
