# SPDX-License-Identifier: BSD-3-Clause
"""Conversions between all file formats: NumPy, SciPy and h5py write IN and read OUT.

Each case draws two formats, an element type that both hold, an operation on the matrix, and the memory of a rank.
All cases of one number of ranks run in one mpirun. ASHLAR_FORMAT_CASES is the number of cases, ASHLAR_FORMAT_SEED
the seed of the random choices.
"""
import gzip
import json
import os
import random
import struct
import subprocess
import unittest

import numpy as np

from command import LAUNCH, CommandTest, npy_bytes, numbers
from test_pieces import write_pieces

try:
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None
    print("skipped: Matrix Market, for want of SciPy", flush=True)
try:
    import h5py
except ImportError:
    h5py = None
    print("skipped: HDF5, for want of h5py", flush=True)

CONVERT_MANY = os.environ.pop("ASHLAR_CONVERT_MANY")
HAS_HDF5 = h5py is not None and os.environ.pop("ASHLAR_HAS_HDF5") == "ON"
CASES = int(os.environ.pop("ASHLAR_FORMAT_CASES", "800"))
SEED = int(os.environ.pop("ASHLAR_FORMAT_SEED", "1"))
# Of 20 cases; ranks beyond the processors take most of the time.
CASES_BY_RANKS = {1: 6, 2: 6, 3: 4, 4: 2, 6: 2}

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
ALL = ["float32", "float64", "complex64", "complex128"] + INTEGERS


class Npy:
    types, ending, reads, writes, has_arrays = ALL + ["bool"], ".npy", True, True, True

    def save(self, path, a, rng):
        if rng.random() < 0.3:
            a = a.astype(a.dtype.newbyteorder())
        np.save(path, np.asfortranarray(a) if rng.random() < 0.5 else a)
        return []

    def load(self, path, a):
        return np.load(path)


class Npz:
    types, ending, reads, writes, has_arrays = ALL + ["bool"], ".npz", True, True, True

    def save(self, path, a, rng):
        (np.savez_compressed if rng.random() < 0.5 else np.savez)(path, a=a, other=np.arange(3))
        return []

    inside = ":a"

    def load(self, path, a):
        with np.load(path) as file:
            assert file.files[-1] == "a"
            return file["a"]


class Raw:
    types, ending, reads, writes = ALL, ".bin", True, True

    def save(self, path, a, rng):
        order, head, big = rng.choice("CF"), rng.choice((0, 7)), rng.random() < 0.3
        with open(path, "wb") as file:
            file.write(bytes(head) + (a.astype(a.dtype.newbyteorder(">")) if big else a).tobytes(order))
        return ["--in-shape", f"{a.shape[0]}x{a.shape[1]}", "--in-dtype", a.dtype.name, "--in-order", order,
                "--in-offset", str(head), "--in-endian", "big" if big else "little"]

    def load(self, path, a):
        with open(path + ".json") as file:
            about = json.load(file)
        return np.fromfile(path, about["dtype"]).reshape(about["shape"], order=about["order"])


class Pieces:
    types, ending, reads, writes = ALL, "/", True, False

    def save(self, path, a, rng):
        grid = rng.choice(((1, 1), (2, 3), (3, 2), (1, 4)))
        write_pieces(path, a, (rng.randint(1, 9), rng.randint(1, 9)), grid,
                     (rng.randrange(grid[0]), rng.randrange(grid[1])))
        return []


class Checkpoint:
    types, ending, reads, writes = ALL, "/", False, True

    def load(self, path, a):
        with open(os.path.join(path, "checkpoint.json")) as file:
            member, = json.load(file)["members"]
        return np.load(os.path.join(path, member["file"]))


class MatrixMarket:
    types, ending, reads, writes = ["float64", "complex128", "int64"], ".mtx", scipy is not None, scipy is not None

    def save(self, path, a, rng):
        scipy.io.mmwrite(path, scipy.sparse.coo_matrix(a) if rng.random() < 0.5 else a, precision=17, symmetry="general")
        return []

    def load(self, path, a):
        found = scipy.io.mmread(path)
        return found.toarray() if scipy.sparse.issparse(found) else found


class Csv:
    types, ending, reads, writes = ["float64", "complex128", "int64", "uint8", "float32"], ".csv", True, True

    def save(self, path, a, rng):
        with open(path, "w") as file:
            for row in a:
                file.write(",".join(repr(x.item()) if a.dtype != np.float32 else str(x) for x in row) + "\n")
        return ["--in-dtype", a.dtype.name]

    def load(self, path, a):
        with open(path) as file:
            rows = [[complex(x) if a.dtype.kind == "c" else int(x) if a.dtype.kind in "iu" else float(x)
                     for x in line.split(",")] for line in file.read().splitlines()]
        return np.array(rows, a.dtype).reshape(a.shape)


