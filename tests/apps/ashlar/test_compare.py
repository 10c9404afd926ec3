# SPDX-License-Identifier: BSD-3-Clause
"""ashlar compare."""
import json
import unittest

import numpy as np

from command import CommandTest, numbers


def bits(array):
    """The bytes of each element."""
    array = np.ascontiguousarray(array)
    return array.view(np.uint8).reshape(array.shape + (array.itemsize,))


class Compare(CommandTest):
    def compare(self, ranks, *arguments):
        ran = self.run_command(ranks, "compare", *arguments, "--json")
        return ran.status, json.loads(ran.output)

    def pair(self, a, b):
        self.save("a.npy", a)
        self.save("b.npy", b)
        return "a.npy", "b.npy"

    def test_equal_files(self):
        for ranks, dtype in ((0, "float64"), (2, "complex64"), (3, "uint8")):
            files = self.pair(numbers((9, 7), dtype), np.asfortranarray(numbers((9, 7), dtype)))
            status, found = self.compare(ranks, *files)
            self.assertEqual((status, found["equal"], found["identical"]), (0, True, True))
            self.assertEqual(found["elements"], 63)
            self.assertIsNone(found["first_bits"])

    def test_where_and_how_far_they_differ(self):
        for ranks, dtype in ((0, "float64"), (1, "int64"), (2, "complex128"), (3, "float32"), (6, "int8")):
            a = numbers((13, 11), dtype)
            b = a.copy()
            b[4, 9] = a[0, 0]
            b[5, 2:8] = a[6, 2:8]
            status, found = self.compare(ranks, *self.pair(a, b))
            differ = (bits(a) != bits(b)).any(axis=2)
            wide = np.complex128 if a.dtype.kind == "c" else object if a.dtype.kind == "i" else np.float64
            apart = abs(a.astype(wide) - b.astype(wide))
            first = np.argwhere(differ)[0]
            far = np.argwhere(apart == apart.max())[0]
            self.assertEqual(status, 1)
            self.assertEqual(found["differing_bits"], differ.sum())
            self.assertEqual(found["differing_values"], (a != b).sum())
            self.assertEqual([found["first_bits"]["row"], found["first_bits"]["col"]], list(first))
            self.assertEqual([found["largest_at"]["row"], found["largest_at"]["col"]], list(far))
            self.assertLess(abs(found["largest_absolute"] - apart.max()), 1e-14 * max(1, apart.max()))
            shown = found["first_bits"]["b"]
            self.assertEqual(complex(*shown) if isinstance(shown, list) else shown, b[tuple(first)])

    def test_the_tolerance_is_that_of_allclose(self):
        a = numbers((30, 20), "float64")
        b = a * (1 + 1e-6) + 1e-9
        for options in (("--rtol", "1e-5"), ("--rtol", "1e-7"), ("--atol", "1e-3"), ("--atol", "1e-10", "--rtol", "9e-7")):
            limits = {options[k].strip("-"): float(options[k + 1]) for k in range(0, len(options), 2)}
            close = np.isclose(a, b, **{"rtol": 0, "atol": 0, **limits})
            status, found = self.compare(2, *self.pair(a, b), *options)
            self.assertEqual(found["differing_values"], (~close).sum(), options)
            self.assertEqual(status, 0 if close.all() else 1)
            self.assertEqual(found["equal"], bool(close.all()))

    def test_nan_and_zeros(self):
        a = np.array([[np.nan, 0.0, 1.0], [np.inf, 2.0, np.nan]])
        b = a.copy()
        self.assertEqual(self.compare(0, *self.pair(a, b))[0], 0)
        b[0, 1] = -0.0
        self.assertEqual(self.compare(0, *self.pair(a, b))[0], 1)
        self.assertEqual(self.compare(0, *self.pair(a, b), "--atol", "0")[0], 0)
        b[1, 2] = 7
        status, found = self.compare(0, *self.pair(a, b), "--rtol", "1")
        self.assertEqual((status, found["one_nan"], found["differing_values"]), (1, 1, 1))
        self.assertEqual(found["first_values"], {"row": 1, "col": 2, "a": None, "b": 7.0})

    def test_types_differ_unless_values_count(self):
        for one, other in (("float32", "float64"), ("int8", "uint8"), ("int32", "float32"), ("int64", "uint64"),
                           ("uint16", "complex64"), ("float64", "complex64")):
            files = self.pair(np.arange(12).astype(one).reshape(3, 4), np.arange(12).astype(other).reshape(3, 4))
            status, found = self.compare(0, *files)
            self.assertEqual((status, found["identical"], found["differing_values"]), (1, False, 0))
            self.assertEqual(found["compared_in"], np.result_type(np.dtype(one), np.dtype(other)).name)
            self.assertEqual(self.compare(0, *files, "--rtol", "0")[0], 0)

    def test_shapes_differ(self):
        files = self.pair(np.zeros((3, 4)), np.zeros((4, 3)))
        status, found = self.compare(2, *files, "--rtol", "1")
        self.assertEqual((status, found["equal"]), (1, False))
        self.assertIn("shapes differ", self.run_command(0, "compare", *files).output)

    def test_checkpoints_and_files(self):
        self.save("a.npy", numbers((17, 5), "float64"))
        self.run_well(3, "convert", "a.npy", "step1/", "--block", "2x2")
        self.assertEqual(self.compare(2, "step1/", "a.npy")[0], 0)

    def test_the_text_and_the_statuses(self):
        files = self.pair(np.array([[1.5, 2], [3, 4]]), np.array([[1.5, 2.25], [3, 4]]))
        ran = self.run_command(2, "compare", *files)
        self.assertEqual((ran.status, ran.output.splitlines()[-1]), (1, "different"))
        self.assertIn("1 of 4 elements differ in a bit, 1 in value", ran.output)
        self.assertIn("at (0, 1): 2 and 2.25", ran.output)
        self.assertNotIn("error", ran.errors)
        quiet = self.run_command(0, "compare", *files, "--quiet")
        self.assertEqual((quiet.status, quiet.output, quiet.errors), (1, "", ""))
        self.assertEqual(self.run_command(0, "compare", *files, "--rtol=-1").status, 2)
        for ranks in (0, 2):
            missing = self.run_command(ranks, "compare", "a.npy", "c.npy", "--json")
            self.assertEqual((missing.status, json.loads(missing.output)["error"]["status"]), (2, 2))


if __name__ == "__main__":
    unittest.main()
