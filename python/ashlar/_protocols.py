# SPDX-License-Identifier: BSD-3-Clause
"""Descriptions of a matrix for other libraries of distributed arrays. Local."""

import numpy as np


def partitioned(a):
    """Tiles by grid position; those of other ranks have no data."""
    if a.base is not None:
        raise TypeError("__partitioned__ needs a whole matrix; A.copy() copies a view")
    layout, rank, partitions = a.layout, a.comm.rank, {}
    grid = layout.grid
    for place, owner in enumerate(layout.ranks):
        position = divmod(place, grid[1])
        rows, cols = layout.row_indices(owner), layout.col_indices(owner)
        partitions[position] = {
            "start": (int(rows[0]) if rows.size else 0, int(cols[0]) if cols.size else 0),
            "shape": (rows.size, cols.size),
            "data": a.local if owner == rank else None,
            "location": [owner],
            "dtype": a.dtype,
        }
    return {
        "shape": a.shape,
        "partition_tiling": grid,
        "partitions": partitions,
        "locals": [key for key, part in partitions.items() if part["location"] == [rank]],
        "get": lambda data: data,
    }


def distarray(a):
    """Buffer and dimensions; block-cyclic dimensions have dist_type 'c'."""
    if a.base is not None:
        raise TypeError("__distarray__ needs a whole matrix; A.copy() copies a view")
    layout = a.layout
    coord = layout._c.coord_of(a.comm.rank)
    if coord is None:
        raise TypeError(f"__distarray__: rank {a.comm.rank} is idle and owns no elements")
    dims = []
    for d in range(2):
        process = (coord[d] - layout.source[d]) % layout.grid[d]
        dims.append({
            "dist_type": "c",
            "size": a.shape[d],
            "proc_grid_size": layout.grid[d],
            "proc_grid_rank": process,
            "start": min(process * layout.block[d], a.shape[d]),
            "block_size": layout.block[d],
        })
    return {"__version__": "1.0.0", "buffer": np.asarray(a.local), "dim_data": tuple(dims)}
