#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that every number found by measurement is a member of Tuning (src/base/tuning.hpp).

    scripts/check_numbers.py [ROOT]

Reads the constants (constexpr, with a number of 3 or more) in src/move and src/linalg below ROOT, the repository unless
given. Each is listed in scripts/numbers.txt, one file per line, with the kind of number that it is:

    src/move/kernels/tasks.hpp: most_strip_bytes (buffer), comb_sources (code)

A constant without an entry, an entry without a constant, or an unknown kind is a violation. Prints one line per
violation and ends with status 1 if there is any.
"""

import re
import sys
from pathlib import Path

KINDS = {
    "format": "of numbers, protocols, MPI, BLAS, LAPACK or the operating system",
    "maths": "of the algorithm: bounds of errors, iterations, conditions",
    "code": "of unrolled loops, registers, or cases in the code",
    "buffer": "a capacity or size of memory, of which others gain nothing",
    "model": "a result of the model of decision 014, or a table of many numbers by type",
    "trial": "of measurements at run time, which find the tuned value",
}
DECLARATION = re.compile(r"^\s*(?:(?:inline|static|template\s*<[^>]*>)\s+)*constexpr\s+(?:const\s+)?[\w:]+(?:\s*<[^=;]*>)?\s+"
                         r"(\w+(?:\[\])*(?:\[\d*\])*\s*=[^;]*);", re.MULTILINE)
NAME = re.compile(r"(?:^|,)\s*(\w+)[\[\]\d]*\s*=")
NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)")
ENTRY = re.compile(r"(\w+) \((\w+)\)")


def constants_of(text):
    """Names of the constants with a number of 3 or more."""
    text = re.sub(r"//[^\n]*", "", text)
    for match in DECLARATION.finditer(text):
        declarators = re.sub(r"[({][^(){}]*[)}]", lambda m: m.group().replace(",", ";"), match.group(1))
        pieces = re.split(r",(?=\s*\w+\s*=)", declarators)
        for piece in pieces:
            name, value = NAME.search(piece), piece.split("=", 1)[1]
            if name and any(float(number) >= 3 for number in NUMBER.findall(value)):
                yield name.group(1)


def violations(root):
    listed = {}
    for line in (root / "scripts" / "numbers.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        file, entries = line.split(": ", 1)
        for name, kind in ENTRY.findall(entries):
            listed[file, name] = kind
            if kind not in KINDS:
                yield f"scripts/numbers.txt: {file}: {name} has the unknown kind '{kind}'"
    found = set()
    for room in ("move", "linalg"):
        for path in sorted((root / "src" / room).rglob("*.*")):
            if path.suffix not in (".hpp", ".cpp", ".inc"):
                continue
            file = str(path.relative_to(root))
            for name in constants_of(path.read_text(encoding="utf-8")):
                found.add((file, name))
    for file, name in sorted(found - listed.keys()):
        yield f"{file}: move the constant {name} to Tuning, or list it in scripts/numbers.txt if measurements do not change it"
    for file, name in sorted(listed.keys() - found):
        yield f"scripts/numbers.txt: {file} does not define the constant {name}"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    faults = list(violations(root))
    for fault in faults:
        print(fault)
    print(f"check_numbers: {len(faults)} violations")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
