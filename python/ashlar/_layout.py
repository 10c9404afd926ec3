# SPDX-License-Identifier: BSD-3-Clause
"""Layouts and process grids."""

import operator

from . import _core
from ._checks import as_integer
from .errors import ArgumentError, Overflow

_grid_orders = {"C": "R", "F": "C"}
_order_names = {"R": "C", "C": "F"}


def pair(value, what):
    """A pair of integers from a pair or one integer."""
    try:
        first, second = (value, value) if hasattr(value, "__index__") else value
        first, second = operator.index(first), operator.index(second)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be two integers, not {value!r}") from None
    if max(abs(first), abs(second)) >= 2**63:
        raise Overflow(f"{what} is ({first}, {second}), but numbers of rows and columns have 64 bits")
    return first, second


def grid_order_letter(order):
    try:
        return _grid_orders[order]
    except (KeyError, TypeError):
        raise ArgumentError(f"the order of a grid is 'C' (ranks by rows) or 'F' (by columns), not {order!r}") from None


def memory_order(order):
    if order not in ("C", "F"):
        raise ArgumentError(f"the order of elements in memory is 'C' or 'F', not {order!r}")
    return order


class Layout:
    """Block-cyclic distribution of a matrix: an immutable value without communicator.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns of the matrix.
    block : (int, int) or int, optional
        Rows and columns of a block (ScaLAPACK MB, NB). By default 64 x 64; on a grid of one column
        (row) each rank has one slab of rows (columns).
    grid : (int, int), optional
        Rows and columns of the process grid; by default one rank.
    source : (int, int), optional
        Grid position of element (0, 0).
    grid_order : {'C', 'F'}, optional
        Ranks by rows or by columns of the grid.
    ranks : sequence of int, optional
        Rank at each grid position, in `grid_order`.

    Examples
    --------
    >>> slabs = Layout((100, 30), grid=(4, 1))
    >>> slabs.block
    (25, 30)
    >>> slabs.owner(99, 0)
    3
    """

    __slots__ = ("_c",)

    def __init__(self, shape, block=None, grid=None, *, source=(0, 0), grid_order="C", ranks=()):
        shape = pair(shape, "shape")
        size = (0, 0) if grid is None else pair(grid, "grid")
        block = default_block(shape, size) if block is None else pair(block, "block")
        order = grid_order_letter(grid_order)
        ranks = [int(rank) for rank in ranks]
        self._c = _core.Layout(shape, block, size, pair(source, "source"), order, ranks)

    @classmethod
    def _of(cls, core):
        self = object.__new__(cls)
        self._c = core
        return self

    shape = property(lambda self: self._c.shape, doc="Rows and columns of the matrix.")
    block = property(lambda self: self._c.block, doc="Rows and columns of a block.")
    grid = property(lambda self: self._c.grid, doc="Rows and columns of the process grid.")
    source = property(lambda self: self._c.source, doc="Grid position of element (0, 0).")

    @property
    def grid_order(self):
        """'C' for ranks by rows of the grid, 'F' by columns."""
        return _order_names[self._c.grid_order]

    @property
    def ranks(self):
        """Ranks at the grid positions, row by row."""
        return self._c.ranks()

    @property
    def T(self):
        """Layout of the transposed matrix, with the same owners."""
        return Layout._of(self._c.transposed())

    def owner(self, i, j):
        """Rank of element (i, j)."""
        return self._c.owner(as_integer(i, "the row"), as_integer(j, "the column"))[0]

    def local_shape(self, rank):
        """Rows and columns of the local block of `rank`; (0, 0) for an idle rank."""
        return self._c.local_shape(as_integer(rank, "rank", 0, 2**31 - 1))

    def row_indices(self, rank):
        """Global indices of the local rows of `rank`, as an ndarray."""
        return self._c.indices_of(as_integer(rank, "rank", 0, 2**31 - 1), 0)

    def col_indices(self, rank):
        """Global indices of the local columns of `rank`, as an ndarray."""
        return self._c.indices_of(as_integer(rank, "rank", 0, 2**31 - 1), 1)

    def with_shape(self, shape):
        """Layout of another shape with the same grid, blocks and source."""
        return Layout._of(self._c.with_shape(*pair(shape, "shape")))

    def with_block(self, block):
        """Layout with other blocks."""
        return Layout._of(self._c.with_block(*pair(block, "block")))

    def draw(self, width=100):
        """Text drawing of the owners, as the command ``ashlar layout`` prints it."""
        return self._c.draw(as_integer(width, "width", 1, 2**31 - 1))

    def __eq__(self, other):
        return self._c.equals(other._c) if isinstance(other, Layout) else NotImplemented

    def __hash__(self):
        return hash((self.shape, self.block, self.grid, self.source))

    def __repr__(self):
        return f"<ashlar.Layout {self._c.to_string()}>"

    def __reduce__(self):
        grid = self.grid if self._c.has_grid else None
        return _unpickled, (self.shape, self.block, grid, self.source, self.ranks)

    def _repr_svg_(self):
        return self._c.svg()


