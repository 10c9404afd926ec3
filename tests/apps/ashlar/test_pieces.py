# SPDX-License-Identifier: BSD-3-Clause
"""Folders of per-rank pieces, written and read."""
import json
import os
import unittest
import zlib

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


class Pieces(CommandTest):
    def write_pieces(self, name, a, block, grid, source=(0, 0), order="row", ranks=None):
        """An independent writer of the folder."""
        os.mkdir(self.path(name))
        layout = {"order": order, "source": source, "grid": grid, "block": block, "dtype": a.dtype.name,
                  "shape": a.shape, "version": 1, "format": "ashlar-pieces"}
        if ranks:
            layout["ranks"] = ranks
        with open(self.path(name + "/layout.json"), "w") as file:
            json.dump(layout, file, indent=1)
        for rank, local in pieces_of(a, block, grid, source, order).items():
            np.save(self.path(f"{name}/rank{ranks[rank] if ranks else rank}.npy"), np.asfortranarray(local))

    def test_pieces_are_the_local_arrays_of_scalapack(self):
        a = self.save("a.npy", numbers((19, 14), "c8"))
        for order in ("row", "col"):
            self.run_well(6, "convert", "a.npy", "p/", "--grid", "2x3", "--block", "3x2", "--source", "1,2",
                          "--grid-order", order)
            wanted = pieces_of(a, (3, 2), (2, 3), (1, 2), order)
            self.assertEqual(sorted(os.listdir(self.path("p"))),
                             sorted(["layout.json"] + [f"rank{k}.npy" for k in range(6)]))
            for rank, local in wanted.items():
                self.assertEqual(self.read(f"p/rank{rank}.npy"), npy_bytes(local, "F"))
            self.assertEqual(json.loads(self.read("p/layout.json")),
                             {"format": "ashlar-pieces", "version": 1, "shape": [19, 14], "dtype": "complex64",
                              "block": [3, 2], "grid": [2, 3], "source": [1, 2], "order": order,
                              "crc32": [f"{zlib.crc32(self.read(f'p/rank{rank}.npy')):08x}" for rank in range(6)]})

    def test_pieces_go_round_on_every_number_of_ranks(self):
        a = self.save("a.npy", numbers((19, 14), "f8"))
        for ranks, grid in ((1, "1x1"), (2, "2x1"), (3, "1x3"), (6, "3x2")):
            self.run_well(ranks, "convert", "a.npy", "p/", "--grid", grid, "--block", "4x3")
            for readers in (0, 2, 3, 6):
                with self.subTest(writers=ranks, readers=readers):
                    self.run_well(readers, "convert", "p", "b.npy")
                    self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_pieces_of_another_writer_are_read_and_converted(self):
        a = numbers((11, 17), "i4")
        self.write_pieces("p", a, (2, 5), (3, 2), (2, 1), "col")
        self.run_well(2, "convert", "p/", "b.npy", "--transpose", "--dtype", "float64", "--order", "F")
        self.assertEqual(self.read("b.npy"), npy_bytes(a.T.astype("f8"), "F"))
        info = json.loads(self.run_well(0, "info", "p", "--json").output)
        self.assertEqual((info["format"], info["shape"], info["layout"]["grid"]), ("pieces", [11, 17], [3, 2]))

    def test_a_table_of_ranks_names_the_pieces(self):
        a = numbers((8, 8), "f4")
        self.write_pieces("p", a, (3, 3), (2, 2), ranks=[7, 0, 12, 3])
        self.run_well(3, "convert", "p", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_empty_pieces(self):
        a = self.save("a.npy", numbers((3, 2), "f8"))
        self.run_well(6, "convert", "a.npy", "p/", "--grid", "3x2", "--block", "64x64", "--source", "1,1")
        self.run_well(2, "convert", "p", "b.npy")
        self.assertEqual(self.read("b.npy"), npy_bytes(a))

    def test_a_folder_of_pieces_is_replaced_and_an_empty_one_filled(self):
        self.save("a.npy", numbers((6, 6), "f8", seed=1))
        b = self.save("b.npy", numbers((7, 5), "f4", seed=2))
        self.run_well(6, "convert", "a.npy", "p/", "--grid", "2x3", "--block", "1x1")
        self.run_well(2, "convert", "b.npy", "p/", "--grid", "1x2", "--block", "2x2")
        self.assertEqual(sorted(os.listdir(self.path("p"))), ["layout.json", "rank0.npy", "rank1.npy"])
        os.mkdir(self.path("empty"))
        self.run_well(0, "convert", "p", "empty/")
        self.run_well(0, "convert", "empty", "c.npy")
        self.assertEqual(self.read("c.npy"), npy_bytes(b))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.npy", "b.npy", "c.npy", "empty", "p"])


if __name__ == "__main__":
    unittest.main()
