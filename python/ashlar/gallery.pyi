# SPDX-License-Identifier: BSD-3-Clause
from collections.abc import Sequence

from numpy.typing import DTypeLike

from . import Grid, Layout, Matrix

_Where = Grid | Layout

def uniform(
    shape: Sequence[int], where: _Where, seed: int = ..., low: float = ..., high: float = ...,
    dtype: DTypeLike = ..., **options: object,
) -> Matrix: ...
def normal(
    shape: Sequence[int], where: _Where, seed: int = ..., dtype: DTypeLike = ..., **options: object,
) -> Matrix: ...
def hilbert(n: int, where: _Where, dtype: DTypeLike = ..., **options: object) -> Matrix: ...
def minij(n: int, where: _Where, dtype: DTypeLike = ..., **options: object) -> Matrix: ...
def dominant(n: int, where: _Where, seed: int = ..., dtype: DTypeLike = ..., **options: object) -> Matrix: ...
def spd(n: int, where: _Where, seed: int = ..., dtype: DTypeLike = ..., **options: object) -> Matrix: ...
