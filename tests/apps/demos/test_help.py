# SPDX-License-Identifier: BSD-3-Clause
"""The help of every demo has a sentence, its usage, its options and an example."""
import os
import re
import subprocess
import unittest

PROGRAMS = os.environ["ASHLAR_DEMOS"].split(":")
LAUNCH = [word for word in os.environ["ASHLAR_LAUNCH"].split(";") if word]


class Help(unittest.TestCase):
    def test_each_demo_explains_itself(self):
        self.assertGreater(len(PROGRAMS), 10)
        for program in PROGRAMS:
            name = os.path.basename(program)
            with self.subTest(demo=name):
                done = subprocess.run([program, "--help"], capture_output=True, text=True, timeout=900)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout.splitlines()[0], r"^\w+( \S+){4}")
                self.assertRegex(done.stdout, rf"Usage: \S*{name}\b")
                self.assertRegex(done.stdout, r"--help +\w")
                self.assertRegex(done.stdout, rf"Example:\n  mpirun -n \d+ {name}\b")
                # The description of an option follows on its line, or on the next line after a long option.
                for option in re.findall(r"^  (--\w.*(?:\n {10,}\S.*)*)$", done.stdout, re.M):
                    self.assertRegex(option, r" {2,}\w", f"{option} has no meaning")

    def test_one_rank_speaks_for_all(self):
        first = next(program for program in PROGRAMS if os.path.basename(program) == "first")
        done = subprocess.run(LAUNCH + ["3", first, "--help"], capture_output=True, text=True, timeout=900)
        self.assertEqual((done.returncode, done.stdout.count("Usage:")), (0, 1))


if __name__ == "__main__":
    unittest.main()
