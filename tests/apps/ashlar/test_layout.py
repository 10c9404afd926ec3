# SPDX-License-Identifier: BSD-3-Clause
"""ashlar layout and ashlar info."""
import json
import re
import unittest

import numpy as np

from command import CommandTest, numbers


def owners(extent, block, processes, source):
    """Process of each index, by counting blocks round robin."""
    return [(index // block + source) % processes for index in range(extent)]


class Layout(CommandTest):
    worked_example = ("layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3")
    worked_sizes = {(0, 0): (5, 4), (0, 1): (5, 3), (0, 2): (5, 2), (1, 0): (4, 4), (1, 1): (4, 3), (1, 2): (4, 2)}

    def test_the_worked_example_prints_every_local_size(self):
        ran = self.run_well(6, *self.worked_example)
        for (p, q), (rows, cols) in self.worked_sizes.items():
            with self.subTest(process=(p, q)):
                self.assertRegex(ran.output, rf"\({p},\s*{q}\)[^\n]*\b{rows}\s*x\s*{cols}\b")

    def test_the_drawing_is_the_same_on_any_number_of_ranks(self):
        texts = {self.run_well(ranks, *self.worked_example).output for ranks in (0, 1, 2, 6)}
        self.assertEqual(len(texts), 1)

    def test_json_lists_owners_and_sizes(self):
        for order in ("row", "col"):
            ran = self.run_well(0, "layout", "--shape", "13x10", "--block", "3x2", "--grid", "2x3", "--source", "1,2",
                                "--grid-order", order, "--json")
            layout = json.loads(ran.output)
            rows, cols = owners(13, 3, 2, 1), owners(10, 2, 3, 2)
            self.assertEqual(len(layout["processes"]), 6)
            for process in layout["processes"]:
                p, q = process["position"]
                self.assertEqual(process["local"], [rows.count(p), cols.count(q)])
                self.assertEqual(process["lld"], max(1, rows.count(p)))
                self.assertEqual(process["rank"], p * 3 + q if order == "row" else q * 2 + p)

    def test_the_owner_of_an_element_is_reported(self):
        ran = self.run_well(0, *self.worked_example, "--owner", "7,8", "--json")
        self.assertEqual(json.loads(ran.output)["owner"],
                         {"element": [7, 8], "position": [1, 1], "rank": 4, "block": [3, 4], "local": [3, 2]})
        self.assertIn("rank 4", self.run_well(0, *self.worked_example, "--owner", "7,8").output)

    def test_a_layout_for_a_million_processes_needs_no_ranks(self):
        ran = self.run_well(0, "layout", "--shape", "1000000000000x1000000000000", "--block", "64x64", "--grid",
                            "1000x1000", "--owner", "999999999999,0")
        self.assertTrue(ran.output.strip())


class Info(CommandTest):
    def info(self, name, ranks=0):
        return json.loads(self.run_well(ranks, "info", name, "--json").output)

    def test_it_says_what_numpy_wrote(self):
        for index, dtype in enumerate(["<f4", ">f8", "<c8", ">c16", "i1", ">i2", "<i4", "<i8", "u1", "<u2", ">u4", "<u8"]):
            order = "CF"[index % 2]
            array = np.asarray(numbers((3, 5), np.dtype(dtype).newbyteorder("=")).astype(dtype), order=order)
            self.save("a.npy", array)
            info = self.info("a.npy")
            self.assertEqual(info["shape"], [3, 5])
            self.assertEqual(info["dtype"], array.dtype.name)
            self.assertEqual(info["order"], order)
            self.assertEqual(info["swapped"], dtype.startswith(">"))
            self.assertEqual(info["bytes"], len(self.read("a.npy")))

    def test_vectors_and_numbers_are_matrices(self):
        self.save("v.npy", np.arange(7.0))
        self.save("s.npy", np.array(3.0))
        self.assertEqual((self.info("v.npy")["shape"], self.info("v.npy")["dimensions"]), ([7, 1], 1))
        self.assertEqual((self.info("s.npy")["shape"], self.info("s.npy")["dimensions"]), ([1, 1], 0))

    def test_the_text_is_one_line_from_one_rank(self):
        self.save("a.npy", np.zeros((2, 3)))
        ran = self.run_well(3, "info", "a.npy")
        self.assertEqual(re.sub(r"\d+ bytes", "N bytes", ran.output), "a.npy: 2x3 float64 matrix in C order, npy, N bytes\n")

    def test_all_three_versions_of_the_format_are_read(self):
        for version in ((1, 0), (2, 0), (3, 0)):
            with open(self.path("a.npy"), "wb") as file:
                np.lib.format.write_array(file, np.zeros((4, 2), "f4"), version=version)
            self.assertEqual(self.info("a.npy")["shape"], [4, 2])


class Help(CommandTest):
    def test_every_command_explains_itself_once_with_an_example(self):
        self.assertIn("convert", self.run_well(3, "--help").output)
        for command in ("info", "layout", "plan", "convert", "solve"):
            ran = self.run_well(2 if command == "solve" else 0, command, "--help")
            self.assertEqual(ran.output.count("Usage:"), 1)
            self.assertEqual(ran.output.count("Example:"), 1)


if __name__ == "__main__":
    unittest.main()
