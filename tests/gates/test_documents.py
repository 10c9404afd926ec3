# SPDX-License-Identifier: BSD-3-Clause
"""Code in the documents is code that is built: each line of a block under <!-- from FILE --> must stand in FILE.
Links between documents must lead somewhere."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
block_pattern = re.compile(r"<!-- from (\S+) -->\n```\w*\n(.*?)```", re.S)
link_pattern = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
code_pattern = re.compile(r"^```.*?^```", re.S | re.M)  # a lambda looks like a link


def faults_of(name, text, read, exists):
    faults = []
    for source, block in block_pattern.findall(text):
        known = {line.strip() for line in read(source).splitlines()}
        faults += [
            f"{name}: this line does not stand in {source}: {line}"
            for line in block.splitlines()
            if line.strip() not in known | {""}
        ]
    for link in link_pattern.findall(code_pattern.sub("", text)):
        if not exists(link):
            faults.append(f"{name}: the link to {link} leads nowhere")
    return faults


def self_test():
    page = "<!-- from a.cpp -->\n```cpp\nint x;\n```\n[b](b.md) [c](https://c)\n```cpp\n[&](C x)\n```\n"
    assert faults_of("p", page, lambda _: "int x;\n", lambda _: True) == []
    assert len(faults_of("p", page, lambda _: "int y;\n", lambda _: True)) == 1
    assert len(faults_of("p", page, lambda _: "int x;\n", lambda _: False)) == 1


self_test()
pages = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts]
blocks = 0
faults = []
for page in pages:
    text = page.read_text()
    blocks += len(block_pattern.findall(text))
    faults += faults_of(
        page.relative_to(root), text, lambda f: (root / f).read_text(), lambda l, p=page: (p.parent / l).exists()
    )
if blocks == 0:
    faults.append("no document shows any code")
print("\n".join(faults) or f"{len(pages)} documents, {blocks} blocks of code: all in step")
sys.exit(1 if faults else 0)
