#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that must not compile: each x.cpp beside this script contains one mistake between #ifdef MISTAKE and #else or
#endif. Without MISTAKE the file must compile. With MISTAKE the compiler must fail, and its output must match the regular
expression in the line "// error: ...".

    check.py COMPILE_COMMANDS_JSON SOURCE BUILD_FOLDER

The compiler and its options are those of SOURCE in COMPILE_COMMANDS_JSON. All files share one precompiled ashlar.hpp,
so the includes of a file are not checked here.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
EXPECTED = re.compile(r"^// error: (.+)$", re.M)


def compiler_of(commands, source):
    """The words of the command that compiles `source`, without input, output and precompiled headers."""
    text = subprocess.run([sys.executable, FOLDER.parent.parent / "scripts/source_commands.py", commands],
                          capture_output=True, check=True, text=True).stdout
    entry = next(entry for entry in json.loads(text) if entry["file"] == source)
    words, kept = iter(shlex.split(entry["command"])), []
    for word in words:
        if word in ("-o", "-include"):
            next(words)
        elif word not in ("-c", source, "-Winvalid-pch"):
            kept.append(word)
    return kept


def fault_of(compiler, source):
    """The reason why `source` fails the test; empty if it passes."""
    expected = EXPECTED.search(source.read_text())
    if expected is None:
        return "the file has no line '// error: REGULAR EXPRESSION'"
    outputs = []
    for define in ("", "#define MISTAKE\n"):
        done = subprocess.run(compiler + ["-fsyntax-only", "-x", "c++", "-"], input=f'{define}#include "{source}"\n',
                              capture_output=True, text=True)
        outputs.append((done.returncode, done.stderr))
    (control, control_text), (mistake, mistake_text) = outputs
    if control != 0:
        return "does not compile without MISTAKE:\n" + control_text
    if mistake == 0:
        return "compiles with MISTAKE"
    # One line, as a compiler may break its messages.
    if not re.search(expected[1], " ".join(mistake_text.split())):
        return f"fails without the text '{expected[1]}':\n" + mistake_text
    return ""


def main():
    commands, source, build = sys.argv[1:]
    compiler = compiler_of(commands, source)
    header = Path(build) / "all.hpp"
    header.write_text("#include <ashlar/ashlar.hpp>\n")
    subprocess.run(compiler + ["-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    sources = sorted(FOLDER.glob("*.cpp"))
    assert sources, FOLDER
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        faults = list(pool.map(lambda path: fault_of(compiler + ["-include", str(header)], path), sources))
    failed = [f"{path.stem}: {fault}" for path, fault in zip(sources, faults) if fault]
    print("\n".join(failed + [f"{len(sources) - len(failed)} of {len(sources)} programs fail to compile as they must"]))
    return 1 if failed else 0


sys.exit(main())
