#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that every public name is on a page: a page of docs shows it in code, or docs/reference.md lists it in the item
of its header, without names that the header does not declare; and that there are at most MOST_NAMES of them. Names come
from Doxygen's XML.

    check_names.py XML_FOLDER [SOURCE_FOLDER]

Ends with status 77 if the folder is missing (scripts/docs makes it).
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

MOST_NAMES = 350  # overloads and equal names of several headers count once
ITEM = re.compile(r"^- `([\w/]+\.hpp)`:(.*(?:\n  .*)*)", re.M)
CODE = re.compile(r"```.*?```|`[^`]+`", re.S)


def public_headers(root):
    folder = root / "include/ashlar"
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.hpp"))


def names_of(xml):
    """{header: names} of the declarations in public namespaces."""
    names = defaultdict(set)

    def add(name, location):
        if location is not None and name and not name.startswith(("operator", "@")):
            names[location.get("file").partition("include/ashlar/")[2]].add(name)

    for file in xml.glob("*.xml"):
        if not file.name.startswith(("namespace", "class", "struct", "concept")):
            continue
        for compound in ElementTree.parse(file).getroot().findall("compounddef"):
            name = compound.findtext("compoundname").split("<")[0]
            scope, _, last = name.rpartition("::")
            if compound.get("kind") == "namespace":
                if "detail" not in name.split("::"):
                    for member in compound.iter("memberdef"):
                        add(member.findtext("name"), member.find("location"))
            elif scope in ("ashlar", "ashlar::mpi", "ashlar::io", "ashlar::pictures"):
                add(last, compound.find("location"))
    return names


def faults_of(headers, names, pages):
    """`pages` is {name: text} of the guide; docs/reference.md lists the other names by header."""
    shown = {word for text in pages.values() for code in CODE.findall(text) for word in re.findall(r"\w+", code)}
    items = {header: set(re.findall(r"`([^`]+)`", text)) for header, text in ITEM.findall(pages["reference.md"])}
    for header in headers:
        missing = names.get(header, set()) - shown
        if missing:
            yield f"no page of docs shows {', '.join(sorted(missing))} of {header}; tell of it, or list it in docs/reference.md"
    for header, listed in items.items():
        if header not in headers:
            yield f"docs/reference.md: {header} is not a public header"
        elif listed - names.get(header, set()):
            yield f"docs/reference.md: {header} declares no {', '.join(sorted(listed - names.get(header, set())))}"


def self_test():
    item = "- `a/b.hpp`:\n  `G`\n"

    def count(names, guide, reference=item, headers=("a/b.hpp",)):
        return len(list(faults_of(headers, names, {"x.md": guide, "reference.md": reference})))

    assert count({"a/b.hpp": {"f", "G"}}, "`f(x)`") == 0
    assert count({"a/b.hpp": {"f", "G"}}, "```cpp\nf(x);\n```") == 0
    assert count({"a/b.hpp": {"f", "G"}}, "f in prose") == 1
    assert count({"a/b.hpp": {"f"}}, "`f`") == 1
    assert count({"a/b.hpp": {"G"}}, "", headers=()) == 1
    assert count({"a/b.hpp": {"G"}, "c.hpp": {"k"}}, "", headers=("a/b.hpp", "c.hpp")) == 1


def main():
    self_test()
    xml = Path(sys.argv[1])
    root = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).resolve().parents[1]
    if not xml.is_dir():
        print(f"check_names: skipped, there is no {xml}; scripts/docs makes it")
        return 77
    names = names_of(xml)
    headers = public_headers(root)
    pages = {page.name: page.read_text(encoding="utf-8") for page in (root / "docs").glob("*.md")}
    faults = list(faults_of(headers, names, pages))
    count = len(set().union(*(names.get(header, set()) for header in headers)))
    if count > MOST_NAMES:
        faults.append(f"{count} public names, but at most {MOST_NAMES}: move some to detail, or fold them into others")
    print("\n".join(faults) or f"{count} public names of {len(headers)} headers stand on pages of the guide")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
