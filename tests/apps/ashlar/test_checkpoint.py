# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints and checksums: NumPy reads the output of the library, zlib computes the same checksums, and every
flipped bit is found."""
import json
import os
import random
import subprocess
import unittest
import zlib

import numpy as np

from command import LAUNCH, TIME_LIMIT, CommandTest, npy_bytes

SAMPLE = os.environ.pop("ASHLAR_SAVE_SAMPLE")
CHUNK = 16 << 20


def sample(shape, dtype):
    i, j = np.indices(shape)
    return (100 * i + j).astype(dtype)


class Checkpoint(CommandTest):
    def save_sample(self, ranks):
        subprocess.run(LAUNCH + [str(ranks), SAMPLE, "c"], cwd=self.folder, check=True, timeout=TIME_LIMIT)

    def flip(self, name, byte, bit):
        with open(self.path(name), "r+b") as file:
            file.seek(byte)
            old = file.read(1)[0]
            file.seek(byte)
            file.write(bytes([old ^ 1 << bit]))

    def damages(self, ranks, path, *options):
        """Damages that verify reports, after a check of its exit status."""
        ran = self.run_command(ranks, "verify", path, "--json", *options)
        found = json.loads(ran.output)
        self.assertEqual(ran.status, 1 if found["damages"] else 0, ran.errors)
        self.assertEqual(found["sound"], not found["damages"])
        self.assertNotIn("ashlar: error", ran.errors)
        return found["damages"]

    def test_numpy_and_zlib_agree(self):
        for ranks in (1, 3):
            self.save_sample(ranks)
            self.assertEqual(sorted(os.listdir(self.path("c"))), ["A.npy", "b.npy", "c.npy", "checkpoint.json"])
            for name, shape, dtype, fortran in (("A", (700, 3000), "f8", False), ("b", (11, 7), "c8", True),
                                                ("c", (1, 5), "i2", False)):
                array = np.load(self.path(f"c/{name}.npy"))
                np.testing.assert_array_equal(array, sample(shape, dtype))
                self.assertEqual(array.dtype, dtype)
                if name != "c":
                    self.assertEqual(array.flags.f_contiguous, fortran)
            text = self.read("c/checkpoint.json")
            described = json.loads(text)
            self.assertEqual(described["notes"], {"step": "100"})
            self.assertEqual(described["ranks"], ranks)
            self.assertRegex(described["time"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            own = described["json_crc32"].encode()
            self.assertEqual(own.decode(), f"{zlib.crc32(text.replace(own, b'00000000', 1)):08x}")
            for member in described["members"]:
                content = self.read("c/" + member["file"])
                self.assertEqual(member["bytes"], len(content))
                self.assertEqual(member["crc32"], [f"{zlib.crc32(content[at:at + CHUNK]):08x}"
                                                   for at in range(0, len(content), CHUNK)])
            self.assertEqual(self.damages(ranks, "c"), [])

    def test_flipped_bits_are_found(self):
        self.save_sample(2)
        choose = random.Random(1)
        for ranks in (0, 2, 3):
            for name, rows, cols in (("A", 700, 3000), ("b", 11, 7), ("c", 1, 5)):
                size = os.path.getsize(self.path(f"c/{name}.npy"))
                byte, bit = choose.randrange(128, size), choose.randrange(8)
                self.flip(f"c/{name}.npy", byte, bit)
                with self.subTest(ranks=ranks, name=name, byte=byte, bit=bit):
                    damage, = self.damages(ranks, "c")
                    self.assertEqual(damage["file"], f"c/{name}.npy")
                    first, last = damage["bytes"]
                    self.assertTrue(first <= byte < last, damage)
                    self.assertEqual(first, byte // CHUNK * CHUNK)
                    width = {"A": 8, "b": 8, "c": 2}[name]
                    i, j = divmod((byte - 128) // width, cols) if name != "b" else \
                        divmod((byte - 128) // width, rows)[::-1]
                    self.assertTrue(damage["rows"][0] <= i < damage["rows"][1], damage)
                    self.assertTrue(damage["cols"][0] <= j < damage["cols"][1], damage)
                self.flip(f"c/{name}.npy", byte, bit)
        self.flip("c/c.npy", 20, 0)  # in the header
        self.assertIn("c/c.npy", {damage["file"] for damage in self.damages(2, "c")})
        self.flip("c/c.npy", 20, 0)
        self.flip("c/checkpoint.json", 60, 0)
        ran = self.run_command(2, "verify", "c")
        self.assertEqual(ran.status, 1)
        self.assertRegex(ran.errors, r"ashlar: error: c/checkpoint\.json: ")

    def test_files_that_are_not_there_or_not_whole(self):
        self.save_sample(1)
        whole = self.read("c/b.npy")
        os.remove(self.path("c/b.npy"))
        self.assertEqual([d["reason"] for d in self.damages(2, "c", "--quick")], ["is missing"])
        with open(self.path("c/b.npy"), "wb") as file:
            file.write(whole[:-1])
        self.assertRegex(self.damages(0, "c")[0]["reason"], f"is {len(whole) - 1} bytes long, but was written with")
        with open(self.path("c/b.npy"), "wb") as file:
            file.write(whole + b"x")
        self.assertRegex(self.damages(2, "c", "--quick")[0]["reason"], f"is {len(whole) + 1} bytes long")
        os.remove(self.path("c/b.npy"))
        os.mkfifo(self.path("c/b.npy"))
        self.assertRegex(self.damages(0, "c")[0]["reason"], "is a pipe, device or socket")

    def test_one_matrix_is_converted_and_shown(self):
        self.save_sample(2)
        self.run_well(3, "convert", "c:b", "out.npy")
        np.testing.assert_array_equal(np.load(self.path("out.npy")), sample((11, 7), "c8"))
        self.run_well(2, "convert", "c/:A", "out.npy", "--rows", "100:200", "--dtype", "float32")
        np.testing.assert_array_equal(np.load(self.path("out.npy")), sample((700, 3000), "f4")[100:200])
        text = self.run_well(0, "info", "c").output
        self.assertRegex(text, r"(?s)c: checkpoint of 3 matrices.*A +700x3000 float64, .*b +11x7 complex64, .*note step: 100")
        shown = json.loads(self.run_well(2, "info", "c", "--json").output)
        self.assertEqual([member["name"] for member in shown["members"]], ["A", "b", "c"])
        self.assertEqual(json.loads(self.run_well(0, "info", "c:b", "--json").output)["shape"], [11, 7])
        for path, reason in (("c", "is a checkpoint of 3 matrices: name one"), ("c:x", "has no matrix 'x'; it has A, b, c"),
                             ("c:../b", "has no matrix '../b'")):
            ran = self.run_command(2, "convert", path, "no.npy")
            self.assertEqual(ran.status, 1)
            self.assertIn(reason, ran.errors)
            self.assertFalse(os.path.exists(self.path("no.npy")))

    def test_a_folder_is_a_checkpoint_of_one_matrix(self):
        a = np.arange(99.0).reshape(9, 11)
        self.save("a.npy", a)
        for ranks, order in ((0, "C"), (6, "F")):
            self.run_well(ranks, "convert", "a.npy", "c/", "--order", order, "--block", "2x3", "--force")
            self.assertEqual(sorted(os.listdir(self.path("c"))), ["checkpoint.json", "matrix.npy"])
            self.assertEqual(self.read("c/matrix.npy"), npy_bytes(a, order))
            member, = json.loads(self.read("c/checkpoint.json"))["members"]
            self.assertEqual((member["name"], member["order"], member["layout"]["block"]), ("matrix", order, [2, 3]))
            self.assertEqual(self.damages(2, "c"), [])
            for path in ("c", "c/", "c:matrix"):
                self.run_well(3, "convert", path, "again.npy", "--force")
                self.assertEqual(self.read("again.npy"), self.read("a.npy"))
        info = json.loads(self.run_well(0, "info", "c:matrix", "--json").output)
        self.assertEqual((info["format"], info["layout"]["block"]), ("checkpoint", [2, 3]))
        self.assertIn("2x3", self.run_well(0, "info", "c:matrix").output)

    def test_a_checkpoint_is_replaced_and_an_empty_folder_filled(self):
        self.save_sample(2)
        a = np.arange(35.0, dtype="f4").reshape(7, 5)
        self.save("a.npy", a)
        self.run_well(2, "convert", "a.npy", "c/", "--force")
        self.assertEqual(sorted(os.listdir(self.path("c"))), ["checkpoint.json", "matrix.npy"])
        os.mkdir(self.path("empty"))
        self.run_well(0, "convert", "c", "empty/")
        self.run_well(0, "convert", "empty", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))
        ran = self.run_command(2, "convert", "a.npy", "half/", "--stored-as", "float16")
        self.assertEqual(ran.status, 1)
        self.assertIn("checkpoint have no type float16", ran.errors)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.npy", "b.npy", "c", "empty"])

    def test_other_files_are_read_to_their_end(self):
        self.save("a.npy", np.arange(9999.0).reshape(99, 101))
        for ranks in (0, 3):
            self.assertRegex(self.run_well(ranks, "verify", "a.npy").output, r"a\.npy: npy, 1 file, .* no checksums .*: sound")
        with open(self.path("a.npy"), "r+b") as file:
            file.truncate(5000)
        ran = self.run_command(2, "verify", "a.npy")
        self.assertEqual(ran.status, 1)
        self.assertRegex(ran.errors, r"a\.npy: the file is cut short")


if __name__ == "__main__":
    unittest.main()
