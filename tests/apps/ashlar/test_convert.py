# SPDX-License-Identifier: BSD-3-Clause
"""ashlar convert from file to file: the bytes must be those that NumPy makes."""
import itertools
import json
import os
import subprocess
import unittest

import numpy as np

from command import COMMAND, LAUNCH, TIME_LIMIT, CommandTest, npy_bytes, numbers

GRIDS = {0: ["1x1"], 1: ["1x1"], 2: ["2x1", "1x2"], 3: ["3x1", "1x3"], 6: ["2x3", "3x2", "6x1", "1x6"]}


def expected(array, rows=slice(None), cols=slice(None), op="", triangle="", diagonal=0, unit=False):
    """The result of the options, computed by NumPy."""
    result = array[rows, cols]
    result = {"": result, "T": result.T, "C": result.conj().T}[op]
    if not triangle:
        return result
    result = {"upper": np.triu, "lower": np.tril}[triangle](result, diagonal)
    if unit:
        i, j = np.indices(result.shape)
        result[j - i == diagonal] = 1
    return result


class Convert(CommandTest):
    def check(self, ranks, name, wanted, *options, order="C"):
        self.run_well(ranks, "convert", name, "out.npy", *options, "--order", order)
        self.assertEqual(self.read("out.npy"), npy_bytes(wanted, order), f"{options} on {ranks} ranks")

    def test_numbers_that_become_infinite_are_counted_or_refused(self):
        a = numbers((6, 5), "float64")
        a[4, 2] = 1e300
        self.save("a.npy", a)
        ran = self.run_command(2, "convert", "a.npy", "b.npy", "--dtype", "float32")
        self.assertEqual(ran.status, 0, ran.errors)
        self.assertIn("1 finite element of a.npy became infinite as float32", ran.errors)
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(np.load(self.path("b.npy")), a.astype("float32"))
        ran = self.run_command(2, "convert", "a.npy", "c.npy", "--dtype", "float32", "--strict")
        self.assertNotEqual(ran.status, 0)
        self.assertIn("is 1e+300, which no float32 can hold", ran.errors)
        self.assertFalse(os.path.exists(self.path("c.npy")))

    def test_every_option_on_every_number_of_ranks(self):
        a = self.save("a.npy", numbers((17, 23), "c16"))
        self.save("f.npy", np.asfortranarray(a))
        cases = [
            (dict(), []),
            (dict(op="T"), ["--transpose"]),
            (dict(op="C"), ["--conj-transpose"]),
            (dict(rows=slice(3, 14), cols=slice(0, 9)), ["--rows", "3:14", "--cols", ":9"]),
            (dict(rows=slice(5, 5)), ["--rows", "5:5"]),
            (dict(triangle="upper"), ["--triangle", "upper"]),
            (dict(triangle="lower", diagonal=2), ["--triangle", "lower", "--diagonal", "2"]),
            (dict(triangle="lower", diagonal=-3, unit=True), ["--triangle", "lower", "--diagonal", "-3", "--unit"]),
            (dict(rows=slice(2, 16), cols=slice(4, 23), op="C", triangle="upper", diagonal=1, unit=True),
             ["--rows", "2:16", "--cols", "4:", "--conj-transpose", "--triangle", "upper", "--diagonal", "1",
              "--unit"]),
        ]
        for ranks, grids in GRIDS.items():
            for number, (words, options) in enumerate(cases):
                grid = grids[number % len(grids)]
                layout = ["--grid", grid, "--block", ["2x3", "5x1", "64x64"][number % 3]]
                if number % 2:
                    p, q = map(int, grid.split("x"))
                    layout += ["--source", f"{p - 1},{q - 1}", "--grid-order", "col"]
                name, order = ("f.npy", "F") if (number + ranks) % 2 else ("a.npy", "C")
                with self.subTest(ranks=ranks, options=options + layout, name=name):
                    self.check(ranks, name, expected(a, **words), *options, *layout, order=order)

    def test_nothing_is_overwritten_unasked(self):
        a, old = self.save("a.npy", numbers((9, 5), "f4")), self.save("old.npy", np.arange(3.0))
        before = self.snapshot()
        for ranks in (0, 3):
            for out in ("old.npy", "a.npy"):
                ran = self.run_command(ranks, "convert", "a.npy", out, force=False)
                self.assertEqual(ran.status, 1)
                self.assertIn(f"{out}: exists; --force replaces it", ran.errors)
            self.assertEqual(self.snapshot(), before)
        ran = self.run_well(3, "convert", "a.npy", "old.npy", "--transpose", "--force")
        self.assertIn("old.npy: 5x9 float32, replaced", ran.output)
        self.assertEqual(self.read("old.npy"), npy_bytes(a.T))
        ran = self.run_well(0, "convert", "a.npy", "-o", "new.npy")
        self.assertNotIn("replaced", ran.output)
        self.assertEqual(self.read("new.npy"), npy_bytes(a))

    def test_a_file_that_is_replaced_keeps_its_permissions(self):
        self.save("a.npy", numbers((9, 5), "f4"))
        self.save("old.npy", np.arange(3.0))
        os.chmod(self.path("old.npy"), 0o664)
        self.run_well(2, "convert", "a.npy", "old.npy")
        self.assertEqual(os.stat(self.path("old.npy")).st_mode & 0o777, 0o664)

    def test_a_file_may_become_itself(self):
        a = self.save("a.npy", numbers((40, 23), "f8"))
        self.run_well(2, "convert", "a.npy", "a.npy", "--transpose", "--max-memory", "2k")
        self.assertEqual(self.read("a.npy"), npy_bytes(a.T))

    def test_panels_make_the_same_file(self):
        a = self.save("a.npy", numbers((61, 61), "c16"))
        self.save("f.npy", np.asfortranarray(a))
        cases = [
            (a, []),
            (a.T, ["--transpose"]),
            (a.conj(), ["--conjugate"]),
            (a.T.conj(), ["--transpose", "--conjugate"]),
            (expected(a, triangle="upper", diagonal=-4, unit=True),
             ["--triangle", "upper", "--diagonal", "-4", "--unit"]),
            (expected(a, op="C", triangle="lower", diagonal=2), ["--conj-transpose", "--triangle", "lower",
                                                                 "--diagonal", "2"]),
            (expected(a, rows=slice(3, 50), cols=slice(20, 61)), ["--rows", "3:50", "--cols", "20:"]),
        ]
        for stored, op, symmetric in itertools.product(("upper", "lower"), ("", "T", "C"), (False, True)):
            kept = expected(a, op=op, triangle=stored)
            image = kept.T if symmetric else kept.T.conj()
            whole = np.where(np.eye(61) == 1, kept if symmetric else kept.real, kept + image)
            cases.append((whole, ["--mirror", stored] + {"": [], "T": ["--transpose"], "C": ["--conj-transpose"]}[op]
                          + (["--symmetric"] if symmetric else [])))
        for number, (wanted, options) in enumerate(cases):
            ranks, name, order = (0, 1, 2, 3)[number % 4], ("a.npy", "f.npy")[number // 2 % 2], "CF"[number % 2]
            with self.subTest(ranks=ranks, options=options, name=name):
                self.check(ranks, name, wanted, *options, "--max-memory", "3000", order=order)
        for number, (grid, block, source) in enumerate((("2x3", "7x5", "1,2"), ("3x2", "64x3", "0,1"),
                                                         ("1x6", "61x11", "0,4"))):
            with self.subTest(grid=grid):
                self.run_well(6, "convert", ("a.npy", "f.npy")[number % 2], "p/", "--grid", grid, "--block", block,
                              "--source", source, "--max-memory", "1000")
                self.run_well(2, "convert", "p", "back.npy", "--max-memory", "1000")
                self.assertEqual(self.read("back.npy"), npy_bytes(a))

    def test_only_the_part_that_is_wanted_is_read(self):
        with open(self.path("huge.npy"), "wb") as file:  # 320 GB in a sparse file
            np.lib.format.write_array_header_1_0(
                file, {"descr": "<f8", "fortran_order": False, "shape": (200000, 200000)})
            start = file.tell()
            file.truncate(start + 200000 * 200000 * 8)
            file.seek(start + (199999 * 200000 + 3) * 8)
            file.write(np.float64(2.5).tobytes())
        wanted = np.zeros((2, 10))
        wanted[1, 3] = 2.5
        self.run_well(2, "convert", "huge.npy", "part.npy", "--rows", "199998:", "--cols", "0:10")
        self.assertEqual(self.read("part.npy"), npy_bytes(wanted))

    def test_raw_binary_goes_round(self):
        a = self.save("a.npy", numbers((17, 5), "i4"))
        for ranks, order in ((0, "C"), (3, "F")):
            self.run_well(ranks, "convert", "a.npy", "a.bin", "--order", order)
            self.assertEqual(self.read("a.bin"), a.tobytes(order))
            self.run_well(ranks, "convert", "a.bin", "b.npy")
            self.assertEqual(self.read("b.npy"), npy_bytes(a))
        self.run_well(2, "convert", "a.npy", "big.raw", "--endian", "big")
        self.assertEqual(self.read("big.raw"), a.astype(">i4").tobytes())
        self.run_well(2, "convert", "big.raw", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))
        with open(self.path("c"), "wb") as file:
            file.write(b"head" + a.astype(">i4").tobytes("F"))
        self.run_well(3, "convert", "c", "b.npy", "--in-format", "raw", "--in-shape", "17x5", "--in-dtype", "int32",
                      "--in-order", "F", "--in-offset", "4", "--in-endian", "big", "--transpose")
        self.assertEqual(self.read("b.npy"), npy_bytes(a.T))

    def test_standard_input_and_output(self):
        a = self.save("a.npy", numbers((40, 31), "c16"))
        for launch in ([], LAUNCH + ["3"]):
            ran = subprocess.run(launch + [COMMAND, "convert", "-", "-", "--transpose", "--format", "npy"],
                                 cwd=self.folder, input=npy_bytes(a), capture_output=True, timeout=TIME_LIMIT)
            self.assertEqual((ran.returncode, ran.stderr), (0, b""))
            self.assertEqual(ran.stdout, npy_bytes(a.T))
        ran = self.run_command(0, "convert", "a.npy", "-")
        self.assertIn("name its format by --format", ran.errors)
        self.assertEqual(sorted(self.snapshot()), ["a.npy"])

    def test_every_command_reads_the_standard_input(self):
        rng = np.random.default_rng(3)
        a, b = rng.standard_normal((6, 6)), self.save("b.npy", rng.standard_normal((6, 2)))
        symmetric = npy_bytes(a + a.T + 20 * np.eye(6))
        self.save("a.npy", a)
        lines = {("info", "-"): "standard input: 6x6 float64 matrix", ("verify", "-"): "standard input: npy",
                 ("show", "-"): "", ("stats", "-"): "standard input: 6x6 float64", ("norm", "-"): "standard input: 6x6",
                 ("cond", "-"): "standard input: 6x6", ("inv", "-", "-o", "x.npy"): "standard input: 6x6",
                 ("solve", "-", "b.npy", "-o", "x.npy"): "standard input: 6x6",
                 ("lstsq", "-", "b.npy", "-o", "x.npy"): "standard input: 6x6",
                 ("eig", "-", "-o", "x.npy"): "standard input: 6x6", ("svd", "-", "--values", "x.npy"): "standard input: 6x6",
                 ("gemm", "a.npy", "-", "-o", "x.npy"): "a.npy: 6x6",
                 ("convert", "-", "x.npy"): "standard input: 6x6 float64"}
        for words, wanted in lines.items():
            for launch in ([], LAUNCH + ["2"]) if words[0] in ("convert", "stats", "solve") else ([],):
                with self.subTest(words=words, launch=launch):
                    ran = subprocess.run(launch + [COMMAND, *words] + (["--force"] if "x.npy" in words else []),
                                         cwd=self.folder, input=symmetric, capture_output=True, timeout=TIME_LIMIT)
                    self.assertEqual((ran.returncode, ran.stderr), (0, b""))
                    self.assertTrue(ran.stdout.decode().startswith(wanted), ran.stdout)
                    self.assertNotIn(b"ashlar-", ran.stdout)
        for words, wanted in ((("info", "-"), "standard input: "), (("solve", "-", "b.npy", "-o", "y.npy"), "standard input: "),
                              (("compare", "-", "-"), "the standard input is read once")):
            ran = subprocess.run([COMMAND, *words], cwd=self.folder, input=b"no matrix", capture_output=True, timeout=TIME_LIMIT)
            self.assertNotEqual(ran.returncode, 0)
            self.assertIn(b"ashlar: error: " + wanted.encode(), ran.stderr)
            self.assertNotIn(b"/stream", ran.stderr)

    def test_formats_are_known_by_content_and_refused_by_ending(self):
        a = self.save("a.npy", numbers((4, 5), "f8"))
        os.rename(self.path("a.npy"), self.path("nameless"))
        self.run_well(2, "convert", "nameless", "b", "--format", "npy")
        self.assertEqual(self.read("b"), npy_bytes(a))
        for out in ("b.xyz", "noending"):
            ran = self.run_command(2, "convert", "nameless", out)
            self.assertEqual(ran.status, 1)
            self.assertIn(f"{out}: its ending is that of no format", ran.errors)
            self.assertFalse(os.path.exists(self.path(out)))

    def test_ranks_may_be_idle_when_allowed(self):
        a = self.save("a.npy", numbers((9, 9), "f8"))
        self.check(3, "a.npy", a, "--grid", "1x2", "--idle", "--block", "2x2")

    def test_all_types_and_byte_orders_keep_their_bits(self):
        for dtype in ["f4", "f8", "c8", "c16", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]:
            a = numbers((7, 5), dtype)
            if dtype == "f8":
                a[0, :3] = [-0.0, np.inf, np.nan]
                a.view("u8")[1, 0] = 0x7FF4DEADBEEF0001  # a signalling NaN with a payload
            for name, array in (("little.npy", a.astype("<" + dtype)), ("big.npy", a.view(">" + dtype).byteswap())):
                self.save(name, array)
                with self.subTest(dtype=dtype, name=name):
                    self.check(0, name, a)

    def test_types_are_converted_as_in_numpy(self):
        a = self.save("a.npy", np.clip(numbers((6, 11), "f8") * 40, -128, 127))
        for dtype in ["float32", "complex64", "complex128", "int8", "int16", "int64"]:
            with self.subTest(dtype=dtype):
                self.check(0, "a.npy", a.astype(dtype), "--dtype", dtype)
        i = self.save("i.npy", numbers((6, 11), "i8"))
        self.check(2, "i.npy", i.astype("f8"), "--dtype", "float64", "--grid", "1x2")

    def test_a_triangle_is_mirrored(self):
        for dtype in ["f4", "c16", "i4"]:
            a = self.save("a.npy", numbers((19, 19), dtype))
            for stored, keep in (("lower", np.tril), ("upper", np.triu)):
                half = keep(a, -1 if stored == "lower" else 1)
                hermitian = half + half.conj().T + np.diag(np.diag(a).real)
                symmetric = half + half.T + np.diag(np.diag(a))
                with self.subTest(dtype=dtype, stored=stored):
                    self.check(2, "a.npy", hermitian.astype(dtype), "--mirror", stored, "--block", "3x2")
                    self.check(3, "a.npy", symmetric.astype(dtype), "--mirror", stored, "--symmetric")
        a = self.save("a.npy", numbers((9, 12), "f8"))
        part = a[:, 2:11].T
        self.check(2, "a.npy", np.tril(part) + np.tril(part, -1).T, "--cols", "2:11", "--transpose", "--mirror",
                   "lower")

    def test_a_matrix_is_scaled_after_its_conversion(self):
        for dtype in ["f4", "f8", "c8", "c16"]:
            a = self.save("a.npy", numbers((8, 13), dtype))
            with self.subTest(dtype=dtype):
                self.check(2, "a.npy", (a * np.dtype(dtype).type(-0.25)).astype(dtype), "--scale", "-0.25")
        i = self.save("i.npy", numbers((8, 13), "i4"))
        self.check(3, "i.npy", 1e3 * i.T.astype("f8"), "--scale", "1e3", "--dtype", "float64", "--transpose")

    def test_vectors_stay_vectors(self):
        v = self.save("v.npy", numbers((40,), "f8"))
        self.check(3, "v.npy", v, "--block", "4x4")
        self.check(3, "v.npy", v[None, :], "--transpose")
        self.check(0, "v.npy", v[5:9], "--rows", "5:9")

    def test_empty_matrices(self):
        for shape in ((0, 0), (0, 5), (5, 0)):
            a = self.save("e.npy", np.zeros(shape))
            for ranks in (0, 3):
                with self.subTest(shape=shape, ranks=ranks):
                    self.check(ranks, "e.npy", a.T, "--transpose")

    def test_a_file_may_replace_itself_and_links_are_followed(self):
        a = self.save("a.npy", numbers((5, 8), "f8"))
        os.symlink("a.npy", self.path("link.npy"))
        self.run_well(2, "convert", "link.npy", "link.npy", "--transpose")
        self.assertTrue(os.path.islink(self.path("link.npy")))
        self.assertEqual(self.read("a.npy"), npy_bytes(a.T))

    def test_a_new_file_has_the_permissions_of_the_umask(self):
        self.save("a.npy", np.zeros((2, 2)))
        old = os.umask(0o027)
        try:
            self.run_well(0, "convert", "a.npy", "b.npy")
        finally:
            os.umask(old)
        self.assertEqual(os.stat(self.path("b.npy")).st_mode & 0o777, 0o640)

    def test_a_dry_run_prints_the_plan_and_reads_no_data(self):
        self.save("a.npy", np.zeros((100, 60)))
        ran = self.run_well(6, "convert", "a.npy", "out/", "--transpose", "--dry-run", "--json")
        plan = json.loads(ran.output)["plan"]
        self.assertEqual(plan["elements"], 6000)
        self.assertGreater(plan["messages"], 0)
        self.assertNotIn("out", self.snapshot())
        output = self.run_well(0, "convert", "a.npy", "out.npy", "--dry-run", "--disk-rate", "0.0001", "--dtype", "float32").output
        # 48,000 bytes are read, and half as many written.
        self.assertIn("time            0.72 s, at 0.0001 GB/s of the disk", output)
        self.save("out.npy", np.zeros(3))
        refused = self.run_command(0, "convert", "a.npy", "out.npy", "--dry-run", force=False)
        self.assertIn("exists; --force replaces it", refused.errors)
        self.assertIn("out.npy: 100x60 float64, would be replaced",
                      self.run_well(0, "convert", "a.npy", "out.npy", "--dry-run", "--force").output)

    def test_quiet_prints_nothing_and_json_the_layout(self):
        self.save("a.npy", np.zeros((4, 4)))
        self.assertEqual(self.run_well(0, "convert", "a.npy", "b.npy", "--quiet").output, "")
        ran = json.loads(self.run_well(2, "convert", "a.npy", "c.npy", "--order", "F", "--json").output)
        self.assertEqual(ran["to"]["grid"], [1, 2])


if __name__ == "__main__":
    unittest.main()
