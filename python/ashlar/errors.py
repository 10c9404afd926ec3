# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions of ashlar. Every rank of the call gets the same class and sentence."""

import re

import numpy as np

from . import _core


class Error(RuntimeError):
    """Base class of all errors of ashlar."""


class ArgumentError(Error, ValueError):
    """An argument is out of range, or arguments do not fit together."""


class MismatchError(ArgumentError):
    """The ranks made different calls; found under ``ASHLAR_CHECK=1``."""


class Overflow(Error, OverflowError):
    """A number exceeds 32 bits of MPI or LAPACK, or the element type."""


class OutOfMemory(Error, MemoryError):
    """An allocation failed; ``wanted_bytes`` is its size."""


class MpiError(Error):
    """A call of MPI failed; ``call`` is its name, ``code`` its error code."""


class FileError(Error, OSError):
    """A file cannot be read or written; ``filename`` is its path."""

    def __str__(self):  # that of OSError prints errno
        return str(self.args[0])


class Singular(Error, np.linalg.LinAlgError):
    """A matrix is exactly singular; ``pivot`` is the row of the first zero pivot, from 0."""


class NotPositiveDefinite(Error, np.linalg.LinAlgError):
    """A leading minor is not positive; ``pivot`` is its last row, from 0."""


class NotConverged(Error, np.linalg.LinAlgError):
    """An iteration did not reach its tolerance."""


class Timeout(Error, TimeoutError):
    """Ranks are missing in a collective call after ``ASHLAR_TIMEOUT`` seconds."""


class CallbackError(Error):
    """A function of the caller raised an exception on a rank.

    The message has the rank and the text. On the rank itself ``__cause__`` is the exception.
    """


# Numbers of ashlar::ErrorKind.
_classes = (
    ArgumentError,
    Overflow,
    OutOfMemory,
    MpiError,
    FileError,
    Singular,
    NotPositiveDefinite,
    NotConverged,
    Timeout,
    CallbackError,
)


# Functions of C++ at the beginning of sentences.
_names = {
    "apply_symmetric": "funm",
    "cholesky_factor": "cho_factor",
    "col_sums": "sum",
    "condition": "cond",
    "copy_into": "copy",
    "determinant": "slogdet",
    "gather_into": "gather",
    "gemm": "matmul",
    "general_eigen": "eig",
    "inverse": "inv",
    "ldlt_factor": "ldl_factor",
    "least_squares": "lstsq",
    "orthonormal_basis": "orth",
    "qr_factor": "qr",
    "rank": "matrix_rank",
    "singular_values": "svdvals",
    "symmetric_eigen": "eigh",
}


def _make(kind, message, subject, number):
    cls = MismatchError if kind < 0 else _classes[kind]
    # The library names options of files by those of the command and by members of C++.
    message = re.sub(r"--[a-z-]+( [^ (,]+)? \(FileHints::(\w+)\)", lambda m: f"{m[2]}={(m[1] or ' ...')[1:]}", message)
    function, colon, rest = message.partition(":")
    error = cls(_names.get(function, function) + colon + rest)
    if cls is OutOfMemory:
        error.wanted_bytes = number
    elif cls is MpiError:
        error.call, error.code = subject, number
    elif cls is FileError:
        error.filename = subject
    elif cls in (Singular, NotPositiveDefinite):
        error.pivot = number
    return error


_core.set_error_factory(_make)


def together(comm, function):
    """Call ``function()`` on every rank; if it raises on one, every rank raises.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
        All its ranks call `together`.
    function : callable
        Called without arguments. It must not communicate.

    Returns
    -------
    object
        The result of ``function()`` on this rank.

    Raises
    ------
    CallbackError
        On every rank, with the text of the lowest failing one. An error of ashlar keeps its class,
        and the failing rank raises `KeyboardInterrupt` and `SystemExit` themselves.
    """
    value, own = None, None
    try:
        value = function()
    except BaseException as error:  # the others must learn of an interrupt, too
        own = error
    if own is None:
        _core.settle(comm, -1, "")
        return value
    kind, message = _classes.index(CallbackError), f"rank {comm.rank}: {type(own).__name__}: {own}"
    if isinstance(own, MemoryError):
        kind = _classes.index(OutOfMemory)
    elif type(own) in _classes:
        kind, message = _classes.index(type(own)), str(own)
    try:
        _core.settle(comm, kind, message)
    except Error as agreed:
        if not isinstance(own, Exception):
            raise own
        raise agreed from own
    raise AssertionError("unreachable: a failed rank always raises")
