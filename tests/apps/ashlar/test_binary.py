# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's element types, archives and arrays; NumPy is the oracle."""
import io
import json
import os
import sys
import unittest
import zipfile

import numpy as np

from command import CommandTest, numbers

RANKS = (0, 3)


class Binary(CommandTest):
    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)

    def convert(self, ranks, *arguments):
        self.run_well(ranks, "convert", *arguments, "--quiet", "--force")

    def refuse(self, ranks, reason, *arguments):
        ran = self.run_command(ranks, *arguments)
        self.assertEqual(ran.status, 1, ran.errors)
        self.assertRegex(ran.errors, reason)

    def test_types_that_cpp_lacks(self):
        truth = self.save("truth.npy", numbers((13, 7), "int8") > 0)
        halves = self.save("halves.npy", np.arange(65536, dtype=np.uint16).view(np.float16).reshape(256, 256))
        for ranks in RANKS:
            self.convert(ranks, "truth.npy", "out.npy")
            self.assertEqual(self.read("out.npy"), self.read("truth.npy"))
            self.convert(ranks, "truth.npy", "out.npy", "--dtype", "uint8")
            np.testing.assert_array_equal(np.load(self.path("out.npy")), truth.astype(np.uint8))
            self.convert(ranks, "out.npy", "back.npy", "--stored-as", "bool")
            self.assertEqual(self.read("back.npy"), self.read("truth.npy"))
            self.convert(ranks, "halves.npy", "out.npy")
            with np.errstate(invalid="ignore"):
                wide = halves.astype(np.float32)
            np.testing.assert_array_equal(np.load(self.path("out.npy")), wide)
            self.convert(ranks, "out.npy", "back.npy", "--stored-as", "float16")
            self.assertEqual(self.read("back.npy"), self.read("halves.npy"))
        info = json.loads(self.run_well(0, "info", "halves.npy", "--json").output)
        self.assertEqual((info["dtype"], info["stored_as"]), ("float32", "float16"))

    def test_bool_stays_bool_in_formats_that_have_it(self):
        truth = self.save("truth.npy", numbers((13, 7), "int8") > 0)
        for ranks in RANKS:
            self.convert(ranks, "truth.npy", "out.npz", "--transpose")
            np.testing.assert_array_equal(np.load(self.path("out.npz"))["arr_0"], truth.T, strict=True)
            self.convert(ranks, "truth.npy", "out.csv")
            np.testing.assert_array_equal(np.loadtxt(self.path("out.csv"), delimiter=","), truth)

    def test_the_stored_type_is_reported(self):
        self.save("a.npy", np.ones((3, 2)))
        self.save("truth.npy", np.ones((3, 2), bool))
        for options, text in ((["--stored-as", "float16"], "out.npy: 3x2 float16"), ([], "out.npy: 3x2 float64")):
            ran = self.run_well(0, "convert", "a.npy", "out.npy", *options)
            self.assertIn(text, ran.output.splitlines()[1])
        for dry in ([], ["--dry-run"]):
            report = json.loads(self.run_well(2, "convert", "a.npy", "out.npy", "--stored-as", "float16", "--json", *dry).output)
            self.assertEqual((report["dtype"], report["stored_as"]), ("float32", "float16"))
            report = json.loads(self.run_well(2, "convert", "truth.npy", "out.npy", "--json", *dry).output)
            self.assertEqual((report["dtype"], report["stored_as"]), ("uint8", "bool"))

    def test_archives_are_written_as_numpy_reads_them(self):
        a, b = self.save("a.npy", numbers((53, 31), "f8")), self.save("b.npy", numbers((7, 5), "c8"))
        for ranks in RANKS:
            for level in ("0", "1", "9"):
                options = [] if level == "0" else ["--compression", level]
                self.convert(ranks, "a.npy", "new.npz", *options)
                with np.load(self.path("new.npz")) as file:
                    self.assertEqual(file.files, ["arr_0"])
                    np.testing.assert_array_equal(file["arr_0"], a, strict=True)
                self.convert(ranks, "b.npy", "new.npz:b", *options, "--order", "F")
                self.convert(ranks, "a.npy", "new.npz:b 2", "--rows", "3:9", *options)
                with np.load(self.path("new.npz")) as file:
                    self.assertEqual(file.files, ["arr_0", "b", "b 2"])
                    np.testing.assert_array_equal(file["arr_0"], a, strict=True)
                    np.testing.assert_array_equal(file["b"], b, strict=True)
                    np.testing.assert_array_equal(file["b 2"], a[3:9], strict=True)
                with zipfile.ZipFile(self.path("new.npz")) as file:
                    self.assertIsNone(file.testzip())
                os.remove(self.path("new.npz"))
        np.savez_compressed(self.path("old.npz"), a=a, b=b)
        before = self.read("old.npz")
        ran = self.run_command(2, "convert", "b.npy", "old.npz:a", force=False)
        self.assertIn("old.npz:a: exists; --force replaces it", ran.errors)
        self.assertEqual(self.read("old.npz"), before)
        self.convert(2, "b.npy", "old.npz:a")
        with np.load(self.path("old.npz")) as file:
            self.assertEqual(file.files, ["b", "a"])
            np.testing.assert_array_equal(file["a"], b, strict=True)
        self.write("text.npz", b"no archive")
        self.refuse(2, "text.npz: .*not a zip archive", "convert", "b.npy", "text.npz:a", "--force")
        self.assertEqual(self.read("text.npz"), b"no archive")

    def test_sections_of_arrays(self):
        a = self.save("a.npy", numbers((4, 5, 6), "i4"))
        for ranks in RANKS:
            self.convert(ranks, "a.npy", "out.npy", "--index", "3,:,:")
            np.testing.assert_array_equal(np.load(self.path("out.npy")), a[3], strict=True)
            self.convert(ranks, "a.npy", "out.npy", "--index", ":,:,2", "--transpose", "--cols", "1:4")
            np.testing.assert_array_equal(np.load(self.path("out.npy")), a[:, 1:4, 2].T, strict=True)
            self.convert(ranks, "a.npy", "out.npy", "--index=1,:,-1")
            np.testing.assert_array_equal(np.load(self.path("out.npy")), a[1, :, -1], strict=True)
        shown = json.loads(self.run_well(2, "show", "a.npy", "--index", ":,4,:", "--json").output)
        self.assertEqual(shown["values"], a[:, 4].tolist())
        stats = json.loads(self.run_well(2, "stats", "a.npy", "--index", "0,:,:", "--json").output)
        self.assertEqual((stats["shape"], stats["max"]["value"]), ([5, 6], int(a[0].max())))
        self.refuse(2, "array of 4x5x6, no matrix; --index", "convert", "a.npy", "out.npy")
        self.refuse(0, "the index 4,:,: has 4 in dimension 0, whose indices are 0 to 3", "stats", "a.npy", "--index", "4,:,:")
        self.refuse(0, "the index 1,: has 2 entries, but the array of 4x5x6 has 3 dimensions", "show", "a.npy", "--index", "1,:")

    def test_rounding_to_half_is_numpys(self):
        for dtype in (np.float32, np.float64):
            random = np.random.default_rng(4)
            values = (np.exp2(random.uniform(-26, 15.9, (300, 300))) * random.choice([-1, 1], (300, 300))).astype(dtype)
            self.save("a.npy", values)
            self.convert(0, "a.npy", "h.npy", "--stored-as", "float16")
            np.testing.assert_array_equal(np.load(self.path("h.npy")).view(np.uint16),
                                          values.astype(np.float16).view(np.uint16))

    def test_overflow_of_half_is_told_or_refused(self):
        self.save("a.npy", np.array([[1.0, 1e6], [-7e4, 65519.0]]))
        for ranks in RANKS:
            ran = self.run_command(ranks, "convert", "a.npy", "h.npy", "--stored-as", "float16", "--quiet", "--force")
            self.assertEqual(ran.status, 0, ran.errors)
            self.assertIn("2 finite elements of h.npy became infinite as float16", ran.errors)
            os.remove(self.path("h.npy"))
            self.refuse(ranks, r"h\.npy: element \(0, 1\) is 1e\+06, which no float16 can hold",
                        "convert", "a.npy", "h.npy", "--stored-as", "float16", "--strict")
            self.assertFalse(os.path.exists(self.path("h.npy")))

    def test_the_other_byte_order(self):
        other = ">" if sys.byteorder == "little" else "<"
        for dtype in ("f4", "f8", "c8", "c16", "i2", "u8"):
            a = self.save("a.npy", numbers((17, 5), dtype))
            for ranks in RANKS:
                self.convert(ranks, "a.npy", "b.npy", "--endian", "big" if other == ">" else "little")
                self.save("expected.npy", a.astype(other + dtype))
                self.assertEqual(self.read("b.npy"), self.read("expected.npy"))
                self.convert(ranks, "b.npy", "c.npy")
                self.assertEqual(self.read("c.npy"), self.read("a.npy"))

    def test_arrays_of_more_dimensions_are_described_but_no_matrices(self):
        self.save("a3.npy", np.zeros((2, 3, 4)))
        self.save("f4.npy", np.asfortranarray(np.zeros((2, 3, 4, 5), np.int16)))
        for ranks in RANKS:
            self.assertEqual(self.run_well(ranks, "info", "a3.npy").output,
                             "a3.npy: 2x3x4 float64 array in C order, npy, 320 bytes\n")
            info = json.loads(self.run_well(ranks, "info", "f4.npy", "--json").output)
            self.assertEqual((info["sizes"], info["dimensions"], info["order"]), ([2, 3, 4, 5], 4, "F"))
            no_matrix = r"a3.npy: is an array of 2x3x4, no matrix; --index .* in C\+\+ load_array"
            self.refuse(ranks, no_matrix, "convert", "a3.npy", "b.npy")
            self.refuse(ranks, no_matrix, "norm", "a3.npy")

    def test_archives(self):
        a, b = numbers((40, 30), "f8"), np.asfortranarray(numbers((7, 9), "c8"))
        np.savez(self.path("stored.npz"), a=a, b=b, flag=np.array([[True, False]]))
        np.savez_compressed(self.path("packed.npz"), a=a, b=b, flag=np.array([[True, False]]))
        np.savez_compressed(self.path("one.npz"), a)
        buffer = io.BytesIO()
        np.save(buffer, a)
        with zipfile.ZipFile(self.path("mixed.npz"), "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("read me", "no array")
            archive.writestr("folder/a.npy", buffer.getvalue())
            archive.comment = b"made by zipfile"
        for ranks in RANKS:
            for name in ("stored.npz:a", "packed.npz:a.npy", "one.npz", "one.npz:arr_0", "mixed.npz",
                         "mixed.npz:folder/a"):
                self.convert(ranks, name, "out.npy")
                np.testing.assert_array_equal(np.load(self.path("out.npy")), a)
                self.convert(ranks, name, "part.npy", "--rows", "11:29", "--cols", "3:4")
                np.testing.assert_array_equal(np.load(self.path("part.npy")), a[11:29, 3:4])
            for name in ("stored.npz:b", "packed.npz:b"):
                self.convert(ranks, name, "out.npy")
                np.testing.assert_array_equal(np.load(self.path("out.npy")), b)
                self.convert(ranks, name, "out.npy", "--max-memory", "64")
                np.testing.assert_array_equal(np.load(self.path("out.npy")), b)
            self.convert(ranks, "packed.npz:flag", "out.npy")
            np.testing.assert_array_equal(np.load(self.path("out.npy")), np.array([[True, False]]), strict=True)
            self.refuse(ranks, r"holds 3 arrays \('a', 'b', 'flag'\); name one behind a colon: stored.npz:a",
                        "info", "stored.npz")
            self.refuse(ranks, "holds no array 'c', but 'a', 'b', 'flag'", "info", "stored.npz:c")

    def test_archives_that_are_damaged(self):
        a = numbers((40, 30), "f8")
        np.savez_compressed(self.path("good.npz"), a=a)
        good = self.read("good.npz")
        with zipfile.ZipFile(self.path("secret.npz"), "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("a.npy", b"x" * 1000)
        with zipfile.ZipFile(self.path("empty.npz"), "w"):
            pass
        spoilt = bytearray(good)
        spoilt[len(good) // 2] ^= 0x55
        self.write("spoilt.npz", bytes(spoilt))
        self.write("short.npz", good[:-30])
        for ranks in RANKS:
            self.refuse(ranks, "malformed|checksum|bytes", "convert", "spoilt.npz", "out.npy")
            self.refuse(ranks, "cut short", "convert", "short.npz", "out.npy")
            self.refuse(ranks, "packed by method 12", "convert", "secret.npz", "out.npy")
            self.refuse(ranks, "holds no array", "convert", "empty.npz", "out.npy")
            self.assertFalse(os.path.exists(self.path("out.npy")))


if __name__ == "__main__":
    unittest.main()
