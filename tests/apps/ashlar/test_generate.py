# SPDX-License-Identifier: BSD-3-Clause
"""ashlar generate."""
import json
import math
import unittest

import numpy as np

from command import CommandTest


class Generate(CommandTest):
    def generate(self, ranks, *arguments, out="g.npy"):
        self.run_well(ranks, "generate", arguments[0], out, *arguments[1:], "--force")
        return np.load(self.path(out))

    def test_known_matrices(self):
        i, j = np.indices((7, 7))
        x = np.array([1.0, 2, 3.5, -0.5, 6, 7, 8])
        listed = ("--values", ",".join(map(str, x)))
        expected = {
            "hilbert": ((), 1 / (i + j + 1)),
            "pascal": ((), np.vectorize(math.comb)(i + j, i)),
            "minij": ((), np.minimum(i, j) + 1),
            "lehmer": ((), (np.minimum(i, j) + 1) / (np.maximum(i, j) + 1)),
            "frank": ((), np.where(j >= i - 1, 7 - np.maximum(i, j), 0)),
            "second-difference": ((), 2 * np.eye(7) - np.eye(7, k=1) - np.eye(7, k=-1)),
            "grcar": (("--parameter", "2"), np.where(i == j + 1, -1, (i <= j) & (j <= i + 2))),
            "kac-murdock-szego": (("--parameter", "0.25"), 0.25 ** abs(i - j)),
            "identity": ((), np.eye(7)),
            "ones": ((), np.ones((7, 7))),
            "zeros": ((), np.zeros((7, 7))),
            "vandermonde": (listed, np.vander(x, increasing=True)),
            "toeplitz": (listed, x[abs(i - j)]),
            "cauchy": (("--values", "1,2,3,4,5,6,7"), 1 / (i + j + 2.0)),
        }
        for k, (kind, (options, matrix)) in enumerate(expected.items()):
            made = self.generate((0, 1, 2, 3, 6)[k % 5], kind, "-n", "7", *options)
            np.testing.assert_allclose(made, matrix, rtol=1e-14, err_msg=kind)
        hadamard = self.generate(0, "hadamard", "-n", "8")
        np.testing.assert_array_equal(hadamard.T @ hadamard, 8 * np.eye(8))
        self.assertEqual(set(hadamard.ravel()), {-1, 1})
        roots = np.linalg.eigvals(self.generate(0, "companion", "-n", "3", "--values=-6,11,-6"))
        np.testing.assert_allclose(sorted(roots.real), [1, 2, 3], rtol=1e-9)

    def test_random_bits_depend_on_the_seed_alone(self):
        for kind, dtype in (("normal", "float64"), ("uniform", "int16"), ("uniform", "complex64"), ("normal", "complex128"),
                            ("positive-definite", "float32")):
            options = ("-n", "23", "--dtype", dtype, "--seed", "7")
            files = set()
            for ranks in (0, 2, 3, 6):
                self.assertEqual(self.generate(ranks, kind, *options).dtype, dtype)
                files.add(self.read("g.npy"))
            self.assertEqual(len(files), 1, kind)
            self.generate(0, kind, "-n", "23", "--dtype", dtype, "--seed", "8")
            self.assertNotIn(self.read("g.npy"), files)
        self.run_well(3, "generate", "normal", "step1/", "-n", "23", "--seed", "7", "--block", "4x4")
        self.run_well(0, "convert", "step1/", "again.npy")
        np.testing.assert_array_equal(np.load(self.path("again.npy")), self.generate(0, "normal", "-n", "23", "--seed", "7"))

    def test_normal_numbers_are_normal(self):
        a = self.generate(2, "normal", "--shape", "300x200")
        self.assertLess(abs(a.mean()), 0.02)
        self.assertLess(abs(a.std() - 1), 0.02)

    def test_given_spectrum(self):
        sigma = [5.0, 2, 1, 0.125]
        a = self.generate(2, "singular-values", "--shape", "6x4", "--values", "5,2,1,0.125")
        np.testing.assert_allclose(np.linalg.svd(a, compute_uv=False), sigma, rtol=1e-12)
        self.save("lambda.npy", np.array([-3.0, 0.5, 2, 8]))
        a = self.generate(3, "eigenvalues", "-n", "4", "--spectrum", "lambda.npy", "--dtype", "complex128")
        np.testing.assert_array_equal(a, a.conj().T)
        np.testing.assert_allclose(np.linalg.eigvalsh(a), [-3, 0.5, 2, 8], rtol=1e-12)
        a = self.generate(2, "condition", "--shape", "9x7", "--condition", "1e4", "--decay", "one-small")
        np.testing.assert_allclose(np.linalg.svd(a, compute_uv=False), [1] * 6 + [1e-4], rtol=1e-9)
        q = self.generate(2, "orthogonal", "--shape", "9x5")
        np.testing.assert_allclose(q.T @ q, np.eye(5), atol=1e-14)

    def test_every_kind_of_the_list_is_made(self):
        kinds = json.loads(self.run_well(2, "generate", "--list", "--json").output)
        self.assertGreater(len(kinds), 30)
        text = self.run_well(0, "generate", "--list").output
        for kind in kinds:
            self.assertIn("\n" + kind["kind"] + " ", "\n" + text)
            more = {"condition": ("--condition", "10")}.get(kind["kind"], ())
            if kind["kind"] in ("singular-values", "eigenvalues", "companion", "cauchy", "vandermonde", "toeplitz"):
                more = ("--values", "1,2,3,4,5,6,7,8")
            made = self.generate(0, kind["kind"], "-n", "8", *more)
            self.assertTrue(np.isfinite(made).all(), kind["kind"])

    def test_what_is_refused(self):
        for status, arguments, reason in (
                (2, ("hilbrt", "x.npy", "-n", "3"), "not a kind of matrix"), (2, ("hilbert", "x.npy"), "--shape"),
                (2, ("hilbert",), "KIND and OUT"), (1, ("frank", "x.npy", "--shape", "3x4"), "is square"),
                (1, ("rosser", "x.npy", "-n", "9"), "8x8"), (1, ("hilbert", "x.npy", "-n", "3", "--dtype", "int8"), "fractions"),
                (1, ("condition", "x.npy", "-n", "3"), "needs --condition"), (1, ("toeplitz", "x.npy", "-n", "3", "--values", "1,2"), "3 values"),
                (1, ("condition", "x.npy", "-n", "3", "--condition", "0.5"), "condition"), (2, ("ones", "x.npy", "-n", "3", "--seed=-1"), "seed"),
                (1, ("singular-values", "x.npy", "-n", "3", "--values", "none.npy"), "none.npy")):
            ran = self.run_command(0, "generate", *arguments)
            self.assertEqual(ran.status, status, arguments)
            self.assertIn(reason, ran.errors)
        self.assertEqual(self.snapshot(), {})
        self.generate(0, "ones", "-n", "2", out="old.npy")
        old = self.read("old.npy")
        self.assertEqual(self.run_command(2, "generate", "zeros", "old.npy", "-n", "2").status, 1)
        self.assertEqual(self.read("old.npy"), old)


if __name__ == "__main__":
    unittest.main()
