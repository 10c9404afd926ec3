# SPDX-License-Identifier: BSD-3-Clause
"""Exit of a program under ashlar::run, and the README's first program without its file."""
import os
import subprocess
import time
import unittest

PROGRAM = os.environ["ASHLAR_RUN_PROGRAM"]
FIRST = os.environ["ASHLAR_FIRST"]
LAUNCH = [word for word in os.environ["ASHLAR_LAUNCH"].split(";") if word] + ["4"]


class Run(unittest.TestCase):
    def end(self, *command):
        """Status and the lines that an Ashlar program wrote to the standard error."""
        start = time.monotonic()
        done = subprocess.run(LAUNCH + list(command), capture_output=True, text=True, timeout=900)
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("terminate called", done.stderr)
        return done.returncode, [line for line in done.stderr.splitlines() if ": error: " in line]

    def test_a_body_without_a_value_succeeds_in_silence(self):
        self.assertEqual(self.end(PROGRAM, "void"), (0, []))

    def test_the_status_is_that_of_the_lowest_rank_with_one(self):
        self.assertEqual(self.end(PROGRAM, "return", "0", "0"), (0, []))
        self.assertEqual(self.end(PROGRAM, "return", "5", "0"), (5, []))
        self.assertEqual(self.end(PROGRAM, "return", "9", "3"), (9, []))

    def test_a_failure_stays_one_beyond_the_status_of_a_shell(self):
        self.assertEqual(self.end(PROGRAM, "return", "256", "0"), (1, []))

    def test_exceptions_of_others_are_one_line(self):
        self.assertEqual(self.end(PROGRAM, "foreign"), (1, ["run_program: error: two lines"]))
        status, lines = self.end(PROGRAM, "number")
        self.assertEqual((status, len(lines)), (1, 1))

    def test_a_rank_that_throws_alone_does_not_leave_the_others_waiting(self):
        for rank in ("0", "2"):
            self.assertEqual(self.end(PROGRAM, "alone", rank), (1, ["run_program: error: I am alone"]))

    def test_the_first_program_says_what_is_missing(self):
        status, lines = self.end(FIRST, "missing.npy", "b.npy", "x.npy")
        self.assertEqual((status, len(lines)), (1, 1))
        self.assertRegex(lines[0], r"^first: error: missing\.npy: cannot be opened")
        self.assertEqual(self.end(FIRST), (1, ["first: error: give three files: A.npy b.npy x.npy"]))


if __name__ == "__main__":
    unittest.main()
