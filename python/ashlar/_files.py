# SPDX-License-Identifier: BSD-3-Clause
"""Files of every format, and checkpoints. All functions are collective."""

import os

from . import _core
from ._layout import Grid, Layout, communicator, memory_order, pair
from ._matrix import Matrix, dtype_name, expect_matrix
from .errors import ArgumentError

_all = (0, 2**63 - 1)


def _range(part, what):
    if part is None:
        return _all
    if not isinstance(part, slice):
        raise TypeError(f"load: {what} must be a slice, not {part!r}; al.take picks {what} by index")
    first, last, step = part.start or 0, part.stop, part.step or 1
    last = _all[1] if last is None else last
    if step != 1 or first < 0 or last < 0:
        raise ArgumentError(f"load: {what} are slice(first, last) from the start without a step, not {part!r}")
    return first, last


def load(path, where, *, comm=None, dtype=None, order="F", block=None, rows=None, cols=None, **file):
    """Matrix of a file: .npy, .npz, .h5, .mat, .mtx, .csv, .txt, .fits and others.

    Parameters
    ----------
    path : str or path
        A name after a colon is a dataset: ``"x.h5:/group/A"``.
    where : Grid or Layout
        Distribution; a layout needs `comm`.
    dtype : dtype, optional
        Element type, by default that of the file; of raw binary that of the elements.
    rows, cols : slice, optional
        Part to load; nothing else is read.
    **file
        format : name of the format, for other extensions.
        shape, offset, file_order, swapped : of raw binary, with `dtype`; file_order is 'C' or 'F', swapped True
        for the other byte order.
        delimiter, header, missing : of text; header is True or False, missing True reads NaN.
        index : sequence of int or None, one for each dimension of an array; None takes all.
    """
    own, path = communicator(where, comm), os.fspath(path)
    part = _range(rows, "rows"), _range(cols, "cols")
    if dtype is not None and "shape" in file:  # raw binary has no other element type
        file = {**file, "dtype": dtype_name(dtype)}
    if "file_order" in file:
        file["order"] = memory_order(file.pop("file_order"))
    name = _core.read_info(own, path, file)["dtype"] if dtype is None else dtype_name(dtype)
    if isinstance(where, Grid):
        size = (64, 64) if block is None else pair(block, "block")
        core = _core.load_on_grid(path, where._c, size, name, memory_order(order), *part, file)
    elif isinstance(where, Layout):
        core = _core.load_in_layout(path, own, where._c, name, memory_order(order), *part, file)
    else:
        raise TypeError(f"load: the distribution must be an ashlar.Grid or Layout, not {type(where).__name__}")
    return Matrix._of(core, own)


def save(path, a, *, order="C", ndim=2, **file):
    """Write a matrix or view in the format of the extension, and replace the file at once.

    Parameters
    ----------
    path : str or path
        A name after a colon adds a dataset to the file.
    order : {'C', 'F'}, optional
        Order of the file, if its format has both.
    ndim : {2, 1}, optional
        1 writes an n x 1 matrix as a vector.
    **file
        format : name of the format, for other extensions.
        stored_as : 'float16' or 'bool', stored in place of the element type.
        compression : 0 to 9, of HDF5, MATLAB and npz files.
        chunk : (rows, columns) of a chunk of HDF5.
        delimiter, swapped : of text; True for the other byte order of npy and raw binary.
    """
    expect_matrix(a, "save: the matrix")
    _core.save(os.fspath(path), a._whole()._c, memory_order(order), ndim, file)


def file_info(path, comm, **file):
    """Header of a file: format, dtype, shape, order, sizes, bytes, names."""
    return _core.read_info(comm, os.fspath(path), file)


def save_checkpoint(path, notes=None, /, **matrices):
    """Write matrices to a folder with checksums, and replace it at once.

    Parameters
    ----------
    path : str or path
        Folder.
    notes : dict of str to str, optional
        Further facts, such as the step.
    **matrices : Matrix
        Matrices by name.
    """
    for name, matrix in matrices.items():
        expect_matrix(matrix, f"save_checkpoint: {name}")
    whole = [(name, m._whole()._c) for name, m in matrices.items()]
    notes = {str(key): str(value) for key, value in (notes or {}).items()}
    _core.save_checkpoint(os.fspath(path), whole, notes)


class Checkpoint(dict):
    """Matrices of a checkpoint by name; `notes` are those of `save_checkpoint`."""

    notes: dict[str, str] = {}


def load_checkpoint(path, where, *, names=None, block=None):
    """Load matrices of a checkpoint on any number of ranks.

    Parameters
    ----------
    where : Grid
        Distribution of all matrices.
    names : sequence of str, optional
        By default all.

    Returns
    -------
    Checkpoint
        A dict with ``notes``.
    """
    if not isinstance(where, Grid):
        raise TypeError(f"load_checkpoint: matrices are loaded on an ashlar.Grid, not {type(where).__name__}")
    path = os.fspath(path)
    members, notes = _core.checkpoint_info(where.comm, path)
    result = Checkpoint()
    result.notes = notes
    for name in members if names is None else names:
        result[name] = load(f"{path.rstrip('/')}/:{name}", where, block=block)
    return result
