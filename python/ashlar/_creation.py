# SPDX-License-Identifier: BSD-3-Clause
"""Functions that make matrices. All are collective."""

import numpy as np

from . import _core
from ._arrays import Array, Distribution
from ._layout import Layout, communicator, memory_order, pair, place
from ._matrix import Matrix, dtype_name, expect_matrix
from ._placed import BlockMap, PlacedMatrix, Placement
from .errors import ArgumentError, together


def empty(shape, where, dtype=float, order="F", *, comm=None, block=None):
    """Matrix without initial values.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns; of an array all extents.
    where : Grid, Layout, BlockMap, Placement or Distribution
        Distribution; all but a grid need `comm`. A block map or placement makes a PlacedMatrix, a
        Distribution an Array.
    dtype : dtype, optional
        Element type.
    order : {'C', 'F'}, optional
        Order of elements in local memory.
    comm : mpi4py.MPI.Comm, optional
        Communicator of a layout.
    block : (int, int), optional
        Blocks on a grid, by default 64 x 64.
    """
    return _made(shape, where, dtype, order, comm, block, False)


def zeros(shape, where, dtype=float, order="F", *, comm=None, block=None):
    """Matrix of zeros; parameters as of `empty`.

    Examples
    --------
    >>> A = al.zeros((100, 50), grid)
    >>> A.shape, A.dtype.name
    ((100, 50), 'float64')
    """
    return _made(shape, where, dtype, order, comm, block, True)


def full(shape, where, value, dtype=None, order="F", *, comm=None, block=None):
    """Matrix of one value; parameters as of `empty`."""
    result = empty(shape, where, np.asarray(value).dtype if dtype is None else dtype, order, comm=comm, block=block)
    result.fill(value)
    return result


def ones(shape, where, dtype=float, order="F", *, comm=None, block=None):
    """Matrix of ones; parameters as of `empty`."""
    return full(shape, where, 1, dtype, order, comm=comm, block=block)


def eye(n, where, dtype=float, order="F", *, comm=None, block=None):
    """Identity matrix of order `n`; parameters as of `empty`."""
    result = empty((n, n), where, dtype, order, comm=comm, block=block)
    result._c.generate("eye", 0, 0.0, 1.0)
    return result


def _made(shape, where, dtype, order, comm, block, zero):
    if isinstance(where, (BlockMap, Placement, Distribution)):
        comm = communicator(where, comm)
        shape = tuple(int(extent) for extent in shape)
        if where.shape != shape:
            raise ArgumentError(f"the {type(where).__name__} is that of shape {where.shape}, but the shape is {shape}")
        if isinstance(where, Distribution):
            return Array._of(_core.make_array(comm, where._c, dtype_name(dtype), zero), where, comm)
        placement = Placement(where) if isinstance(where, BlockMap) else where
        core = _core.make_placed(comm, placement._c, dtype_name(dtype), memory_order(order), zero)
        return PlacedMatrix._of(core, placement, comm)
    layout, comm = place(where, pair(shape, "shape"), comm, block)
    return Matrix._of(_core.make(comm, layout, dtype_name(dtype), memory_order(order), zero), comm)


def leading_dimensions(array, what):
    """{order: leading dimension} of a 2-D array; a single row or column has both orders, as an empty array."""
    if array.ndim != 2:
        raise ArgumentError(f"{what}: the array has {array.ndim} dimensions, but must have 2; reshape it")
    size, (rows, cols) = array.itemsize, array.shape
    if array.size == 0:
        return dict.fromkeys("FC", max(1, rows, cols))
    down, across = array.strides
    orders = {}
    if (down == size or rows == 1) and across % size == 0 and (cols == 1 or across >= rows * size):
        orders["F"] = across // size if cols > 1 else rows
    if (across == size or cols == 1) and down % size == 0 and (rows == 1 or down >= cols * size):
        orders["C"] = down // size if rows > 1 else cols
    if not orders:
        raise ArgumentError(
            f"{what}: one stride of the array must be {size} bytes, its element, but the strides are {array.strides}; "
            "wrap np.ascontiguousarray(array), a copy"
        )
    return orders


