# SPDX-License-Identifier: BSD-3-Clause
"""Matrices with block maps and replicas."""

import numpy as np

from . import _core
from ._layout import Layout, pair
from ._matrix import _dtypes
from ._sections import Sections
from .errors import ArgumentError, together


class BlockMap:
    """Partition of a matrix by any cuts, with any rank per block: an immutable value.

    Parameters
    ----------
    row_cuts, col_cuts : sequence of int
        Boundaries of the blocks, increasing from 0 to the extent.
    owners : array_like of int
        Rank of block (r, c) at ``owners[r][c]``.

    Examples
    --------
    >>> map = al.BlockMap([0, 3, 10], [0, 4], [[0], [comm.size - 1]])
    >>> map.shape
    (10, 4)
    """

    __slots__ = ("_c",)

    def __init__(self, row_cuts, col_cuts, owners):
        rows, cols = ([int(cut) for cut in cuts] for cuts in (row_cuts, col_cuts))
        ranks = np.asarray(owners)
        wanted = (max(len(rows) - 1, 0), max(len(cols) - 1, 0))
        if ranks.shape != wanted:
            raise ArgumentError(
                f"BlockMap: the cuts make {wanted[0]}x{wanted[1]} blocks, but the shape of owners is {ranks.shape}")
        self._c = _core.BlockMap(rows, cols, [int(rank) for rank in ranks.ravel(order="F")])

    row_cuts = property(lambda self: self._c.row_cuts, doc="Boundaries of the block rows.")
    col_cuts = property(lambda self: self._c.col_cuts, doc="Boundaries of the block columns.")
    shape = property(lambda self: (self._c.row_cuts[-1], self._c.col_cuts[-1]), doc="Rows and columns of the matrix.")

    @classmethod
    def tiles(cls, shape, tile, owner):
        """Tiles of one size; tile (r, c) is on rank ``owner(r, c)``."""
        shape, tile = pair(shape, "shape"), pair(tile, "tile")
        if min(tile) < 1:
            raise ArgumentError(f"BlockMap: a tile has at least 1x1 elements, not {tile[0]}x{tile[1]}")
        cuts = [[*range(0, extent, size), extent] if extent else [0] for extent, size in zip(shape, tile)]
        ranks = [[owner(r, c) for c in range(len(cuts[1]) - 1)] for r in range(len(cuts[0]) - 1)]
        return cls(*cuts, np.reshape(ranks, (len(cuts[0]) - 1, len(cuts[1]) - 1)))

    def owner(self, r, c):
        """Rank of block (r, c)."""
        rows, cols = len(self.row_cuts) - 1, len(self.col_cuts) - 1
        if not (0 <= r < rows and 0 <= c < cols):
            raise IndexError(f"block ({r}, {c}) is outside the {rows}x{cols} blocks of the map")
        return self._c.owner(r, c)

    def __eq__(self, other):
        return self._c.equals(other._c) if isinstance(other, BlockMap) else NotImplemented

    def __hash__(self):
        return hash((tuple(self.row_cuts), tuple(self.col_cuts)))

    def __reduce__(self):
        rows, cols = self.row_cuts, self.col_cuts
        owners = [[self._c.owner(r, c) for c in range(len(cols) - 1)] for r in range(len(rows) - 1)]
        return BlockMap, (rows, cols, owners)

    def __repr__(self):
        return f"<ashlar.BlockMap {self._c.to_string()}>"


class Replicas:
    """Groups of ranks, each with a replica of a matrix: an immutable value.

    Parameters
    ----------
    count, group_size : int
        Rank r of group k is rank ``k * group_size + r``.
    groups : sequence of sequence of int, optional
        The ranks of each group instead.
    """

    __slots__ = ("_c",)

    def __init__(self, count=1, group_size=1, *, groups=None):
        if groups is None:
            self._c = _core.Replicas(int(count), int(group_size))
        else:
            self._c = _core.Replicas([[int(rank) for rank in group] for group in groups])

    count = property(lambda self: self._c.count, doc="Number of replicas.")
    group_size = property(lambda self: self._c.group_size, doc="Ranks of a group.")

    def __eq__(self, other):
        return self._c.equals(other._c) if isinstance(other, Replicas) else NotImplemented

    def __hash__(self):
        return hash((self.count, self.group_size))

    def __reduce__(self):
        groups = [[self._c.rank_of(k, r) for r in range(self.group_size)] for k in range(self.count)]
        return _replicas_of, (groups,)

    def __repr__(self):
        return f"<ashlar.Replicas {self.count} on {self.group_size} ranks each>"


def _replicas_of(groups):
    return Replicas(groups=groups)


class Placement:
    """Layout or block map with replicas.

    Parameters
    ----------
    base : Layout or BlockMap
        Distribution of a replica over the ranks 0, 1, ... of its group.
    replicas : Replicas, optional
    """

    __slots__ = ("_c", "base", "replicas")

    def __init__(self, base, replicas=None):
        if not isinstance(base, (Layout, BlockMap)):
            raise TypeError(f"Placement: the distribution is an ashlar.Layout or BlockMap, not {type(base).__name__}")
        self.base, self.replicas = base, replicas
        self._c = _core.Placement(base._c, _core.Replicas() if replicas is None else replicas._c)

    shape = property(lambda self: self.base.shape, doc="Rows and columns of the matrix.")

    def __repr__(self):
        return f"<ashlar.Placement {self._c.to_string()}>"


