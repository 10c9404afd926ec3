# SPDX-License-Identifier: BSD-3-Clause
"""Text tables and Matrix Market files through the command: NumPy and SciPy write its input and read its output."""
import gzip
import io
import os
import unittest

import numpy as np

from command import CommandTest, npy_bytes, numbers

try:
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None
    print("skipped: Matrix Market files against SciPy, which is not installed (Debian's python3-scipy)")

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


def awkward(array):
    """The array with its first elements replaced by numbers that are hard to write and to read."""
    if array.dtype.kind in "fc":
        real = "f4" if array.dtype.itemsize == (4 if array.dtype.kind == "f" else 8) else "f8"
        limits = np.finfo(real)
        array.flat[:8] = [0.1, -0.0, np.inf, -np.inf, np.nan, limits.max, limits.tiny, limits.smallest_subnormal]
    if array.dtype.kind == "c":
        array.flat[8:11] = [complex(-0.0, 1), complex(np.inf, np.nan), complex(1, -0.0)]
    return array


class TextTest(CommandTest):
    def check_read(self, ranks, name, wanted, *options):
        """Checks the bits and the type of the command's result for a file."""
        self.run_well(ranks, "convert", name, "out.npy", *options)
        self.assertEqual(self.read("out.npy"), npy_bytes(wanted), f"{name} with {options} on {ranks} ranks")

    def check_same(self, actual, wanted):
        self.assertEqual(actual.dtype, wanted.dtype)
        self.assertEqual(actual.shape, wanted.shape)
        nan = np.isnan(wanted)
        np.testing.assert_array_equal(np.isnan(actual), nan)
        self.assertEqual(np.where(nan, 0, actual).tobytes(), np.where(nan, 0, wanted).tobytes())

    def put(self, name, text):
        with open(self.path(name), "w", encoding="ascii", newline="") as file:
            file.write(text)


