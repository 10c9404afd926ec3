# SPDX-License-Identifier: BSD-3-Clause
"""The distributed matrix."""

import numpy as np

from . import _core, _operators
from ._checks import as_integer
from ._layout import Layout, memory_order
from ._sections import Sections
from .errors import ArgumentError, together

_dtypes = {name: np.dtype(name) for name in (
    "float32", "float64", "complex64", "complex128",
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
)}

def dtype_name(dtype):
    """NumPy name of a supported element type."""
    found = np.dtype(dtype)
    if found.name not in _dtypes or not found.isnative:
        raise ArgumentError(
            f"elements of type {found} are not supported; the types are float32, float64, complex64, "
            "complex128 and the integers of 8 to 64 bits in native byte order; array.astype converts"
        )
    return found.name


def expect_matrix(value, what):
    """Refuse other objects, with the conversion of those that have one."""
    if isinstance(value, Matrix):
        return
    hint = ""
    if isinstance(value, np.ndarray):
        hint = "; al.from_root(array, grid) distributes an array"
    elif isinstance(value, Sections):
        hint = f"; A.to(grid) makes one of a {type(value).__name__}"
    raise TypeError(f"{what} must be an ashlar.Matrix, not {type(value).__name__}{hint}")


class Matrix(Sections, _operators.Operators):
    """Distributed matrix, or a view of one: a section, transposed or not.

    Made by `zeros`, `wrap`, `from_root`, `load` and others. Functions with several matrices accept
    any layouts. Functions are *collective*: all ranks of the communicator call them in the same
    order. Attributes, `len`, `repr`, slices, `local` and `fill` are local.
    """

    __slots__ = ("_v", "_local", "_layout", "_comm", "_base", "_shape", "_dtype", "__weakref__")
    __array_ufunc__ = None  # NumPy's operators return NotImplemented

    def __init__(self, *args, **kwargs):
        raise TypeError("a Matrix is made by ashlar.zeros, wrap, from_root, fromfunction or load")

    @classmethod
    def _of(cls, core, comm):
        """The whole matrix `core`."""
        rows, cols = core.layout.shape
        return cls._view(_core.View(core, 0, rows, 0, cols, "N"), comm, None, (rows, cols))

    @classmethod
    def _view(cls, view, comm, base, shape):
        self = object.__new__(cls)
        self._v, self._comm, self._base, self._shape = view, comm, base, shape
        self._dtype = _dtypes[view.matrix.dtype]
        self._local = self._layout = None
        return self

    @property
    def _c(self):
        return self._v.matrix

    def _part(self, *bounds):
        return _core.View(self._v.matrix, *bounds)

    def _plain(self):
        """The matrix or view without op, copied if necessary. Collective."""
        return self if self._v.op == "N" else self.to(self.layout)

    def _whole(self):
        """The matrix, or a copy of a view. Collective."""
        return self if self.base is None else self.copy()

    # Facts, all local.

    size = property(lambda self: self.shape[0] * self.shape[1], doc="Number of elements.")
    itemsize = property(lambda self: self.dtype.itemsize, doc="Bytes of an element.")
    nbytes = property(lambda self: self.size * self.itemsize, doc="Bytes of all elements.")

    @property
    def layout(self):
        """Layout; of a view that of a matrix of its shape with the same grid and blocks."""
        if self._layout is None:
            core = self._c.layout
            if self.base is not None:
                core = core.transposed() if self._v.op != "N" else core
                core = core.with_shape(*self.shape)
            self._layout = Layout._of(core)
        return self._layout

    @property
    def order(self):
        """Order of the elements in local memory, 'C' or 'F'."""
        order = self._c.order
        return order if self._v.op == "N" else "CF"["CF".index(order) ^ 1]

    @property
    def local(self):
        """Elements of this rank as an ndarray that shares memory; read-only if the memory is."""
        if self._local is None:
            if self._v.op == "C" and self.dtype.kind == "c":
                raise ArgumentError("A.H.local would need conjugated memory; A.T.local.conj() returns a copy")
            self._local = self._v.local()
        return self._local

    @property
    def row_indices(self):
        """Row of the matrix or view for each row of `local`, as an ndarray."""
        return self._v.local_indices(0)

    @property
    def col_indices(self):
        """Column of the matrix or view for each column of `local`, as an ndarray."""
        return self._v.local_indices(1)

    def __setitem__(self, key, value):
        target = self[key]
        if isinstance(value, Matrix):
            if value._c is target._c and value._v.rows == target._v.rows and value._v.cols == target._v.cols and (
                value._v.op == target._v.op
            ):
                return  # the end of A[...] += B
            from ._moves import copy

            copy(value.copy() if value._c is target._c else value, target)  # of overlapping sections the old elements
        else:
            target.fill(value)

    def fill(self, value):
        """Set all elements to a number. Local."""
        if not np.isscalar(value) and not (isinstance(value, np.ndarray) and value.ndim == 0):
            raise TypeError(
                f"elements are set to a number or a Matrix, not to {type(value).__name__}; "
                "al.scatter(array, A[...]) distributes an array of one rank"
            )
        if self.dtype.kind != "c" and np.iscomplexobj(value):
            raise ArgumentError(f"fill: a {self.dtype} matrix cannot store complex elements")
        if self.dtype.kind in "iu":
            limits = np.iinfo(self.dtype)
            if not np.isfinite(value) or value != np.trunc(value) or not limits.min <= value <= limits.max:
                raise ArgumentError(
                    f"fill: {self.dtype} cannot represent {value}, only integers from {limits.min} to {limits.max}")
        self._v.expect_writable("fill")
        own = np.conj(value) if self._v.op == "C" else value
        view = self.T if self._v.op == "T" else self.H if self._v.op == "C" else self
        view.local[...] = own

    def __eq__(self, other):
        if isinstance(other, (Matrix, np.ndarray)):
            raise TypeError(
                "the operator == would need messages; al.array_equal(A, B), a collective call, compares")
        return NotImplemented

    __hash__ = object.__hash__

    def __reduce__(self):
        raise TypeError("a matrix is distributed and cannot be pickled: save it, or pickle A.gather()")

    def __deepcopy__(self, memo):
        raise TypeError("copy.deepcopy would need messages; A.copy() is the collective call")

    def __repr__(self):
        rows, cols = self.shape
        what = "" if self.base is None else ", a view"
        return f"<ashlar.Matrix {rows}x{cols} {self.dtype}, {self._c.layout.to_string()}{what}; al.show(A) prints it>"

    # Collective functions.

    def copy(self):
        """Copy in new memory, in the same layout. Collective."""
        if self.base is None:
            return Matrix._of(self._c.copy(), self.comm)
        return self.to(self.layout)

    def to(self, layout=None, dtype=None, *, order=None, triangle=None):
        """Copy in another layout or element type. Collective.

        Parameters
        ----------
        layout : Layout or Grid, optional
            By default the own layout.
        dtype : dtype, optional
            By default the own one. Numbers beyond its range become infinite.
        order : {'C', 'F'}, optional
            Order of elements in local memory.
        triangle : {'L', 'U'}, optional
            Triangle to copy; the other one is zero.
        """
        from ._creation import empty
        from ._moves import copy

        result = empty(
            self.shape, self.layout if layout is None else layout, comm=self.comm,
            dtype=self.dtype if dtype is None else dtype, order=order or self.order,
        )
        copy(self, result, triangle=triangle, rest="zero")
        return result

    def astype(self, dtype):
        """Copy with another element type, with a check of each element for integers. Collective."""
        dtype = _dtypes[dtype_name(dtype)]
        if dtype.kind in "iu" and not np.can_cast(self.dtype, dtype):
            return _operators.checked_integers(self, dtype)
        return self.to(dtype=dtype)

    def item(self, i, j):
        """Element (i, j) on every rank. Collective."""
        i, j = as_integer(i, "the row"), as_integer(j, "the column")
        i, j = (index + extent if index < 0 else index for index, extent in zip((i, j), self.shape))
        if not (0 <= i < self.shape[0] and 0 <= j < self.shape[1]):
            raise IndexError(f"element ({i}, {j}) is outside the {self.shape[0]}x{self.shape[1]} matrix")
        return self._v.element(i, j) if self._v.op == "N" else self._v.element(j, i)

    def gather(self, root=0, order="F", *, out=None):
        """The whole as an ndarray. Collective.

        Parameters
        ----------
        root : int or None, optional
            Rank of the array, or None for all ranks.
        order : {'C', 'F'}, optional
            Memory order of the array.
        out : numpy.ndarray, optional
            Array for the elements on the ranks that receive them.

        Returns
        -------
        numpy.ndarray or None
            None on other ranks.
        """
        memory_order(order)
        if root is not None:
            root = as_integer(root, "root")
        here = root is None or self.comm.rank == root
        whole = together(self.comm, lambda: self._gather_memory(order, out) if here else None)
        _core.gather_all(self._v, whole) if root is None else _core.gather(self._v, whole, root)
        if here and self._v.op == "C":
            np.conjugate(whole, out=whole)
        return whole

    def _gather_memory(self, order, out):
        """Memory for all elements: `out` or a new array."""
        if out is None:
            return np.empty(self.shape, self.dtype, order)
        if not isinstance(out, np.ndarray) or out.shape != self.shape or out.dtype != self.dtype:
            raise ArgumentError(f"gather: out must be an ndarray of shape {self.shape} and type {self.dtype}")
        if not (out.flags.c_contiguous or out.flags.f_contiguous) or not out.flags.writeable:
            raise ArgumentError("gather: out must be contiguous and writable")
        return out

    # Protocols.

    @property
    def lld(self):
        """Leading dimension of the local memory (ScaLAPACK LLD)."""
        return self._c.lld

    @property
    def address(self):
        """Address of the first local element, for ctypes."""
        return self._v.local().__array_interface__["data"][0]

    @property
    def blacs_context(self):
        """BLACS context of the grid (ICTXT). Collective in the first use of a grid."""
        return self._c.blacs_context()

    @property
    def desc(self):
        """Array descriptor of ScaLAPACK, nine int32. Collective in the first use of a grid."""
        if self.base is not None:
            raise ArgumentError("a view has no descriptor: pass that of A.base, with IA and JA")
        return np.array(self._c.descriptor(), dtype=np.int32)

    @property
    def __partitioned__(self):
        """Partitions by the protocol of Intel's distributed arrays, in its SPMD form."""
        from ._protocols import partitioned

        return partitioned(self)

    def __distarray__(self):
        """Description by the Distributed Array Protocol, version 1.0.0."""
        from ._protocols import distarray

        return distarray(self)

    def _repr_html_(self):
        import html

        return f"<div>{html.escape(repr(self))}</div>{self._c.layout.svg()}"
