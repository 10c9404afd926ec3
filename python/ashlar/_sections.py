# SPDX-License-Identifier: BSD-3-Clause
"""Views by slices and transposition, and refusals of idioms that would need messages."""

import operator

from .errors import ArgumentError

_after_transpose = {"N": "T", "T": "N"}
_after_adjoint = {"N": "C", "C": "N"}
_keywords = {"row": "rows", "column": "cols"}


def _is_index(key):
    try:
        operator.index(key)
    except TypeError:
        return False
    return True


def _bounds(key, extent, what):
    """Half-open range of a slice."""
    if not isinstance(key, slice):
        if _is_index(key):
            raise IndexError(
                f"views are made by slices: write {key}:{operator.index(key) + 1 or ''} for one {what}; "
                "A.item(i, j), a collective call, returns an element"
            )
        raise IndexError(f"views are made by slices; al.take(A, {_keywords[what]}=indices) picks {what}s by index")
    first, last, step = key.indices(extent)
    if step != 1:
        raise ArgumentError(
            f"views have the step 1, not {step}; al.take(A, {_keywords[what]}=range(...)) picks {what}s by index")
    return first, max(first, last)


class Sections:
    """Base of matrices with views: `_v` is a section with an op, `_part` makes one."""

    __slots__ = ()
    shape = property(operator.attrgetter("_shape"), doc="Rows and columns.")
    dtype = property(operator.attrgetter("_dtype"), doc="Element type, a numpy.dtype.")
    comm = property(operator.attrgetter("_comm"), doc="Communicator, an mpi4py.MPI.Comm.")
    base = property(operator.attrgetter("_base"), doc="Matrix of which this is a view, or None.")
    ndim = property(lambda self: 2, doc="Number of dimensions, 2.")

    @property
    def T(self):
        """Transposed view."""
        op = _after_transpose.get(self._v.op)
        return self._turned("C" if op is None and self.dtype.kind != "c" else op, "A.H.T")

    @property
    def H(self):
        """Conjugate-transposed view."""
        op = _after_adjoint.get(self._v.op)
        return self._turned("N" if op is None and self.dtype.kind != "c" else op, "A.T.H")

    def _turned(self, op, what):
        if what == "A.H.T" and op == "C":  # real: A.H is A.T
            op = "N"
        if op is None:
            raise ArgumentError(f"{what} is a conjugate without transposition, which needs a copy: al.conj(A)")
        view = self._part(*self._v.rows, *self._v.cols, op)
        return self._view(view, self.comm, self if self.base is None else self.base, self.shape[::-1])

    def __getitem__(self, key):
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        if key is Ellipsis:
            key = (slice(None), slice(None))
        rows, cols = key if isinstance(key, tuple) and len(key) == 2 else (key, slice(None))
        if isinstance(rows, tuple):
            raise IndexError("a matrix has two dimensions: A[rows, columns]")
        if _is_index(rows) and _is_index(cols):
            raise IndexError(
                f"A[{rows}, {cols}] would need a message from the owner of the element; "
                f"A.item({rows}, {cols}), a collective call, returns it"
            )
        (i0, i1), (j0, j1) = _bounds(rows, self.shape[0], "row"), _bounds(cols, self.shape[1], "column")
        shape = (i1 - i0, j1 - j0)
        if self._v.op != "N":
            i0, i1, j0, j1 = j0, j1, i0, i1
        r, c = self._v.rows[0], self._v.cols[0]
        view = self._part(r + i0, r + i1, c + j0, c + j1, self._v.op)
        return self._view(view, self.comm, self if self.base is None else self.base, shape)

    def __len__(self):
        return self.shape[0]

    def __bool__(self):
        raise TypeError("the truth value of a matrix is ambiguous; al.array_equal(A, B), a collective call, compares")

    def __iter__(self):
        raise TypeError("iteration over a matrix would need messages; A.local iterates over the rows of this rank")

    def __contains__(self, value):
        raise TypeError("the operator `in` would need messages; test A.local, or A.gather(), a collective call")

    def __array__(self, dtype=None):
        raise TypeError(
            "a matrix does not become an array of NumPy implicitly: A.local has the elements of this rank, "
            "and A.gather(), a collective call, returns all on rank 0"
        )
