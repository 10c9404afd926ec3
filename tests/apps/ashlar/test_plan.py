# SPDX-License-Identifier: BSD-3-Clause
"""ashlar plan."""
import json
import unittest

from command import CommandTest


def owners(extent, block, processes, source=0):
    """Process of each index, by counting blocks round robin."""
    return [(index // block + source) % processes for index in range(extent)]


class Plan(CommandTest):
    slabs = ("plan", "--shape", "40x30", "--from-grid", "3x1", "--from-block", "14x30")
    tiles = ("--grid", "2x3", "--block", "4x5")

    def plan(self, *arguments, ranks=0):
        return json.loads(self.run_well(ranks, *arguments, "--json").output)

    def counted(self, keeps=lambda i, j: True):
        """Elements between ranks, counted one by one, for a move of slabs into tiles."""
        table = [[0] * 6 for _ in range(6)]
        rows, cols, slabs = owners(40, 4, 2), owners(30, 5, 3), owners(40, 14, 3)
        for i in range(40):
            for j in range(30):
                if keeps(i, j):
                    table[slabs[i]][rows[i] * 3 + cols[j]] += 1
        return table

    def test_who_sends_how_much_to_whom(self):
        for options, keeps in (((), lambda i, j: True),
                               (("--triangle", "lower", "--diagonal", "-2"), lambda i, j: j - i <= -2),
                               (("--triangle", "upper", "--unit"), lambda i, j: j - i > 0)):
            plan = self.plan(*self.slabs, *self.tiles, *options)
            table = self.counted(keeps)
            self.assertEqual(plan["traffic"], table)
            self.assertEqual(plan["plan"]["elements"], sum(map(sum, table)))
            self.assertEqual(plan["plan"]["elements_kept"], sum(table[r][r] for r in range(6)))
            self.assertEqual(plan["plan"]["messages"],
                             sum(table[r][s] > 0 for r in range(6) for s in range(6) if r != s))

    def test_bytes_of_one_rank_are_reported(self):
        plan = self.plan(*self.slabs, *self.tiles, "--rank", "1")
        table = self.counted()
        self.assertEqual(plan["rank"]["sent"], sum(table[1]) - table[1][1])
        self.assertEqual(plan["rank"]["received"], sum(row[1] for row in table) - table[1][1])
        self.assertIn("rank 1 sends", self.run_well(0, *self.slabs, *self.tiles, "--rank", "1").output)
        for rank, status in (("6", 1), ("-1", 2)):
            self.assertEqual(self.run_command(0, *self.slabs, *self.tiles, f"--rank={rank}").status, status)

    def test_the_text_has_a_table_and_is_the_same_on_any_number_of_ranks(self):
        texts = {self.run_well(ranks, *self.slabs, *self.tiles, "--dtype", "float32").output for ranks in (0, 2)}
        self.assertEqual(len(texts), 1)
        self.assertIn("from rank (down) to rank (across)", texts.pop())

    def test_a_transposed_matrix_in_swapped_layouts_stays(self):
        plan = self.plan("plan", "--shape", "40x30", "--from-grid", "2x3", "--from-block", "4x5", "--grid", "3x2",
                         "--block", "5x4", "--grid-order", "col", "--transpose")
        self.assertEqual(plan["plan"]["messages"], 0)
        self.assertEqual(plan["op"], "transpose")

    def test_relabelling_finds_ranks_under_other_names(self):
        moved = ("plan", "--shape", "60x60", "--from-grid", "2x3", "--from-block", "4x5", "--grid", "2x3", "--block",
                 "4x5", "--source", "1,2", "--relabel")
        plan = self.plan(*moved)
        self.assertEqual(plan["plan"]["messages"], 0)
        self.assertGreater(plan["without_relabel"]["messages"], 0)
        self.assertEqual(plan["ranks"], [4, 5, 3, 1, 2, 0])
        self.assertIn("3600 elements stay instead of 0", self.run_well(0, *moved).output)

    def test_the_time_is_that_of_the_busiest_rank(self):
        for options, keeps in (((), lambda i, j: True), (("--triangle", "lower"), lambda i, j: j <= i)):
            table = self.counted(keeps)
            seconds = []
            for r in range(6):
                partners = sum((table[r][s] > 0) + (table[s][r] > 0) for s in range(6) if s != r)
                elements = sum(table[r][s] + table[s][r] for s in range(6) if s != r)
                seconds.append(partners * 5e-6 + elements * 4 / 2e9)
            cost = self.plan(*self.slabs, *self.tiles, *options, "--dtype", "float32", "--latency", "5", "--bandwidth", "2")["cost"]
            self.assertAlmostEqual(cost["seconds"], max(seconds), delta=1e-12)
            self.assertEqual(cost["rank"], seconds.index(max(seconds)))
            self.assertEqual(cost["memory_before"], 14 * 30 * 4)
            self.assertEqual(cost["memory_after"], 20 * 10 * 4)
        self.assertIn("time about", self.run_well(0, *self.slabs, *self.tiles, "--bandwidth", "1").output)
        for options in (("--latency", "1"), ("--latency=-1", "--bandwidth", "1"), ("--bandwidth", "0")):
            self.assertEqual(self.run_command(0, *self.slabs, *self.tiles, *options).status, 2)

    def test_a_million_ranks_are_priced_on_one(self):
        ran = self.run_well(0, "plan", "--shape", "1000000x1000000", "--from-grid", "1024x1024", "--from-block", "64x64",
                            "--grid", "2048x512", "--block", "96x96", "--rank", "77777")
        self.assertIn("messages", ran.output)
        self.assertLess(ran.seconds, 30)
        plan = self.plan("plan", "--shape", "1000000x1000000", "--from-grid", "1000x2000", "--from-block", "64x64",
                         "--grid", "2000x1000", "--block", "96x96", "--triangle", "lower", "--bandwidth", "10")
        self.assertEqual(plan["plan"]["elements"], 500000500000)


if __name__ == "__main__":
    unittest.main()
