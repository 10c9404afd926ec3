# SPDX-License-Identifier: BSD-3-Clause
"""The .html pictures in a browser: the text under the pointer must agree with the arithmetic of the layout."""
import json
import re
import unittest

import numpy as np

from browser import CHROMIUM, DRIVER, MISSING, Browser
from command import CommandTest, numbers

UP, LEFT, RIGHT, DOWN, HOME, END, PAGE_UP, PAGE_DOWN = "\ue013", "\ue012", "\ue014", "\ue015", "\ue011", "\ue010", "\ue00e", "\ue00f"


@unittest.skipUnless(CHROMIUM and DRIVER, MISSING)
class Pages(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def show(self, name="x.html"):
        self.browser.open(self.path(name))
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)

    def note(self):
        return self.browser.run("return document.querySelector('output').textContent")

    def point_at(self, row, col):
        """Points into the middle of a row and a column of the plot."""
        x, y = self.browser.run("""
            const box = document.querySelector('figure svg').getBoundingClientRect();
            const view = document.querySelector('figure svg').viewBox.baseVal;
            return [box.left + (data.x + (arguments[1] + .5) * data.width / data.cols) * box.width / view.width,
                    box.top + (data.y + (arguments[0] + .5) * data.height / data.rows) * box.height / view.height];
            """, row, col)
        self.browser.point(x, y)
        return self.note()

    def tell(self, row, col):
        """Submits the indices in the form; returns the note."""
        self.browser.run("""
            const form = document.querySelector('form');
            form.row.value = arguments[0]; form.col.value = arguments[1]; form.querySelector('button').click();
            """, str(row), str(col))
        return self.note()

    def focus(self):
        self.browser.run("document.querySelector('figure svg').focus()")

    def owner(self, layout, i, j):
        return self.run_well(0, *layout, "--owner", f"{i},{j}").output.strip()

    def test_a_layout_names_the_owner_of_what_is_pointed_at(self):
        for options in (("--shape", "9x9", "--block", "2x2", "--grid", "2x3"),
                        ("--shape", "13x40", "--block", "3x7", "--grid", "4x5", "--source", "1,2", "--grid-order", "col")):
            layout = ("layout", *options)
            self.run_well(0, *layout, "-o", "x.html", "--dtype", "float32", "--force")
            self.show()
            rows, cols = map(int, options[1].split("x"))
            for i, j in ((0, 0), (rows - 1, cols - 1), (rows // 2, 3), (2, cols // 3)):
                text = self.point_at(i, j)
                self.assertTrue(text.startswith(self.owner(layout, i, j) + "; rank "), text)
                m, n, size = map(int, re.search(r"holds (\d+)x(\d+) elements, (\d+) bytes", text).groups())
                self.assertEqual(size, 4 * m * n)
                rank = int(re.search(r"on rank (\d+)", text).group(1))
                sizes = json.loads(self.run_well(0, *layout, "--json").output)["processes"]
                self.assertIn({"rank": rank, "local": [m, n]},
                              [{"rank": one["rank"], "local": one["local"]} for one in sizes])

    def test_keys_move_a_mark_and_numbers_reach_what_is_not_shown(self):
        layout = ("layout", "--shape", "1000000000000x900000000000", "--block", "64x32", "--grid", "1000x1000")
        self.run_well(0, *layout, "-o", "x.html")
        self.assertLess(len(self.read("x.html")), 200_000)
        self.show()
        self.focus()
        for keys, place in (((RIGHT,), (0, 1)), ((DOWN, DOWN), (2, 1)), ((LEFT, LEFT, UP), (1, 0)),
                            ((END, PAGE_DOWN), (64 * 40 - 1, 32 * 40 - 1)), ((HOME, PAGE_UP), (0, 0))):
            self.browser.press(*keys)
            self.assertTrue(self.note().startswith(self.owner(layout, *place)), self.note())
        for i, j in ((999999999999, 899999999999), (123456789012, 0)):
            self.assertTrue(self.tell(i, j).startswith(self.owner(layout, i, j)), self.note())
        for wrong in ((1000000000000, 0), (-1, 0), ("x", 0), ("1e3", 0)):
            self.assertEqual(self.tell(*wrong), "give whole numbers: row 0 to 999999999999, column 0 to 899999999999")

    def test_a_plan_says_who_sends_what_to_whom(self):
        plan = ("plan", "--shape", "40x30", "--from-grid", "3x1", "--from-block", "14x30", "--grid", "2x3", "--block", "4x5")
        traffic = json.loads(self.run_well(0, *plan, "--json").output)["traffic"]
        self.run_well(0, *plan, "-o", "x.html")
        self.show()
        for i in range(6):
            for j in range(6):
                count = traffic[i][j]
                amount = f"{count} element{'' if count == 1 else 's'}, {8 * count} bytes"
                text = (f"rank {i} keeps {amount}" if i == j else f"rank {i} sends nothing to rank {j}" if count == 0
                        else f"rank {i} sends {amount} to rank {j} in 1 message")
                self.assertEqual(self.point_at(i, j), text)
                self.assertEqual(self.tell(i, j), text)

    def test_a_plan_of_many_ranks_sums_over_ranges(self):
        plan = ("plan", "--shape", "600x600", "--from-grid", "20x30", "--from-block", "7x5", "--grid", "25x20", "--block", "3x4")
        self.run_well(0, *plan, "-o", "x.html")
        self.show()
        p = (np.arange(600) // 7) % 20 * 30
        q = (np.arange(600) // 5) % 30
        r = (np.arange(600) // 3) % 25 * 20
        s = (np.arange(600) // 4) % 20
        sender, receiver = p[:, None] + q, r[:, None] + s
        for low, high in ((0, 3), (30, 60), (100, 100), (199, 10)):
            here = (sender // 3 == low) & (receiver // 3 == high)
            pairs = {(a, b) for a, b in zip(sender[here], receiver[here]) if a != b}
            text = self.point_at(low, high)
            if not here.any():
                self.assertEqual(text, f"ranks {3 * low} to {3 * low + 2} send nothing to ranks {3 * high} to {3 * high + 2}")
                continue
            stay = [(here & (sender == receiver)).sum()] if low == high else []
            numbers = [int(found) for found in re.findall(r"\d+", text)]
            self.assertEqual(numbers, [3 * low, 3 * low + 2, here.sum(), 8 * here.sum(), 3 * high, 3 * high + 2, len(pairs), *stay])

    def test_a_small_matrix_says_its_elements(self):
        a = self.save("a.npy", np.array([[1.5, 0, -2e300, np.nan], [0.1, np.inf, 7, -1]]))
        self.run_well(2, "show", "a.npy", "-o", "x.html")
        self.show()
        for i in range(2):
            for j in range(4):
                where, value = self.point_at(i, j).split(" is ")
                self.assertEqual(where, f"element ({i},{j})")
                np.testing.assert_equal(float(value), a[i, j])

    def test_a_large_matrix_says_what_its_cells_hold(self):
        a = numbers((300, 517), "f8")
        a[np.abs(a) < 0.5] = 0
        self.save("a.npy", a)
        self.run_well(3, "show", "a.npy", "-o", "x.html")
        self.assertLess(len(self.read("x.html")), 1_500_000)
        self.show()
        rows, cols = ([k * n // 128 for k in range(129)] for n in a.shape)
        for i, j in ((0, 0), (127, 127), (43, 45), (44, 4), (5, 100)):
            cell = a[rows[i]:rows[i + 1], cols[j]:cols[j + 1]]
            text = self.point_at(i, j)
            self.assertIn(f"rows {rows[i]} to {rows[i + 1] - 1}, columns {cols[j]} to {cols[j + 1] - 1}:", text)
            low, high, mean = map(float, re.search(r"from (\S+) to (\S+), mean ([^,]+),", text).groups())
            np.testing.assert_allclose([low, high, mean], [cell.min(), cell.max(), cell.mean()], rtol=6e-4, atol=1e-12)
            self.assertIn(f" {np.count_nonzero(cell)} not zero", text)
            self.assertEqual(self.tell(rows[i], cols[j + 1] - 1), text)

    def test_a_page_is_dark_where_the_reader_is(self):
        self.run_well(0, "layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3", "-o", "x.html")
        paper = "return getComputedStyle(document.body).backgroundColor"
        self.show()
        self.assertEqual(self.browser.run(paper), "rgb(255, 255, 255)")
        self.browser.prefer_dark()
        self.assertEqual(self.browser.run(paper), "rgb(24, 26, 27)")


if __name__ == "__main__":
    unittest.main()
