# SPDX-License-Identifier: BSD-3-Clause
"""ashlar convert on two hosts: the bytes must equal NumPy's."""
import os
import pathlib
import tempfile
import unittest

import numpy as np

from job import Job, main

COMMAND = os.environ.pop("ASHLAR_COMMAND")


class Convert(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="ashlar-test-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.matrix = np.random.default_rng(1).standard_normal((301, 230)).view("c16")
        np.save(self.folder / "a.npy", self.matrix)

    def run_well(self, *arguments):
        status, _, errors = Job("--", COMMAND, *map(str, arguments)).end()
        self.assertEqual((status, errors), (0, ""))

    def check(self, wanted, *options):
        self.run_well("convert", self.folder / "a.npy", self.folder / "out.npy", *options)
        out = np.load(self.folder / "out.npy")
        self.assertEqual((out.shape, out.dtype), (wanted.shape, wanted.dtype))
        self.assertEqual(out.tobytes("C"), wanted.tobytes("C"))

    def test_another_order_in_panels(self):
        self.check(self.matrix, "--max-memory", "3000", "--order", "F")

    def test_a_transpose(self):
        self.check(self.matrix.conj().T, "--conj-transpose", "--grid", "2x2", "--block", "16x16")

    def test_a_triangle_of_a_part(self):
        self.check(np.triu(self.matrix[20:80, 3:90]), "--rows", "20:80", "--cols", "3:90", "--triangle", "upper")

    def test_a_checkpoint_and_back(self):
        step = f"{self.folder}/step/"
        self.run_well("convert", self.folder / "a.npy", step, "--grid", "2x2", "--block", "9x4")
        self.run_well("convert", step, self.folder / "back.npy")
        self.assertEqual(np.load(self.folder / "back.npy").tobytes("C"), self.matrix.tobytes("C"))


if __name__ == "__main__":
    main()
