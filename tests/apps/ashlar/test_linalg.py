# SPDX-License-Identifier: BSD-3-Clause
"""ashlar lstsq, eig, svd, norm, cond, inv, gemm and the report of solve, compared with NumPy."""
import json
import os
import unittest

import numpy as np

from command import CommandTest, numbers

RUNS = ((0, ()), (3, ("--grid", "1x3", "--block", "7x5")))
TYPES = ("f4", "f8", "c8", "c16")


def tolerance(dtype):
    return 2e3 * np.finfo(dtype).eps


class Linalg(CommandTest):
    def report(self, ranks, *arguments):
        return json.loads(self.run_well(ranks, *arguments, "--json").output)

    def load(self, name):
        return np.load(self.path(name))

    def close(self, actual, expected, dtype="f8", scale=1.0):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance(dtype) * scale)


class Lstsq(Linalg):
    def test_tall_wide_and_rank_deficient_systems(self):
        for dtype, shapes in zip(TYPES, (((40, 12),), ((40, 12), (12, 40)), ((12, 40),), ((40, 12),))):
            for shape in shapes:
                a = self.save("A.npy", numbers(shape, dtype))
                b = self.save("b.npy", numbers((shape[0], 2), dtype, seed=2))
                expected = np.linalg.lstsq(a, b, rcond=None)[0]
                for ranks, options in RUNS:
                    with self.subTest(dtype=dtype, shape=shape, ranks=ranks):
                        report = self.report(ranks, "lstsq", "A.npy", "b.npy", "-o", "x.npy", *options)
                        x = self.load("x.npy")
                        self.assertEqual(x.dtype, np.dtype(dtype))
                        self.close(x, expected, dtype)
                        self.assertEqual(report["rank"], 12)
                        self.close(report["residual_norms"], np.linalg.norm(a @ expected - b, axis=0), dtype)
                        self.assertLess(report["scaled_residual"], 16)

    def test_dependent_columns_give_the_shortest_solution_and_a_warning(self):
        a = numbers((30, 8), "f8")
        a[:, 5] = a[:, 2] + a[:, 3]
        self.save("A.npy", a)
        b = self.save("b.npy", numbers((30,), "f8", seed=2))
        for ranks, options in RUNS:
            ran = self.run_command(ranks, "lstsq", "A.npy", "b.npy", "-o", "x.npy", "--json", *options)
            self.assertEqual(ran.status, 0, ran.errors)
            self.assertRegex(ran.errors, "ashlar: warning: A has rank 7 only")
            self.assertEqual(json.loads(ran.output)["rank"], 7)
            self.assertEqual(self.load("x.npy").shape, (8,))
            self.close(self.load("x.npy"), np.linalg.lstsq(a, b, rcond=None)[0])


