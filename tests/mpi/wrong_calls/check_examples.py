# SPDX-License-Identifier: BSD-3-Clause
"""Every public function with a @collective tag has an example that mpi_fault can skip on one rank.

    check_examples.py INCLUDE_FOLDER EXAMPLES.cpp...

The tag is read from the headers, the calls from the sources of the examples. LOCAL lists calls that one rank can
skip without a delay of the other ranks, with the reason; an entry of LOCAL that is not needed any more is an error.
"""
import pathlib
import re
import sys

LOCAL = {
    "scale": "no communication",
    "set_diagonal": "no communication",
    "add_to_diagonal": "no communication",
    "scale_rows": "no communication",
    "add_to_rows": "no communication",
    "machine_of": "local after the first call",
    "row_communicator": "local after the first call",
    "grid_communicators": "local after the first call",
    "blacs_context": "local after the first call",
    "descriptor": "local after the first call",
    "ranks_of_blacs_grid": "one broadcast, which a receiver can skip",
    "slot": "the function of the caller communicates",
    "shared_slot": "local after the first call",
    "trim": "no communication where ranks share no memory",
    "set_view": "no communication in Open MPI",
    "Environment": "MPI_Init and MPI_Finalize",
    "run": "MPI_Init and MPI_Finalize",
    "release_all": "the end of MPI",
    "free": "MPI_Comm_free is local in Open MPI",
}
OPENING = re.compile(r"(?:class|struct)\s+(?:\[\[\w+\]\]\s*)?(\w+)")
CONSTANT = re.compile(r"inline constexpr [\w:]+ (\w+)")
NAME = re.compile(r"(?<!\w)([A-Za-z_]\w*)\(")
HEAD = re.compile(r"(template\s*<|requires\b|explicit\(|\[\[)")


def declared(lines):
    """The name of the declaration that begins with these lines."""
    while lines and HEAD.match(lines[0].strip()):
        lines = lines[1:]
    text = " ".join(line.strip() for line in lines)
    for pattern in (OPENING, CONSTANT):
        if found := pattern.match(text):
            return found.group(1)
    found = NAME.search(text)
    return found and found.group(1)


def collective_names(header):
    """(line, name) of each declaration outside `detail` whose comment has the tag."""
    lines = header.read_text().splitlines()
    comment, in_detail = [], False
    for k, line in enumerate(lines):
        text = line.strip()
        if re.match(r"namespace .*\bdetail \{", text) or text == "}  // namespace detail":
            in_detail = text.startswith("namespace")
        if text.startswith("///"):
            comment.append(text)
            continue
        if not in_detail and any("@collective" in one for one in comment):
            yield k + 1, declared(lines[k:k + 12])
        comment = []


def main():
    include, calls = pathlib.Path(sys.argv[1]), "\n".join(pathlib.Path(name).read_text() for name in sys.argv[2:])
    wrong, needed, seen = [], set(), 0
    for header in sorted(include.rglob("*.hpp")):
        if "detail" in header.parts:
            continue
        for line, name in collective_names(header):
            seen += 1
            needed.add(name)
            if name is None:
                wrong.append(f"{header}:{line}: the declaration cannot be read")
            elif name not in LOCAL and not re.search(rf"\b{name}\b", calls):
                wrong.append(f"{header}:{line}: {name} has no example; add one to the examples of mpi_fault")
    wrong += [f"LOCAL: {name} has no @collective tag; remove it" for name in sorted(LOCAL.keys() - needed)]
    if seen < 100:
        wrong.append(f"only {seen} @collective tags found in {include}")
    print("\n".join(wrong) if wrong else f"{seen} collective declarations, each with an example or a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