def agreed_memory(comm, what, arrays):
    """Common dtype name, order and writability of the local arrays of all ranks, and their leading dimensions."""

    def check():
        for array in arrays:
            if not isinstance(array, np.ndarray):
                raise TypeError(f"{what}: local elements must be in an ndarray, not {type(array).__name__}")
        found = [leading_dimensions(array, what) for array in arrays]
        return found, {dtype_name(array.dtype) for array in arrays}, all(array.flags.writeable for array in arrays)

    found, names, writable = together(comm, check)
    orders = set("CF").intersection(*found)
    facts = comm.allgather((names, orders, writable))
    names = sorted(set().union(*(fact[0] for fact in facts)))
    if len(names) != 1:
        raise ArgumentError(f"{what}: the arrays of all ranks must have one type, not {' and '.join(names) or 'none'}")
    orders = set.intersection(*(fact[1] for fact in facts))
    if not orders:
        raise ArgumentError(f"{what}: the arrays are in C order and in Fortran order; give all one order")
    order = "F" if "F" in orders else "C"
    return names[0], order, all(fact[2] for fact in facts), [leading[order] for leading in found]


def wrap(local, layout, comm, *, readonly=False):
    """Matrix in the memory of an array on each rank, without a copy.

    Parameters
    ----------
    local : numpy.ndarray
        Block of this rank, two-dimensional with one unit stride (C or Fortran order). The matrix
        keeps it alive.
    layout : Layout
        Distribution; ``layout.local_shape(rank)`` is the shape of the block.
    comm : mpi4py.MPI.Comm
        Communicator.
    readonly : bool, optional
        Refuse changes. Always so if the array of a rank is read-only.

    Examples
    --------
    >>> slabs = al.Layout((8, 3), grid=(comm.size, 1))
    >>> mine = np.ones(slabs.local_shape(comm.rank))
    >>> al.sum(al.wrap(mine, slabs, comm))
    24.0
    """
    if not isinstance(layout, Layout):
        raise TypeError(f"wrap: the layout must be an ashlar.Layout, not {type(layout).__name__}")
    _, order, writable, (ld,) = agreed_memory(comm, "wrap", [local])
    if layout._c.required_size > comm.size:
        raise ArgumentError(
            f"wrap: the layout has ranks up to {layout._c.required_size - 1}, "
            f"but the communicator has {comm.size}; take a smaller grid"
        )

    def check():
        wanted = layout.local_shape(comm.rank)
        if local.shape != wanted and not (local.size == 0 and 0 in wanted):
            raise ArgumentError(
                f"wrap: the array of rank {comm.rank} is {local.shape[0]}x{local.shape[1]}, "
                f"but its block in the layout is {wanted[0]}x{wanted[1]}"
            )
        return max(ld, wanted[0] if order == "F" else wanted[1])

    ld = together(comm, check)
    return Matrix._of(_core.wrap(comm, layout._c, local, order, ld, writable and not readonly), comm)


def wrap_desc(local, desc, comm, *, readonly=False):
    """Matrix in the memory of a ScaLAPACK program, without a copy.

    Parameters
    ----------
    local : numpy.ndarray
        Local array in Fortran order, of one or two dimensions.
    desc : sequence of 9 int
        Array descriptor. The grid is that of its BLACS context.
    comm : mpi4py.MPI.Comm
        Communicator with all processes of the grid.
    readonly : bool, optional
        Refuse changes.
    """

    def check():
        integers = [int(x) for x in desc]
        if len(integers) != 9:
            raise ArgumentError(f"wrap_desc: a descriptor has 9 integers, not {len(integers)}")
        if not isinstance(local, np.ndarray) or not (local.flags.f_contiguous or local.size == 0):
            raise ArgumentError("wrap_desc: the local array must be a contiguous ndarray in Fortran order")
        return integers

    integers = together(comm, check)
    writable = agreed_memory(comm, "wrap_desc", [local.reshape(-1, 1, order="F")])[2] and not readonly
    return Matrix._of(_core.wrap_descriptor(comm, integers, local, writable), comm)


def from_root(array, where, root=0, *, comm=None, order="F", block=None):
    """Distribute an array of one rank.

    Parameters
    ----------
    array : array_like or None
        Two-dimensional on rank `root`, ignored elsewhere.
    where : Grid or Layout
        Distribution; a layout needs `comm`.
    root : int, optional
        Rank of the array.

    Examples
    --------
    >>> a = np.arange(6.0).reshape(2, 3) if comm.rank == 0 else None
    >>> al.from_root(a, grid).item(1, 2)
    5.0
    """
    own = communicator(where, comm)
    if not 0 <= root < own.size:
        raise ArgumentError(f"from_root: rank {root} is not in the communicator of {own.size} ranks")

    def check():
        if own.rank != root:
            return None
        if array is None or isinstance(array, str):
            raise ArgumentError(f"from_root: rank {root} must have an array, not {type(array).__name__}")
        whole = np.asarray(array)
        if whole.ndim != 2:
            raise ArgumentError(f"from_root: rank {root} must have an array of 2 dimensions, not of {whole.ndim}")
        return whole.shape, dtype_name(whole.dtype), whole

    mine = together(own, check)
    shape, name = own.bcast(mine[:2] if mine else None, root)
    result = empty(shape, where, name, order, comm=comm, block=block)
    scatter(mine[2] if mine else None, result, root)
    return result


