#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints compile_commands.json with one entry for each source file: the sources of CMake's unity files replace these, and
the headers that GCC precompiled and its parameters are left out.

    source_commands.py COMPILE_COMMANDS_JSON
"""

import json
import re
import sys
from pathlib import Path

ONLY_GCC = re.compile(r' -Winvalid-pch -include \S*cmake_pch\.hxx| --param \S+')
INCLUDE = re.compile(r'^#include "(.+)"$', re.M)


def sources_of(file):
    return INCLUDE.findall(file.read_text()) if file.name.startswith("unity_") else [str(file)]


def main():
    entries = []
    for entry in json.loads(Path(sys.argv[1]).read_text()):
        command = ONLY_GCC.sub("", entry["command"])
        for source in sources_of(Path(entry["file"])):
            entries.append({**entry, "file": source, "command": command.replace(entry["file"], source)})
    json.dump(entries, sys.stdout, indent=1)


main()
