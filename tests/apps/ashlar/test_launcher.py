# SPDX-License-Identifier: BSD-3-Clause
"""ashlar-run: the command on several ranks, with nothing prepared."""
import json
import os
import subprocess
import unittest

import numpy as np

from command import COMMAND, TIME_LIMIT, CommandTest

LAUNCHER = os.path.join(os.path.dirname(COMMAND), "ashlar-run")


class Launcher(CommandTest):
    def setUp(self):
        super().setUp()
        self.a = self.save("A.npy", np.arange(20.0).reshape(4, 5))

    def launch(self, *arguments, status=0, **variables):
        # Excludes the environment of the tests, which permits root and more ranks than cores.
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder} | variables
        done = subprocess.run([LAUNCHER, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True,
                              timeout=TIME_LIMIT, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_ranks_may_outnumber_the_cores_as_any_user(self):
        ranks = 2 * os.cpu_count() + 1
        done = self.launch("-n", str(ranks), "convert", "A.npy", "B.npy", "--transpose", "--json")
        self.assertEqual(done.stderr, "")
        grid = json.loads(done.stdout)["from"]["grid"]
        self.assertEqual(grid[0] * grid[1], ranks)
        self.assertTrue(np.array_equal(np.load(self.path("B.npy")), self.a.T))

    def test_there_are_four_ranks_unless_more_are_asked_for(self):
        grid = json.loads(self.launch("convert", "A.npy", "B.npy", "--json").stdout)["from"]["grid"]
        self.assertEqual(grid[0] * grid[1], 4)

    def test_what_stands_before_two_dashes_goes_to_mpirun(self):
        done = self.launch("-n", "3", "--tag-output", "--", "convert", "A.npy", "name with spaces.npy", "--json")
        self.assertTrue(all("[1,0]<stdout>:" in line for line in done.stdout.splitlines()), done.stdout)
        self.assertTrue(np.array_equal(np.load(self.path("name with spaces.npy")), self.a))

    def test_mpirun_adds_nothing_to_our_line(self):
        done = self.launch("-n", "3", "convert", "missing.npy", "B.npy", status=1)
        self.assertEqual(done.stderr, "ashlar: error: missing.npy: cannot be opened: No such file or directory\n")
        done = self.launch("-n", "3", "convert", "missing.npy", "B.npy", status=1, OMPI_MCA_orte_execute_quiet="0")
        self.assertIn("mpirun", done.stderr)

    def test_unknown_options_are_refused_by_name(self):
        self.assertIn("4 ranks unless given", self.launch("--help").stdout)
        for reason, *arguments in (("'0' is not a number of ranks", "-n", "0", "info", "A.npy"),
                                   ("'x' is not a number of ranks", "-np", "x", "info", "A.npy"),
                                   ("-n needs a number", "-n"), ("'--host' is for mpirun?", "--host", "a", "info", "A.npy")):
            done = self.launch(*arguments, status=2)
            self.assertRegex(done.stderr, "^ashlar-run: error: ")
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
