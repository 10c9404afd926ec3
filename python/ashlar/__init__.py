# SPDX-License-Identifier: BSD-3-Clause
"""Dense matrices distributed over MPI processes, for users of NumPy.

>>> from mpi4py import MPI
>>> import ashlar as al
>>> grid = al.Grid(MPI.COMM_WORLD)
>>> A = al.fromfunction(lambda i, j: 1 / (i + j + 1), (100, 100), grid)
>>> w = al.linalg.eigvalsh(A)
"""

from mpi4py import MPI as _MPI  # calls MPI_Init, unless mpi4py.rc.initialize is False

from . import _core

if _core.mpi_library != _core.mpi4py_library:
    raise ImportError(
        f"ashlar is linked with {_core.mpi_library!r}, but mpi4py with {_core.mpi4py_library!r}; "
        "a process has one MPI library: build both with the same"
    )

from . import gallery, linalg  # noqa: E402
from ._arrays import Array, Distribution, copy_array, wrap_array  # noqa: E402
from ._assembly import Assembler, get_values  # noqa: E402
from ._creation import (  # noqa: E402
    apply, empty, eye, from_all, from_root, fromfunction, full, ones, scatter, wrap, wrap_desc, zeros,
)
from ._files import Checkpoint, file_info, load, load_checkpoint, save, save_checkpoint  # noqa: E402
from ._functions import (  # noqa: E402
    allclose, argmax, argmin, array_equal, diagonal, max, mean, min, show, stats, sum, to_text, trace, vdot,
)
from ._layout import Grid, Layout  # noqa: E402
from ._matrix import Matrix  # noqa: E402
from ._moves import PendingMove, Plan, conj, copy, relabelled, take, transpose_in_place  # noqa: E402
from ._placed import BlockMap, PlacedMatrix, Placement, Replicas, wrap_blocks  # noqa: E402
from ._progress import AshlarWarning, progress  # noqa: E402
from .errors import (  # noqa: E402
    ArgumentError, CallbackError, Error, FileError, MismatchError, MpiError, NotConverged, NotPositiveDefinite,
    OutOfMemory, Overflow, Singular, Timeout, together,
)

__version__ = _core.version


def build_info():
    """Libraries in this process with their versions, as a dict."""
    return dict(_core.components())
