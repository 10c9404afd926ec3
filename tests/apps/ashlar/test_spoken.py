# SPDX-License-Identifier: BSD-3-Clause
"""Invocation of the command: help, misspelt words, common names of values, flags before the verb, progress."""
import json
import os
import pty
import subprocess
import unittest

import numpy as np

from command import COMMAND, TIME_LIMIT, CommandTest

LAYOUT = ("layout", "--shape", "9x9", "--block", "2x2", "--grid", "2x3")
PLAN = ("plan", "--from-grid", "3x1", "--from-block", "3x9", "--grid", "2x2", "--block", "2x2", "--json")


class Spoken(CommandTest):
    def setUp(self):
        super().setUp()
        self.a = self.save("A.npy", np.arange(20.0).reshape(4, 5))
        self.save("S.npy", np.diag([4.0, 3.0, 2.0, 1.0]))
        self.save("b.npy", np.arange(1.0, 5.0))

    def refuse(self, sentence, *arguments, status=2):
        ran = self.run_command(0, *arguments)
        self.assertEqual(ran.status, status, ran.errors)
        self.assertRegex(ran.errors, sentence)

    def test_help_of_a_command_is_what_help_after_it_is(self):
        for verb in ("convert", "info", "help", "completion"):
            self.assertEqual(self.run_well(0, "help", verb).output, self.run_well(0, verb, "--help").output)
        self.assertEqual(self.run_well(0, "help").output, self.run_well(0, "--help").output)
        self.refuse("'convrt' is not a command; did you mean convert", "help", "convrt")
        self.assertNotIn("pages", self.run_well(0, "--help").output)

    def test_misspelt_words_get_a_suggestion(self):
        self.refuse("'convrt' was not expected; did you mean convert", "convrt", "A.npy", "B.npy")
        self.refuse("'convrt' was not expected; did you mean convert", "--json", "--quiet", "convrt", "A.npy", "B.npy")
        self.refuse("'Info' was not expected; did you mean info", "Info", "A.npy")
        self.refuse("'--trnspose' was not expected; did you mean --transpose", "convert", "A.npy", "B.npy", "--trnspose")
        self.refuse("'--shpae=9x9' was not expected; did you mean --shape", "layout", "--shpae=9x9", *LAYOUT[3:])
        self.refuse("'--gird' was not expected; did you mean --grid", *LAYOUT[:5], "--gird", "2x3")
        self.refuse("'--frobnicate' was not expected; see", "convert", "A.npy", "B.npy", "--frobnicate")

    def test_shapes_and_orders_have_the_names_that_people_type(self):
        layout = json.loads(self.run_well(0, *LAYOUT, "--json").output)
        for shape, block, grid, order in (("9X9", "2X2", "2X3", "Row"), ("9\u00d79", "2\u00d72", "2\u00d73", "r"), ("9,9", "2,2", "2,3", "ROW")):
            found = json.loads(self.run_well(0, "layout", "--shape", shape, "--block", block, "--grid", grid,
                                             "--grid-order", order, "--json").output)
            self.assertEqual(found, layout)

    def test_types_have_the_names_that_people_type(self):
        for name, size in (("double", 8), ("float", 8), ("single", 4), ("f4", 4), ("c16", 16), ("i2", 2), ("u1", 1), ("int", 8)):
            plan = json.loads(self.run_well(0, *PLAN, "--shape", "9x9", "--dtype", name).output)
            self.assertEqual(plan["plan"]["element_bytes"], size, name)

    def test_triangles_have_the_names_that_people_type(self):
        for names in (("upper", "U", "u"), ("lower", "L", "Lower")):
            outputs = {self.run_well(0, *PLAN, "--shape", "9x9", "--triangle", name).output for name in names}
            self.assertEqual(len(outputs), 1)

    def test_ranges_are_those_of_python(self):
        for rows, cols, wanted in (("-2:", ":-1", self.a[-2:, :-1]), ("1:", "-3:-1", self.a[1:, -3:-1]),
                                   (":", "0:0", self.a[:, 0:0])):
            for spell in (lambda option, text: (option, text), lambda option, text: (f"{option}={text}",)):
                self.run_well(0, "convert", "A.npy", "part.npy", *spell("--rows", rows), *spell("--cols", cols))
                part = np.load(self.path("part.npy"))
                self.assertEqual(part.shape, wanted.shape)
                self.assertTrue(np.array_equal(part, wanted))
        self.refuse("--rows -5: is not a range within 0:4", "convert", "A.npy", "part.npy", "--rows", "-5:", status=1)

    def test_factors_that_are_not_numbers_are_refused(self):
        for factor in ("nan", "inf", "-inf", "1e999"):
            self.refuse(f"'{factor}' is not of the form X", "convert", "A.npy", "B.npy", f"--scale={factor}")

    def test_flags_stand_before_the_verb_or_behind_it(self):
        self.assertEqual(self.run_well(0, "--json", *LAYOUT).output, self.run_well(0, *LAYOUT, "--json").output)
        self.assertEqual(self.run_well(0, "--quiet", "--json", "info", "A.npy").output,
                         self.run_well(0, "info", "A.npy", "--json").output)
        self.assertEqual(self.run_well(2, "--quiet", "solve", "S.npy", "b.npy", "-o", "x.npy").output, "")

    def test_results_go_to_the_last_argument_or_to_o(self):
        for verb, *given in (("solve", "S.npy", "b.npy"), ("inv", "S.npy"), ("lstsq", "S.npy", "b.npy"), ("gemm", "S.npy", "S.npy"),
                             ("eig", "S.npy"), ("svd", "S.npy")):
            with self.subTest(verb=verb):
                for name, how in (("1.npy", ("1.npy",)), ("2.npy", ("-o", "2.npy")), ("3.npy", ("--out", "3.npy"))):
                    self.run_well(0, verb, *given, *how, "--quiet")
                self.assertEqual(self.read("1.npy"), self.read("2.npy"))
                self.assertEqual(self.read("1.npy"), self.read("3.npy"))
                for name in ("1.npy", "2.npy", "3.npy"):
                    os.remove(self.path(name))
                self.refuse("--(out|values): .*received 2", verb, *given, "1.npy", "-o", "2.npy")
        self.refuse("--out is required", "solve", "S.npy", "b.npy")

    def test_a_failure_is_an_object_where_json_was_asked_for(self):
        for ranks in (0, 3):
            for status, kind, arguments in ((1, "file", ("info", "missing.npy")), (2, "usage", ("convrt",)),
                                            (2, "usage", ("layout", "--shape", "9")),
                                            (1, "argument", (*LAYOUT, "--owner", "9,9")),
                                            (1, "file", ("solve", "A.npy", "b.npy", "-o", "x.npy"))):
                with self.subTest(arguments=arguments, ranks=ranks):
                    ran = self.run_command(ranks, "--json", *arguments)
                    error = json.loads(ran.output)["error"]
                    self.assertEqual((ran.status, error["status"], error["kind"]), (status, status, kind))
                    self.assertTrue(ran.errors.startswith(f"ashlar: error: {error['message']}\n"), ran.errors)
        self.save("singular.npy", np.ones((4, 4)))
        ran = self.run_command(2, "solve", "singular.npy", "b.npy", "-o", "x.npy", "--json")
        self.assertEqual(json.loads(ran.output)["error"]["kind"], "singular")


