# SPDX-License-Identifier: BSD-3-Clause
"""Runs scripts/multihost and finds the processes of a run."""
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest
import uuid

MULTIHOST = os.environ.pop("ASHLAR_MULTIHOST")  # the command warns of unknown variables
# mpirun and the remote shell both move the remote shell to a separate process group; mpirun prints a warning if it is
# second.
harmless = re.compile(r".*plm:rsh: Warning: setpgid.*\n")


class Job:
    """A run of the script; a variable in the environment identifies its processes."""

    def __init__(self, *arguments, **environment):
        self.mark = f"MULTIHOST_TEST_MARK={uuid.uuid4()}"
        name, value = self.mark.split("=")
        self.script = subprocess.Popen([MULTIHOST, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, env=os.environ | environment | {name: value})

    def end(self):
        """Status, output and errors."""
        output, errors = self.script.communicate(timeout=900)
        return self.script.returncode, output, harmless.sub("", errors)

    def processes(self, program=""):
        """Processes of this job on all hosts whose command line starts with `program`."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment = (process / "environ").read_bytes().decode(errors="replace").split("\0")
                if self.mark in environment and (process / "cmdline").read_text().startswith(program):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def wait_for(self, condition):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if condition():
                return True
            time.sleep(0.05)
        return False


def main():
    """Runs the tests of the calling script, or skips all if hosts cannot be created."""
    status, _, errors = Job("true").end()
    if status == 77:
        print(errors)
        sys.exit(77)
    unittest.main()
