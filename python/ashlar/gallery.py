# SPDX-License-Identifier: BSD-3-Clause
"""Known and random matrices, with equal elements on any number of ranks. All are collective."""

from ._creation import empty as _empty
from ._layout import pair as _pair
from ._checks import as_integer as _as_integer
from ._checks import as_number as _as_number


def _made(name, shape, where, dtype, seed, low, high, options):
    result = _empty(shape, where, dtype, **options)
    result._c.generate(name, _as_integer(seed, "seed", 0, 2**64 - 1), _as_number(low, "low"), _as_number(high, "high"))
    return result


def uniform(shape, where, seed=0, low=0.0, high=1.0, dtype=float, **options):
    """Uniform random numbers from [low, high); for integers high is included."""
    return _made("uniform", _pair(shape, "shape"), where, dtype, seed, low, high, options)


def normal(shape, where, seed=0, dtype=float, **options):
    """Normal random numbers of mean 0 and variance 1."""
    return _made("normal", _pair(shape, "shape"), where, dtype, seed, 0, 1, options)


def hilbert(n, where, dtype=float, **options):
    """Hilbert matrix 1 / (i + j + 1)."""
    return _made("hilbert", (n, n), where, dtype, 0, 0, 1, options)


def minij(n, where, dtype=float, **options):
    """min(i, j) + 1, symmetric positive definite."""
    return _made("minij", (n, n), where, dtype, 0, 0, 1, options)


def dominant(n, where, seed=0, dtype=float, **options):
    """Random diagonally dominant matrix, of small condition."""
    return _made("dominant", (n, n), where, dtype, seed, 0, 1, options)


def spd(n, where, seed=0, dtype=float, **options):
    """Random symmetric (complex: Hermitian) positive definite matrix."""
    return _made("spd", (n, n), where, dtype, seed, 0, 1, options)