class Eig(Linalg):
    def hermitian(self, n, dtype, seed=1):
        g = numbers((n, n), dtype, seed)
        return ((g + g.conj().T) / 2).astype(dtype)

    def check_vectors(self, a, w, z, dtype):
        self.close(a @ z, z * w, dtype, 10)
        self.close(z.conj().T @ z, np.eye(z.shape[1]), dtype)

    def test_all_values_and_vectors(self):
        for dtype in TYPES:
            a = self.save("A.npy", self.hermitian(30, dtype))
            for ranks, options in RUNS:
                with self.subTest(dtype=dtype, ranks=ranks):
                    report = self.report(ranks, "eig", "A.npy", "-o", "w.npy", "--vectors", "Z.npy", *options)
                    w, z = self.load("w.npy"), self.load("Z.npy")
                    self.assertEqual((w.dtype, z.dtype), (np.zeros(1, dtype).real.dtype, np.dtype(dtype)))
                    self.close(w, np.linalg.eigvalsh(a), dtype, 10)
                    self.check_vectors(a, w, z, dtype)
                    self.assertLess(max(report["scaled_residual"], report["orthogonality"]), 20)
                    self.assertNotIn("values", report)

    def test_a_part_of_the_spectrum(self):
        a = self.save("A.npy", self.hermitian(30, "f8"))
        w = np.linalg.eigvalsh(a)
        for ranks, options in RUNS:
            report = self.report(ranks, "eig", "A.npy", "--range", "3:8", "--vectors", "Z.npy", *options)
            self.close(report["values"], w[3:8], scale=10)
            self.assertEqual((report["first"], report["count"]), (3, 5))
            self.check_vectors(a, w[3:8], self.load("Z.npy"), "f8")
            report = self.report(ranks, "eig", "A.npy", "--interval", "-1.5,2", *options)
            self.close(report["values"], w[(w > -1.5) & (w <= 2)], scale=10)

    def test_one_triangle_is_read_where_it_is_named(self):
        a = self.hermitian(20, "c16")
        self.save("A.npy", np.tril(a) + np.where(np.tri(20, dtype=bool), 0, 7))
        report = self.report(3, "eig", "A.npy", "--symmetric", "lower")
        self.close(report["values"], np.linalg.eigvalsh(a), scale=10)
        self.assertLess(report["scaled_residual"], 20)

    def test_two_matrices(self):
        for dtype in ("f8", "c16"):
            a = self.save("A.npy", self.hermitian(25, dtype))
            g = numbers((25, 25), dtype, seed=3)
            b = self.save("B.npy", g @ g.conj().T + 25 * np.eye(25))
            inverse = np.linalg.inv(np.linalg.cholesky(b))
            for ranks, options in RUNS:
                report = self.report(ranks, "eig", "A.npy", "--b", "B.npy", "--vectors", "Z.npy", *options)
                self.close(report["values"], np.linalg.eigvalsh(inverse @ a @ inverse.conj().T))
                z = self.load("Z.npy")
                self.close(a @ z, b @ z * report["values"], scale=10)

    def test_a_matrix_without_symmetry(self):
        for dtype in TYPES:
            a = self.save("A.npy", numbers((20, 20), dtype))
            for ranks, options in RUNS:
                report = self.report(ranks, "eig", "A.npy", "--general", "-o", "w.npy", "--vectors", "V.npy", *options)
                self.assertEqual(report["algorithm"], "one-rank")
                w, v = self.load("w.npy"), self.load("V.npy")
                self.close(a @ v, v * w, dtype, 10)
                expected = np.linalg.eigvals(a)
                self.assertLess(max(np.abs(expected - value).min() for value in w), 100 * tolerance(dtype))


class Svd(Linalg):
    def test_values_thin_and_full(self):
        for dtype, shapes in zip(TYPES, (((30, 18),), ((30, 18), (18, 30)), ((18, 30),), ((30, 18),))):
            for shape in shapes:
                a = self.save("A.npy", numbers(shape, dtype))
                s = np.linalg.svd(a, compute_uv=False)
                for ranks, options in RUNS:
                    for full in (False, True):
                        with self.subTest(dtype=dtype, shape=shape, ranks=ranks, full=full):
                            report = self.report(ranks, "svd", "A.npy", "--values", "s.npy", "--u", "U.npy", "--vh", "V.npy",
                                                 "--full" if full else "--thin", *options)
                            u, v = self.load("U.npy"), self.load("V.npy")
                            self.close(self.load("s.npy"), s, dtype, 10)
                            self.assertEqual(u.shape[1], shape[0] if full else 18)
                            self.assertEqual(v.shape[0], shape[1] if full else 18)
                            self.close(u[:, :18] * s @ v[:18], a, dtype, 10)
                            self.assertLess(report["scaled_residual"], 20)

    def test_the_best_approximation(self):
        a = self.save("A.npy", numbers((25, 20), "f8"))
        u, s, v = np.linalg.svd(a, full_matrices=False)
        for ranks, options in RUNS:
            report = self.report(ranks, "svd", "A.npy", "--rank", "4", "--u", "U.npy", "--vh", "V.npy", *options)
            self.close(self.load("U.npy") * report["values"] @ self.load("V.npy"), u[:, :4] * s[:4] @ v[:4], scale=10)
            self.assertAlmostEqual(report["error_frobenius"], np.linalg.norm(s[4:]), places=10)
            report = self.report(ranks, "svd", "A.npy", "--tolerance", "0.3", *options)
            k = report["rank"]
            self.assertLessEqual(np.linalg.norm(s[k:]), 0.3 * np.linalg.norm(s))
            self.assertGreater(np.linalg.norm(s[k - 1:]), 0.3 * np.linalg.norm(s))


    def test_a_rank_is_kept_also_where_values_are_zero(self):
        self.save("A.npy", np.zeros((4, 4)))
        report = self.report(0, "svd", "A.npy", "--rank", "2", "--u", "U.npy")
        self.assertEqual((report["rank"], self.load("U.npy").shape), (2, (4, 2)))
        self.assertEqual(self.report(0, "svd", "A.npy", "--tolerance", "0.1")["rank"], 0)