class Tables(TextTest):
    def test_what_savetxt_writes_is_read_as_loadtxt_reads_it(self):
        a = awkward(numbers((23, 7), "f8"))
        for ranks, delimiter, name in [(0, ",", "a.csv"), (2, "\t", "a.tsv"), (3, ";", "a.csv"), (5, " ", "a.csv")]:
            np.savetxt(self.path(name), a, delimiter=delimiter, header="words, and more")
            with self.subTest(delimiter=delimiter):
                self.check_read(ranks, name, np.loadtxt(self.path(name), delimiter=delimiter, ndmin=2))
        np.savetxt(self.path("a.csv"), a, delimiter=",", fmt="%.6g", header="a,b,c,d,e,f,g", comments="", newline="\r\n")
        self.check_read(2, "a.csv", np.loadtxt(self.path("a.csv"), delimiter=",", skiprows=1), "--header", "1")
        np.savetxt(self.path("a.txt"), a, header="words")
        for options in ([], ["--in-format", "csv"]):
            self.check_read(2, "a.txt", np.loadtxt(self.path("a.txt")), *options)

    def test_names_are_quoted_once_and_numbers_are_not_taken_for_names(self):
        self.put("a.csv", "x,y\n1,2\n3,4\n")
        for ranks in (0, 3):
            for words in (("convert", "a.csv", "out.npy"), ("show", "a.csv"), ("stats", "a.csv")):
                ran = self.run_command(ranks, *words)
                self.assertEqual(ran.status, 0)
                self.assertEqual(ran.errors.count("a.csv: the first line is taken as column names ('x', 'y'); --header 1"), 1)
                self.run_well(ranks, *words, "--header", "1")
        self.put("long.csv", "x\n" + "1\n" * 2000)
        self.assertEqual(self.run_command(0, "show", "long.csv").errors.count("column names"), 1)
        self.assertIn("columns x, y", self.run_well(0, "info", "a.csv").output)
        ran = self.run_command(2, "convert", "a.csv", "b.npy", "--header", "0")
        self.assertIn("a.csv: line 1, column 1: 'x' is not a number", ran.errors)
        for text, reason in (("NA,NA\n1,2\n", "'NA' is not a number; --missing nan"),
                             ("$1.5,$2.5\n1,2\n", "'$1.5' is neither a number nor a name; --header 1"),
                             ('"1,000","2,000"\n1,2\n', "'1,000' is neither a number nor a name; --header 1")):
            self.put("a.csv", text)
            ran = self.run_command(2, "convert", "a.csv", "b.npy")
            self.assertEqual(ran.status, 1)
            self.assertIn("a.csv: line 1, column 1: " + reason, ran.errors)
        self.put("a.csv", "2019,2020\n1,2\n")
        self.check_read(2, "a.csv", np.array([[1.0, 2]]), "--header", "1")

    def test_missing_values_are_nan_as_genfromtxt_has_them(self):
        text = "NA,1.5,\n,N/A,3\n4,null,-1e3\n"
        self.put("a.csv", text)
        wanted = np.genfromtxt(io.StringIO(text), delimiter=",", missing_values=["NA", "N/A", "null"])
        for ranks in (0, 3):
            self.run_well(ranks, "convert", "a.csv", "b.npy", "--missing", "nan")
            self.check_same(np.load(self.path("b.npy")), wanted)
        ran = self.run_command(2, "convert", "a.csv", "b.npy", "--missing", "nan", "--in-dtype", "int64")
        self.assertIn("'NA' is a missing value, which no int64 can hold", ran.errors)

    def test_gzip_files_are_read_and_written(self):
        a = awkward(numbers((123, 17), "f8"))
        for ranks in (0, 2, 3):
            for name, delimiter in (("a.csv.gz", ","), ("a.txt.gz", " "), ("a.tsv.gz", "\t")):
                np.savetxt(self.path(name), a, delimiter=delimiter)  # packed by NumPy
                self.check_read(ranks, name, np.loadtxt(self.path(name), delimiter=delimiter))
                self.save("a.npy", a)
                for options in ([], ["--compression", "9", "--max-memory", "2000"]):
                    self.run_well(ranks, "convert", "a.npy", name, *options)
                    with gzip.open(self.path(name), "rt") as file:
                        self.check_same(np.loadtxt(file, delimiter=delimiter), a)
        with open(self.path("a.csv.gz"), "r+b") as file:
            file.truncate(1000)
        before = self.snapshot()
        ran = self.run_command(2, "convert", "a.csv.gz", "b.npy")
        self.assertIn("a.csv.gz: its packed bytes are cut short", ran.errors)
        self.assertEqual(self.snapshot(), before)

    def test_complex_numbers_as_numpy_writes_them(self):
        a = numbers((9, 4), "c16")
        np.savetxt(self.path("a.csv"), a, delimiter=",")
        self.check_read(2, "a.csv", np.loadtxt(self.path("a.csv"), delimiter=",", dtype="c16"))

    def test_integers_are_exact_where_asked_for(self):
        for dtype in INTEGERS:
            a = numbers((9, 4), dtype)
            a[0, :2] = np.iinfo(dtype).min, np.iinfo(dtype).max
            np.savetxt(self.path("a.csv"), a, delimiter=",", fmt="%d")
            with self.subTest(dtype=dtype):
                self.check_read(2 if dtype == "int64" else 0, "a.csv", a, "--in-dtype", dtype)
        self.put("a.csv", "9007199254740993\n")
        self.check_read(0, "a.csv", np.array([[9007199254740992.0]]))

    def test_float32_is_rounded_once(self):
        a = awkward(numbers((30, 9), "f4"))
        self.save("a.npy", a)
        self.run_well(2, "convert", "a.npy", "a.csv")
        self.check_same(np.loadtxt(self.path("a.csv"), delimiter=",", dtype="f4"), a)
        self.run_well(3, "convert", "a.csv", "b.npy", "--in-dtype", "float32")
        self.check_same(np.load(self.path("b.npy")), a)

    def test_loadtxt_reads_what_is_written(self):
        for dtype in ["f4", "f8", "c8", "c16"] + INTEGERS:
            a = self.save("a.npy", numbers((17, 5), dtype))
            ranks, name, delimiter = (3, "a.tsv", "\t") if dtype in ("f8", "c8") else (0, "a.csv", ",")
            self.run_well(ranks, "convert", "a.npy", name)
            with self.subTest(dtype=dtype):
                self.check_same(np.loadtxt(self.path(name), delimiter=delimiter, dtype=a.dtype), a)

    def test_parts_and_transposes_both_ways(self):
        a = numbers((31, 12), "f8")
        np.savetxt(self.path("a.csv"), a, delimiter=",", fmt="%.17g")
        part = a[4:29, 3:11]
        options = ["--rows", "4:29", "--cols", "3:11", "--transpose", "--block", "2x3"]
        for ranks in (3, 6):
            with self.subTest(ranks=ranks):
                self.check_read(ranks, "a.csv", part.T, *options)
                self.run_well(ranks, "convert", "a.csv", "b.csv", *options)
                self.check_same(np.loadtxt(self.path("b.csv"), delimiter=","), np.ascontiguousarray(part.T))

    def test_a_malformed_table_is_refused_and_leaves_no_file(self):
        for text, reason in [("1,2\n3\n", "line 2: has 1 field"), ("1,2\n3,\n", "line 2, column 2: the field is empty"),
                             ("1,2\n3,x\n", "line 2, column 2: 'x' is not a number of type float64"), ("", "holds no numbers")]:
            self.put("a.csv", text)
            before = self.snapshot()
            ran = self.run_command(3, "convert", "a.csv", "out.npy")
            with self.subTest(text=text):
                self.assertNotEqual(ran.status, 0)
                self.assertIn(f"a.csv: {reason}", ran.errors)
                self.assertEqual(self.snapshot(), before)

    def test_a_table_without_elements_is_not_written(self):
        self.save("a.npy", np.zeros((0, 5)))
        before = self.snapshot()
        ran = self.run_command(2, "convert", "a.npy", "a.csv")
        self.assertNotEqual(ran.status, 0)
        self.assertIn("0x5", ran.errors)
        self.assertEqual(self.snapshot(), before)


