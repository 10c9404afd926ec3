# SPDX-License-Identifier: BSD-3-Clause
"""Start of the command: without MPI where none is needed, in a container without ssh, and with unknown variables."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

import numpy as np

from command import COMMAND, TIME_LIMIT, CommandTest

RUNNING = Path(__file__).resolve().parents[3] / "docs/running.md"
LAYOUT = ("layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3")
PLAN = ("plan", "--shape", "9x9", "--from-grid", "3x1", "--from-block", "3x9", "--grid", "2x2", "--block", "2x2")
WITHOUT_MPI = [("--help",), ("--version",), ("help",), ("help", "convert"), ("convert", "--help"), LAYOUT, PLAN,
               ("completion", "bash"), ("info", "A.npy")]
# Open MPI cannot start with this.
BROKEN_MPI = {"OMPI_MCA_pml": "nothing"}


class Start(CommandTest):
    def setUp(self):
        super().setUp()
        self.save("A.npy", np.arange(20.0).reshape(4, 5))

    def test_what_needs_no_mpi_does_not_start_it(self):
        self.assertNotEqual(self.run_command(0, "convert", "A.npy", "B.npy", **BROKEN_MPI).status, 0)
        for arguments in WITHOUT_MPI:
            with self.subTest(arguments=arguments):
                self.assertTrue(self.run_well(0, *arguments, **BROKEN_MPI).output)

    def test_unknown_arguments_are_refused_without_mpi(self):
        for arguments in (("convrt",), ("convert", "--bogus"), ("layout", "--shape", "9")):
            ran = self.run_command(0, *arguments, **BROKEN_MPI)
            self.assertEqual((ran.status, len(ran.errors.splitlines())), (2, 1), ran.errors)

    def test_one_of_several_ranks_prints(self):
        for arguments in WITHOUT_MPI:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.run_well(3, *arguments).output, self.run_well(0, *arguments).output)

    def test_without_ssh_and_without_a_home_everything_works(self):
        for arguments in (*WITHOUT_MPI, ("convert", "A.npy", "B.npy", "--transpose")):
            with self.subTest(arguments=arguments):
                done = subprocess.run([COMMAND, *arguments], cwd=self.folder, env={"PATH": "/nowhere"},
                                      capture_output=True, text=True, timeout=TIME_LIMIT)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(np.array_equal(np.load(self.path("B.npy")), np.arange(20.0).reshape(4, 5).T))

    def test_our_line_stands_before_those_of_mpirun(self):
        for arguments in (("info", "missing.npy"), ("convert", "missing.npy", "B.npy"), ("convrt",), (*LAYOUT, "--owner", "9,9")):
            for _ in range(3):
                ran = self.run_command(3, *arguments)
                self.assertNotEqual(ran.status, 0)
                self.assertTrue(ran.errors.startswith("ashlar: error: "), ran.errors)

    def test_variables_that_nobody_reads_are_told_once(self):
        for ranks, arguments in ((0, LAYOUT), (3, LAYOUT), (2, ("convert", "A.npy", "B.npy")), (0, ("info", "A.npy"))):
            with self.subTest(arguments=arguments, ranks=ranks):
                ran = self.run_command(ranks, *arguments, ASHLAR_NUM_THREAD="2")
                self.assertEqual(ran.status, 0)
                self.assertEqual(ran.errors, "ashlar: warning: the environment has ASHLAR_NUM_THREAD, which nothing "
                                             "reads; did you mean ASHLAR_NUM_THREADS?\n")
            os.path.exists(self.path("B.npy")) and os.remove(self.path("B.npy"))

    def test_the_documented_variables_are_those_that_are_known(self):
        documented = set(re.findall(r"^\| `(ASHLAR_\w+)=", RUNNING.read_text(encoding="utf-8"), re.M))
        self.assertGreater(len(documented), 5)
        self.run_well(0, *LAYOUT, **{name: "" for name in documented})
        ran = self.run_command(0, *LAYOUT, **{name[:-1] + "_": "" for name in documented})
        self.assertEqual(set(re.findall(r"did you mean (\w+)", ran.errors)), documented)

    def test_the_version_names_what_runs_below(self):
        lines = self.run_well(0, "--version").output.splitlines()
        self.assertRegex(lines[0], r"^ashlar \d+\.\d+\.\d+( \(commit [0-9a-f]{12}\+?\))?$")
        components = {line[:16].strip(): line[16:] for line in lines[1:]}
        self.assertRegex(components["MPI"], r"\d+\.\d+")
        self.assertLessEqual({"ScaLAPACK", "BLAS", "instruction set"}, set(components))
        # A component that is not built in is refused by an error with its name.
        for name, command in (("HDF5", ("generate", "zeros", "x.h5", "-n", 3)), ("libpng", (*LAYOUT, "-o", "x.png"))):
            made = self.run_command(0, *command)
            self.assertEqual(name in components, "was built without" not in made.errors, name)
            self.assertEqual(name in components, made.status == 0, made.errors)
        self.assertRegex(self.run_well(0, "--version", ASHLAR_KERNELS="portable").output, r"instruction set +portable\n")
        version = json.loads(self.run_well(0, "--json", "--version").output)
        self.assertEqual(version, json.loads(self.run_well(0, "--version", "--json").output))
        self.assertEqual(lines[0].split()[1], version["version"])
        self.assertEqual(set(version["components"]), set(components))


if __name__ == "__main__":
    unittest.main()
