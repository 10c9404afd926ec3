# SPDX-License-Identifier: BSD-3-Clause
"""Runs a script on a tree with planted files."""

import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run_on_tree(script, files):
    """Exit status and output of a script for a tree of {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPTS / script, folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout
