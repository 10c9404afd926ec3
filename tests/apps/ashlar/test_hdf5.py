# SPDX-License-Identifier: BSD-3-Clause
"""HDF5 and MATLAB 7.3 files, both ways. h5py is the oracle: it writes the input and reads the output."""
import os
import unittest

import numpy as np

from command import CommandTest, npy_bytes, numbers

try:
    import h5py
except ImportError:
    h5py = None

HAS_HDF5 = os.environ.pop("ASHLAR_HAS_HDF5") == "ON"
DTYPES = ["f4", "f8", "c8", "c16", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
MATLAB_CLASSES = {"f4": "single", "f8": "double", "c8": "single", "c16": "double", "i1": "int8", "i2": "int16",
                  "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64"}


def matlab_header():
    """The 512 bytes before the HDF5 part, as MATLAB writes them."""
    text = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024 HDF5 schema 1.00 ."
    return (text.ljust(116) + bytes(8) + b"\x00\x02IM").ljust(512, b"\0")


def with_parts(array):
    """A complex array as MATLAB's records {real, imag}; other arrays unchanged."""
    if array.dtype.kind != "c":
        return array
    part = "f4" if array.dtype.itemsize == 8 else "f8"
    records = np.empty(array.shape, [("real", part), ("imag", part)])
    records["real"], records["imag"] = array.real, array.imag
    return records


class Hdf5Test(CommandTest):
    def h5(self, name, mode="w", **options):
        return h5py.File(self.path(name), mode, **options)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)

    def mat(self, name, **variables):
        """A file as MATLAB writes it: (array, class, further attributes) by name."""
        with self.h5(name, userblock_size=512) as file:
            for variable, (array, kind, more) in variables.items():
                data = file.create_dataset(variable, data=with_parts(array.T) if array.ndim > 1 else array)
                data.attrs["MATLAB_class"] = np.bytes_(kind)
                for key, value in more.items():
                    data.attrs[key] = value
        with open(self.path(name), "r+b") as file:
            file.write(matlab_header())

    def check_to_npy(self, source, wanted, *options, ranks=(0,), order="C"):
        for count in ranks:
            with self.subTest(source=source, options=options, ranks=count):
                self.run_well(count, "convert", source, "out.npy", "--force", "--order", order, *options)
                self.assertEqual(self.read("out.npy"), npy_bytes(wanted, order))

    def info(self, source):
        return self.run_well(0, "info", source).output

    def check_equal(self, found, wanted):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(found.tobytes(), wanted.tobytes())