class NormAndCondition(Linalg):
    def test_norms(self):
        for dtype in TYPES + ("i4",):
            a = self.save("A.npy", numbers((17, 23), dtype))
            a = a.astype("f8") if dtype == "i4" else a
            kinds = {"one": 1, "inf": np.inf, "frobenius": "fro", "two": 2}
            for kind, order in kinds.items():
                for ranks, options in RUNS:
                    value = self.report(ranks, "norm", "A.npy", "--kind", kind, *options)["norm"]
                    np.testing.assert_allclose(value, np.linalg.norm(a, order), rtol=1e-5 if dtype in ("f4", "c8") else 1e-13)
            np.testing.assert_allclose(self.report(0, "norm", "A.npy", "--kind", "max")["norm"], np.abs(a).max(), rtol=1e-6)

    def test_conditions(self):
        for dtype in ("f8", "c16"):
            a = self.save("A.npy", numbers((20, 20), dtype))
            for ranks, options in RUNS:
                for kind, order in (("one", 1), ("inf", np.inf)):
                    value = self.report(ranks, "cond", "A.npy", "--kind", kind, *options)["condition"]
                    self.assertLessEqual(value, np.linalg.cond(a, order) * 1.000001)
                    self.assertGreater(value, np.linalg.cond(a, order) / 3)
                value = self.report(ranks, "cond", "A.npy", "--kind", "two", *options)["condition"]
                np.testing.assert_allclose(value, np.linalg.cond(a), rtol=1e-10)

    def test_a_singular_matrix_has_no_finite_condition(self):
        self.save("A.npy", np.diag([1.0, 0.0, 2.0]))
        for kind in ("one", "two"):
            ran = self.run_command(3, "cond", "A.npy", "--kind", kind, "--json")
            self.assertEqual(ran.status, 0)
            self.assertIsNone(json.loads(ran.output)["condition"])
            self.assertRegex(ran.errors, "no digit of a solution can be trusted")


class Inverse(Linalg):
    def test_inverses(self):
        for dtype in TYPES:
            g = numbers((24, 24), dtype)
            general = g + 8 * np.eye(24, dtype=dtype)
            definite = (g @ g.conj().T + 24 * np.eye(24)).astype(dtype)
            for name, a, flags in (("lu", general, ()), ("cholesky", definite, ("--spd",))):
                self.save("A.npy", a)
                for ranks, options in RUNS:
                    with self.subTest(dtype=dtype, name=name, ranks=ranks):
                        report = self.report(ranks, "inv", "A.npy", "-o", "X.npy", *flags, *options)
                        self.close(self.load("X.npy"), np.linalg.inv(a), dtype)
                        self.assertLess(report["scaled_residual"], 16)
                        np.testing.assert_allclose(report["condition"], np.linalg.cond(a, 1), rtol=1e-3)


