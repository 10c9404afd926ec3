#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the folders of include/ and src/ with their lines and includes.

    scripts/house.py           writes docs/images/house.svg
    scripts/house.py --check   ends with status 1 if the picture there shows other folders or arrows, or a folder whose
                               lines differ by more than a tenth
"""
import re
import sys
from pathlib import Path

from check_floors import FLOORS, INCLUDE, SUFFIXES, file_of

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/images/house.svg"
# Rooms of a floor that are drawn in their own boxes: folders below src/ROOM.
SPLIT = ("move", "linalg", "io")
WIDTH, BAND, GAP, MARGIN = 96, 100, 18, 16
SIDE, LEFT = 52, 200  # of the bands, and of the rooms in them


def room_of(path):
    """The box a file belongs to: 'layout', 'move/pull'; None for the umbrella header."""
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts[2:]
    if len(parts) < 2 or parts[0] not in FLOORS:
        return None
    return f"{parts[0]}/{parts[1]}" if parts[0] in SPLIT and path.parts[0] == "src" and len(parts) > 2 else parts[0]


def read_house():
    """{room: (files, lines)} and {(from, to): include lines}."""
    rooms, arrows = {}, {}
    for top in ("include", "src"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            file, lines = path.relative_to(ROOT), path.read_text(encoding="utf-8").splitlines()
            room = room_of(file)
            if room is None:
                continue
            files, count = rooms.get(room, (0, 0))
            rooms[room] = files + 1, count + len(lines)
            for line in lines:
                match = INCLUDE.match(line)
                target = file_of(ROOT, file, match.group(1)) if match else None
                other = room_of(target) if target else None
                if other and other != room:
                    arrows[room, other] = arrows.get((room, other), 0) + 1
    return rooms, arrows


def order_of(rooms, arrows):
    """The rooms, each behind those that it includes; in a circle the one with more includes comes first."""
    left, order = set(rooms), []
    while left:
        free = sorted(room for room in left if not any((room, other) in arrows and (other, room) not in arrows for other in left))
        order += free or [min(left)]
        left -= set(order)
    return order


def direct(arrows):
    """The arrows without those that two others imply."""
    ends = {room for arrow in arrows for room in arrow}
    return {(a, b) for a, b in arrows
            if not any((a, c) in arrows and (c, b) in arrows for c in ends if c not in (a, b))}


def floor_of(room):
    return room.split("/")[0]


def text_at(x, y, text, style=""):
    return f'<text x="{x:.0f}" y="{y:.0f}"{style}>{text}</text>'


def arrow_path(arrow, path):
    return (f'<path data-arrow="{arrow[0]} {arrow[1]}" d="{path}" fill="none" stroke="#667" marker-end="url(#end)"/>')


def svg_of(rooms, arrows):
    floors = order_of({floor_of(room) for room in rooms}, {(floor_of(a), floor_of(b)) for a, b in arrows} -
                      {(floor, floor) for floor in FLOORS})
    height = len(floors) * (BAND + GAP) - GAP + 2 * MARGIN
    top, left, out = {}, {}, []  # of floors and rooms
    for level, floor in enumerate(floors):
        inside = order_of({room for room in rooms if floor_of(room) == floor}, arrows)
        y = height - MARGIN - BAND - level * (BAND + GAP)
        files, lines = (sum(rooms[room][k] for room in inside) for k in (0, 1))
        width = LEFT + len(inside) * (WIDTH + GAP) + MARGIN if len(inside) > 1 else LEFT + WIDTH
        out.append(f'<rect x="{SIDE}" y="{y}" width="{width - SIDE}" height="{BAND}" rx="6" fill="#eef3fa" stroke="#456"/>')
        out.append(text_at(SIDE + 10, y + 30, floor, ' font-weight="bold" font-size="15"'))
        out.append(text_at(SIDE + 10, y + 50, f"{files} files, {lines} lines"))
        top[floor] = y
        for k, room in enumerate(inside):
            x = LEFT + k * (WIDTH + GAP)
            shown = f'<g data-room="{room}" data-lines="{rooms[room][1]}">'
            if len(inside) > 1:
                left[room] = x
                shown += (f'<rect x="{x}" y="{y + BAND - 48}" width="{WIDTH}" height="40" rx="4" fill="white" stroke="#89a"/>'
                          + text_at(x + 8, y + BAND - 31, room.split("/")[-1] if "/" in room else f"{room}/*")
                          + text_at(x + 8, y + BAND - 15, f"{rooms[room][1]} lines"))
            out.append(shown + "</g>")
    between = direct({(floor_of(a), floor_of(b)) for a, b in arrows if floor_of(a) != floor_of(b)})
    for k, (a, b) in enumerate(sorted(between, key=lambda arrow: -top[arrow[1]])):
        if top[b] - top[a] == BAND + GAP:
            out.append(arrow_path((a, b), f"M{SIDE + 60} {top[a] + BAND} V{top[b]}"))
        else:
            x = SIDE - 8 - 9 * (k % 4)
            out.append(arrow_path((a, b), f"M{SIDE} {top[a] + BAND / 2} H{x} V{top[b] + 14 + 5 * (k % 4)} H{SIDE}"))
    inner = {floor: {(a, b) for a, b in arrows if floor_of(a) == floor_of(b) == floor} for floor in floors}
    for floor, pairs in inner.items():
        for a, b in sorted(direct(pairs)):
            y, up = top[floor] + BAND - 48, 8 + 6 * min(7, abs(left[a] - left[b]) // (WIDTH + GAP))
            start, end = left[a] + WIDTH / 2 - 8, left[b] + WIDTH / 2 + 8
            out.append(arrow_path((a, b), f"M{start:.0f} {y} C{start:.0f} {y - up} {end:.0f} {y - up} {end:.0f} {y}"))
    width = max(LEFT + (WIDTH + GAP) * sum(1 for room in rooms if floor_of(room) == floor) for floor in floors) + 2 * MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        "<title>Folders of include and src with their lines; an arrow leads from a folder to one that it includes</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        '<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#667"/></marker>', *out, "</svg>", ""])


def drawn_arrows(arrows):
    """Those that the picture shows: between floors, and between the rooms of a floor."""
    between = direct({(floor_of(a), floor_of(b)) for a, b in arrows if floor_of(a) != floor_of(b)})
    return between.union(*(direct({(a, b) for a, b in arrows if floor_of(a) == floor_of(b) == floor}) for floor in FLOORS))


def differences(rooms, arrows, text):
    drawn = {room: int(lines) for room, lines in re.findall(r'data-room="([^"]+)" data-lines="(\d+)"', text)}
    for room in sorted(drawn.keys() ^ rooms.keys()):
        yield f"folder {room} is in one of the picture and the tree only"
    for room in sorted(drawn.keys() & rooms.keys()):
        if abs(drawn[room] - rooms[room][1]) > rooms[room][1] / 10:
            yield f"folder {room} has {rooms[room][1]} lines, {drawn[room]} in the picture"
    shown = {tuple(pair.split()) for pair in re.findall(r'data-arrow="([^"]+)"', text)}
    for a, b in sorted(shown ^ drawn_arrows(arrows)):
        yield f"the arrow from {a} to {b} is in one of the picture and the tree only"


def main():
    rooms, arrows = read_house()
    if sys.argv[1:] != ["--check"]:
        PICTURE.write_text(svg_of(rooms, arrows), encoding="utf-8")
        return 0
    found = list(differences(rooms, arrows, PICTURE.read_text(encoding="utf-8")))
    for line in found:
        print(f"docs/images/house.svg: {line}; run scripts/house.py")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
