# SPDX-License-Identifier: BSD-3-Clause
"""ashlar solve, compared with NumPy's solver."""
import json
import os
import unittest

import numpy as np

from command import CommandTest, numbers


class Solve(CommandTest):
    def solve(self, ranks, *options):
        ran = self.run_well(ranks, "solve", "A.npy", "b.npy", "-o", "x.npy", "--json", *options)
        return json.loads(ran.output), np.load(self.path("x.npy"))

    def test_the_solution_is_numpys(self):
        for dtype in ("f4", "f8", "c8", "c16"):
            a = self.save("A.npy", numbers((40, 40), dtype) + 10 * np.eye(40, dtype=dtype))
            b = self.save("b.npy", numbers((40, 3), dtype, seed=2))
            for ranks, grid in ((0, "1x1"), (2, "1x2"), (3, "3x1"), (6, "2x3")):
                with self.subTest(dtype=dtype, ranks=ranks):
                    report, x = self.solve(ranks, "--grid", grid, "--block", "8x8")
                    self.assertEqual(x.dtype, b.dtype)
                    np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=0, atol=1e3 * np.finfo(dtype).eps)
                    self.assertLess(report["scaled_residual"], 16)

    def test_cholesky_takes_a_positive_definite_matrix(self):
        for dtype in ("f8", "c16"):
            g = numbers((30, 30), dtype)
            a = self.save("A.npy", g @ g.conj().T + 30 * np.eye(30))
            b = self.save("b.npy", numbers((30, 2), dtype, seed=2))
            report, x = self.solve(2, "--method", "cholesky", "--block", "7x7")
            self.assertEqual(report["method"], "cholesky")
            np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=0, atol=1e-12)

    def test_cholesky_reads_the_lower_triangle_only(self):
        for dtype, junk in (("f8", 7.0), ("c16", np.nan)):
            g = numbers((30, 30), dtype)
            a = g @ g.conj().T + 30 * np.eye(30)
            self.save("A.npy", np.tril(a) + np.where(np.tri(30, dtype=bool), 0, junk))
            b = self.save("b.npy", numbers((30, 2), dtype, seed=2))
            for ranks in (0, 4):
                report, x = self.solve(ranks, "--method", "cholesky", "--block", "7x7")
                np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=0, atol=1e-12)
                self.assertLess(report["scaled_residual"], 16)

    def test_a_vector_gives_a_vector_and_types_are_joined(self):
        a = self.save("A.npy", np.diag(np.arange(1, 9, dtype="i4")))
        b = self.save("b.npy", numbers((8,), "c8"))
        _, x = self.solve(3)
        self.assertEqual((x.shape, x.dtype), ((8,), np.dtype("c16")))
        np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=0, atol=1e-14)

    def test_text_tables_have_the_options_of_convert(self):
        a, b = np.array([[4.0, 1], [2, 3]]), np.array([[1.0], [2]])
        for name, table in (("A.csv", a), ("b.csv", b)):
            np.savetxt(self.path(name), np.vstack((np.arange(table.shape[1]), table)), delimiter=";")
        options = ("--header", "1", "--in-delimiter", ";", "--json")
        for ranks in (0, 3):
            self.run_well(ranks, "solve", "A.csv", "b.csv", "-o", "x.npy", *options)
            np.testing.assert_allclose(np.load(self.path("x.npy")), np.linalg.solve(a, b), rtol=1e-14)
            ran = self.run_well(ranks, "norm", "A.csv", "--kind", "one", *options)
            self.assertEqual(json.loads(ran.output)["norm"], np.linalg.norm(a, 1))
            self.run_well(ranks, "gemm", "A.csv", "b.csv", "-o", "c.npy", *options)
            np.testing.assert_allclose(np.load(self.path("c.npy")), a @ b, rtol=1e-14)

    def test_blocks_that_scalapack_does_not_take_are_taken(self):
        a = self.save("A.npy", numbers((25, 25), "f8") + 5 * np.eye(25))
        b = self.save("b.npy", numbers((25, 1), "f8", seed=2))
        _, x = self.solve(6, "--grid", "3x2", "--block", "4x7", "--source", "2,1", "--grid-order", "col")
        np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=0, atol=1e-12)

    def test_the_residual_is_printed(self):
        self.save("A.npy", np.eye(4))
        self.save("b.npy", np.ones(4))
        self.assertIn("scaled residual", self.run_well(0, "solve", "A.npy", "b.npy", "-o", "x.npy").output)

    def refused(self, reason, *options):
        for ranks in (0, 3):
            ran = self.run_command(ranks, "solve", "A.npy", "b.npy", "-o", "x.npy", *options)
            self.assertEqual(ran.status, 1)
            self.assertRegex(ran.errors, reason)
            self.assertEqual(ran.errors.count("ashlar: error:"), 1)
            self.assertEqual(sorted(os.listdir(self.folder)), ["A.npy", "b.npy"])

    def test_a_singular_matrix_is_named_with_its_pivot(self):
        a = np.eye(6)
        a[4, 4] = 0
        self.save("A.npy", a)
        self.save("b.npy", np.ones(6))
        self.refused("4")

    def test_a_matrix_that_is_not_positive_definite_is_refused(self):
        self.save("A.npy", np.diag([1.0, 2.0, -3.0, 4.0]))
        self.save("b.npy", np.ones(4))
        self.refused("2", "--method", "cholesky")

    def test_a_matrix_with_nan_is_refused(self):
        self.save("A.npy", np.diag([1.0, np.nan, 3.0]))
        self.save("b.npy", np.ones(3))
        self.refused("(?i)nan")


if __name__ == "__main__":
    unittest.main()