def _unpickled(shape, block, grid, source, ranks):
    return Layout(shape, block, grid, source=source, ranks=ranks if grid else ())


def default_block(shape, grid):
    """64 x 64, or slabs on a grid with one row or one column."""
    rows, cols = grid
    if rows > 1 and cols == 1:
        return max(1, -(-shape[0] // rows)), max(1, shape[1])
    if cols > 1 and rows == 1:
        return max(1, shape[0]), max(1, -(-shape[1] // cols))
    return 64, 64


class Grid:
    """Process grid on a communicator.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
        All its ranks make the grid.
    shape : (int, int), optional
        Rows and columns; 0 or the default is chosen, as square as possible.
    order : {'C', 'F'}, optional
        Ranks by rows or by columns of the grid.
    idle : bool, optional
        Allow ranks without a position, for a more square grid.
    """

    __slots__ = ("_c", "comm")

    def __init__(self, comm, shape=None, order="C", *, idle=False):
        shape = (0, 0) if shape is None else pair(shape, "shape")
        self._c = _core.Grid(comm, shape, grid_order_letter(order), bool(idle))
        self.comm = comm

    shape = property(lambda self: self._c.shape, doc="Rows and columns of the grid.")
    coord = property(lambda self: self._c.coord, doc="Position of this rank, or None.")
    reason = property(lambda self: self._c.reason, doc="Reason for the chosen shape.")

    @property
    def order(self):
        """'C' for ranks by rows of the grid, 'F' by columns."""
        return _order_names[self._c.order]

    def layout(self, shape, block=(64, 64), source=(0, 0)):
        """Layout of a matrix of `shape` on this grid."""
        return Layout._of(self._c.layout(pair(shape, "shape"), pair(block, "block"), pair(source, "source")))

    def __repr__(self):
        rows, cols = self.shape
        return f"<ashlar.Grid {rows}x{cols} of {self.comm.size} ranks>"


def communicator(where, comm):
    """Communicator of a grid, or the given one for a value without communicator."""
    if isinstance(where, Grid):
        return where.comm
    if comm is None:
        raise TypeError(f"give comm: a {type(where).__name__} does not contain a communicator")
    return comm


def place(where, shape, comm, block):
    """Core layout, with the communicator, of a matrix of `shape` on a grid or in a layout."""
    if isinstance(where, Grid):
        block = (64, 64) if block is None else pair(block, "block")
        return where._c.layout(shape, block, (0, 0)), where.comm
    if isinstance(where, Layout):
        comm = communicator(where, comm)
        if shape is not None and where.shape != tuple(shape):
            raise ArgumentError(
                f"the layout is that of a {where.shape[0]}x{where.shape[1]} matrix, "
                f"but the shape is {shape[0]}x{shape[1]}; take layout.with_shape(shape)"
            )
        return where._c, comm
    raise TypeError(f"a matrix is made on an ashlar.Grid or in an ashlar.Layout, not on {type(where).__name__}")
