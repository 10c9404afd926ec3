# SPDX-License-Identifier: BSD-3-Clause
"""ashlar stats."""
import json
import unittest

import numpy as np

from command import CommandTest, numbers


class Stats(CommandTest):
    def stats(self, ranks, array, *arguments):
        self.save("a.npy", array)
        return json.loads(self.run_well(ranks, "stats", "a.npy", *arguments, "--json").output)

    def check_extreme(self, found, array, place):
        self.assertEqual((found["row"], found["col"]), tuple(int(k) for k in place))
        value = array[tuple(place)]
        shown = found["value"]
        self.assertEqual(complex(*shown) if isinstance(shown, list) else shown, value)

    def test_against_numpy(self):
        for ranks, dtype, shape in ((0, "float64", (13, 9)), (1, "int64", (6, 6)), (2, "complex64", (8, 8)),
                                    (3, "uint8", (5, 17)), (6, "float32", (20, 3))):
            a = numbers(shape, dtype)
            found = self.stats(ranks, a)
            size = abs(a) if a.dtype.kind == "c" else a
            self.check_extreme(found["min"], a, np.unravel_index(size.argmin(), a.shape))
            self.check_extreme(found["max"], a, np.unravel_index(size.argmax(), a.shape))
            wide = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
            norms = {"max": abs(wide).max(), "one": np.linalg.norm(wide, 1), "inf": np.linalg.norm(wide, np.inf),
                     "frobenius": np.linalg.norm(wide)}
            for name, value in norms.items():
                self.assertLess(abs(found["norms"][name] - value), 1e-6 * value, name)
            mean = found["mean"]
            mean = complex(*mean) if isinstance(mean, list) else mean
            self.assertLess(abs(mean - wide.mean()), 1e-12 * norms["max"])
            self.assertEqual(found["zeros"], (a == 0).sum())
            self.assertEqual(found["negative"], 0 if a.dtype.kind == "c" else (a < 0).sum())
            self.assertEqual((found["shape"], found["dtype"]), (list(shape), dtype))

    def test_integers_exactly(self):
        most = np.iinfo(np.int64).max
        found = self.stats(2, np.array([[most, most - 1], [most, most]]))
        self.assertEqual(found["min"], {"value": most - 1, "row": 0, "col": 1})
        self.assertEqual(found["max"], {"value": most, "row": 0, "col": 0})

    def test_nan_and_infinities(self):
        a = np.array([[1.0, np.nan, -np.inf], [np.inf, 0.0, np.nan]])
        found = self.stats(3, a)
        self.assertEqual((found["nan"], found["inf"], found["zeros"]), (2, 2, 1))
        self.assertEqual((found["min"]["row"], found["min"]["col"]), (0, 2))
        self.assertIsNone(found["mean"])

    def test_symmetry_and_form(self):
        a = numbers((9, 9), "float64")
        found = self.stats(2, a + a.T)
        self.assertEqual((found["symmetric"], found["skew"], found["asymmetry"]), (True, False, 0))
        found = self.stats(2, a - a.T)
        self.assertEqual((found["symmetric"], found["skew"]), (False, True))
        self.assertEqual(found["asymmetry"], abs(2 * (a - a.T)).max())
        c = numbers((9, 9), "complex128")
        found = self.stats(3, c + c.conj().T)
        self.assertEqual((found["symmetric"], found["hermitian"]), (False, True))
        for band, form in ((np.triu(np.tril(a, 1), -3), ()), (np.tril(a), ("lower_triangular",)),
                           (np.triu(a, 2), ("upper_triangular",)), (np.diag(np.diag(a)), ("diagonal", "lower_triangular", "upper_triangular"))):
            found = self.stats(0, band)
            i, j = np.nonzero(band)
            self.assertEqual(found["lower_bandwidth"], max(0, (i - j).max()))
            self.assertEqual(found["upper_bandwidth"], max(0, (j - i).max()))
            self.assertEqual({name for name in ("diagonal", "lower_triangular", "upper_triangular") if found[name]}, set(form))

    def test_condition(self):
        a = numbers((30, 30), "float64")
        exact = np.linalg.cond(a, 1)
        found = self.stats(2, a, "--condition")
        self.assertLessEqual(found["condition"], exact * (1 + 1e-9))
        self.assertGreater(found["condition"], exact / 10)
        self.save("wide.npy", numbers((3, 4), "float64"))
        ran = self.run_command(0, "stats", "wide.npy", "--condition")
        self.assertEqual(ran.status, 1)
        self.assertIn("must be square", ran.errors)

    def test_the_text(self):
        self.save("a.npy", np.array([[2, 0], [0, -3]]))
        text = self.run_well(2, "stats", "a.npy").output
        for part in ("a.npy: 2x2 int64", "min           -3 at (1, 1)", "max           2 at (0, 0)", "mean          -0.25",
                     "0 NaN, 0 infinite, 2 zero, 1 negative", "form          diagonal, symmetric"):
            self.assertIn(part, text)
        self.save("none.npy", np.zeros((0, 3)))
        self.assertIn("min           none", self.run_well(0, "stats", "none.npy").output)


if __name__ == "__main__":
    unittest.main()
