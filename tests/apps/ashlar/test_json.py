# SPDX-License-Identifier: BSD-3-Clause
"""docs/json.md has every key that --json prints, and no other."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

import numpy as np

from command import LAUNCH, TIME_LIMIT, CommandTest

SAMPLE = os.environ.pop("ASHLAR_SAVE_SAMPLE")
PAGE = Path(__file__).resolve().parents[3] / "docs/json.md"
LAYOUT = ("--shape", "9x9", "--block", "2x2", "--grid", "2x3")
PLAN = ("--shape", "9x9", "--from-grid", "3x1", "--from-block", "3x9", "--grid", "2x2", "--block", "2x2")
# What to run so that every key of a command is printed.
RUNS = {
    "info": [("S.npy",), ("pieces/",), ("checkpoint/",), ("table.csv",)],
    "layout": [LAYOUT, (*LAYOUT, "--owner", "1,2")],
    "plan": [PLAN, (*PLAN, "--relabel", "--rank", "1")],
    "convert": [("S.npy", "1.npy"), ("S.npy", "2.npy", "--dry-run")],
    "solve": [("S.npy", "b.npy", "x.npy")],
    "lstsq": [("S.npy", "b.npy", "y.npy")],
    "eig": [("S.npy",), ("S.npy", "-o", "w.npy", "--vectors", "Z.npy"), ("S.npy", "--general")],
    "svd": [("S.npy",), ("S.npy", "-o", "s.npy", "--u", "U.npy", "--rank", "1")],
    "norm": [("S.npy",), ("S.npy", "--kind", "two")],
    "cond": [("S.npy",)],
    "inv": [("S.npy", "i.npy")],
    "gemm": [("S.npy", "S.npy", "C.npy")],
    "verify": [("S.npy",)],
    "compare": [("S.npy", "near.npy")],  # which differ: status 1
    "stats": [("S.npy", "--condition")],
    "show": [("S.npy",)],
    "generate": [("normal", "g.npy", "-n", "3")],
    "selftest": [("--seconds", "1")],
}
WITHOUT_JSON = {"help", "completion"}


def anchor(title):
    return title.lower().replace(" ", "-")


def documented_keys():
    """{title of a section: its keys}, those of the parts that it links to among them."""
    sections = {}
    for title, text in re.findall(r"^##+ (.+?)\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        sections[anchor(title)] = text
    rows = re.compile(r"^\| `([\w.*\[\]]+)` \| (.*) \|$", re.M)
    link = re.compile(r"^\[[^]]+\]\(#([\w-]+)\)", re.M)

    def keys_of(section):
        text = sections[section]
        keys = set().union(*(keys_of(part) for part in link.findall(text)))
        for key, value in rows.findall(text):
            part = link.match(value)
            keys |= {f"{key}.{inner}" for inner in keys_of(part[1])} if part else {key}
        return keys

    return {section: keys_of(section) for section in sections}


def printed_keys(value, prefix=""):
    """a.b of objects, a[].b of lists of objects."""
    if isinstance(value, dict) and value:
        return set().union(*(printed_keys(inner, f"{prefix}.{key}" if prefix else key) for key, inner in value.items()))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return set().union(*(printed_keys(inner, prefix + "[]") for inner in value))
    return {prefix}


class Keys(CommandTest):
    def setUp(self):
        super().setUp()
        self.save("S.npy", np.diag([4.0, 3.0, 2.0, 1.0]))
        self.save("near.npy", np.diag([4.0, 3.0, 2.0, 1.5]))
        self.save("b.npy", np.arange(1.0, 5.0))
        np.savetxt(self.path("table.csv"), np.eye(2), delimiter=",", header="x,y", comments="")
        self.run_well(1, "convert", "S.npy", "pieces/", "--quiet")
        subprocess.run(LAUNCH + ["1", SAMPLE, "checkpoint"], cwd=self.folder, check=True,
                       timeout=TIME_LIMIT)
        self.documented = documented_keys()

    def test_every_command_has_a_section(self):
        verbs = re.findall(r"^  (\w+) ", self.run_well(0, "--help").output.partition("Subcommands:")[2], re.M)
        self.assertEqual(set(verbs) - WITHOUT_JSON, set(RUNS))

    def test_printed_keys_are_the_documented_ones(self):
        for verb, runs in RUNS.items():
            with self.subTest(verb=verb):
                printed = set()
                for arguments in runs:
                    ran = self.run_command(0, "--json", verb, *arguments)
                    self.assertEqual((ran.status, ran.errors), (int(verb == "compare"), ""))
                    printed |= printed_keys(json.loads(ran.output))
                printed = {re.sub(r"^findings\.\w+", "findings.*", re.sub(r"^notes\.\w+", "notes.*", key)) for key in printed}
                self.assertEqual(printed, self.documented[verb])

    def test_the_version_and_failures_too(self):
        version = printed_keys(json.loads(self.run_well(0, "--json", "--version").output))
        self.assertEqual({re.sub(r"^components\..*", "components.*", key) for key in version}, self.documented["--version"])
        error = printed_keys(json.loads(self.run_command(0, "--json", "info", "missing.npy").output))
        self.assertLessEqual(error, self.documented["failures"])
        self.assertEqual(error, {key for key in self.documented["failures"] if key.startswith("error.")})


if __name__ == "__main__":
    unittest.main()
