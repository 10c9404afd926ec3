#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Finds and compares blocks of small documents."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from marked_blocks import blocks_of, difference  # noqa: E402


class MarkedBlocks(unittest.TestCase):
    def test_a_session_is_its_commands_and_what_they_print(self):
        blocks, faults = blocks_of("text\n<!-- run -->\n```console\n$ a b  # why\nout\n$ c\n> d\n```\n")
        self.assertEqual(faults, [])
        self.assertEqual([step.command for step in blocks[0].steps], ["a b", "c\nd"])
        self.assertEqual([step.expected for step in blocks[0].steps], [["out"], None])

    def test_a_command_in_the_mark_prints_the_block(self):
        blocks, faults = blocks_of("<!-- run; decimals vary: x 1 -->\n```text\nout\n```\n")
        self.assertEqual(faults, [])
        self.assertEqual((blocks[0].steps[0].command, blocks[0].decimals_vary), ("x 1", True))

    def test_a_block_of_shell_runs_as_a_whole(self):
        blocks, faults = blocks_of("<!-- run -->\n```sh\na\nb\n```\n")
        self.assertEqual((faults, blocks[0].steps[0].command, blocks[0].steps[0].expected), ([], "a\nb\n", None))

    def test_commands_without_a_mark_are_a_fault(self):
        self.assertIn("line 1: commands without a mark", blocks_of("```console\n$ a\n```\n")[1][0])
        self.assertIn("without a reason", blocks_of("<!-- not run -->\n```console\n$ a\n```\n")[1][0])
        self.assertEqual(blocks_of("<!-- not run: slow -->\n```console\n$ a\n```\n"), ([], []))

    def test_two_commands_for_one_block_are_a_fault(self):
        self.assertEqual(len(blocks_of("<!-- run: b -->\n```console\n$ a\n```\n")[1]), 1)

    def test_lines_are_compared_to_the_letter(self):
        self.assertIsNone(difference(["a  1.5", ""], ["a  1.5"], False))
        for printed in (["a  1.6"], ["a 1.5"], [], ["a  1.5", "b"]):
            self.assertIsNotNone(difference(["a  1.5"], printed, False), printed)

    def test_decimal_numbers_may_vary_and_nothing_else(self):
        self.assertIsNone(difference(["n = 12: 3.4e-05 (below 16)"], ["n = 12:  0.071 (below 16)"], True))
        self.assertIsNotNone(difference(["n = 12: 3.4e-05 (below 16)"], ["n = 13: 3.4e-05 (below 16)"], True))

    def test_an_ellipsis_stands_for_lines_or_text(self):
        self.assertIsNone(difference(["a", "…", "d"], ["a", "b", "c", "d"], False))
        self.assertIsNone(difference(["a … c"], ["a bb c"], False))
        self.assertIsNone(difference(["a", "…"], ["a", "b"], False))
        self.assertIsNotNone(difference(["a", "…", "e"], ["a", "b", "c", "d"], False))


if __name__ == "__main__":
    unittest.main()
