# SPDX-License-Identifier: BSD-3-Clause
"""Code in the documents is built code: the lines of a block after <!-- from FILE --> must occur in FILE, in this
order. Links between documents must lead to a file and to a heading. Commands must be marked as run or not run
(tests/documents/marked_blocks.py)."""

import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests" / "documents"))
from marked_blocks import blocks_of  # noqa: E402

block_pattern = re.compile(r"<!-- from (\S+) -->\n```\w*\n(.*?)```", re.S)
link_pattern = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
code_pattern = re.compile(r"^```.*?^```", re.S | re.M)  # a lambda looks like a link


def anchors_of(text):
    """The anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", code_pattern.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def code_faults(name, text, read):
    for source, block in block_pattern.findall(text):
        rest = iter([line.strip() for line in read(source).splitlines()])
        for line in filter(None, (line.strip() for line in block.splitlines())):
            if line not in rest:
                yield f"{name}: this line does not stand in {source}, or not in this order: {line}"
                break


def link_faults(name, text, read):
    for page, anchor in link_pattern.findall(code_pattern.sub("", text)):
        target = read(page) if page else text
        if target is None:
            yield f"{name}: the link to {page} leads nowhere"
        elif anchor and anchor not in anchors_of(target):
            yield f"{name}: there is no heading for the link to {page}#{anchor}"


def faults_of(name, text, read_source, read_page):
    return [
        *code_faults(name, text, read_source),
        *link_faults(name, text, read_page),
        *(f"{name}: {fault}" for fault in blocks_of(text)[1]),
    ]


def self_test():
    page = "# A b\n<!-- from a.cpp -->\n```cpp\nint x;\nint y;\n```\n[b](b.md#a-b) [c](https://c) [d](#a-b)\n"
    page += "```cpp\n[&](C x)\n```\n"

    def faults(source, target):
        return len(faults_of("p", page, lambda _: source, lambda _: target))

    assert faults("int x;\n  int z;\n int y;\n", "# A b\n") == 0
    assert faults("int y;\nint x;\n", "# A b\n") == 1
    assert faults("int x;\n", "# A b\n") == 1
    assert faults("int x;\nint y;\n", "# A c\n") == 1
    assert faults("int x;\nint y;\n", None) == 1


def page_reader(page):
    def read(link):
        target = page.parent / link
        if not target.exists():
            return None
        return target.read_text(encoding="utf-8") if target.suffix == ".md" else ""

    return read


self_test()
pages = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts]
blocks = 0
faults = []
for page in pages:
    text = page.read_text(encoding="utf-8")
    blocks += len(block_pattern.findall(text))
    faults += faults_of(page.relative_to(root), text, lambda f: (root / f).read_text(encoding="utf-8"), page_reader(page))
if blocks == 0:
    faults.append("no document shows any code")
print("\n".join(faults) or f"{len(pages)} documents, {blocks} blocks of code: all in step")
sys.exit(1 if faults else 0)
