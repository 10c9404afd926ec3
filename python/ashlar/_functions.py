# SPDX-License-Identifier: BSD-3-Clause
"""Reductions, comparisons and texts. All are collective and return equal values on every rank."""

import numpy as np

from . import _core
from ._checks import as_integer, as_number
from ._matrix import expect_matrix
from ._operators import _aligned, _expect_equal_shapes, _expect_one_communicator
from .errors import ArgumentError


def _plain(a, what):
    expect_matrix(a, f"{what}: the argument")
    if a.dtype.kind in "iu" and what not in ("argmin", "argmax", "stats"):
        return a.to(dtype=float)
    return a._plain()


def sum(a, axis=None):
    """Sum of all elements, of each column (axis 0) or of each row (axis 1), accumulated in double."""
    sums = _core.sums(_plain(a, "sum")._v, _is_by_row(axis), False)
    return sums.sum(dtype=np.result_type(sums.dtype, float))[()] if axis is None else sums


def mean(a, axis=None):
    """Mean of all elements, of each column (axis 0) or of each row (axis 1)."""
    if axis is None:
        return sum(a) / a.size if a.size else np.nan
    return _core.sums(_plain(a, "mean")._v, _is_by_row(axis), True)


def _is_by_row(axis):
    if axis not in (None, 0, 1):
        raise ArgumentError(f"the axis is None, 0 (columns) or 1 (rows), not {axis!r}")
    return axis == 1


def trace(a):
    """Sum of the diagonal of a square matrix."""
    return _core.trace(_plain(a, "trace")._v)


def diagonal(a, offset=0):
    """Diagonal as an ndarray on every rank."""
    return _core.diagonal(_plain(a, "diagonal")._v, as_integer(offset, "offset"))


def vdot(a, b):
    """Sum of ``conj(a) * b``."""
    a, b = _plain(a, "vdot"), _plain(b, "vdot")
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = (x if x.dtype == dtype else x.to(dtype=dtype) for x in (a, b))
    return _core.dot(a._v, b._v)


def argmin(a):
    """(i, j) of the smallest element; of complex ones by modulus. None if all are NaN."""
    found = _core.extreme(_plain(a, "argmin")._v, False)
    return None if found is None else found[:2]


def argmax(a):
    """(i, j) of the largest element; of complex ones by modulus. None if all are NaN."""
    found = _core.extreme(_plain(a, "argmax")._v, True)
    return None if found is None else found[:2]


def min(a):
    """Smallest element, without NaN."""
    return _extreme(a, "argmin", False)


def max(a):
    """Largest element, without NaN."""
    return _extreme(a, "argmax", True)


def _extreme(a, what, largest):
    found = _core.extreme(_plain(a, what)._v, largest)
    if found is None:
        raise ArgumentError("min, max: the matrix is empty, or all elements are NaN")
    return found[2]


def stats(a):
    """Dictionary of NaN, zeros, mean, norms, bandwidths and symmetry."""
    return _core.statistics(_plain(a, "stats")._v)


def _all_ranks(a, ok):
    return bool(a.comm.allreduce(int(not ok)) == 0)


def _local_parts(a, b, what):
    _expect_one_communicator(a, b, what)
    whole = a._whole()
    return whole.local, _aligned(b, whole)


def array_equal(a, b):
    """True if shapes and all elements are equal."""
    expect_matrix(a, "array_equal: the argument")
    expect_matrix(b, "array_equal: the argument")
    if a.shape != b.shape:
        return False
    return _all_ranks(a, np.array_equal(*_local_parts(a, b, "array_equal")))


def allclose(a, b, rtol=1e-5, atol=1e-8):
    """True if all elements are equal within the tolerances of NumPy."""
    expect_matrix(a, "allclose: the argument")
    expect_matrix(b, "allclose: the argument")
    rtol, atol = as_number(rtol, "rtol"), as_number(atol, "atol")
    _expect_equal_shapes(a, b, "allclose")
    return _all_ranks(a, np.allclose(*_local_parts(a, b, "allclose"), rtol=rtol, atol=atol))


def to_text(a, max_rows=10, max_cols=10, precision=5, root=0):
    """Text of a matrix on rank `root`, empty elsewhere."""
    expect_matrix(a, "to_text: the argument")
    sizes = (as_integer(value, what) for value, what in (
        (max_rows, "max_rows"), (max_cols, "max_cols"), (precision, "precision"), (root, "root")))
    return a._plain()._v.text(*sizes)


def show(a, max_rows=10, max_cols=10, precision=5):
    """Print a matrix on rank 0."""
    text = to_text(a, max_rows, max_cols, precision)
    if text:
        print(text.rstrip("\n"), flush=True)