def from_all(array, where, *, comm=None, order="F", block=None):
    """Distribute an array that is equal on all ranks, without messages."""
    whole = _blocklike(np.asarray(array), "from_all")
    result = empty(whole.shape, where, whole.dtype, order, comm=comm, block=block)
    _core.scatter_all(result._v, whole)
    return result


def _blocklike(array, what):
    """The array, or a copy, with one unit stride."""
    if array.ndim != 2:
        raise ArgumentError(f"{what}: the array has {array.ndim} dimensions, but must have 2; reshape it")
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return array
    return np.ascontiguousarray(array)


def scatter(array, target, root=0):
    """Set a matrix or view to an array of rank `root`."""
    comm = target.comm

    def check():
        if comm.rank != root:
            return None
        whole = np.asarray(array)
        if whole.shape != target.shape:
            raise ArgumentError(f"scatter: the array has the shape {whole.shape}, the matrix {target.shape}")
        if not np.can_cast(whole.dtype, target.dtype, "same_kind"):
            raise ArgumentError(f"scatter: a {target.dtype} matrix cannot store {whole.dtype} elements")
        whole = _blocklike(whole.astype(target.dtype, copy=False), "scatter")
        return whole.conj() if target._v.op == "C" else whole

    _core.scatter(target._v, together(comm, check), root)


def fromfunction(function, shape, where, dtype=None, order="F", *, comm=None, block=None):
    """Matrix of ``function(i, j)`` of the global indices, as ``numpy.fromfunction`` with integers.

    Parameters
    ----------
    function : callable
        Called once on each rank with two integer arrays of the shape of its block, which may be
        empty; returns an array or a number. An exception on one rank is a CallbackError on all.
    shape : (int, int)
        Rows and columns.
    where : Grid or Layout
        Distribution; a layout needs `comm`.
    dtype : dtype, optional
        By default that of the function's results.

    Examples
    --------
    >>> A = al.fromfunction(lambda i, j: 10 * i + j, (3, 4), grid)
    >>> int(A.item(2, 3))
    23
    """
    shape = pair(shape, "shape")
    layout, own = place(where, shape, comm, block)

    def call():
        i, j = layout.indices_of(own.rank, 0), layout.indices_of(own.rank, 1)
        i, j = np.broadcast_arrays(i[:, None], j[None, :])
        values = np.asarray(function(i, j))
        np.broadcast_to(values, i.shape)  # raises for another shape
        return values, values.dtype.str, values.size > 0

    values, kind, has_some = together(own, call)
    if dtype is None:
        kinds = own.allgather((kind, has_some))
        found = [k for k, some in kinds if some] or [k for k, _ in kinds]
        dtype = np.result_type(*found)
        dtype = np.dtype(float) if dtype == bool else dtype
    result = empty(shape, where, dtype, order, comm=comm, block=block)
    together(own, lambda: _assign(result.local, values))
    return result


def _assign(local, values):
    if local.dtype.kind != "c" and np.iscomplexobj(values):
        raise ArgumentError(f"a {local.dtype} matrix cannot store complex values of the function")
    local[...] = values


def apply(function, a):
    """Set every element x at (i, j) to ``function(i, j, x)``; an exception on one rank is a CallbackError on
    all.

    Parameters
    ----------
    function : callable
        Called once on each rank with index arrays and the values of its block; returns an array.
    a : Matrix
        Matrix or view that is changed.
    """
    expect_matrix(a, "apply: the second argument")
    a._v.expect_writable("apply")

    def call():
        local = a.local
        i, j = np.broadcast_arrays(a.row_indices[:, None], a.col_indices[None, :])
        values = np.asarray(function(i, j, local.copy()))
        if values.dtype.kind not in "biufc":
            raise ArgumentError("apply: the function must return numbers, for example its changed argument")
        _assign(local, np.broadcast_to(values, local.shape))

    together(a.comm, call)
