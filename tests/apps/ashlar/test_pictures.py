# SPDX-License-Identifier: BSD-3-Clause
"""Pictures that the command writes, and its colours in the terminal."""
import os
import pty
import re
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

from command import COMMAND, CommandTest, numbers

SVG = "{http://www.w3.org/2000/svg}"
CODE = re.compile("\x1b\\[[0-9;]*m")
LAYOUT = ("layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3")


class Pictures(CommandTest):
    def svg(self, name):
        return ElementTree.fromstring(self.read(name))

    def test_pictures_are_written_whole_by_their_ending(self):
        plan = ("plan", "--shape", "40x30", "--from-grid", "3x1", "--from-block", "14x30", "--grid", "2x3", "--block", "4x5")
        self.save("a.npy", numbers((50, 70), "f4"))
        for verb in (LAYOUT, plan, ("show", "a.npy", "--spy")):
            for ending, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")):
                texts = []
                for ranks in (0, 3):
                    ran = self.run_well(ranks, *verb, "-o", "x." + ending, "--force")
                    self.assertEqual(ran.output, "")
                    texts.append(self.read("x." + ending))
                self.assertTrue(texts[0].startswith(start))
                self.assertEqual(*texts)

    def test_what_exists_is_kept_and_other_endings_are_not_understood(self):
        self.run_well(0, *LAYOUT, "-o", "x.svg")
        before = self.snapshot()
        ran = self.run_command(0, *LAYOUT, "-o", "x.svg")
        self.assertEqual(ran.status, 1)
        self.assertIn("x.svg", ran.errors)
        for wrong in (("-o", "x.jpg"), ("-o", "x"), ("-o", "y.svg", "--json"), ("-o", "y.svg", "--owner", "1,1")):
            self.assertEqual(self.run_command(0, *LAYOUT, *wrong).status, 2)
        self.assertEqual(self.run_command(0, *LAYOUT, "-o", "no/such/folder.svg").status, 1)
        self.assertEqual(self.snapshot(), before)

    def test_a_million_ranks_are_drawn_in_moments(self):
        ran = self.run_well(0, "plan", "--shape", "1000000x1000000", "--from-grid", "1000x1000", "--from-block", "64x64",
                            "--grid", "1024x1024", "--block", "96x96", "-o", "x.html")
        self.assertLess(ran.seconds, 30)
        self.assertLess(len(self.read("x.html")), 2_000_000)

    def test_without_colours_a_greater_value_is_a_lighter_mark(self):
        self.save("signs.npy", np.linspace(-1, 1, 20)[np.newaxis, :])
        line, legend = self.run_well(0, "show", "signs.npy", "--heat", "--colour", "never").output.splitlines()
        self.assertEqual(legend, "-1 [.:----==+*] 1; a cell is up to 1x1 elements")
        marks = [" .:-=+*#%@".index(mark) for mark in line]
        self.assertEqual(len(marks), 20)
        self.assertEqual(marks, sorted(marks))
        self.assertGreater(marks[-1], marks[0] + 4)

    def test_a_spy_plot_in_text_marks_what_is_not_zero(self):
        a = np.zeros((8, 12))
        a[0:4, 3] = a[6, 5:9] = 1
        self.save("a.npy", a)
        lines = self.run_well(2, "show", "a.npy", "--spy", "--colour", "never").output.split("\n")
        # Two rows per line.
        pairs = (a[0::2] + a[1::2]) > 0
        self.assertEqual([[mark != " " for mark in line.ljust(12)] for line in lines[:4]], pairs.tolist())
        self.assertEqual(lines[4], "8 not zero; a cell is up to 1x1 elements")

    def test_show_draws_only_when_asked_to(self):
        self.save("a.npy", np.eye(3))
        for wrong in (("--spy", "--json"), ("--heat", "--all"), ("--modulus", "--digits", "3"), ("--spy", "--heat"),
                      ("-o", "x.svg", "--json")):
            self.assertEqual(self.run_command(0, "show", "a.npy", *wrong).status, 2, wrong)
        ran = self.run_command(0, "show", "a.npy", "--colour", "always")
        self.assertEqual(ran.status, 1)
        self.assertIn("--heat", ran.errors)

    def test_colours_are_those_of_the_owners_and_hide_nothing(self):
        plain = self.run_well(0, *LAYOUT).output
        self.assertNotIn("\x1b", plain)
        coloured = self.run_well(2, *LAYOUT, "--colour", "always").output
        self.assertEqual(CODE.sub("", coloured), plain)
        backgrounds = dict(re.findall("\x1b\\[48;5;(\\d+)m *(\\d+)\x1b", coloured))
        self.assertEqual(sorted(backgrounds.values()), ["0", "1", "2", "3", "4", "5"])
        self.assertEqual(self.run_well(0, *LAYOUT, "--color", "never").output, plain)
        self.assertEqual(self.run_command(0, *LAYOUT, "--colour", "blue").status, 2)

    def on_a_terminal(self, **environment):
        """Output of the command on a terminal."""
        ours, theirs = pty.openpty()
        names = ("NO_COLOR", "COLORTERM", "TERM")
        kept = {name: value for name, value in os.environ.items() if name not in names and not name.startswith(("PMI", "OMPI_COMM"))}
        subprocess.run([COMMAND, *LAYOUT], stdin=subprocess.DEVNULL, stdout=theirs, timeout=900, check=True,
                       env=kept | {"TERM": "xterm"} | environment)
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        return text.decode()

    def test_auto_colours_a_terminal_unless_it_shall_not(self):
        self.assertIn("\x1b[48;5;", self.on_a_terminal())
        self.assertIn("\x1b[48;2;230;159;0m", self.on_a_terminal(COLORTERM="truecolor"))
        self.assertNotIn("\x1b", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_a_terminal(TERM="dumb"))


if __name__ == "__main__":
    unittest.main()
