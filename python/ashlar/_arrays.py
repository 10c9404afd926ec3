# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of any number of dimensions."""

import operator

import numpy as np

from . import _core
from ._checks import as_integer
from ._layout import memory_order
from ._matrix import _dtypes
from ._moves import check_factors
from .errors import ArgumentError, together


class Distribution:
    """Distribution of an n-dimensional array as in MPI_Type_create_darray: an immutable value.

    Parameters
    ----------
    shape : sequence of int
        Extents of the array.
    dists : sequence of str
        'BLOCK', 'BLOCK(k)', 'CYCLIC', 'CYCLIC(k)' or '*' (not distributed) for each dimension.
    grid : sequence of int
        Processes along each dimension; ranks are row-major on the grid.
    order : {'C', 'F'}, optional
        Order of the elements in local memory.

    Examples
    --------
    >>> Distribution((4, 6, 5), ("*", "BLOCK", "CYCLIC(2)"), (1, 2, 2)).local_shape(1)
    (4, 3, 2)
    """

    __slots__ = ("_c", "_facts")

    def __init__(self, shape, dists, grid, order="C"):
        shape, grid = (tuple(operator.index(x) for x in values) for values in (shape, grid))
        self._facts = shape, tuple(str(dist) for dist in dists), grid, memory_order(order)
        self._c = _core.Distribution(*self._facts)

    shape = property(lambda self: self._facts[0], doc="Extents.")
    dists = property(lambda self: self._facts[1], doc="Distribution of each dimension.")
    grid = property(lambda self: self._facts[2], doc="Processes along each dimension.")
    order = property(lambda self: self._facts[3], doc="Order of the elements in local memory.")
    ndim = property(lambda self: len(self.shape), doc="Number of dimensions.")

    def owner(self, *indices):
        """Rank of an element."""
        if len(indices) != self.ndim or not all(0 <= i < n for i, n in zip(indices, self.shape)):
            raise IndexError(f"element {indices} is outside the array of shape {self.shape}")
        return self._c.owner(list(indices))

    def local_shape(self, rank):
        """Extents of the local array of `rank`; zeros for an idle rank."""
        return tuple(self._c.local_shape(rank))

    def indices(self, rank, dimension):
        """Global indices of the local elements of `rank` along a dimension, as an ndarray."""
        return self._c.indices_of(rank, range(self.ndim)[dimension])

    def __eq__(self, other):
        return self._c.equals(other._c) if isinstance(other, Distribution) else NotImplemented

    def __hash__(self):
        return hash((self.shape, self.grid))

    def __reduce__(self):
        return Distribution, self._facts

    def __repr__(self):
        return f"<ashlar.Distribution {self.shape} as {self.dists} on {self.grid}, order {self.order}>"