@unittest.skipUnless(HAS_HDF5 and h5py, "no h5py (Debian's python3-h5py)")
class Reading(Hdf5Test):
    def test_all_types_and_byte_orders_keep_their_bits(self):
        with self.h5("a.h5") as file:
            arrays = {name: numbers((7, 5), name) for name in DTYPES}
            arrays["f8"].view("u8")[1, 0] = 0x7FF4DEADBEEF0001  # a signalling NaN with a payload
            arrays["f8"][0, :2] = [-0.0, np.inf]
            for name, array in arrays.items():
                file[f"little/{name}"] = array.astype(array.dtype.newbyteorder("<"))
                file[f"big/{name}"] = array.astype(array.dtype.newbyteorder(">"))
        for name, array in arrays.items():
            self.check_to_npy(f"a.h5:{'little' if name[0] == 'u' else 'big'}/{name}", array)
        self.check_to_npy("a.h5:/little/c16", arrays["c16"])
        self.assertIn("bytes swapped", self.info("a.h5:big/c16"))
        self.assertNotIn("bytes swapped", self.info("a.h5:little/c16"))

    def test_chunks_and_filters_on_all_ranks(self):
        a = numbers((61, 47), "f8")
        filters = [dict(chunks=(7, 11)), dict(chunks=(61, 1), compression="gzip"),
                   dict(chunks=(1, 47), compression="gzip", compression_opts=9, shuffle=True),
                   dict(chunks=(16, 16), fletcher32=True), dict(chunks=(9, 9), scaleoffset=None, shuffle=True),
                   dict(maxshape=(None, None), chunks=(10, 10))]
        for number, options in enumerate(filters):
            with self.h5(f"{number}.h5") as file:
                file.create_dataset("x", data=a, **options)
            self.check_to_npy(f"{number}.h5", a, ranks=(number % 4,))

    def test_parts_transposes_and_ranks(self):
        a = numbers((23, 17), "c8")
        with self.h5("a.h5") as file:
            file.create_dataset("x", data=a, chunks=(4, 5), compression="gzip")
        self.mat("a.mat", x=(a, "single", {}))
        for source in ("a.h5", "a.mat"):
            self.check_to_npy(source, a, ranks=(0, 2, 5))
            self.check_to_npy(source, a, ranks=(2,), order="F")
            self.check_to_npy(source, a.T, "--transpose", ranks=(3,))
            self.check_to_npy(source, a[3:20, 5:6], "--rows", "3:20", "--cols", "5:6", ranks=(5,))
            self.check_to_npy(source, a[4:4], "--rows", "4:4")

    def test_vectors_numbers_and_empty_datasets(self):
        with self.h5("a.h5") as file:
            file["vector"], file["number"] = numbers(9, "f8"), np.float32(2.5)
            file["none"] = np.empty((0, 3))
            file["only/one"] = numbers((2, 2), "i4")
            vector = file["vector"][()]
        self.check_to_npy("a.h5:vector", vector, ranks=(0, 3))
        self.check_to_npy("a.h5:number", np.float32(2.5).reshape(()), ranks=(0, 2))
        self.check_to_npy("a.h5:none", np.empty((0, 3)), ranks=(0, 2))
        self.check_to_npy("a.h5:vector", vector[2:5], "--rows", "2:5")

    def test_the_only_matrix_needs_no_name(self):
        with self.h5("a.h5") as file:
            file["g/h/x"] = x = numbers((4, 3), "f8")
            file["v"], file["text"], file["cube"] = np.arange(3), "words", np.zeros((2, 2, 2))
        self.check_to_npy("a.h5", x)
        with self.h5("b.h5") as file:
            file["v"], file["number"] = v, _ = np.arange(3.0), 1
        self.check_to_npy("b.h5", v)

    def test_types_that_only_the_file_has(self):
        halves = np.arange(65536, dtype="u2").view("f2").reshape(256, 256)
        flags = numbers((5, 4), "i1") > 0
        with self.h5("a.h5") as file:
            file["half"], file["big"], file["flag"] = halves, halves.astype(">f2"), flags
        for name in ("half", "big"):
            self.run_well(2, "convert", f"a.h5:{name}", "out.npy", "--force")
            found = np.load(self.path("out.npy"))
            self.assertEqual(found.dtype, np.float32)
            np.testing.assert_array_equal(found, halves.astype("f4"))
            np.testing.assert_array_equal(np.signbit(found), np.signbit(halves))
        self.assertIn("stored as float16", self.info("a.h5:half"))
        self.check_to_npy("a.h5:flag", flags)
        self.assertIn("stored as bool", self.info("a.h5:flag"))

    def test_matlab_variables_of_all_classes(self):
        for dtype in DTYPES:
            a = numbers((5, 8), dtype)
            self.mat("a.mat", A=(a, MATLAB_CLASSES[dtype], {}))
            self.check_to_npy("a.mat", a)
            self.assertIn("5x8", self.info("a.mat:A"))
        flags = (numbers((4, 6), "i1") > 0).astype("u1")
        self.mat("a.mat", A=(flags, "logical", {"MATLAB_int_decode": np.int32(1)}),
                 t=(np.array([[72, 105]], "u2"), "char", {"MATLAB_int_decode": np.int32(2)}))
        self.check_to_npy("a.mat", flags.astype(bool))
        self.assertIn("stored as bool", self.info("a.mat:A"))
        self.mat("e.mat", E=(np.array([0, 7], "u8"), "double", {"MATLAB_empty": np.uint8(1)}))
        self.check_to_npy("e.mat", np.empty((0, 7)), ranks=(0, 2))

    def test_the_format_hdf5_reads_a_matlab_file_untransposed(self):
        a = numbers((3, 5), "f8")
        self.mat("a.mat", A=(a, "double", {}))
        self.check_to_npy("a.mat", np.ascontiguousarray(a.T), "--in-format", "hdf5")

    def test_links_within_the_file_are_followed(self):
        with self.h5("a.h5") as file:
            file["g/x"] = x = numbers((4, 3), "f8")
            file["soft"] = h5py.SoftLink("/g/x")
            file["hard"] = file["g/x"]
        self.check_to_npy("a.h5:soft", x)
        self.check_to_npy("a.h5:/hard", x)