class Gemm(Linalg):
    def test_products(self):
        for dtype in TYPES:
            a = self.save("A.npy", numbers((20, 31), dtype))
            b = self.save("B.npy", numbers((31, 17), dtype, seed=2))
            at, bc = a.T, b.conj().T
            self.save("At.npy", at), self.save("Bc.npy", bc)
            c = self.save("C0.npy", numbers((20, 17), dtype, seed=3))
            for ranks, options in RUNS:
                report = self.report(ranks, "gemm", "A.npy", "B.npy", "-o", "C.npy", *options)
                self.close(self.load("C.npy"), a @ b, dtype)
                self.assertLess(report["scaled_residual"], 16)
                self.report(ranks, "gemm", "At.npy", "Bc.npy", "-o", "C.npy", "--op-a", "T", "--op-b", "C", "--alpha", "-2",
                            "--beta", "0.5", "--c", "C0.npy", *options)
                self.close(self.load("C.npy"), -2 * a @ b + 0.5 * c, dtype)
                self.assertEqual(self.load("C.npy").dtype, np.dtype(dtype))

    def test_a_complex_factor_makes_a_complex_product(self):
        a = self.save("A.npy", numbers((5, 5), "f8"))
        self.report(3, "gemm", "A.npy", "A.npy", "-o", "C.npy", "--alpha", "0,1")
        self.close(self.load("C.npy"), 1j * a @ a)

    def test_nan_goes_through_with_a_warning(self):
        self.save("A.npy", np.array([[np.nan, 1.0], [0.0, 1.0]]))
        ran = self.run_command(3, "gemm", "A.npy", "A.npy", "-o", "C.npy")
        self.assertEqual(ran.status, 0)
        self.assertRegex(ran.errors, "warning: the product holds NaN")


class Reports(Linalg):
    def setUp(self):
        super().setUp()
        self.a = self.save("A.npy", numbers((40, 40), "f8") + 10 * np.eye(40))
        self.b = self.save("b.npy", numbers((40,), "f8", seed=2))

    def test_solve_in_mixed_precision(self):
        for ranks, options in RUNS:
            report = self.report(ranks, "solve", "A.npy", "b.npy", "-o", "x.npy", "--mixed", *options)
            self.assertEqual((report["precision"], report["fell_back"]), ("mixed", False))
            self.close(self.load("x.npy"), np.linalg.solve(self.a, self.b))
            ratio = report["condition"] / np.linalg.cond(self.a, np.inf)
            self.assertTrue(0.3 < ratio < 1.001, ratio)

    def test_two_equal_columns_are_warned_of(self):
        self.a[:, 7] = self.a[:, 3]
        self.save("A.npy", self.a)
        for ranks in (0, 3):
            ran = self.run_command(ranks, "solve", "A.npy", "b.npy", "-o", "x.npy", "--json")
            if ran.status == 0:
                self.assertRegex(json.loads(ran.output)["warning"], "no digit of X can be trusted")
                self.assertRegex(ran.errors, "ashlar: warning: .*no digit of X can be trusted")
            else:  # rounding may leave an exact zero
                self.assertRegex(ran.errors, "singular")

    def test_every_algorithm_can_be_asked_for(self):
        for algorithm in ("node", "one-rank", "scalapack"):
            for verb in (("solve", "A.npy", "b.npy", "-o", "x.npy"), ("inv", "A.npy", "-o", "x.npy"), ("cond", "A.npy"),
                         ("lstsq", "A.npy", "b.npy", "-o", "x.npy"), ("gemm", "A.npy", "A.npy", "-o", "x.npy")):
                with self.subTest(algorithm=algorithm, verb=verb[0]):
                    self.assertEqual(self.report(3, *verb, "--algorithm", algorithm)["algorithm"], algorithm)
        for algorithm in ("one-rank", "scalapack"):
            for verb in (("svd", "A.npy"), ("norm", "A.npy", "--kind", "two"), ("eig", "A.npy", "--symmetric", "upper")):
                with self.subTest(algorithm=algorithm, verb=verb[0]):
                    self.assertEqual(self.report(3, *verb, "--algorithm", algorithm)["algorithm"], algorithm)

    def test_text_and_silence(self):
        output = self.run_well(0, "solve", "A.npy", "b.npy", "-o", "x.npy", "--report").output
        for word in ("scaled residual", "condition about", "algorithm one-rank", "solved", "lu of 40x40"):
            self.assertIn(word, output)
        self.assertEqual(self.run_well(0, "svd", "A.npy", "--quiet").output, "")

    def test_checkpoints_in_and_out(self):
        self.run_well(3, "convert", "A.npy", "step1/", "--grid", "3x1", "--block", "4x9")
        self.report(3, "inv", "step1", "-o", "inverse/")
        self.run_well(0, "convert", "inverse/", "X.npy")
        self.close(self.load("X.npy"), np.linalg.inv(self.a))

    def test_nothing_at_all(self):
        self.save("A.npy", np.zeros((0, 0)))
        for verb in (("inv", "A.npy", "-o", "x.npy"), ("gemm", "A.npy", "A.npy", "-o", "x.npy"),
                     ("eig", "A.npy", "--vectors", "x.npy"), ("svd", "A.npy", "--u", "x.npy"), ("norm", "A.npy")):
            with self.subTest(verb=verb[0]):
                self.report(3, *verb)
        self.assertEqual(self.load("x.npy").shape, (0, 0))


