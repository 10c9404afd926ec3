# SPDX-License-Identifier: BSD-3-Clause
"""Checks of numbers among arguments."""

import operator

from .errors import ArgumentError


def as_integer(value, what, least=-(2**63), most=2**63 - 1):
    """A Python integer within 64 bits (or the given range)."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {value!r}") from None
    if not least <= found <= most:
        raise ArgumentError(f"{what} is {found}, but must be from {least} to {most}")
    return found


def as_number(value, what, kind=float):
    """A float or complex number."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{what} must be a number, not {value!r}")
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a number, not {value!r}") from None
