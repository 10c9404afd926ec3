# SPDX-License-Identifier: BSD-3-Clause
"""``python3 -m ashlar script.py``: an uncaught error ends the whole job with one line.

The other ranks wait at most three seconds for a failed one. The exit status is that of the script,
1 after an error. ``--traceback`` prints the traceback of the failing ranks as well.
"""

import os
import runpy
import sys
import traceback

from . import _core


def _run(script, with_traceback):
    """(exit status, text of the error) of the script."""
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0, ""
        return 1, str(end.code)
    except BaseException as error:  # also KeyboardInterrupt
        if with_traceback:
            traceback.print_exc()
        return 1, f"{type(error).__name__}: {error}"
    finally:
        sys.stdout.flush()
    return 0, ""


def main(arguments):
    """Run the script of the arguments; returns its exit status."""
    with_traceback = arguments[:1] == ["--traceback"]
    arguments = arguments[with_traceback:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python3 -m ashlar [--traceback] script.py [argument ...]", file=sys.stderr)
        return 0 if arguments else 2
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
    return _core.run(arguments[0], lambda: _run(arguments[0], with_traceback))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
