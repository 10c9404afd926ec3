# SPDX-License-Identifier: BSD-3-Clause
"""Warnings and the progress of long calls."""

import sys
import time
import warnings

from . import _core


class AshlarWarning(UserWarning):
    """Warning of the library, such as lost queued values, issued by ``warnings.warn``."""


_core.set_warning_function(lambda sentence: warnings.warn(sentence, AshlarWarning, stacklevel=2))


class _Line:
    """One line on the standard error, rewritten at most ten times a second."""

    def __init__(self):
        self.last, self.stage, self.start = 0.0, None, 0.0

    def __call__(self, stage, done, total, unit):
        now = time.monotonic()
        if stage != self.stage:
            self.stage, self.start = stage, now
        is_over = total > 0 and done >= total
        if now - self.last < 0.1 and not is_over:
            return
        self.last = now
        part = f"{100 * done / total:3.0f}%" if total > 0 else f"{done:.3g} {unit}"
        end = "\n" if is_over else ""
        print(f"\r{stage}: {part} [{now - self.start:.1f} s]\x1b[K", end=end, file=sys.stderr, flush=True)


def progress(show=None):
    """Show the progress of long calls on rank 0.

    Parameters
    ----------
    show : bool or callable, optional
        True writes a line to the standard error, False nothing. The default is a line if the
        standard error is a terminal. A callable gets (stage, done, total, unit).
    """
    if show is None:
        show = sys.stderr.isatty()
    _core.set_progress_function(show if callable(show) else _Line() if show else None)
