# SPDX-License-Identifier: BSD-3-Clause
"""Operators of matrices: +, -, *, /, @ and their in-place forms."""

import numbers

import numpy as np
from mpi4py import MPI

from . import _core
from .errors import ArgumentError, together


def _is_number(value):
    return isinstance(value, (numbers.Number, np.generic)) or (isinstance(value, np.ndarray) and value.ndim == 0)


def _check_operand(value):
    if isinstance(value, np.ndarray) and value.ndim > 0:
        raise TypeError(
            "operators do not combine a Matrix with an ndarray; al.from_root(array, grid) and al.from_all(array, grid) "
            "distribute an array"
        )


def _expect_equal_shapes(a, b, what):
    if a.shape != b.shape:
        raise ArgumentError(
            f"{what}: the shapes are {a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]}; "
            "they must be equal, since matrices are not broadcast"
        )


def _expect_one_communicator(a, b, what):
    if a.comm is not b.comm and MPI.Comm.Compare(a.comm, b.comm) not in (MPI.IDENT, MPI.CONGRUENT):
        raise ArgumentError(f"{what}: the matrices have different communicators; make both on one")


def _result_type(ufunc, a, b):
    """Element type of ufunc(a, b) by the rules of NumPy for arrays and numbers."""
    first = np.empty(0, a.dtype) if isinstance(a, Operators) else a
    second = np.empty(0, b.dtype) if isinstance(b, Operators) else b
    return ufunc(first, second).dtype


def _aligned(b, a):
    """Local elements of b in the layout of the whole matrix a."""
    if b.base is None and b._c.layout.equals(a._c.layout):
        return b.local
    return b.to(a.layout).local


def elementwise(ufunc, a, b):
    """New matrix of ufunc(a, b), one of which may be a number."""
    from ._creation import empty

    dtype = _result_type(ufunc, a, b)
    model = a if isinstance(a, Operators) else b
    if isinstance(a, Operators) and isinstance(b, Operators):
        _expect_equal_shapes(a, b, ufunc.__name__)
        _expect_one_communicator(a, b, ufunc.__name__)
    result = empty(model.shape, model.layout, comm=model.comm, dtype=dtype, order=model.order)
    first, second = (_aligned(x, result) if isinstance(x, Operators) else x for x in (a, b))
    with np.errstate(all="ignore"):
        ufunc(first, second, out=result.local)
    return result


def in_place(ufunc, a, b):
    """a := ufunc(a, b) in the element type of a."""
    if isinstance(b, Operators):
        _expect_equal_shapes(a, b, ufunc.__name__)
        _expect_one_communicator(a, b, ufunc.__name__)
    dtype = _result_type(ufunc, a, b)
    if not np.can_cast(dtype, a.dtype, "same_kind"):
        raise ArgumentError(f"{ufunc.__name__}: a {a.dtype} matrix cannot store {dtype} results; write A = A ... B")
    a._v.expect_writable(ufunc.__name__)
    if isinstance(b, Operators) and (a.base is not None or b.base is not None):
        a[...] = elementwise(ufunc, a, b)
        return a
    view, other = a, b
    if a._v.op == "C":
        view, other = a.H, np.conj(b)
    with np.errstate(all="ignore"):
        ufunc(view.local, _aligned(other, a) if isinstance(other, Operators) else other, out=view.local,
              casting="same_kind")
    return a


def checked_integers(a, dtype):
    """Copy with an integer type, refused if an element has no value of it."""
    from ._creation import empty

    if a.dtype.kind == "c":
        raise ArgumentError(f"astype: a {dtype} matrix cannot store complex elements; take A.real first")
    source = a._whole()
    result = empty(a.shape, source.layout, comm=a.comm, dtype=dtype, order=source.order)
    limits = np.iinfo(dtype)

    def convert():
        local = source.local
        whole = np.trunc(local) if local.dtype.kind == "f" else local
        low, high = float(limits.min) - 1, float(limits.max) + 1
        ok = np.logical_and(whole > low, whole < high) if local.dtype.kind == "f" else np.logical_and(
            whole >= limits.min, whole <= limits.max)
        if not ok.all():
            raise ArgumentError(f"astype: {dtype} cannot represent every element, only {limits.min} to {limits.max}")
        result.local[...] = whole.astype(dtype)

    together(a.comm, convert)
    return result


def product(a, b, alpha=1):
    """New matrix alpha * a @ b."""
    from ._matrix import Matrix

    dtype = np.result_type(a.dtype, b.dtype)
    if dtype.kind in "iu":
        raise ArgumentError("matmul: integers are not multiplied; take A.astype(float) @ B.astype(float)")
    if a.shape[1] != b.shape[0]:
        raise ArgumentError(f"matmul: the matrices are {a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]}")
    a, b = (x if x.dtype == dtype else x.to(dtype=dtype) for x in (a, b))
    return Matrix._of(_core.product(a._v, b._v, complex(alpha), "automatic"), a.comm)


def _binary(ufunc):
    def forward(self, other):
        _check_operand(other)
        if not isinstance(other, Operators) and not _is_number(other):
            return NotImplemented
        return elementwise(ufunc, self, other)

    def backward(self, other):
        _check_operand(other)
        return elementwise(ufunc, other, self) if _is_number(other) else NotImplemented

    def assign(self, other):
        _check_operand(other)
        if not isinstance(other, Operators) and not _is_number(other):
            return NotImplemented
        return in_place(ufunc, self, other)

    return forward, backward, assign


class Operators:
    """Base of Matrix with its operators."""

    __slots__ = ()

    __add__, __radd__, __iadd__ = _binary(np.add)
    __sub__, __rsub__, __isub__ = _binary(np.subtract)
    __mul__, __rmul__, __imul__ = _binary(np.multiply)
    __truediv__, __rtruediv__, __itruediv__ = _binary(np.true_divide)

    def __neg__(self):
        return elementwise(np.multiply, self, -1)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return self._map(np.absolute)

    def __matmul__(self, other):
        _check_operand(other)
        return product(self, other) if isinstance(other, Operators) else NotImplemented

    def __imatmul__(self, other):
        _check_operand(other)
        if not isinstance(other, Operators):
            return NotImplemented
        result = product(self, other)
        _expect_equal_shapes(self, result, "matmul")
        if not np.can_cast(result.dtype, self.dtype, "same_kind"):
            raise ArgumentError(f"matmul: a {self.dtype} matrix cannot store {result.dtype} results; write A = A @ B")
        self[...] = result
        return self

    def __rmatmul__(self, other):
        _check_operand(other)
        return NotImplemented

    @property
    def real(self):
        """Real part, a copy. Collective."""
        return self._map(np.real)

    @property
    def imag(self):
        """Imaginary part, a copy. Collective."""
        return self._map(np.imag)

    def _map(self, function):
        """New matrix of a NumPy function of each element."""
        from ._creation import empty

        dtype = function(np.empty(0, self.dtype)).dtype
        source = self._whole()
        result = empty(self.shape, source.layout, comm=self.comm, dtype=dtype, order=source.order)
        result.local[...] = function(source.local)
        return result

    def conj(self):
        """Complex conjugate, a copy. Collective."""
        return self._map(np.conjugate)
