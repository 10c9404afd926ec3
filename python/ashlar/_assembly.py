# SPDX-License-Identifier: BSD-3-Clause
"""Single elements by index from any rank."""

import numpy as np

from . import _core
from ._matrix import expect_matrix
from .errors import ArgumentError, together


class Assembler:
    """Assembles a matrix from values of any rank, as PETSc's MatSetValues.

    `add_values` and `set_values` are local and queue values; `assemble` is collective.

    Parameters
    ----------
    target : Matrix
        Matrix or section without transposition.
    """

    __slots__ = ("_c", "_target")

    def __init__(self, target):
        expect_matrix(target, "Assembler: the target")
        if target._v.op != "N":
            raise ArgumentError("Assembler: the target is transposed; assemble the matrix with exchanged indices")
        self._c, self._target = _core.Assembler(target._v), target

    def add_values(self, rows, cols, values):
        """Queue ``target[rows[i], cols[j]] += values[i, j]``. Negative indices are skipped."""
        self._queue(True, rows, cols, values)

    def set_values(self, rows, cols, values):
        """Queue ``target[rows[i], cols[j]] = values[i, j]``. Negative indices are skipped."""
        self._queue(False, rows, cols, values)

    def _queue(self, add, rows, cols, values):
        rows, cols = _indices(rows), _indices(cols)
        values = np.asarray(values)
        if not np.can_cast(values.dtype, self._target.dtype, "same_kind"):
            raise ArgumentError(f"Assembler: a {self._target.dtype} matrix cannot store {values.dtype} values")
        if values.size != rows.size * cols.size:
            raise ArgumentError(
                f"Assembler: the indices name {rows.size}x{cols.size} elements, but the shape of values is {values.shape}")
        block = np.ascontiguousarray(values, self._target.dtype).reshape(rows.size, cols.size)
        self._c.queue(add, rows, cols, block)

    @property
    def bytes_queued(self):
        """Bytes of the queued values of this rank."""
        return self._c.bytes_queued

    def discard(self):
        """Discard the queued values of this rank."""
        self._c.discard()

    def assemble(self):
        """Send all values to their owners and apply them. Collective."""
        self._c.assemble()


def _indices(values):
    found = np.atleast_1d(np.asarray(values))
    if found.size and found.dtype.kind not in "iu":
        raise TypeError(f"indices are integers, not {found.dtype}")
    return found.astype(np.int64).ravel()


def get_values(a, rows, cols):
    """Elements ``a[rows[i], cols[j]]`` of any ranks, as an ndarray. Collective.

    Parameters
    ----------
    rows, cols : sequence of int
        Indices of this rank; other ranks can give others. Negative indices are skipped, as in
        `Assembler`: the values are 0.
    """
    expect_matrix(a, "get_values: the matrix")
    rows, cols = together(a.comm, lambda: (_indices(rows), _indices(cols)))
    values = np.zeros((rows.size, cols.size), a.dtype)
    if a._v.op == "N":
        _core.get_values(a._v, rows, cols, values)
    else:
        _core.get_values(a._v, cols, rows, values.T)
    return np.conj(values) if a._v.op == "C" else values
