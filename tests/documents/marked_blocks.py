# SPDX-License-Identifier: BSD-3-Clause
"""The blocks of a document that carry a mark: an HTML comment in the line before, which selects a check.

    <!-- run -->               before a console block: its commands ("$ ...") print the lines below them; before a
                               block of shell: it runs
    <!-- run: COMMAND -->      before a text block: COMMAND prints it
    <!-- run; decimals vary --> decimal numbers may differ: figures of rounding, and times
    <!-- run; fails -->        the commands end with a status other than 0
    <!-- not run: REASON -->   before a block with commands that cannot be checked

A line "…" in the expected output stands for any number of lines, "…" within a line for any text.
"""

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
_MARK = re.compile(r"<!-- (run|not run)\b(; decimals vary)?(; fails)?(?:: (.*?))? -->\n$")
_DECIMAL = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+")


@dataclass
class Step:
    """A command and its documented output lines; None if the document has none."""

    command: str
    expected: list[str] | None = None


@dataclass
class Block:
    line: int
    steps: list[Step] = field(default_factory=list)
    decimals_vary: bool = False
    fails: bool = False


def _steps_of(body):
    steps = []
    for line in body.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line[2:].split(" # ")[0].rstrip()))
        elif line.startswith("> ") and steps:  # continuation of the command
            steps[-1].command += "\n" + line[2:]
        elif steps:
            steps[-1].expected = (steps[-1].expected or []) + [line]
    return steps


def blocks_of(text):
    """The marked blocks of a document, and a sentence for each block that lacks a mark."""
    blocks, faults = [], []
    for match in _FENCE.finditer(text):
        language, body = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        mark = _MARK.search(text, 0, match.start())
        has_commands = body.startswith("$ ")
        if not mark:
            if has_commands:
                faults.append(f"line {line}: commands without a mark, <!-- run --> or <!-- not run: why -->")
            continue
        kind, vary, fails, argument = mark.groups()
        if kind == "not run":
            if not argument:
                faults.append(f"line {line}: <!-- not run --> without a reason")
            continue
        if has_commands and argument or not (has_commands or argument or language == "sh"):
            faults.append(f"line {line}: the command stands either in the mark or in the block")
            continue
        if has_commands:
            steps = _steps_of(body)
        else:
            steps = [Step(argument, body.splitlines()) if argument else Step(body)]
        blocks.append(Block(line, steps, bool(vary), bool(fails)))
    return blocks, faults


def _pattern_of(line, decimals_vary):
    parts = []
    for text in line.rstrip().split("…"):
        if decimals_vary:
            parts.append(r"-?[\d.]+(?:e[+-]?\d+)?".join(re.escape(part) for part in _DECIMAL.split(text)))
        else:
            parts.append(re.escape(text))
    return r"\s+".join(re.split(r"(?:\\ )+", ".*".join(parts))) if decimals_vary else ".*".join(parts)


def difference(expected, printed, decimals_vary):
    """The difference between the lines, or None. Blank lines at the end do not count."""
    expected = "\n".join(expected).rstrip().splitlines()
    printed = "\n".join(printed).rstrip().splitlines()
    at = 0
    skipping = False
    for line in expected:
        if line.strip() == "…":
            skipping = True
            continue
        pattern = re.compile(_pattern_of(line, decimals_vary))
        while skipping and at < len(printed) and not pattern.fullmatch(printed[at].rstrip()):
            at += 1
        found = printed[at].rstrip() if at < len(printed) else None
        if found is None or not pattern.fullmatch(found):
            return f"the document has\n    {line}\nand the program\n    {'nothing more' if found is None else found}"
        at += 1
        skipping = False
    if at < len(printed) and not skipping:
        return f"the program goes on with\n    {printed[at]}"
    return None