@unittest.skipIf(scipy is None, "SciPy is not installed")
class MatrixMarket(TextTest):
    def check_as_scipy(self, ranks, name, *options):
        wanted = scipy.io.mmread(self.path(name))
        wanted = wanted.toarray() if scipy.sparse.issparse(wanted) else wanted
        self.check_read(ranks, name, wanted, *options)
        return wanted

    def test_dense_matrices_of_every_symmetry(self):
        for dtype in ["f8", "c16", "i8"]:
            a = numbers((9, 9), dtype)
            if dtype == "i8":
                a //= 4
            lower = np.tril(a, -1)
            kinds = {"general": numbers((11, 6), dtype), "symmetric": lower + lower.T,
                     "skew-symmetric": lower - lower.T, "hermitian": lower + lower.conj().T}
            for ranks, (symmetry, matrix) in enumerate(kinds.items()):
                # SciPy cannot read its own complex skew-symmetric arrays: it writes their diagonals.
                if symmetry == ("skew-symmetric" if dtype == "c16" else "hermitian"):
                    continue
                scipy.io.mmwrite(self.path("a.mtx"), matrix, symmetry=symmetry, comment="one line\nanother")
                with self.subTest(dtype=dtype, symmetry=symmetry):
                    self.check_as_scipy(ranks if dtype == "c16" else 0, "a.mtx")

    def test_sparse_matrices_of_every_field(self):
        random = np.random.default_rng(3)
        for dtype in ["f8", "c16", "i8"]:
            rows, cols = random.integers(0, [[14], [9]], size=(2, 60))  # some positions more than once
            sparse = scipy.sparse.coo_matrix((numbers(60, dtype) // 8 if dtype == "i8" else numbers(60, dtype), (rows, cols)),
                                             shape=(14, 9))
            scipy.io.mmwrite(self.path("a.mtx"), sparse)
            with self.subTest(dtype=dtype):
                self.check_as_scipy(3 if dtype == "c16" else 0, "a.mtx")
        scipy.io.mmwrite(self.path("a.mtx"), sparse, field="pattern")
        pattern = scipy.io.mmread(self.path("a.mtx")).toarray()
        self.check_read(2, "a.mtx", pattern.astype("f8"))

    def test_symmetric_entries_on_either_side(self):
        for symmetry in ["symmetric", "skew-symmetric", "hermitian"]:
            place = "4 1" if symmetry == "skew-symmetric" else "4 4"
            self.put("a.mtx", f"%%MatrixMarket matrix coordinate complex {symmetry}\n4 4 5\n"
                              f"2 1 1.5 1\n1 3 2 -7\n{place} 3 0\n4 2 .25 1e-3\n2 4 1 1\n")
            with self.subTest(symmetry=symmetry):
                self.check_as_scipy(2, "a.mtx")

    def test_mmread_reads_what_is_written(self):
        for dtype in ["f8", "c16", "int8", "int16", "int32", "int64", "uint8", "uint32", "uint64"]:
            a = awkward(numbers((13, 8), dtype))
            self.save("a.npy", a)
            wide = {"f": "f8", "c": "c16", "i": "i8", "u": "u8" if dtype == "uint64" else "i8"}[a.dtype.kind]
            self.run_well(3 if dtype in ("c16", "uint64") else 0, "convert", "a.npy", "a.mtx")
            with self.subTest(dtype=dtype):
                self.check_same(scipy.io.mmread(self.path("a.mtx")), a.astype(wide))

    def test_parts_and_transposes_both_ways(self):
        a = numbers((21, 21), "c16")
        scipy.io.mmwrite(self.path("general.mtx"), a)
        scipy.io.mmwrite(self.path("hermitian.mtx"), a + a.conj().T, symmetry="hermitian")
        scipy.io.mmwrite(self.path("sparse.mtx"), scipy.sparse.coo_matrix(np.where(abs(a) > 1, a, 0)))
        options = ["--rows", "4:19", "--cols", "2:11", "--conj-transpose", "--block", "2x3"]
        for name in ["general.mtx", "hermitian.mtx", "sparse.mtx"]:
            wanted = scipy.io.mmread(self.path(name))
            wanted = wanted.toarray() if scipy.sparse.issparse(wanted) else wanted
            wanted = np.ascontiguousarray(wanted[4:19, 2:11].conj().T)
            for ranks in (2, 5):
                with self.subTest(name=name, ranks=ranks):
                    self.check_read(ranks, name, wanted, *options)
                    self.run_well(ranks, "convert", name, "out.mtx", *options)
                    self.check_same(scipy.io.mmread(self.path("out.mtx")), wanted)

    def test_what_scipy_refuses_is_refused(self):
        for body in ["array real general\n2 2\n1\n2\n3\n", "array real general\n2 2\n1\n2\n3\n4\n5\n",
                     "coordinate real general\n2 2 2\n1 1 1\n", "coordinate real general\n2 2 1\n3 1 1\n",
                     "coordinate real general\n2 2 1\n1 1\n", "array real general\n2 2\n1\n2\nx\n4\n"]:
            self.put("a.mtx", "%%MatrixMarket matrix " + body)
            with self.subTest(body=body):
                self.assertRaises(Exception, lambda: scipy.io.mmread(self.path("a.mtx")))
                ran = self.run_command(0, "convert", "a.mtx", "out.npy")
                self.assertNotEqual(ran.status, 0)
                self.assertIn("a.mtx: ", ran.errors)
                self.assertFalse(os.path.exists(self.path("out.npy")))


if __name__ == "__main__":
    unittest.main()
