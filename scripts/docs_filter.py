#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a page of the guide for Doxygen: headings get the anchors of GitHub, and links out of the reference become
plain text.

    docs_filter.py PAGE
"""

import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[1]
FENCE = re.compile(r"(^```.*?^```$)", re.S | re.M)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")


def name_of(page):
    """The label of a page of the guide: its path without the ending."""
    return "page_" + "_".join(page.resolve().relative_to(root).with_suffix("").parts).lower()


def is_in_guide(page):
    path = page.resolve()
    pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return path in pages or (path.suffix == ".md" and root / "docs" in path.parents and path.exists())


def anchor_of(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(page, match):
    image, text, target, anchor = match.groups()
    if image:
        return f"![{text}]({Path(target).name})"
    target = page.parent / target if target else page
    if not is_in_guide(target):
        return text
    return f"[{text}](@ref {name_of(target)}{'-' + anchor if anchor else ''})"


def guide_page(page):
    for part in FENCE.split(page.read_text(encoding="utf-8")):
        if FENCE.fullmatch(part):
            yield part
            continue
        for line in LINK.sub(lambda match: link(page, match), part).splitlines(keepends=True):
            heading = re.match(r"(#+) (.*)$", line)
            if heading:
                label = name_of(page) + ("" if heading[1] == "#" else "-" + anchor_of(heading[2]))
                line = f"{line.rstrip()} {{#{label}}}\n"
            yield line


sys.stdout.writelines(guide_page(Path(sys.argv[1])))
