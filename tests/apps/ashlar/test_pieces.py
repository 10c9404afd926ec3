# SPDX-License-Identifier: BSD-3-Clause
"""Folders of per-rank pieces: rank<k>.npy and layout.json of other programs are read."""
import json
import os
import unittest

import numpy as np

from command import CommandTest, npy_bytes, numbers


def indices(extent, block, processes, source, process):
    return [i for i in range(extent) if (i // block + source) % processes == process]


def pieces_of(a, block, grid, source=(0, 0), order="row"):
    """rank -> local array, by counting blocks round robin."""
    (mb, nb), (rows, cols), result = block, grid, {}
    for p in range(rows):
        for q in range(cols):
            rank = p * cols + q if order == "row" else q * rows + p
            result[rank] = a[np.ix_(indices(a.shape[0], mb, rows, source[0], p),
                                    indices(a.shape[1], nb, cols, source[1], q))]
    return result


def write_pieces(folder, a, block, grid, source=(0, 0), order="row", ranks=None):
    """Writes layout.json and the local arrays of ScaLAPACK."""
    os.mkdir(folder)
    layout = {"order": order, "source": source, "grid": grid, "block": block, "dtype": a.dtype.name,
              "shape": a.shape, "version": 1, "format": "ashlar-pieces"}
    if ranks:
        layout["ranks"] = ranks
    with open(os.path.join(folder, "layout.json"), "w") as file:
        json.dump(layout, file, indent=1)
    for rank, local in pieces_of(a, block, grid, source, order).items():
        np.save(os.path.join(folder, f"rank{ranks[rank] if ranks else rank}.npy"), np.asfortranarray(local))


class Pieces(CommandTest):
    def test_pieces_are_read_on_every_number_of_ranks(self):
        a = numbers((19, 14), "c8")
        for number, order in enumerate(("row", "col")):
            write_pieces(self.path(f"p{number}"), a, (3, 2), (2, 3), (1, 2), order)
            for readers in (0, 2, 3, 6):
                with self.subTest(order=order, readers=readers):
                    self.run_well(readers, "convert", f"p{number}", "b.npy", "--force")
                    self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_pieces_are_converted_and_described(self):
        a = numbers((11, 17), "i4")
        write_pieces(self.path("p"), a, (2, 5), (3, 2), (2, 1), "col")
        self.run_well(2, "convert", "p/", "b.npy", "--transpose", "--dtype", "float64", "--order", "F")
        self.assertEqual(self.read("b.npy"), npy_bytes(a.T.astype("f8"), "F"))
        info = json.loads(self.run_well(0, "info", "p", "--json").output)
        self.assertEqual((info["format"], info["shape"], info["layout"]["grid"]), ("pieces", [11, 17], [3, 2]))
        self.assertRegex(self.run_well(2, "verify", "p/").output, "no checksums are recorded: sound")

    def test_a_table_of_ranks_names_the_pieces(self):
        a = numbers((8, 8), "f4")
        write_pieces(self.path("p"), a, (3, 3), (2, 2), ranks=[7, 0, 12, 3])
        self.run_well(3, "convert", "p", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_empty_pieces(self):
        a = numbers((3, 2), "f8")
        write_pieces(self.path("p"), a, (64, 64), (3, 2), (1, 1))
        self.run_well(2, "convert", "p", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_pieces_are_only_read(self):
        write_pieces(self.path("p"), numbers((4, 4), "f8"), (2, 2), (2, 2))
        before = self.snapshot()
        for ranks in (0, 2):
            ran = self.run_command(ranks, "convert", "p", "q/", "--format", "pieces")
            self.assertEqual(ran.status, 1)
            self.assertIn("files of the format pieces are only read", ran.errors)
            ran = self.run_command(ranks, "convert", "p", "p/", "--force")
            self.assertEqual(ran.status, 1)
            self.assertRegex(ran.errors, r"p/: cannot be written: the folder has other content \(.*\) than a checkpoint")
            self.assertEqual(self.snapshot(), before)


if __name__ == "__main__":
    unittest.main()