class Txt(Csv):
    ending = ".txt"

    def save(self, path, a, rng):
        fmt = {"c": "(%.17e%+.17ej)" if rng.random() < 0.5 else "%.17e%+.17ej", "f": "%.17e"}.get(a.dtype.kind, "%d")
        np.savetxt(path, a, fmt=[fmt] * a.shape[1], header=rng.choice(("", "three words here")))
        return ["--in-dtype", a.dtype.name]

    def load(self, path, a):
        return np.loadtxt(path, dtype=a.dtype, ndmin=2)


class MissingValues(Csv):
    """A table with missing values, which NumPy represents as NaN."""
    types, writes = ["float64", "float32"], False

    def save(self, path, a, rng):
        wanted = a.copy()
        for k in rng.sample(range(a.size), a.size // 3):
            wanted.flat[k] = np.nan
        words = ("NA", "", "N/A", "<NA>", "nan", "null", "None", '"NA"')
        with open(path, "w") as file:
            for row in wanted:
                file.write(",".join(rng.choice(words) if np.isnan(x) else str(x) for x in row) + "\n")
        a[...] = wanted
        return ["--in-dtype", a.dtype.name, "--missing", "nan", "--header", "0"]


class Packed:
    """A text format through gzip."""

    def __init__(self, kind):
        self.kind = kind
        self.types, self.ending, self.reads, self.writes = kind.types, kind.ending + ".gz", kind.reads, kind.writes

    def save(self, path, a, rng):
        plain = path.removesuffix(".gz")
        options = self.kind.save(plain, a, rng)
        with open(plain, "rb") as file:
            text = file.read()
        cut = rng.randrange(len(text)) if rng.random() < 0.3 else len(text)
        with open(path, "wb") as file:
            file.write(gzip.compress(text[:cut], rng.randint(1, 9)) + (gzip.compress(text[cut:]) if cut < len(text) else b""))
        os.remove(plain)
        return options

    def load(self, path, a):
        with gzip.open(path) as packed, open(path.removesuffix(".gz"), "wb") as plain:
            plain.write(packed.read())
        return self.kind.load(path.removesuffix(".gz"), a)


class Matlab5:
    types = ["float64", "float32", "complex64", "complex128", "bool"] + INTEGERS
    ending, reads, writes, has_arrays = ".mat", scipy is not None, False, True

    def save(self, path, a, rng):
        scipy.io.savemat(path, {"other": "text", "x": a, "y": np.arange(3)}, do_compression=rng.random() < 0.5)
        return []

    inside = ":x"


class Hdf5:
    types, ending, reads, writes, has_arrays = ALL + ["bool"], ".h5", HAS_HDF5, HAS_HDF5, True

    def save(self, path, a, rng):
        how = rng.choice(({}, {"chunks": (5, 4)}, {"chunks": (3, 7), "compression": "gzip", "shuffle": True}))
        if a.ndim > 2:
            how = rng.choice(({}, {"chunks": True, "compression": "gzip"}))
        with h5py.File(path, "w") as file:
            file.create_dataset("deep/x", data=a, **(how if a.ndim > 2 or min(a.shape) >= 7 else {}))
        return []

    inside = ":/deep/x"

    def load(self, path, a):
        with h5py.File(path) as file:
            return file["deep/x"][()]


class Matlab:
    types, ending, reads, writes = ["float64", "float32", "int32", "uint8", "bool"], ".mat", HAS_HDF5, HAS_HDF5

    def save(self, path, a, rng):
        with h5py.File(path, "w", userblock_size=512) as file:
            data = file.create_dataset("A", data=a.T.view("uint8") if a.dtype == bool else a.T)
            name = {"float64": "double", "float32": "single", "bool": "logical"}.get(a.dtype.name, a.dtype.name)
            data.attrs["MATLAB_class"] = np.bytes_(name)
        with open(path, "r+b") as file:
            file.write(b"MATLAB 7.3 MAT-file".ljust(124) + struct.pack("<HH", 0x0200, 0x4D49))
        return []

    def load(self, path, a):
        with h5py.File(path) as file:
            (name,) = file
            return file[name][()].T.astype(bool if file[name].attrs["MATLAB_class"] == b"logical" else file[name].dtype)


FORMATS = {kind.__name__: kind()
           for kind in (Npy, Npz, Raw, Pieces, Checkpoint, MatrixMarket, Csv, Txt, MissingValues, Hdf5, Matlab, Matlab5)}
FORMATS |= {"Packed" + kind.__name__: Packed(kind()) for kind in (Csv, Txt, MatrixMarket)}


def random_array(shape, dtype, rng):
    seed = rng.randrange(1 << 30)
    return numbers(shape, "int8", seed) > 0 if dtype == "bool" else numbers(shape, dtype, seed)


def section_of(a, rng):
    """A random index of an array, as an option, and the matrix that it selects."""
    free = sorted(rng.sample(range(a.ndim), 2))
    index = [slice(None) if k in free else rng.randrange(-a.shape[k], a.shape[k]) for k in range(a.ndim)]
    text = ",".join(":" if isinstance(at, slice) else str(at) for at in index)
    return ["--index=" + text], a[tuple(index)]


def what_becomes(a, rng):
    """Options of a random operation, and its result in NumPy."""
    options, result = [], a
    if rng.random() < 0.4:
        (i, j), (k, l) = sorted(rng.sample(range(a.shape[0] + 1), 2)), sorted(rng.sample(range(a.shape[1] + 1), 2))
        options += ["--rows", f"{i}:{j}", "--cols", f"{k}:{l}"]
        result = result[i:j, k:l]
    op = rng.choice(("", "", "T", "C"))
    options += {"": [], "T": ["--transpose"], "C": ["--conj-transpose"]}[op]
    result = {"": result, "T": result.T, "C": result.conj().T}[op]
    if rng.random() < 0.3:
        side, diagonal = rng.choice(("upper", "lower")), rng.randint(-5, 5)
        options += ["--triangle", side, "--diagonal", str(diagonal)]
        result = {"upper": np.triu, "lower": np.tril}[side](result, diagonal)
    return options, result


class Formats(CommandTest):
    def case(self, number, rng, ranks):
        source = FORMATS[rng.choice([name for name, f in FORMATS.items() if f.reads])]
        target = FORMATS[rng.choice([name for name, f in FORMATS.items()
                                     if f.writes and set(f.types) & set(source.types)])]
        dtype = rng.choice(sorted(set(source.types) & set(target.types)))
        name, out = f"in{number}{source.ending}", f"out{number}{target.ending}"
        if getattr(source, "has_arrays", False) and rng.random() < 0.3:
            shape = [rng.randint(2, 12) for _ in range(rng.choice((3, 3, 4, 5)))]
            a = random_array(shape, dtype, rng)
            options = source.save(self.path(name), a, rng)
            index, a = section_of(a, rng)
            options += index
        else:
            a = random_array((rng.randint(2, 60), rng.randint(2, 60)), dtype, rng)
            options = source.save(self.path(name), a, rng)
        made, wanted = what_becomes(a, rng)
        options += made + ["--quiet"] + rng.choice(([], ["--max-memory", str(rng.randint(200, 20000))]))
        options += rng.choice(([], ["--order", "F"])) if isinstance(target, (Npy, Raw, Checkpoint)) else []
        if isinstance(target, Checkpoint):
            p = rng.choice([p for p in range(1, ranks + 1) if ranks % p == 0])
            options += ["--grid", f"{p}x{ranks // p}", "--block", f"{rng.randint(1, 9)}x{rng.randint(1, 9)}"]
        words = [name + getattr(source, "inside", ""), out + (getattr(target, "inside", "")), *options]
        return words, out, target, wanted

    def test_any_format_becomes_any_other(self):
        for ranks, share in CASES_BY_RANKS.items():
            rng = random.Random(SEED * 1000 + ranks)
            cases = [self.case(f"-{ranks}-{k}", rng, ranks) for k in range(CASES * share // 20)]
            with open(self.path("cases"), "w") as file:
                file.writelines(json.dumps(words) + "\n" for words, *_ in cases)
            ran = subprocess.run(LAUNCH + [str(ranks), CONVERT_MANY, "cases"], cwd=self.folder, capture_output=True,
                                 text=True, timeout=900, stdin=subprocess.DEVNULL)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            outcomes = ran.stdout.splitlines()
            self.assertEqual(len(outcomes), len(cases))
            for (words, out, target, wanted), outcome in zip(cases, outcomes):
                with self.subTest(seed=SEED, ranks=ranks, words=" ".join(words)):
                    if 0 in wanted.shape and isinstance(getattr(target, "kind", target), Csv):
                        self.assertIn(out, outcome)  # refused, in a sentence that names the file
                        continue
                    self.assertEqual(outcome, "ok")
                    found = target.load(self.path(out), wanted)
                    self.assertEqual((found.shape, found.dtype.name), (wanted.shape, wanted.dtype.name))
                    self.assertEqual(found.tobytes(), np.ascontiguousarray(wanted).tobytes())


if __name__ == "__main__":
    unittest.main()
