# SPDX-License-Identifier: BSD-3-Clause
"""ashlar show, compared with NumPy's output."""
import json
import unittest

import numpy as np

from command import CommandTest, numbers


class Show(CommandTest):
    def show(self, ranks, array, *arguments):
        self.save("a.npy", array)
        return self.run_well(ranks, "show", "a.npy", *arguments).output

    def test_all_types(self):
        for ranks, dtype in ((0, "float64"), (0, "float32"), (2, "complex64"), (0, "complex128"), (3, "int8"), (0, "uint64")):
            a = numbers((5, 7), dtype)
            self.assertEqual(self.show(ranks, a), str(a) + "\n", dtype)

    def test_numbers_of_all_sizes(self):
        random = np.random.default_rng(5)
        arrays = [np.array([[1.0, 2.5], [-3, 100]]), np.array([[1e9, 1.0]]), np.array([[1e-5, 1]]), np.array([[1e300, -1e-300]]),
                  np.array([[np.nan, -np.inf], [1.5, 1e10]]), np.array([[np.nan, np.inf]]), np.zeros((2, 2)),
                  np.array([[0.1, 1 / 3, -2 / 3]]), np.array([[1 + 2j, complex(np.nan, -np.inf)], [1e-9j, 3]]),
                  np.array([[-0.0, 123456.789]]), np.array([[0.1, 1 / 3]], dtype=np.float32), np.array([[99999999.5]]),
                  np.array([[999.9, 1.0]]), np.array([[0.00012345678901]])]
        arrays += [random.standard_normal((4, 5)) * 10.0 ** random.integers(-6, 9, (4, 5)) for _ in range(4)]
        arrays += [random.integers(-2000, 2000, (6, 6)) / 64 for _ in range(2)]
        for a in arrays:
            self.assertEqual(self.show(0, a), str(a) + "\n")

    def test_long_lines_are_broken(self):
        for a in (numbers((3, 40), "float64"), np.arange(90).reshape(2, 45), np.arange(40) / 7, numbers((2, 9), "complex128")):
            self.assertEqual(self.show(0, a), str(a) + "\n")

    def test_corners_of_large_ones(self):
        for ranks, a in ((0, numbers((400, 300), "float64")), (2, np.asfortranarray(numbers((4, 500), "complex64"))),
                         (6, numbers((501, 2), "int32")), (3, np.arange(2000.0))):
            self.assertEqual(self.show(ranks, a), str(a) + "\n")

    def test_ranges_digits_and_all(self):
        a = self.save("a.npy", numbers((100, 80), "float64"))
        self.assertEqual(self.show(2, a, "--rows", "10:14", "--cols", "70:"), str(a[10:14, 70:]) + "\n")
        with np.printoptions(precision=2):
            self.assertEqual(self.show(0, a, "--digits", "2"), str(a) + "\n")
        with np.printoptions(threshold=10 ** 9):
            self.assertEqual(self.show(0, a, "--all"), str(a) + "\n")
        self.assertEqual(self.show(0, a, "--rows", "5:5"), "[]\n")
        self.assertEqual(self.run_command(0, "show", "a.npy", "--rows", "5:101").status, 1)
        self.assertEqual(self.run_command(0, "show", "a.npy", "--digits", "18").status, 2)

    def test_a_number_and_nothing(self):
        self.assertEqual(self.show(0, np.array(2.5)), "2.5\n")
        self.assertEqual(self.show(2, np.zeros((0, 4))), "[]\n")

    def test_json(self):
        a = self.save("a.npy", numbers((50, 40), "float64"))
        found = json.loads(self.run_well(2, "show", "a.npy", "--json").output)
        self.assertEqual(found["rows"], [0, 1, 2, 47, 48, 49])
        self.assertEqual(found["cols"], [0, 1, 2, 37, 38, 39])
        np.testing.assert_array_equal(found["values"], a[np.ix_(found["rows"], found["cols"])])

    def test_a_checkpoint_of_one_matrix(self):
        a = self.save("a.npy", numbers((70, 20), "float32"))
        self.run_well(3, "convert", "a.npy", "step1/", "--block", "4x4")
        self.assertEqual(self.run_well(2, "show", "step1/").output, str(a) + "\n")


if __name__ == "__main__":
    unittest.main()
