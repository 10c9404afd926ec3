#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plants sentences, files and commits in an empty repository and asks scripts/check_prose about them."""

import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_prose"


def load_script():
    loader = importlib.machinery.SourceFileLoader("check_prose", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_prose", loader))
    loader.exec_module(module)
    return module


check_prose = load_script()

REFUSED = {
    "clause with what as a noun": [
        "What moves into a replicated matrix is written to every replica.",
        "The plan keeps what comes again.",
        "It says in a sentence what is wrong.",
        "The blocks are sent, whatever their shape.",
    ],
    "clause with whether as a noun": [
        "Whether every element of this rank is finite.",
        "Returns whether the file exists.",
    ],
    "clause with who as a noun": [
        "Who owns an element is computed.",
        "A report of who sends the most.",
        "The plan shows who computes.",
    ],
    "clause with which as a noun": [
        "The report shows which algorithm was taken.",
        "A probe decides which transport is faster.",
    ],
    "clause with where as a noun": [
        "The header is where the layout begins.",
        "Elements are read from where they lie.",
        "It shows where the time goes.",
    ],
    "clause with how as a noun": [
        "The option is how many panels are kept.",
        "A list of how the ranks fill the grid.",
        "It prints how much memory is left.",
    ],
    "dealt, for distributed": [
        "Rows are dealt to the processes of a grid.",
        "The process at which dealing starts.",
        "Deals a matrix to this grid.",
    ],
    "so many, for a number": ["It fetches so many columns before they are read."],
    "alike, for equal or equally": [
        "All ranks find out alike.",
        "Replicas and arrays are treated alike.",
    ],
    "of its own": [
        "Each rank count is an entry of its own.",
        "The matrices lie in memory of their own.",
    ],
    "negation at the noun": [
        "A NaN is no error.",
        "The ranks were no members of the grid.",
    ],
    "as it lies, for in place or unchanged": [
        "Row-major memory is sent as it lies.",
        "The files take them as they stand.",
        "The matrix is kept as it is.",
    ],
    "object that speaks, knows or hears": [
        "The header says the shape.",
        "A descriptor knows its grid.",
        "The note tells the reason.",
        "The handler hears of each warning.",
        "The library speaks to the launcher.",
        "The size was told by the file.",
    ],
    "object that wants": ["ScaLAPACK wants square blocks.", "The layout that a solver wants."],
    "person for a process or a program": [
        "Nobody checks the number of processors.",
        "A descriptor that somebody else filled.",
    ],
}

PLAIN = [
    "Returns the number of local rows.",
    "Distributes a matrix over the process grid.",
    "The rank that owns an element writes it.",
    "A file that contains one matrix.",
    "The layout in which the routine is fastest.",
    "Users who link ELPA need its licence.",
    "The ranks whose blocks intersect exchange messages.",
    "Throws FileError if the file cannot be opened.",
    "The element is zero where the mask is false.",
    "What is a layout?",
    "Who owns element (4, 7)?",
    "How many ranks share a node?",
    "An exception with the text of what().",
    "Choose the layout that you want.",
    "If you know the spectrum, use given values.",
    "The known eigenvalues are listed.",
    "An unknown ending is an error.",
    "The data is no longer needed.",
    "There is no background thread.",
    "The exchange takes no more than two messages.",
    "Returns true if the ranks agree.",
    "All ranks call the function in the same order.",
    "As it runs on one rank, it needs no message.",
    "As they are collective, all ranks call them.",
    "This page explains how to add a routine.",
    "A great many elements are zero.",
    "The block sizes are equal.",
    "Each rank has a private communicator.",
    "The error names the rank and its host.",
    "A wanted vector is an eigenvector of the range.",
    "It deals with empty matrices.",
    "The sum is exact for integers.",
    "Peers read memory in place.",
    "Elements of which the modulus is largest.",
    "The rank to which the block is sent.",
    "For want of memory the call throws OutOfMemory.",
]


def write(root, files):
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def run(root, *arguments):
    """Exit status and output."""
    done = subprocess.run([sys.executable, "-B", SCRIPT, str(root), *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Sentences(unittest.TestCase):
    def test_thirty_planted_sentences_are_found(self):
        self.assertGreaterEqual(sum(map(len, REFUSED.values())), 30)
        self.assertEqual(set(REFUSED), {name for name, _, _ in check_prose.PATTERNS})
        for name, sentences in REFUSED.items():
            for sentence in sentences:
                with self.subTest(sentence=sentence):
                    self.assertIn(name, [found for found, _ in check_prose.hits_in(sentence)])

    def test_thirty_plain_sentences_pass(self):
        self.assertGreaterEqual(len(PLAIN), 30)
        for sentence in PLAIN:
            with self.subTest(sentence=sentence):
                self.assertEqual(list(check_prose.hits_in(sentence)), [])


class Files(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)

    def hits(self, path, text):
        write(self.root, {path: text})
        return len(check_prose.hits_of(self.root).get(path, ()))

    def test_pages_without_their_code(self):
        self.assertEqual(self.hits("docs/a.md", "# Rows, dealt\n\nCells | dealt |\n"), 2)
        self.assertEqual(self.hits("docs/a.md", "`dealt` [rows](dealt.md) <!-- dealt -->\n\n```cpp\n// dealt\n```\n"), 0)
        self.assertEqual(self.hits("docs/a.md", "So many ranks; so\nmany blocks.\n"), 2)

    def test_comments_and_strings_of_sources(self):
        self.assertEqual(self.hits("src/a.cpp", "int dealt;  // one\n/// Rows are so\n/// many.\n/* dealt */\n"), 2)
        self.assertEqual(self.hits("src/a.cpp", 'throw Error("the rows are " "so "\n  "many");\n'), 1)
        self.assertEqual(self.hits("src/a.cpp", 'auto usage = R"(Rows that are dealt)";\n'), 1)
        self.assertEqual(self.hits("src/a.cpp", '#include "dealt.hpp"\nauto c = \'"\';  // `dealt`\n'), 0)
        self.assertEqual(self.hits("tests/a.cpp", 'TEST_CASE("rows are dealt") {}  // dealt\n'), 1)

    def test_comments_of_python_shell_and_cmake(self):
        self.assertEqual(self.hits("scripts/a.py", '"""Rows are dealt."""\n# so\n# many\nx = "dealt"\n'), 2)
        self.assertEqual(self.hits("scripts/a", "#!/usr/bin/env bash\n# dealt\necho dealt\n"), 1)
        self.assertEqual(self.hits("tests/CMakeLists.txt", "# dealt\nset(dealt x) # dealt\n"), 2)

    def test_strings_of_python(self):
        planted = REFUSED["clause with what as a noun"][0]
        text = f'"""Returns a list."""\nfail(f"{{name}}: {planted}")\nfail("{planted}")\n'
        self.assertEqual(self.hits("python/a.py", text), 2)
        self.assertEqual(self.hits("tests/a.py", text), 0)

    def test_the_list_fits_or_fails(self):
        write(self.root, {"docs/a.md": "Rows are dealt, and dealt again.\n", "scripts/prose_allowed.txt": "# list\n2 docs/a.md\n"})
        self.assertEqual(run(self.root)[0], 0)
        write(self.root, {"scripts/prose_allowed.txt": "1 docs/a.md\n"})
        status, output = run(self.root)
        self.assertEqual(status, 1)
        self.assertIn("docs/a.md: 2 refused patterns, 1 allowed", output)
        write(self.root, {"docs/a.md": "Rows are distributed.\n"})
        status, output = run(self.root)
        self.assertEqual(status, 1)
        self.assertIn("lower the list", output)
        self.assertEqual(run(self.root, "--lower")[0], 0)
        self.assertEqual(check_prose.allowed_in((self.root / "scripts/prose_allowed.txt").read_text()), {})

    def test_lowering_never_raises(self):
        write(self.root, {"docs/a.md": "Rows are dealt, and dealt again.\n", "scripts/prose_allowed.txt": "1 docs/a.md\n"})
        self.assertEqual(run(self.root, "--lower")[0], 1)
        self.assertEqual(check_prose.allowed_in((self.root / "scripts/prose_allowed.txt").read_text()), {"docs/a.md": 1})

    def test_a_hit_is_listed_with_its_file(self):
        write(self.root, {"docs/a.md": "Rows are dealt.\n"})
        status, output = run(self.root, "--list")
        self.assertEqual(status, 1)
        self.assertIn("docs/a.md: dealt, for distributed: …Rows are dealt.…", output)


class History(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.git("init", "-q")
        write(self.root, {"docs/a.md": "Rows are dealt.\n", "scripts/prose_allowed.txt": "1 docs/a.md\n"})
        self.commit("What was there before")

    def git(self, *arguments):
        identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(self.root), *identity, *arguments], check=True, capture_output=True)

    def commit(self, subject):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject)

    def test_later_subjects_are_checked(self):
        self.commit("Distribute rows over the process grid")
        self.git("tag", "before")
        self.assertEqual(run(self.root, "--since", "before~1")[0], 0)
        self.commit("Say which columns are padded")
        self.commit("Replace the " + "long " * 20 + "table")
        status, output = run(self.root, "--since", "before")
        self.assertEqual(status, 1)
        self.assertIn("Say which columns are padded", output)
        self.assertIn("at most 72", output)

    def test_the_list_does_not_grow(self):
        self.git("tag", "before")
        write(self.root, {"docs/a.md": "Rows are dealt, and dealt again.\n", "scripts/prose_allowed.txt": "2 docs/a.md\n"})
        self.commit("Add a sentence")
        self.assertEqual(run(self.root)[0], 0)
        status, output = run(self.root, "--since", "before")
        self.assertEqual(status, 1)
        self.assertIn("the list only shrinks", output)

    def test_an_unknown_commit_is_skipped(self):
        status, output = run(self.root, "--since", "0123456789012345678901234567890123456789")
        self.assertEqual(status, 0)
        self.assertIn("commits are skipped", output)


if __name__ == "__main__":
    unittest.main()
