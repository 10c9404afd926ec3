# SPDX-License-Identifier: BSD-3-Clause
"""Files larger than the memory use of the command."""
import os
import subprocess
import unittest

import numpy as np

from command import COMMAND, TIME_LIMIT, CommandTest

MIB = 2 ** 20


class LargerFiles(CommandTest):
    def peak(self, *arguments):
        """Status, output and peak memory, in bytes, of one run without mpirun."""
        process = subprocess.Popen([COMMAND, *arguments], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        output = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, output, usage.ru_maxrss * 1024

    def write(self, name, shape, order):
        """A sparse file of zeros whose last element is 2."""
        dtype = np.dtype("float32")
        with open(self.path(name), "wb") as file:
            np.lib.format.write_array_header_1_0(
                file, {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": order == "F", "shape": shape})
            file.seek(shape[0] * shape[1] * dtype.itemsize - dtype.itemsize, os.SEEK_CUR)
            file.write(np.array([2], dtype).tobytes())
        return os.path.getsize(self.path(name))

    def test_stats_norm_and_compare_take_parts(self):
        least = self.peak("--version")[2]
        for shape, order in (((10240, 10240), "C"), ((10240, 10240), "F"), ((13107200, 8), "C")):
            size = self.write("a.npy", shape, order)
            self.assertEqual(size // MIB, 400)
            runs = {("stats", "a.npy"): f"max           2 at ({shape[0] - 1}, {shape[1] - 1})",
                    ("norm", "a.npy"): "norm (frobenius) 2",
                    ("norm", "a.npy", "--kind", "inf"): "norm (inf) 2",
                    ("compare", "a.npy", "a.npy"): "equal in every bit"}
            for arguments, text in runs.items():
                with self.subTest(arguments=arguments, shape=shape, order=order):
                    status, output, most = self.peak(*arguments)
                    self.assertEqual(status, 0)
                    self.assertIn(text, output)
                    self.assertLess(most - least, 200 * MIB)

    def test_a_picture_of_a_coordinate_file_takes_its_entries(self):
        with open(self.path("a.mtx"), "w", encoding="ascii") as file:
            file.write("%%MatrixMarket matrix coordinate real general\n1000000 1000000 3\n1 1 1\n500001 7 2\n1000000 1000000 3\n")
        for arguments in (("--spy",), ("--heat", "-o", "a.png"), ("--spy", "-o", "a.svg")):
            done = subprocess.run([COMMAND, "show", "a.mtx", *arguments], cwd=self.folder, capture_output=True, text=True,
                                  timeout=TIME_LIMIT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("3 not zero", self.run_well(2, "show", "a.mtx", "--spy").output)


if __name__ == "__main__":
    unittest.main()
