#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that must not compile: each x.cpp beside this script contains one mistake between #ifdef MISTAKE and #else or
#endif. Without MISTAKE the file must compile. With MISTAKE the compiler must fail, and its output must match the regular
expression in the line "// error: ...".

    check.py COMPILE_COMMANDS_JSON SOURCE BUILD_FOLDER [COUNT]

COUNT limits the programs with MISTAKE to a random sample; ASHLAR_TEST_SEED repeats one. The compiler and its options are
those of SOURCE in COMPILE_COMMANDS_JSON. All files share one precompiled header of all their includes, so the includes
of a file are not checked here.
"""
import concurrent.futures
import json
import os
import random
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


def output_of(compiler, text):
    """Exit status and messages of the compiler."""
    done = subprocess.run(compiler + ["-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True)
    return done.returncode, done.stderr


def fault_of_controls(compiler, sources):
    """The compiler's messages for all files without MISTAKE, as one unit; empty if they compile. The headers are in the
    precompiled one, so that an #include inside a namespace adds nothing."""
    text = "".join(f'namespace program_{k} {{\n#include "{source}"\n}}\n' for k, source in enumerate(sources))
    status, messages = output_of(compiler, text)
    return "" if status == 0 else "does not compile without MISTAKE:\n" + messages


def fault_of(compiler, source):
    """The reason why `source` fails the test with MISTAKE; empty if it passes."""
    expected = EXPECTED.search(source.read_text())
    if expected is None:
        return "the file has no line '// error: REGULAR EXPRESSION'"
    status, messages = output_of(compiler, f'#define MISTAKE\n#include "{source}"\n')
    if status == 0:
        return "compiles with MISTAKE"
    # One line, as a compiler may break its messages.
    if not re.search(expected[1], " ".join(messages.split())):
        return f"fails without the text '{expected[1]}':\n" + messages
    return ""


def main():
    commands, source, build = sys.argv[1:4]
    compiler = compiler_of(commands, source)
    sources = sorted(FOLDER.glob("*.cpp"))
    assert sources, FOLDER
    header = Path(build) / "all.hpp"
    includes = {line for source in sources for line in source.read_text().splitlines() if line.startswith("#include")}
    header.write_text("\n".join(sorted(includes)) + "\n")
    subprocess.run(compiler + ["-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    compiler += ["-include", str(header)]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        controls = pool.submit(fault_of_controls, compiler, sources)
        seed = int(os.environ.get("ASHLAR_TEST_SEED", random.SystemRandom().randrange(10**6)))
        count = int(sys.argv[4]) if len(sys.argv) > 4 else len(sources)
        tested = random.Random(seed).sample(sources, count)
        faults = list(pool.map(lambda path: fault_of(compiler, path), tested))
    failed = [f"{path.stem}: {fault}" for path, fault in zip(tested, faults) if fault]
    summary = (f"{count - len(failed)} of {count} programs fail to compile as they must, of {len(sources)}; "
               f"ASHLAR_TEST_SEED={seed}")
    print("\n".join(failed + [controls.result(), summary]))
    return 1 if failed or controls.result() else 0


sys.exit(main())
