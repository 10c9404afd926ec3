#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks pictures by independent decoders.

    check_pictures.py FOLDER [NAME ...]

Every .svg below FOLDER must be well-formed XML of SVG and not empty; every .png must decode by zlib and the PNG
specification alone, and equal a .ppm beside it pixel by pixel, if there is one. Each NAME must exist.
"""

import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"


def check_svg(path):
    root = ElementTree.parse(path).getroot()
    assert root.tag == SVG + "svg", f"{path}: the root is {root.tag}"
    assert float(root.get("width")) > 0 and float(root.get("height")) > 0, f"{path}: no size"
    assert len(root) > 1, f"{path}: nothing is drawn"
    for element in root.iter():
        for name, value in element.attrib.items():
            assert "nan" not in value.lower() and "inf" not in value.lower(), f"{path}: {name} is {value}"


def chunks(data, path):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path}: no PNG"
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(kind + body), f"{path}: {kind} has a wrong checksum"
        yield kind, body
        at += 12 + length


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def unfiltered(raw, rows, row_bytes, pixel_bytes):
    """The bytes of the pixels, after the inverse of filters 0 to 4 of the PNG specification."""
    above, result = bytearray(row_bytes), bytearray()
    for i in range(rows):
        kind, line = raw[i * (row_bytes + 1)], bytearray(raw[i * (row_bytes + 1) + 1 : (i + 1) * (row_bytes + 1)])
        for k in range(row_bytes):
            left = line[k - pixel_bytes] if k >= pixel_bytes else 0
            corner = above[k - pixel_bytes] if k >= pixel_bytes else 0
            guess = (0, left, above[k], (left + above[k]) // 2, paeth(left, above[k], corner))[kind]
            line[k] = (line[k] + guess) & 255
        result += line
        above = line
    return bytes(result)


def decode_png(path):
    """Columns, rows and the bytes of RGB pixels."""
    parts = list(chunks(path.read_bytes(), path))
    cols, rows, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    assert depth == 8 and colour in (0, 2) and not interlaced, f"{path}: depth {depth}, colour type {colour}"
    assert parts[-1][0] == b"IEND", f"{path}: cut short"
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    pixel_bytes = 3 if colour == 2 else 1
    assert len(raw) == rows * (cols * pixel_bytes + 1), f"{path}: {len(raw)} bytes"
    pixels = unfiltered(raw, rows, cols * pixel_bytes, pixel_bytes)
    return cols, rows, pixels if colour == 2 else bytes(value for value in pixels for _ in range(3))


def check_png(path):
    cols, rows, pixels = decode_png(path)
    plain = path.with_suffix(".ppm")
    if plain.exists():
        expected = b"P6\n%d %d\n255\n" % (cols, rows) + pixels
        assert plain.read_bytes() == expected, f"{path}: other pixels than {plain}"


def main():
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        assert (folder / name).is_file(), f"{folder / name} is missing"
    checks = {".svg": check_svg, ".png": check_png}
    pictures = [path for path in sorted(folder.rglob("*")) if path.suffix in checks]
    assert pictures, f"no pictures in {folder}"
    for path in pictures:
        checks[path.suffix](path)
    print(f"{len(pictures)} pictures are sound")


main()