class Refusals(Linalg):
    def setUp(self):
        super().setUp()
        self.save("A.npy", numbers((6, 6), "f8"))
        self.save("wide.npy", numbers((4, 5), "f8"))
        self.save("zero.npy", np.diag([1.0, 0.0, 2.0]))
        self.save("nan.npy", np.diag([1.0, np.nan, 2.0]))
        self.save("old.npy", np.ones(3))

    def refused(self, reason, *arguments, status=1):
        before = self.snapshot()
        for ranks in (0, 3):
            with self.subTest(arguments=arguments, ranks=ranks):
                ran = self.run_command(ranks, *arguments)
                self.assertEqual(ran.status, status, ran.errors)
                self.assertRegex(ran.errors, reason)
                self.assertEqual(ran.errors.count("ashlar: error:"), 1)
                self.assertEqual(ran.output, "")
                self.assertEqual(self.snapshot(), before)

    def test_shapes(self):
        for verb in (("inv", "wide.npy", "-o", "old.npy"), ("eig", "wide.npy"), ("cond", "wide.npy")):
            self.refused(r"wide\.npy: is 4x5, but must be square", *verb)
        self.refused(r"wide\.npy: has 4 rows, but A\.npy has 6", "lstsq", "A.npy", "wide.npy", "-o", "old.npy")
        self.refused(r"op\(A\) is 4x5 and op\(B\) is 6x6", "gemm", "wide.npy", "A.npy", "-o", "old.npy")
        self.refused(r"old\.npy: is 3x1, but the product is 6x6", "gemm", "A.npy", "A.npy", "-o", "new.npy", "--c", "old.npy",
                     "--beta", "1")

    def test_what_the_numbers_forbid(self):
        self.refused("singular.*1", "inv", "zero.npy", "-o", "old.npy")
        self.refused("not positive.*1", "inv", "zero.npy", "-o", "old.npy", "--spd")
        for verb in (("inv", "nan.npy", "-o", "old.npy"), ("eig", "nan.npy", "--symmetric", "lower", "-o", "old.npy"),
                     ("eig", "nan.npy", "--general"), ("svd", "nan.npy", "--values", "old.npy"), ("cond", "nan.npy"),
                     ("lstsq", "nan.npy", "old.npy", "-o", "new.npy")):
            self.refused("(?i)nan", *verb)
        self.refused("A.npy: is not symmetric", "eig", "A.npy", "-o", "old.npy")

    def test_options(self):
        self.refused("'fast' is not of the form automatic", "svd", "A.npy", "--algorithm", "fast", status=2)
        self.refused("(?i)elpa", "inv", "A.npy", "-o", "old.npy", "--algorithm", "elpa")
        self.refused("--range 4:9 is not a range within 0:6", "eig", "A.npy", "--symmetric", "lower", "--range", "4:9")
        self.refused("excludes", "eig", "A.npy", "--general", "--range", "0:2", status=2)
        self.refused("two results cannot go there", "eig", "A.npy", "-o", "old.npy", "--vectors", "old.npy")
        self.refused("leave --algorithm out", "norm", "A.npy", "--algorithm", "node")
        self.refused("'two,' is not of the form|'two' is not of the form", "gemm", "A.npy", "A.npy", "-o", "old.npy", "--alpha",
                     "two", status=2)

    def test_help_shows_an_example(self):
        for verb in ("solve", "lstsq", "eig", "svd", "norm", "cond", "inv", "gemm"):
            self.assertIn(f"ashlar {verb} A.npy", self.run_well(0, verb, "--help").output)


if __name__ == "__main__":
    unittest.main()