@unittest.skipUnless(HAS_HDF5 and h5py, "no h5py (Debian's python3-h5py)")
class Writing(Hdf5Test):
    def convert(self, ranks, source, target, *options):
        self.run_well(ranks, "convert", source, target, "--force", *options)

    def test_all_types_on_all_ranks(self):
        for number, dtype in enumerate(DTYPES):
            a = self.save("a.npy", numbers((13, 9), dtype))
            ranks = (0, 1, 2, 3, 5)[number % 5]
            self.convert(ranks, "a.npy", "b.h5:/group/x")
            with self.h5("b.h5", "r") as file:
                self.check_equal(file["group/x"][()], a)
            self.convert(ranks, "a.npy", "b.mat:A")
            with self.h5("b.mat", "r") as file:
                self.check_equal(file["A"][()], np.ascontiguousarray(with_parts(a.T)))
                self.assertEqual(file["A"].attrs["MATLAB_class"], MATLAB_CLASSES[dtype].encode())
            self.assertEqual(self.read("b.mat")[:10] + self.read("b.mat")[124:128], b"MATLAB 7.3\x00\x02IM")
            self.check_to_npy("b.mat", a)

    def test_shapes_chunks_compression_and_byte_order(self):
        ways = [(0, ["--compression", "4"]), (3, ["--compression", "9", "--chunk", "7x8"]), (2, ["--chunk", "7x100"]),
                (5, ["--endian", "big"]), (5, ["--compression", "1"])]
        for number, shape in enumerate(((40, 30), (1, 50), (50, 1), (0, 4), (4, 0))):
            a = self.save("a.npy", numbers(shape, "f8"))
            for ranks, options in ways if number == 0 else (ways[number], ways[number - 1]):
                with self.subTest(shape=shape, ranks=ranks, options=options):
                    self.convert(ranks, "a.npy", "b.h5", *options)
                    with self.h5("b.h5", "r") as file:
                        x = file["matrix"]
                        np.testing.assert_array_equal(x[()], a)
                        self.assertEqual(x.shape, shape)
                        has_elements = a.size > 0
                        self.assertEqual(x.compression, "gzip" if "--compression" in options and has_elements else None)
                        self.assertEqual(x.dtype, np.dtype(">f8" if "big" in options else "f8"))
                        if "7x8" in options and has_elements:
                            self.assertEqual(x.chunks, (min(7, shape[0]), min(8, shape[1])))
                    self.check_to_npy("b.h5", a)

    def test_vectors_and_numbers_keep_their_dimensions(self):
        for array in (numbers(11, "f8"), np.float64(3.5).reshape(())):
            self.save("a.npy", array)
            for ranks in (0, 3):
                self.convert(ranks, "a.npy", "b.h5")
                with self.h5("b.h5", "r") as file:
                    self.check_equal(np.asarray(file["matrix"][()]), array)
        self.convert(2, "a.npy", "b.mat")
        with self.h5("b.mat", "r") as file:
            self.assertEqual(file["b"].shape, (1, 1))

    def test_a_dataset_is_added_and_the_others_stay(self):
        a, b = self.save("a.npy", numbers((40, 31), "f8")), self.save("b.npy", numbers((7, 9), "c8"))
        for ranks in (0, 2, 3):
            with self.h5("x.h5") as file:
                file["a/c"], file["text"] = a, "words"
                file.create_dataset("packed", data=b, compression="gzip")
                file["a"].attrs["kept"] = 3
            for options in ([], ["--compression", "4"]):
                name = "/a/d" if not options else "/a/e/f"
                ran = self.run_command(ranks, "convert", "b.npy", "x.h5:" + name, *options, force=False)
                self.assertEqual((ran.status, ran.errors), (0, ""))
                self.assertNotIn("replaced", ran.output)
            before = self.read("x.h5")
            for name in ("/a/d", "a/c"):
                ran = self.run_command(ranks, "convert", "a.npy", "x.h5:" + name, force=False)
                self.assertEqual(ran.status, 1)
                self.assertIn(f"x.h5:{name}: exists; --force replaces it", ran.errors)
            ran = self.run_command(ranks, "convert", "a.npy", "x.h5:/a")
            self.assertIn("x.h5: '/a' exists and is not a dataset", ran.errors)
            self.assertEqual(self.read("x.h5"), before)
            self.assertIn("replaced", self.run_well(ranks, "convert", "a.npy", "x.h5:/a/d", "--transpose").output)
            with self.h5("x.h5", "r") as file:
                self.assertEqual(sorted(file["a"]), ["c", "d", "e"])
                self.assertEqual((file["text"][()], file["a"].attrs["kept"]), (b"words", 3))
                for name, wanted in (("a/c", a), ("a/d", a.T), ("a/e/f", b), ("packed", b)):
                    self.check_equal(file[name][()], wanted)
            self.assertEqual(sorted(self.snapshot()), ["a.npy", "b.npy", "x.h5"])
            # Without a dataset name, a new file is written.
            self.run_well(ranks, "convert", "b.npy", "x.h5")
            with self.h5("x.h5", "r") as file:
                self.assertEqual(list(file), ["matrix"])

    def test_a_variable_is_added_to_a_matlab_file(self):
        a, b = self.save("a.npy", numbers((4, 3), "f8")), self.save("b.npy", numbers((7, 9), "i4"))
        self.run_well(2, "convert", "a.npy", "x.mat:A")
        self.run_well(2, "convert", "b.npy", "x.mat:B")
        with self.h5("x.mat", "r") as file:
            self.check_equal(file["A"][()].T, a)
            self.check_equal(file["B"][()].T, b)
        self.assertTrue(self.read("x.mat").startswith(b"MATLAB 7.3 MAT-file"))
        with self.h5("plain.h5") as file:
            file["x"] = a
        before = self.read("plain.h5")
        ran = self.run_command(2, "convert", "a.npy", "plain.h5:A", "--format", "mat")
        self.assertIn("plain.h5: is not a MATLAB file of version 7.3", ran.errors)
        self.assertEqual(self.read("plain.h5"), before)
        self.write("text.h5", b"1,2\n")
        ran = self.run_command(2, "convert", "a.npy", "text.h5:A")
        self.assertIn("text.h5: is not an HDF5 file", ran.errors)
        self.assertEqual(self.read("text.h5"), b"1,2\n")

    def test_sections_of_arrays(self):
        a = numbers((4, 5, 6), "f8")
        with self.h5("x.h5") as file:
            file["plain"] = a
            file.create_dataset("g/packed", data=a, chunks=(2, 2, 3), compression="gzip")
        self.mat("x.mat", A=(a, "double", {}))
        for ranks in (0, 3):
            for name in ("x.h5:plain", "x.h5:/g/packed", "x.mat"):
                for index, wanted in (("3,:,:", a[3]), (":,1,:", a[:, 1]), (":,:,-1", a[:, :, -1]), (":,2,3", a[:, 2, 3])):
                    self.run_well(ranks, "convert", name, "out.npy", "--index", index)
                    self.check_equal(np.load(self.path("out.npy")), wanted)
        ran = self.run_command(2, "convert", "x.h5:plain", "out.npy")
        self.assertIn("has 3 dimensions, but a matrix has two at most; --index", ran.errors)

    def test_the_layout_is_recorded(self):
        self.save("a.npy", numbers((9, 7), "f8"))
        self.convert(6, "a.npy", "b.h5", "--grid", "2x3", "--block", "2x4", "--source", "1,2", "--grid-order", "col")
        with self.h5("b.h5", "r") as file:
            attributes = {key: value.tolist() if hasattr(value, "tolist") else value
                          for key, value in file["matrix"].attrs.items()}
        self.assertEqual(attributes, {"shape": [9, 7], "block": [2, 4], "grid": [2, 3], "source": [1, 2],
                                      "order": b"col"})

    def test_matlab_names_come_from_the_file(self):
        self.save("a.npy", numbers((2, 3), "f8"))
        for name, variable in (("fine.mat", "fine"), ("2nd try.mat", "x2nd_try"), ("a-b.c.mat", "a_b_c")):
            self.convert(0, "a.npy", name)
            with self.h5(name, "r") as file:
                self.assertEqual(list(file), [variable])

    def test_an_empty_matlab_matrix_is_marked(self):
        self.save("a.npy", np.empty((3, 0), "i2"))
        self.convert(2, "a.npy", "b.mat:E")
        with self.h5("b.mat", "r") as file:
            self.assertEqual(file["E"][()].tolist(), [3, 0])
            self.assertEqual((file["E"].attrs["MATLAB_class"], file["E"].attrs["MATLAB_empty"]), (b"int16", 1))
        self.check_to_npy("b.mat", np.empty((3, 0), "i2"))

    def test_in_panels_of_bounded_memory(self):
        a = self.save("a.npy", numbers((700, 900), "f8"))
        for ranks, options in ((0, []), (3, ["--compression", "2"]), (3, ["--transpose", "--chunk", "50x60"])):
            self.convert(ranks, "a.npy", "b.h5", "--max-memory", "1M", *options)
            with self.h5("b.h5", "r") as file:
                np.testing.assert_array_equal(file["matrix"][()], a.T if "--transpose" in options else a)