class Progress(CommandTest):
    def setUp(self):
        super().setUp()
        self.save("S.npy", np.diag([4.0, 3.0, 2.0, 1.0]))
        self.save("b.npy", np.arange(1.0, 5.0))

    solve = ("solve", "S.npy", "b.npy", "x.npy")

    def test_steps_are_told_where_they_are_asked_for(self):
        for ranks in (0, 3):
            for flag in ("--progress", "--verbose"):
                ran = self.run_command(ranks, *self.solve, flag)
                self.assertEqual(ran.errors, "ashlar: reading ...\nashlar: solving ...\nashlar: writing x.npy ...\n")
            self.assertEqual(self.run_command(ranks, *self.solve, "--progress", "--quiet").errors, "")
            self.run_well(ranks, *self.solve)

    def test_at_a_terminal_one_line_is_redrawn_and_gone_at_the_end(self):
        own, other = pty.openpty()
        with os.fdopen(own, "rb") as terminal:
            done = subprocess.run([COMMAND, *self.solve], cwd=self.folder, stdout=subprocess.PIPE, stderr=other,
                                  timeout=TIME_LIMIT, check=True)
            os.close(other)
            shown = b""
            try:
                while part := os.read(terminal.fileno(), 4096):
                    shown += part
            except OSError:  # the other end is closed
                pass
        self.assertIn(b"residual", done.stdout)
        text = shown.decode()
        self.assertNotIn("\n", text)
        frames = text.split("\r\x1b[K")
        self.assertEqual([frame for frame in frames if frame],
                         ["ashlar: reading ...", "ashlar: solving ...", "ashlar: writing x.npy ..."])
        self.assertEqual(frames[-1], "")


if __name__ == "__main__":
    unittest.main()
