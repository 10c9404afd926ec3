#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that every file includes only its own floor and lower ones.

    scripts/check_floors.py [ROOT]

Reads the #include lines of include/, src/, tests/ and apps/ below ROOT (the repository unless given). The rules:
  1. a folder is a floor, and its files include no file of a higher floor;
  2. the files of floors 0 and 1 never include mpi.h, so that they build without MPI;
  3. headers of a fortran/ folder are included from src/linalg and its tests only;
  4. src/move is divided into ordered rooms: a file is in one of them and includes no file of a later room, and a room
     has at most 22 files;
  5. of include/ and src/, src/base/settings.cpp alone reads the environment, of apps/ apps/support/launcher.cpp.
Prints one line per violation and ends with status 1 if there is any.
"""

import re
import sys
from pathlib import Path

FLOORS = {
    "base": 0,
    "layout": 1,
    "mpi": 2,
    "matrix": 3,
    "move": 4,
    "linalg": 5,
    "io": 5,
    "pictures": 6,
    "apps": 7,
}
MOVE_ROOMS = ("kernels", "exchange", "pull", "meet", "pack", "engine", "front", "in_place", "values")
MOST_FILES_OF_A_ROOM = 22
UMBRELLA = Path("include/ashlar/ashlar.hpp")
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".inc"}
SETTINGS = Path("src/base/settings.cpp")
LAUNCHER = Path("apps/support/launcher.cpp")
GETENV = re.compile(r"\bgetenv\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def room_of(path):
    """The room of a file, or None for files above all rooms (umbrella header, test support)."""
    parts = path.parts
    if parts[0] == "apps":
        return "apps"
    below = {"src": parts[1:], "include": parts[2:], "tests": parts[2:]}.get(parts[0], ())
    return below[0] if len(below) > 1 and below[0] in FLOORS else None


def move_room_of(path):
    """The room of a file within src/move, or None."""
    return path.parts[2] if path.parts[:2] == ("src", "move") and len(path.parts) > 3 else None


def floor_of(path):
    """The highest floor of files that a file may include: that of its room, at least mpi under tests/mpi."""
    floor = FLOORS[room_of(path)]
    return max(floor, FLOORS["mpi"]) if path.parts[:2] == ("tests", "mpi") else floor


def file_of(root, includer, name):
    """The path of an included file below root, or None for foreign files."""
    beside = includer.parent / name
    for candidate in (beside, *(Path(top) / name for top in ("include", "src", "apps", "tests"))):
        if (root / candidate).is_file():
            return candidate
    # A missing file has a floor by its name.
    return Path("include") / name if name.startswith("ashlar/") else None


def later_room(file, target):
    """The room of `target` if both files are in rooms of src/move and its room is later, or None."""
    room, target_room = move_room_of(file), move_room_of(target)
    if room not in MOVE_ROOMS or target_room not in MOVE_ROOMS:
        return None
    return target_room if MOVE_ROOMS.index(target_room) > MOVE_ROOMS.index(room) else None


def violation_of(root, file, name):
    """The reason for which `file` must not include `name`, or None."""
    room = room_of(file)
    where = f"{file} ({room}, floor {floor_of(file)})" if room else str(file)
    if name == "mpi.h" and room and floor_of(file) < FLOORS["mpi"]:
        return f"{where} includes mpi.h; floors 0 and 1 build without MPI"
    target = file_of(root, file, name)
    if target is None:
        return None
    if "fortran" in target.parts and room != "linalg":
        return f"{where} includes {target}; foreign symbols stay inside src/linalg"
    if target == UMBRELLA and file.parts[0] in ("include", "src"):
        return f"{where} includes the umbrella {target}; include what is used"
    later = later_room(file, target)
    if later:
        return f"{file} includes {target}; within src/move, {later} comes later"
    target_room = room_of(target)
    if room and target_room and FLOORS[target_room] > floor_of(file):
        return f"{where} includes {target} ({target_room}, floor {FLOORS[target_room]})"
    return None


def violations_of(root, file):
    for line in (root / file).read_text(encoding="utf-8").splitlines():
        match = INCLUDE.match(line)
        violation = violation_of(root, file, match.group(1)) if match else None
        if violation:
            yield violation
        if file.parts[0] in ("include", "src") and file != SETTINGS and GETENV.search(line):
            yield f"{file} reads the environment; a setting is a member of Settings, read in {SETTINGS}"
        if file.parts[0] == "apps" and file != LAUNCHER and GETENV.search(line):
            yield f"{file} reads the environment, which programs do in {LAUNCHER}"


def misplaced(files):
    """Faults of the rooms of src/move: files beside them and rooms with too many files."""
    inside = [path for path in files if path.parts[:2] == ("src", "move")]
    for path in inside:
        if move_room_of(path) not in MOVE_ROOMS:
            yield f"{path} lies in no room of src/move ({', '.join(MOVE_ROOMS)})"
    for room in MOVE_ROOMS:
        count = sum(1 for path in inside if move_room_of(path) == room)
        if count > MOST_FILES_OF_A_ROOM:
            yield f"src/move/{room} has {count} files; a room has at most {MOST_FILES_OF_A_ROOM}"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    files = [
        path.relative_to(root)
        for top in ("include", "src", "tests", "apps")
        for path in sorted((root / top).rglob("*"))
        if path.suffix in SUFFIXES and path.is_file()
    ]
    found = [violation for file in files for violation in violations_of(root, file)] + list(misplaced(files))
    for violation in found:
        print(violation)
    print(f"check_floors: {len(files)} files, {len(found)} violations")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
