#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the marked commands of one document, in order, in an empty folder: each must succeed, print the documented
output, and leave existing files unchanged.

    run_document.py DOCUMENT SOURCE_FOLDER FOLDER_OF_PROGRAMS [FOLDER_OF_EXAMPLES]
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from marked_blocks import blocks_of, difference  # noqa: E402

document, source, programs, *examples = (Path(argument).resolve() for argument in sys.argv[1:])


def lay_out(folder):
    """Lays out the folder of a reader after a complete build: sources, and programs in the folders of the presets."""
    (folder / "build" / "release").mkdir(parents=True)
    (folder / "build" / "release" / "bin").symlink_to(programs)
    for build in examples:
        (folder / "build" / "examples").symlink_to(build)
    for name in ("apps", "scripts"):
        (folder / name).symlink_to(source / name)


def files_in(folder):
    return {
        path: hashlib.sha256(path.read_bytes()).digest()
        for path in folder.rglob("*")
        if path.is_file() and (folder / "build") not in path.parents
    }


def run(command, folder):
    """Status and lines of output; the standard error comes last, since mpirun mixes the streams in any order."""
    path = [f"{folder}/build/release/bin", str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = os.environ | {"PATH": ":".join(path)}
    done = subprocess.run(
        ["bash", "-c", f"source scripts/env.sh\n{command}"],
        cwd=folder, env=environment, text=True, timeout=900, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines() + done.stderr.splitlines()


def faults_of(blocks, folder):
    for block in blocks:
        for step in block.steps:
            before = files_in(folder)
            status, lines = run(step.command, folder)
            where = f"{document.name}, block of line {block.line}: {step.command}\n"
            if (status != 0) != block.fails:
                yield "\n".join([f"{where}  ended with status {status}:", *lines])
                continue
            if step.expected is not None:
                wrong = difference(step.expected, lines, block.decimals_vary)
                if wrong:
                    yield f"{where}  {wrong}"
            after = files_in(folder)
            yield from (
                f"{where}  overwrote or removed {path.relative_to(folder)}"
                for path, content in before.items()
                if after.get(path) != content
            )


blocks, faults = blocks_of(document.read_text(encoding="utf-8"))
if not blocks:
    faults.append(f"{document}: nothing in it is marked to be run")
with tempfile.TemporaryDirectory() as name:
    lay_out(Path(name))
    faults += faults_of(blocks, Path(name))
commands = sum(len(block.steps) for block in blocks)
print("\n".join(faults) or f"{document.name}: {commands} commands print the documented output")
sys.exit(1 if faults else 0)
