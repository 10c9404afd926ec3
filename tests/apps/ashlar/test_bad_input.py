# SPDX-License-Identifier: BSD-3-Clause
"""Rejected input: the command prints one clear sentence and changes no file."""
import json
import os
import socket
import struct
import subprocess
import sys
import unittest

import numpy as np

from command import COMMAND, LAUNCH, TIME_LIMIT, CommandTest, npy_bytes
from test_pieces import write_pieces

RANKS = (0, 3)


class BadInput(CommandTest):
    def setUp(self):
        super().setUp()
        self.save("good.npy", np.arange(20.0).reshape(4, 5))
        self.save("square.npy", np.eye(4))
        self.save("old.npy", np.arange(3.0))

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)

    def header(self, text):
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()

    def check(self, ran, reason, status=1):
        """Checks the error message and the absence of other output after a rejected input."""
        self.assertEqual(ran.status, status, ran.errors)
        lines = [line for line in ran.errors.splitlines() if line.startswith("ashlar: error: ")]
        self.assertEqual(len(lines), 1, ran.errors)
        self.assertRegex(lines[0], reason)
        self.assertLessEqual(len(ran.errors.splitlines()), 12, ran.errors)
        for noise in ("Signal", "backtrace", "Segmentation", "Sanitizer", "terminate called", "*** Process"):
            self.assertNotIn(noise, ran.errors)
        self.assertEqual(ran.output, "")
        self.assertLess(ran.seconds, 30)

    def reject(self, reason, *arguments, status=1, ranks=RANKS):
        before = self.snapshot()
        for count in ranks:
            with self.subTest(arguments=arguments, ranks=count):
                self.check(self.run_command(count, *arguments), reason, status)
                self.assertEqual(self.snapshot(), before)

    def test_styles_that_a_format_lacks(self):
        for out, lacking in (("x.npy", ("chunk", "compression", "delimiter")), ("x/", ("chunk", "compression")),
                             ("x.mtx", ("chunk", "delimiter")), ("x.csv", ("compression", "chunk"))):
            for option in lacking:
                value = {"chunk": ["2x2"], "compression": ["3"], "delimiter": [";"]}[option]
                word = {"chunk": "chunks"}.get(option, option)
                self.reject(f"files of the format [a-z]+ have no {word}", "convert", "good.npy", out, "--" + option, *value, ranks=[0])
        other = "big" if sys.byteorder == "little" else "little"
        for out in ("x.csv", "x.mtx", "x/"):
            self.reject("have no byte order to choose", "convert", "good.npy", out, "--endian", other, ranks=[0])
        self.reject("x.npy:foo: such files have no members", "convert", "good.npy", "x.npy:foo", ranks=[0])
        self.reject("the name behind its colon is empty", "convert", "good.npy", "x.h5:", ranks=[0])
        for out, order, only in (("x.csv", "F", "C"), ("x.mtx", "C", "F"), ("x.h5", "F", "C"), ("x.mat", "C", "F")):
            self.reject(f"{out} is of a format that has order {only} only", "convert", "good.npy", out, "--order", order, ranks=[0])

    def test_files_that_are_none(self):
        self.reject(r"missing\.npy: cannot be opened: No such file", "info", "missing.npy")
        self.reject(r"missing\.npy: cannot be opened: No such file", "convert", "missing.npy", "old.npy")
        self.reject(r"good\.npy/x\.npy: cannot be opened", "info", "good.npy/x.npy", ranks=[0])
        os.mkdir(self.path("folder"))
        self.reject(r"folder: is a folder with neither layout\.json nor checkpoint\.json", "convert", "folder", "old.npy")

    def test_special_files_are_refused_without_a_wait(self):
        self.reject("/dev/zero: is a pipe, device or socket", "info", "/dev/zero", ranks=[0])
        fifo, link = self.path("fifo.npy"), self.path("socket.npy")
        os.mkfifo(fifo)
        ran = self.run_command(3, "convert", "fifo.npy", "old.npy")
        self.check(ran, r"fifo\.npy: is a pipe, device or socket")
        with socket.socket(socket.AF_UNIX) as unix:
            unix.bind(link)
            self.check(self.run_command(0, "info", "socket.npy"), r"socket\.npy: cannot be opened")

    def test_files_that_are_not_npy(self):
        self.write("text.npy", b"1,2,3\n4,5,6\n")
        self.write("empty.npy", b"")
        self.write("zip.npy", b"PK\x03\x04" + bytes(100))
        self.reject(r"text\.npy: not a \.npy file", "convert", "text.npy", "old.npy")
        self.reject(r"empty\.npy: the file is empty", "info", "empty.npy", ranks=[0])
        self.reject(r"zip\.npy: not a zip archive, or cut short", "info", "zip.npy", ranks=[0])

    def test_files_that_are_cut_short_or_too_long(self):
        whole = self.read("good.npy")
        self.write("short.npy", whole[:-1])
        self.write("head.npy", whole[:50])
        self.write("long.npy", whole + b"x")
        self.reject(r"short\.npy: the file is cut short: 4x5 float64 needs 160 bytes", "convert", "short.npy", "old.npy")
        self.reject(r"head\.npy: the file is cut short", "info", "head.npy", ranks=[0])
        self.reject(r"long\.npy: the file is too long", "info", "long.npy", ranks=[0])

    def test_types_that_are_not_held(self):
        for name, array in (("text", np.array(["a", "b"])),
                            ("date", np.zeros(3, "M8[s]")), ("long", np.zeros(3, np.longdouble))):
            self.save(name + ".npy", array)
            self.reject(rf"{name}\.npy: its elements are of type", "info", name + ".npy", ranks=[0])
        self.save("record.npy", np.zeros(3, [("a", "f8"), ("b", "i4")]))
        self.reject(r"record\.npy: its elements are records", "convert", "record.npy", "old.npy")
        np.save(self.path("object.npy"), np.array([None, {}], dtype=object), allow_pickle=True)
        self.reject(r"object\.npy: its elements are of type '\|O'", "convert", "object.npy", "old.npy")

    def test_headers_with_wrong_claims(self):
        headers = {
            "huge": (self.header("{'descr': '<f8', 'fortran_order': False, 'shape': (2000000000, 1000000000), }"),
                     "64-bit"),
            "big": (self.header("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000), }"), "cut short"),
            "claim": (b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + bytes(100), "claims 4294967295 bytes"),
            "wrap": (self.header("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"),
                     "64-bit"),
            "cube": (npy_bytes(np.zeros((2, 2, 2))), "is an array of 2x2x2, no matrix; --index "),
            "nest": (self.header("(" * 9000), "malformed"),
            "code": (self.header("__import__('os').system('touch pwned')"), "malformed"),
        }
        for name, (content, reason) in headers.items():
            self.write(name + ".npy", content)
            self.reject(rf"{name}\.npy: .*{reason}", "convert", name + ".npy", "old.npy", ranks=[0])

    def test_grids_that_do_not_fit_the_ranks(self):
        for grid in ("2x2", "1x2", "1000x1000", "46341x46341"):
            self.reject(rf"a {grid} grid .* 3 ranks", "convert", "good.npy", "old.npy", "--grid", grid, ranks=[3])
        self.reject("a 2x3 grid .* 3 ranks", "solve", "square.npy", "square.npy", "-o", "old.npy", "--grid", "2x3",
                    ranks=[3])
        self.reject("source process is 1", "convert", "good.npy", "old.npy", "--source", "1,0", ranks=[0])

    def test_options_that_make_no_sense(self):
        def usage(reason, *arguments):
            self.reject(reason, *arguments, status=2, ranks=[0])

        layout = ("layout", "--shape", "9x9", "--grid", "2x3", "--block")
        usage("'0x2' is not of the form MBxNB", *layout, "0x2")
        usage("'2' is not of the form MBxNB", *layout, "2")
        usage("'2x-2' is not of the form", *layout, "2x-2")
        usage("'99999999999999999999x2' is not of the form", *layout, "99999999999999999999x2")
        usage("'0x3' is not of the form PxQ", "layout", "--shape", "9x9", "--block", "2x2", "--grid", "0x3")
        usage("'0x0' is not of the form MBxNB", "convert", "good.npy", "old.npy", "--block", "0x0")
        usage("--dtype.*'float16' is not of the form", "convert", "good.npy", "old.npy", "--dtype", "float16")
        usage("'diagonal' is not of the form", "convert", "good.npy", "old.npy", "--triangle", "diagonal")
        usage("--diagonal.*--triangle", "convert", "good.npy", "old.npy", "--diagonal", "1")
        usage("--mirror excludes --triangle|--triangle excludes", "convert", "good.npy", "old.npy", "--mirror", "upper",
              "--triangle", "upper")
        usage("--symmetric.*--mirror", "convert", "good.npy", "old.npy", "--symmetric")
        usage("'2,5' is not of the form X", "convert", "good.npy", "old.npy", "--scale", "2,5")
        usage("--conj-transpose excludes --transpose|--transpose excludes", "convert", "good.npy", "old.npy",
              "--transpose", "--conj-transpose")
        usage("--out is required", "convert", "good.npy")
        usage("--frobnicate", "convert", "good.npy", "old.npy", "--frobnicate")
        usage("'frobnicate' was not expected; A subcommand", "frobnicate")
        usage(r"'--shpae' was not expected; did you mean --shape\? --shape is required", "layout", "--shpae", "9x9", *layout[3:], "2x2")
        usage("ubcommand")
        self.reject("'0x2' is not of the form", *layout, "0x2", status=2, ranks=[3])

    def test_plans_that_make_no_sense(self):
        def usage(reason, *arguments):
            self.reject(reason, "plan", *arguments, status=2, ranks=[0])

        slabs = ("--shape", "9x9", "--from-grid", "3x1", "--from-block", "3x9")
        plan = (*slabs, "--grid", "2x2", "--block", "2x2")
        usage("--shape is required", *plan[2:])
        usage("--from-grid is required", *plan[:2], *plan[4:])
        usage("--block is required", *plan[:-2])
        usage(r"'--blok' was not expected; did you mean --block\? --block is required", *plan[:-2], "--blok", "2x2")
        usage("--blok", *plan, "--blok", "2x2")
        usage(r"'2x' is not of the form PxQ \(process grid, at least 1x1\)", *slabs, "--grid", "2x", "--block", "2x2")
        usage("'-1' is not of the form R", *plan, "--rank", "-1")
        usage("'float8' is not of the form T .*float32", *plan, "--dtype", "float8")
        usage("--unit requires --triangle", *plan, "--unit")
        usage("--diagonal requires --triangle", *plan, "--diagonal", "1")
        for reason, *options in (("--rank is 4, but the layouts have ranks 0 to 3", "--rank", "4"),
                                 ("source process is 2, but must lie between 0 and 1", "--source", "2,0"),
                                 ("65536x65536 has more positions than MPI can number", "--grid", "65536x65536")):
            words = {**dict(zip(plan[::2], plan[1::2])), options[0]: options[1]}
            self.reject(reason, "plan", *(word for pair in words.items() for word in pair), ranks=[0])

    def test_arguments_that_do_not_fit_the_matrix(self):
        self.reject("only a square one has a mirror image", "convert", "good.npy", "old.npy", "--mirror", "lower",
                    "--rows", "0:1")
        self.reject("elements of type int32 are not multiplied", "convert", "good.npy", "old.npy", "--scale", "2",
                    "--dtype", "int32")
        self.reject(r"--rows 2:9 is not a range within 0:4", "convert", "good.npy", "old.npy", "--rows", "2:9")
        self.reject(r"--cols 4:2 is not a range within 0:5", "convert", "good.npy", "old.npy", "--cols", "4:2", ranks=[0])
        self.reject(r"\(9, ?0\)|9,0", "layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3", "--owner", "9,0",
                    ranks=[0, 3])
        self.reject("--order: new.mat is of a format", "convert", "good.npy", "new.mat", "--order", "C", ranks=[0])

    def test_numbers_that_the_type_cannot_hold(self):
        self.save("large.npy", np.array([[1.0, 300.0]]))
        self.save("nan.npy", np.array([[1.0, np.nan]]))
        self.save("complex.npy", np.array([[1.0j]]))
        self.reject(r"large\.npy: element \(0, 1\) is 300", "convert", "large.npy", "old.npy", "--dtype", "int8")
        self.reject(r"nan\.npy: element \(0, 1\) is nan", "convert", "nan.npy", "old.npy", "--dtype", "int64", ranks=[0])
        self.reject(r"complex\.npy: holds complex128", "convert", "complex.npy", "old.npy", "--dtype", "float64")

    def test_systems_whose_shapes_do_not_match(self):
        self.reject(r"good\.npy: is 4x5, but must be square", "solve", "good.npy", "square.npy", "-o", "old.npy")
        self.save("five.npy", np.ones(5))
        self.reject(r"five\.npy: has 5 rows, but square\.npy has 4", "solve", "square.npy", "five.npy", "-o", "old.npy")

    def test_output_that_cannot_be_written(self):
        self.reject(r"nowhere/x\.npy: cannot be created: No such file", "convert", "good.npy", "nowhere/x.npy")
        self.reject(r"nowhere/p/: cannot be created: No such file", "convert", "good.npy", "nowhere/p/")
        self.reject(r"/proc/x\.npy: cannot be created", "convert", "good.npy", "/proc/x.npy", ranks=[0])
        self.reject(r"/dev/null: cannot be written: it is a pipe, device", "convert", "good.npy", "/dev/null", "--format",
                    "npy", ranks=[0])
        os.mkdir(self.path("folder"))
        self.write("folder/thesis.txt", b"years of work")
        self.reject(r"folder: its ending is that of no format: .* a checkpoint \(PATH/\)", "convert", "good.npy",
                    "folder", ranks=[0])
        self.reject(r"x\.png: its ending is that of a picture: draw one by ashlar show", "convert", "good.npy", "x.png")
        self.reject(r"folder: cannot be written: it is a folder", "convert", "good.npy", "folder", "--format", "npy")
        self.reject(r"folder/: cannot be written: the folder has other content \(thesis\.txt\)", "convert", "good.npy",
                    "folder/")
        self.reject(r"old\.npy/: cannot be written: it exists and is not a folder", "convert", "good.npy", "old.npy/",
                    ranks=[0])

    @unittest.skipIf(os.getuid() == 0, "permissions do not bind root")
    def test_output_that_must_not_be_written(self):
        os.chmod(self.path("old.npy"), 0o444)
        self.reject(r"old\.npy: cannot be written: Permission denied", "convert", "good.npy", "old.npy")

    def test_a_file_beyond_the_limit_leaves_the_old_one(self):
        self.save("wide.npy", np.zeros((300, 300)))
        before = self.snapshot()
        # Only the ranks are limited, not mpirun.
        limited = ["bash", "-c", 'ulimit -f 256; exec "$0" "$@"', COMMAND, "convert", "wide.npy", "old.npy", "--force"]
        for ranks in ("1", "3"):
            done = subprocess.run(LAUNCH + [ranks] + limited, cwd=self.folder, capture_output=True, text=True,
                                  timeout=TIME_LIMIT)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, r"ashlar: error: old\.npy: cannot be written: File too large")
            self.assertEqual(done.stderr.count("ashlar: error:"), 1)
            self.assertEqual(self.snapshot(), before)

    def test_a_full_standard_output_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([COMMAND, "info", "good.npy"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=900)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ashlar: error: standard output: cannot be written", done.stderr)

    def test_pieces_that_are_not_whole(self):
        write_pieces(self.path("p"), np.load(self.path("good.npy")), (1, 1), (2, 3))
        layout = json.loads(self.read("p/layout.json"))

        def spoiled(reason, name, content):
            whole = self.read(name)
            os.remove(self.path(name))
            if content is not None:
                self.write(name, content)
            self.reject(reason, "convert", "p", "old.npy", ranks=[2])
            self.write(name, whole)

        spoiled(r"p/rank4\.npy: cannot be opened: No such file", "p/rank4.npy", None)
        spoiled(r"p/rank4\.npy: the file is cut short", "p/rank4.npy", self.read("p/rank4.npy")[:-8])
        spoiled(r"p/rank1\.npy: is 3x3, but by layout\.json it must be 2x2", "p/rank1.npy", npy_bytes(np.zeros((3, 3)), "F"))
        spoiled(r"p/rank1\.npy: holds float32", "p/rank1.npy", npy_bytes(np.zeros((2, 2), "f4"), "F"))
        spoiled(r"p/rank1\.npy: is in C order", "p/rank1.npy", npy_bytes(np.zeros((2, 2)), "C"))
        spoiled(r"p/layout\.json: is not valid JSON", "p/layout.json", b"{")
        spoiled(r"p/layout\.json: has no field 'grid'", "p/layout.json",
                json.dumps({k: v for k, v in layout.items() if k != "grid"}).encode())

    def test_names_with_odd_characters_stay_in_one_line(self):
        self.reject(r"two lines\.npy: cannot be opened", "info", "two\nlines.npy", ranks=[0])
        self.reject("cannot be opened: File name too long", "info", "x" * 5000, ranks=[0, 3])


if __name__ == "__main__":
    unittest.main()
