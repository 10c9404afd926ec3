# SPDX-License-Identifier: BSD-3-Clause
"""Exit of a program under CommandLine::run: one line, one status, and no rank left waiting."""
import os
import re
import subprocess
import time
import unittest

PROGRAM = os.environ["ASHLAR_FAILING_APP"]
LAUNCH = [word for word in os.environ["ASHLAR_LAUNCH"].split(";") if word] + ["4"]


class RunApp(unittest.TestCase):
    def end(self, *options, launch=LAUNCH):
        """Status, the program's lines, all lines of the standard error, and the output."""
        start = time.monotonic()
        done = subprocess.run(launch + [PROGRAM, *options], capture_output=True, text=True, timeout=900)
        self.assertLess(time.monotonic() - start, 30)
        lines = done.stderr.splitlines()
        self.assertLessEqual(len(lines), 12, done.stderr)
        return done.returncode, [line for line in lines if "ashlar_failing_app: error" in line], lines, done.stdout

    def test_success_is_silent(self):
        self.assertEqual(self.end(), (0, [], [], ""))

    def test_an_error_of_all_ranks_is_printed_once_and_ends_quietly(self):
        status, ours, lines, _ = self.end("--highest", "3")
        self.assertEqual((status, ours), (1, ["ashlar_failing_app: error: some file: rank 0 found no stone"]))
        self.assertNotIn("MPI_ABORT", "".join(lines))

    def test_the_lowest_failing_rank_speaks_when_the_others_end(self):
        status, ours, _, _ = self.end("--lowest", "2", "--highest", "3")
        self.assertEqual((status, ours), (1, ["ashlar_failing_app: error: some file: rank 2 found no stone"]))

    def test_ranks_that_wait_for_a_failed_one_are_ended(self):
        for lowest, highest in (("1", "1"), ("0", "0"), ("2", "3")):
            status, ours, _, _ = self.end("--lowest", lowest, "--highest", highest, "--wait")
            self.assertEqual((status, ours), (1, [f"ashlar_failing_app: error: some file: rank {lowest} found no stone"]))

    def test_wrong_options_are_told_once_with_status_2(self):
        status, ours, _, _ = self.end("--bogus")
        self.assertEqual(status, 2)
        self.assertEqual(len(ours), 1)
        self.assertRegex(ours[0], "--bogus")

    def test_values_outside_their_limits_are_refused(self):
        for value, reason in (("100", "'100' is not between 0 and 99"), ("one", "'one' is not a number")):
            status, ours, _, _ = self.end("--lowest", value)
            self.assertEqual(status, 2)
            self.assertEqual(ours, [f"ashlar_failing_app: error: --lowest: {reason}; see --help"])

    def test_a_misspelt_option_gets_a_suggestion(self):
        status, ours, _, _ = self.end("--lowets", "3")
        self.assertEqual(status, 2)
        self.assertRegex(ours[0], "'--lowets' was not expected; did you mean '?--lowest")

    def test_help_is_printed_once_with_status_0(self):
        status, ours, lines, output = self.end("--help")
        self.assertEqual((status, ours, lines), (0, [], []))
        self.assertEqual(len(re.findall("Usage:", output)), 1)

    def test_it_works_without_mpirun(self):
        self.assertEqual(self.end(launch=[])[0], 0)
        self.assertEqual(self.end("--highest", "0", launch=[])[:3],
                         (1, ["ashlar_failing_app: error: some file: rank 0 found no stone"],
                          ["ashlar_failing_app: error: some file: rank 0 found no stone"]))


if __name__ == "__main__":
    unittest.main()