@unittest.skipUnless(HAS_HDF5 and h5py, "no h5py (Debian's python3-h5py)")
class Rejected(Hdf5Test):
    """Rejected files: one sentence from one rank, and no file changes."""

    def reject(self, reason, *arguments, ranks=(2,)):
        before = self.snapshot()
        for count in ranks:
            with self.subTest(arguments=arguments, ranks=count):
                ran = self.run_command(count, *arguments)
                self.assertEqual(ran.status, 1, ran.errors)
                lines = [line for line in ran.errors.splitlines() if line.startswith("ashlar: error: ")]
                self.assertEqual(len(lines), 1, ran.errors)
                self.assertRegex(lines[0], reason)
                for noise in ("Signal", "HDF5-DIAG", "Segmentation", "terminate called"):
                    self.assertNotIn(noise, ran.errors)
                self.assertEqual(self.snapshot(), before)

    def test_files_that_are_none(self):
        self.write("text.h5", b"1,2,3\n")
        self.write("empty.h5", b"")
        self.write("old.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64".ljust(200))
        self.write("text.mat", b"x = 1")
        self.reject(r"text\.h5: is not an HDF5 file", "convert", "text.h5", "out.npy")
        self.reject(r"empty\.h5: is not an HDF5 file", "info", "empty.h5", ranks=[0])
        self.reject(r"old\.mat: is not an HDF5 file", "convert", "old.mat", "out.npy")
        self.reject(r"text\.mat: is not an HDF5 file", "info", "text.mat", ranks=[0])
        self.reject(r"missing\.h5: cannot be opened: No such file", "info", "missing.h5:/x", ranks=[0])

    def test_files_that_are_cut_short(self):
        with self.h5("whole.h5") as file:
            file.create_dataset("x", data=numbers((100, 100), "f8"), chunks=(10, 10), compression="gzip")
        whole = self.read("whole.h5")
        for length in (8, 100, 600, 2000, len(whole) // 2, len(whole) - 1):
            self.write("short.h5", whole[:length])
            self.reject(r"short\.h5: ", "convert", "short.h5", "out.npy", ranks=[0])
        self.reject(r"short\.h5: cannot be opened as HDF5: truncated file", "convert", "short.h5", "out.npy", ranks=[3])

    def test_damaged_chunks(self):
        with self.h5("a.h5") as file:
            x = file.create_dataset("x", data=np.arange(10000.0).reshape(100, 100), chunks=(100, 100),
                                    compression="gzip")
            place = x.id.get_chunk_info(0)
        whole = bytearray(self.read("a.h5"))
        whole[place.byte_offset:place.byte_offset + place.size] = bytes(place.size)
        self.write("a.h5", bytes(whole))
        self.reject(r"a\.h5: the dataset '/x' cannot be read: inflate\(\) failed", "convert", "a.h5", "out.npy")

    def test_names_that_lead_to_no_matrix(self):
        with self.h5("a.h5") as file:
            for number in range(12):
                file[f"g/m{number:02}"] = np.eye(3)
            file["text"], file["cube"] = "words", np.zeros((2, 3, 4))
            file["records"] = np.zeros((2, 2), [("a", "f8"), ("b", "i4")])
            file["long"] = np.zeros((2, 2), np.longdouble)
            file["null"] = h5py.Empty("f8")
            file["enum"] = np.zeros((2, 2), h5py.enum_dtype({"RED": 0, "BLUE": 1}, "i1"))
            file["lists"] = np.array([np.arange(2), np.arange(3)], h5py.vlen_dtype("i4"))
        listed = ", ".join(f"'/g/m{number:02}'" for number in range(10))
        self.reject(rf"a\.h5: holds the datasets {listed} and more; name one", "convert", "a.h5", "out.npy")
        self.reject(r"a\.h5: has no dataset '/g/y'; it holds the datasets '/g/m00'", "convert", "a.h5:g/y", "out.npy")
        for name, reason in (("g", "is a group"), ("text", "holds text"), ("cube", "has 3 dimensions"),
                             ("records", "holds records"), ("long", r"unusual kind \(128 bits\)"),
                             ("null", "no elements at all"), ("enum", "an enumeration's values"),
                             ("lists", "lists of varying length"), ("g/m00/x", "has no dataset"), ("/", "is a group")):
            self.reject(rf"a\.h5: .*{reason}", "info", f"a.h5:{name}", ranks=[0])
        with self.h5("b.h5") as file:
            file["text"] = "words"
        self.reject(r"b\.h5: holds no dataset of numbers", "info", "b.h5", ranks=[0])

    def test_data_in_other_files_is_not_read(self):
        with self.h5("other.h5") as file:
            file["x"] = np.eye(3)
        np.eye(3).tofile(self.path("raw.bin"))
        with self.h5("a.h5") as file:
            file["link"] = h5py.ExternalLink("other.h5", "/x")
            file["indirect"] = h5py.SoftLink("/link")
            layout = h5py.VirtualLayout((3, 3), "f8")
            layout[:] = h5py.VirtualSource(self.path("other.h5"), "x", (3, 3))
            file.create_virtual_dataset("virtual", layout)
            file.create_dataset("external", (3, 3), "f8", external=[("raw.bin", 0, 72)])
            file["loop"] = h5py.SoftLink("/loop")
            file["dangling"] = h5py.SoftLink("/nowhere")
        for name, reason in (("link", "is a link to another file"), ("indirect", "cannot be opened"),
                             ("virtual", "has its data in other files"), ("external", "has its data in other files"),
                             ("loop", "cannot be opened"), ("dangling", "cannot be opened")):
            self.reject(rf"a\.h5: the dataset '/{name}' {reason}", "convert", f"a.h5:{name}", "out.npy", ranks=[0])
        self.reject(r"a\.h5: holds no dataset of numbers", "info", "a.h5", ranks=[0])

    def test_sizes_that_nobody_has(self):
        with self.h5("a.h5") as file:
            file.create_dataset("x", (2**62, 2**60), "f8", chunks=(1, 1))
            file.create_dataset("y", (2**40, 2**40), "u1", chunks=(1, 1))
        self.reject(r"a\.h5: the dataset '/x' exceeds the range of 64-bit sizes", "info", "a.h5:x", ranks=[0])
        self.reject(r"a\.h5: the dataset '/y' exceeds the range of 64-bit sizes", "info", "a.h5:y", ranks=[0])

    def test_matlab_variables_of_other_kinds(self):
        self.mat("a.mat", text=(np.array([[72, 105]], "u2"), "char", {}), cells=(np.zeros((2, 2), "u8"), "cell", {}),
                 e=(np.array([2, 7], "u8"), "double", {"MATLAB_empty": np.uint8(1)}),
                 vector=(np.arange(3.0), "double", {}))
        with self.h5("a.mat", "r+") as file:
            file["plain"] = np.eye(2)
            file.create_group("sparse").attrs["MATLAB_sparse"] = np.uint64(3)
            file.create_group("record").attrs["MATLAB_class"] = np.bytes_("struct")
        for name, reason in (("text", "of MATLAB's class 'char'"), ("cells", "of MATLAB's class 'cell'"),
                             ("sparse", "is a sparse matrix"), ("record", "of MATLAB's class 'struct'"),
                             ("plain", "has no attribute MATLAB_class"), ("e", "not those of an empty matrix"),
                             ("vector", "MATLAB's matrices have two")):
            self.reject(rf"a\.mat: .*{reason}", "info", f"a.mat:{name}", ranks=[0])

    def test_files_that_cannot_be_written(self):
        self.save("a.npy", np.eye(3))
        self.reject(r"no/b\.h5: cannot be created: No such file", "convert", "a.npy", "no/b.h5")
        for name in ("b.h5:/x//y", "b.h5:../x"):
            self.reject(r"b\.h5: the dataset name ", "convert", "a.npy", name, ranks=[0])
        self.reject(r"b\.mat: '1x' is not a name of a MATLAB variable", "convert", "a.npy", "b.mat:1x")
        self.reject(r"files of the format mat have no byte order", "convert", "a.npy", "b.mat", "--endian", "big")
        self.reject(r"chunks would be 99999999999x99999999999", "convert", "a.npy", "b.h5", "--chunk",
                    "99999999999x99999999999")


@unittest.skipIf(HAS_HDF5, "this build has HDF5")
class Missing(CommandTest):
    def test_the_package_is_named(self):
        self.save("a.npy", np.eye(3))
        for name in ("b.h5", "b.mat"):
            ran = self.run_command(2, "convert", "a.npy", name)
            self.assertEqual(ran.status, 1)
            self.assertRegex(ran.errors, rf"{name}: this library was built without parallel HDF5.*libhdf5-openmpi-dev")


if __name__ == "__main__":
    unittest.main()
