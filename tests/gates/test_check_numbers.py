#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs scripts/check_numbers.py on trees with planted constants."""

import sys
import unittest

sys.dont_write_bytecode = True
from planted import run_on_tree

SOURCE = """
constexpr Index few = 2;
template <class T>
static constexpr Index width = sizeof(T) == 8 ? 4 : 2;
  constexpr int rows[][2] = {{1, 2}, {7, 9}}, none = 0;
constexpr std::pair<Index, Index> pair = {1, 5};  // constexpr int commented = 77;
constexpr Index doubled(Index x) { return 40 * x; }
"""


def check(source, numbers):
    """Exit status and output for one source and a list of numbers."""
    files = {"src/move/pull/pull.cpp": source, "src/io/npy.cpp": SOURCE, "scripts/numbers.txt": numbers}
    return run_on_tree("check_numbers.py", files)


class CheckNumbers(unittest.TestCase):
    def test_a_list_of_all_constants_passes(self):
        status, output = check(SOURCE, "# comment\nsrc/move/pull/pull.cpp: width (code), rows (model), pair (buffer)\n")
        self.assertEqual(status, 0, output)

    def test_each_new_constant_is_caught(self):
        status, output = check(SOURCE, "src/move/pull/pull.cpp: width (code), rows (model)\n")
        self.assertEqual(status, 1)
        self.assertEqual(output.count("\n"), 2, output)
        self.assertIn("src/move/pull/pull.cpp: move the constant pair to Tuning", output)

    def test_entries_without_a_constant_or_kind_are_caught(self):
        status, output = check("", "src/move/pull/pull.cpp: width (tuned)\n")
        self.assertEqual(status, 1)
        self.assertIn("width has the unknown kind 'tuned'", output)
        self.assertIn("src/move/pull/pull.cpp does not define the constant width", output)


if __name__ == "__main__":
    unittest.main()