class Array:
    """Distributed array of any number of dimensions.

    Made by `zeros`, `empty`, `full`, `ones` with a Distribution, and by `wrap_array`.
    """

    __slots__ = ("_c", "_comm", "_distribution", "_dtype", "__weakref__")

    def __init__(self, *args, **kwargs):
        raise TypeError("an Array is made by ashlar.zeros, empty, full, ones or wrap_array")

    @classmethod
    def _of(cls, core, distribution, comm):
        self = object.__new__(cls)
        self._c, self._distribution, self._comm = core, distribution, comm
        self._dtype = _dtypes[core.dtype]
        return self

    comm = property(operator.attrgetter("_comm"), doc="Communicator, an mpi4py.MPI.Comm.")
    distribution = property(operator.attrgetter("_distribution"), doc="Distribution.")
    dtype = property(operator.attrgetter("_dtype"), doc="Element type, a numpy.dtype.")
    shape = property(lambda self: self.distribution.shape, doc="Extents.")
    ndim = property(lambda self: self.distribution.ndim, doc="Number of dimensions.")

    @property
    def local(self):
        """Elements of this rank as an ndarray that shares memory."""
        return self._c.local()

    def indices(self, dimension):
        """Global indices of the elements of `local` along a dimension."""
        return self.distribution.indices(self.comm.rank, dimension)

    def fill(self, value):
        """Set all elements to a number. Local."""
        self._c.expect_writable("fill")
        self.local[...] = value

    def to(self, distribution, dtype=None):
        """Copy in another distribution or element type. Collective."""
        from ._creation import empty

        result = empty(self.shape, distribution, self.dtype if dtype is None else dtype, comm=self.comm)
        copy_array(self, result)
        return result

    def transpose(self, axes, distribution):
        """Array with permuted dimensions, as ``numpy.transpose``. Collective."""
        from ._creation import empty

        result = empty(distribution.shape, distribution, self.dtype, comm=self.comm)
        copy_array(self, result, axes=axes)
        return result

    def gather(self, root=0):
        """The whole as an ndarray on rank `root` (None: on all), else None. Collective."""
        receiver = 0 if root is None else as_integer(root, "root", 0, self.comm.size - 1)
        one = self.distribution._c.on_one_rank(receiver)
        here = root is None or self.comm.rank == receiver
        order = self.distribution.order
        whole = together(self.comm, lambda: np.empty(self.shape, self.dtype, order) if here else None)
        mine = whole if self.comm.rank == receiver else np.empty(0, self.dtype)
        target = _core.wrap_array(self.comm, one, mine, self.dtype.name, True)
        _core.copy_array(self._c, target, [], [], [], 1, 0, 0)
        if root is None:
            self.comm.Bcast(whole.ravel("K"), receiver)
        return whole

    def __array__(self, dtype=None):
        raise TypeError(
            "an Array does not become an array of NumPy implicitly: A.local has the elements of this rank, "
            "and A.gather(), a collective call, returns all"
        )

    def __repr__(self):
        return f"<ashlar.Array {self.shape} {self.dtype}, {self.distribution!r}>"


def wrap_array(local, distribution, comm, *, readonly=False):
    """Array in the memory of an ndarray on each rank, without a copy. Collective.

    Parameters
    ----------
    local : numpy.ndarray
        Elements of this rank, contiguous in the order of the distribution.
    distribution : Distribution
    comm : mpi4py.MPI.Comm
    readonly : bool, optional
        Refuse changes. Always so if the ndarray of a rank is read-only.
    """

    from ._creation import agreed_memory

    def check():
        wanted = distribution.local_shape(comm.rank)
        if np.shape(local) != wanted:
            raise ArgumentError(f"wrap_array: the shape of the array of rank {comm.rank} is {np.shape(local)}, not {wanted}")
        if not (local.flags.c_contiguous if distribution.order == "C" else local.flags.f_contiguous):
            raise ArgumentError(
                f"wrap_array: the array of rank {comm.rank} is not contiguous in order {distribution.order!r}")

    together(comm, check)
    name, _, writable, _ = agreed_memory(comm, "wrap_array", [local.reshape(-1, 1, order=distribution.order)])
    core = _core.wrap_array(comm, distribution._c, local, name, writable and not readonly)
    return Array._of(core, distribution, comm)


def copy_array(source, target, alpha=1, beta=0, *, axes=None, source_box=None, target_box=None, max_extra_bytes=0):
    """Set ``target = alpha * source + beta * target`` between arrays of any distributions. Collective.

    Parameters
    ----------
    source, target : Array
    alpha, beta : number, optional
    axes : sequence of int, optional
        Dimension d of the target is dimension ``axes[d]`` of the source.
    source_box, target_box : sequence of slice, optional
        Boxes of equal extents, by default the whole arrays.
    max_extra_bytes : int, optional
        Limit of message buffers; 0 is a few MiB.
    """
    for what, array in (("source", source), ("target", target)):
        if not isinstance(array, Array):
            raise TypeError(f"copy_array: the {what} must be an ashlar.Array, not {type(array).__name__}")
    if alpha != 1 or beta != 0:
        check_factors("copy_array", alpha, beta, target)
    boxes = [_box(box, array) for box, array in ((source_box, source), (target_box, target))]
    _core.copy_array(source._c, target._c, [int(axis) for axis in axes or ()], *boxes, complex(alpha), complex(beta),
                     max_extra_bytes)


def _box(box, array):
    if box is None:
        return []
    ranges = [part.indices(extent) for part, extent in zip(box, array.shape)]
    if len(box) != array.ndim or any(step != 1 for *_, step in ranges):
        raise ArgumentError(f"copy_array: a box has {array.ndim} slices without a step")
    return [(first, max(first, last)) for first, last, _ in ranges]
