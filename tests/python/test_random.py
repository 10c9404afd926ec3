# SPDX-License-Identifier: BSD-3-Clause
"""Random sequences of operations on Ashlar and NumPy side by side, equal to rounding.

ASHLAR_TEST_PROGRAMS is the number of sequences, ASHLAR_TEST_SEED that of the first.
"""

import os
import sys

import numpy as np

import ashlar as al
from harness import comm, run

length = 10
programs = int(os.environ.get("ASHLAR_TEST_PROGRAMS", "200"))
first_seed = int(os.environ.get("ASHLAR_TEST_SEED", "1"))


class Program:
    """A pair of a matrix and its array, changed by random operations; equal on all ranks by its seed."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.dtype = np.dtype(self.random.choice(["f4", "f8", "c8", "c16"]))
        self.log = []
        self.array = self.numbers((self.extent(), self.extent()))
        self.matrix = self.distributed(self.array)

    def extent(self):
        return int(self.random.integers(1, 24))

    def numbers(self, shape):
        values = self.random.uniform(-1, 1, shape)
        if self.dtype.kind == "c":
            values = values + 1j * self.random.uniform(-1, 1, shape)
        return values.astype(self.dtype)

    def layout(self, shape):
        rows = int(self.random.choice([p for p in range(1, comm.size + 1) if comm.size % p == 0]))
        grid = (rows, comm.size // rows)
        source = (int(self.random.integers(grid[0])), int(self.random.integers(grid[1])))
        block = (int(self.random.integers(1, 9)), int(self.random.integers(1, 9)))
        return al.Layout(shape, block, grid, source=source, grid_order=str(self.random.choice(["C", "F"])))

    def distributed(self, array):
        order = str(self.random.choice(["C", "F"]))
        return al.from_root(array if comm.rank == 0 else None, self.layout(array.shape), comm=comm, order=order)

    def section(self, shape):
        ends = [np.sort(self.random.integers(0, extent + 1, 2)) for extent in shape]
        return tuple(slice(int(low), int(max(high, low + 1))) for low, high in ends)

    def slice(self):
        key = self.section([max(1, extent) for extent in self.array.shape])
        found = self.array[key]
        if found.size:
            self.matrix, self.array = self.matrix[key], found

    def transpose(self):
        name = str(self.random.choice(["T", "H"]))
        if self.dtype.kind == "c":  # a view conjugates only while it transposes
            self.matrix = self.matrix.copy()
        self.matrix = getattr(self.matrix, name)
        self.array = self.array.T if name == "T" else self.array.conj().T

    def move(self):
        self.matrix = self.matrix.to(self.layout(self.array.shape))

    def combine(self):
        other = self.numbers(self.array.shape)
        alpha = round(float(self.random.uniform(-2, 2)), 3)
        self.matrix = self.matrix + alpha * self.distributed(other)
        self.array = (self.array + self.dtype.type(alpha) * other).astype(self.dtype)

    def assign(self):
        key = self.section(self.array.shape)
        part = self.numbers(self.array[key].shape)
        self.matrix, self.array = self.matrix.copy(), self.array.copy()
        if part.size:
            self.matrix[key] = self.distributed(part)
            self.array[key] = part

    def multiply(self):
        other = self.numbers((self.array.shape[1], self.extent())) / self.dtype.type(4)
        self.matrix, self.array = self.matrix @ self.distributed(other), self.array @ other

    def reduce(self):
        for axis in (0, 1):
            self.expect(al.sum(self.matrix, axis), self.array.sum(axis))

    def store(self):
        al.save("random.npy", self.matrix)
        self.matrix = al.load("random.npy", self.layout(self.array.shape), comm=comm)

    def expect(self, found, wanted):
        bound = (1e-3 if np.finfo(self.dtype).eps > 1e-10 else 1e-9) * max(1.0, float(np.abs(wanted).max(initial=0)))
        assert found.shape == wanted.shape, f"shapes {found.shape} and {wanted.shape} after {self.log}"
        distance = float(np.abs(found - wanted).max(initial=0))
        assert distance <= bound, f"off by {distance} after {self.log}"

    def run(self):
        operations = [self.slice, self.transpose, self.move, self.combine, self.assign, self.multiply, self.reduce,
                      self.store]
        for _ in range(length):
            operation = operations[int(self.random.integers(len(operations)))]
            self.log.append(f"{operation.__name__} {self.array.shape}")
            operation()
        self.expect(self.matrix.gather(root=None), self.array)


def test_programs():
    for seed in range(first_seed, first_seed + programs):
        try:
            Program(seed).run()
        except Exception:
            print(f"repeat with ASHLAR_TEST_SEED={seed} ASHLAR_TEST_PROGRAMS=1", file=sys.stderr)
            raise


if __name__ == "__main__":
    run(sys.modules[__name__])
