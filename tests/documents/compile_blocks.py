#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the C++ blocks of the documents without a source file (no <!-- from FILE --> before them): each block as
the body of a function, or as declarations if it defines a function, among the variables of blocks_prelude.hpp.

    compile_blocks.py SOURCE_FOLDER COMPILER FLAG...
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(<!-- from \S+ -->\n)?^```cpp\n(.*?)^```$", re.S | re.M)

root, compiler, *flags = Path(sys.argv[1]).resolve(), *sys.argv[2:]


def blocks():
    for page in sorted((root / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            if not match[1]:
                yield page, text.count("\n", 0, match.start(2)) + 1, match[2]


def source_of(number, page, line, body):
    includes = "".join(re.findall(r"^#include .*\n", body, re.M))
    body = re.sub(r"^#include .*$", "", body, flags=re.M).replace("…", "/**/")
    defines = re.match(r"\s*\w[\w:<>&* ]* \w+\(.*\) \{\n", body)
    at = f'#line {line} "{page}"\n'
    code = f"{at}{body}" if defines else f"void block() {{\n{at}{body}}}\n"
    return f"{includes}namespace block_{number} {{\n{code}}}\n"


parts = [source_of(number, *block) for number, block in enumerate(blocks())]
with tempfile.TemporaryDirectory() as folder:
    source = Path(folder) / "blocks.cpp"
    source.write_text('#include "blocks_prelude.hpp"\n' + "".join(parts), encoding="utf-8")
    command = [compiler, "-std=c++20", "-fsyntax-only", "-w", *flags, f"-I{Path(__file__).resolve().parent}", str(source)]
    done = subprocess.run(command, check=False)
print(f"{len(parts)} blocks of C++ in the documents compile" if done.returncode == 0 else "")
sys.exit(done.returncode or not parts)