class PlacedMatrix(Sections):
    """Matrix with a block map or with replicas, or a view of one.

    Made by `zeros`, `empty`, `full`, `ones` and `wrap_blocks`; `copy` moves elements to and from other
    matrices, and `to` makes a Matrix, for which linear algebra and files exist.
    """

    __slots__ = ("_v", "_comm", "_base", "_shape", "_dtype", "placement", "__weakref__")

    def __init__(self, *args, **kwargs):
        raise TypeError("a PlacedMatrix is made by ashlar.zeros, empty, full, ones or wrap_blocks")

    @classmethod
    def _of(cls, core, placement, comm):
        part = _core.PlacedPart(core, 0, placement.shape[0], 0, placement.shape[1], "N")
        self = cls._view(part, comm, None, placement.shape)
        self.placement = placement
        return self

    @classmethod
    def _view(cls, part, comm, base, shape):
        self = object.__new__(cls)
        self._v, self._comm, self._base, self._shape = part, comm, base, tuple(shape)
        self._dtype = _dtypes[part.matrix.dtype]
        self.placement = None if base is None else base.placement
        return self

    def _part(self, *bounds):
        return _core.PlacedPart(self._v.matrix, *bounds)

    @property
    def blocks(self):
        """Blocks of this rank with a block map: tuples (rows, columns, ndarray) with slices of the whole matrix."""
        return [(slice(a, b), slice(c, d), block) for a, b, c, d, block in _core.blocks_of(self._v.matrix)]

    @property
    def local(self):
        """Elements of this rank's replica of a layout, as an ndarray that shares memory."""
        return self._replica()[1]

    @property
    def row_indices(self):
        """Row of the whole matrix for each row of `local`."""
        return self.placement.base.row_indices(self._replica()[0])

    @property
    def col_indices(self):
        """Column of the whole matrix for each column of `local`."""
        return self.placement.base.col_indices(self._replica()[0])

    def _replica(self):
        if isinstance(self.placement.base, BlockMap):
            raise ArgumentError("a matrix with a block map has one array for each block of a rank: A.blocks lists them")
        return _core.replica_of(self._v.matrix)

    def fill(self, value):
        """Set all elements of the whole matrix to a number. Local."""
        if self.base is not None:
            raise ArgumentError("fill: set the elements of a view of a block map by al.copy")
        self._v.expect_writable("fill")
        parts = [block for _, _, block in self.blocks] if isinstance(self.placement.base, BlockMap) else [self.local]
        for part in parts:
            part[...] = value

    def to(self, where, dtype=None, *, order="F", block=None):
        """Matrix with the elements, on a Grid or in a Layout. Collective."""
        from ._creation import empty
        from ._moves import copy

        result = empty(self.shape, where, self.dtype if dtype is None else dtype, order, comm=self.comm, block=block)
        copy(self, result)
        return result

    def gather(self, root=0, order="F"):
        """The whole as an ndarray on rank `root` (None: on all). Collective."""
        one = Layout(self.shape, self.shape if min(self.shape) else None, (1, 1))
        return self.to(one, order=order).gather(root, order)

    def __repr__(self):
        what = "" if self.base is None else ", a view"
        return f"<ashlar.PlacedMatrix {self.shape[0]}x{self.shape[1]} {self.dtype}, {self._v.matrix.to_string()}{what}>"


def wrap_blocks(blocks, map, comm, *, readonly=False):
    """Matrix in the memory of arrays, one for each block of this rank, without a copy. Collective.

    Parameters
    ----------
    blocks : sequence of numpy.ndarray
        Blocks of this rank, down the block columns, all of one order and type.
    map : BlockMap
    comm : mpi4py.MPI.Comm
    readonly : bool, optional
        Refuse changes. Always so if an array of a rank is read-only.

    Examples
    --------
    >>> cuts = [0, *np.cumsum([k + 1 for k in range(comm.size)])]
    >>> map = al.BlockMap(cuts, [0, 5], [[k] for k in range(comm.size)])
    >>> A = al.wrap_blocks([np.full((comm.rank + 1, 5), 2.0)], map, comm)
    >>> al.sum(A.to(grid)) == 10 * cuts[-1]
    True
    """
    from ._creation import agreed_memory

    blocks = list(blocks)

    def check():
        owned = [(r, c) for c in range(len(map.col_cuts) - 1) for r in range(len(map.row_cuts) - 1)
                 if map.owner(r, c) == comm.rank]
        if len(owned) != len(blocks):
            raise ArgumentError(f"wrap_blocks: rank {comm.rank} gives {len(blocks)} arrays for its {len(owned)} blocks")
        for (r, c), block in zip(owned, blocks):
            wanted = (map.row_cuts[r + 1] - map.row_cuts[r], map.col_cuts[c + 1] - map.col_cuts[c])
            if np.shape(block) != wanted:
                raise ArgumentError(
                    f"wrap_blocks: the shape of the array of block ({r}, {c}) is {np.shape(block)}, not {wanted}")

    together(comm, check)
    name, order, writable, leading = agreed_memory(comm, "wrap_blocks", blocks)
    core = _core.wrap_blocks(comm, map._c, blocks, leading, name, order, writable and not readonly)
    return PlacedMatrix._of(core, Placement(map), comm)
