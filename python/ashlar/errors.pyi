# SPDX-License-Identifier: BSD-3-Clause
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from mpi4py.MPI import Comm

_Result = TypeVar("_Result")

class Error(RuntimeError): ...
class ArgumentError(Error, ValueError): ...
class MismatchError(ArgumentError): ...
class Overflow(Error, OverflowError): ...
class OutOfMemory(Error, MemoryError):
    wanted_bytes: int
class MpiError(Error):
    call: str
    code: int
class FileError(Error, OSError):
    filename: str
class Singular(Error, np.linalg.LinAlgError):
    pivot: int
class NotPositiveDefinite(Error, np.linalg.LinAlgError):
    pivot: int
class NotConverged(Error, np.linalg.LinAlgError): ...
class Timeout(Error, TimeoutError): ...
class CallbackError(Error): ...

def together(comm: Comm, function: Callable[[], _Result]) -> _Result: ...
