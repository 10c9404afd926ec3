# SPDX-License-Identifier: BSD-3-Clause
"""docs/ashlar-output.schema.json describes the output of --json, and every key in it is printed by some command."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

import numpy as np

from command import LAUNCH, TIME_LIMIT, CommandTest
from json_schema import Invalid, Schema

SAMPLE = os.environ.pop("ASHLAR_SAVE_SAMPLE")
SCHEMA = Path(__file__).resolve().parents[3] / "docs/ashlar-output.schema.json"
LAYOUT = ("--shape", "9x9", "--block", "2x2", "--grid", "2x3")
PLAN = ("--shape", "9x9", "--from-grid", "3x1", "--from-block", "3x9", "--grid", "2x2", "--block", "2x2")
# Command lines that together print every key of a command.
RUNS = {
    "info": [("S.npy",), ("checkpoint:A",), ("checkpoint/",), ("table.csv",)],
    "layout": [LAYOUT, (*LAYOUT, "--owner", "1,2")],
    "plan": [PLAN, (*PLAN, "--relabel", "--rank", "1"), (*PLAN, "--bandwidth", "1")],
    "convert": [("S.npy", "1.npy"), ("S.npy", "2.npy", "--dry-run")],
    "solve": [("S.npy", "b.npy", "x.npy")],
    "lstsq": [("S.npy", "b.npy", "y.npy")],
    "eig": [("S.npy",), ("S.npy", "-o", "w.npy", "--vectors", "Z.npy"), ("S.npy", "--general")],
    "svd": [("S.npy",), ("S.npy", "-o", "s.npy", "--u", "U.npy", "--rank", "1")],
    "norm": [("S.npy",), ("S.npy", "--kind", "two")],
    "cond": [("S.npy",)],
    "inv": [("S.npy", "i.npy")],
    "gemm": [("S.npy", "S.npy", "C.npy")],
    "verify": [("S.npy",), ("damaged/",)],
    "compare": [("S.npy", "near.npy")],
    "stats": [("S.npy", "--condition")],
    "show": [("S.npy",)],
    "generate": [("normal", "g.npy", "-n", "3"), ("--list",)],
    "selftest": [("--seconds", "1")],
    "tune": [("--seconds", "1", "-o", "profile.json")],
}
FAILING = {("compare", "S.npy", "near.npy"), ("verify", "damaged/")}  # status 1: different files, damage
WITHOUT_JSON = {"help", "completion"}
# The damage is a missing file, without bytes or rows; test_checkpoint.py damages others.
# A short `tune` need not find a better number.
NOT_PRINTED_HERE = {("#/$defs/verify/properties/damages/items", name) for name in ("bytes", "rows", "cols")} | {
    ("#/$defs/tune/properties/changed/items", name) for name in ("name", "before", "after", "gain")}


def definition_of(verb):
    return f"#/$defs/{ {'layout': 'layout_output'}.get(verb, verb)}"


class Validator(unittest.TestCase):
    """The validator of this folder refuses the same values as JSON Schema."""

    SCHEMA = {"$defs": {
        "size": {"type": "integer", "minimum": 0},
        "pair": {"type": "array", "items": {"$ref": "#/$defs/size"}, "minItems": 2, "maxItems": 2},
        "thing": {"type": "object", "required": ["kind"], "properties": {
            "kind": {"enum": ["a", "b"]}, "shape": {"$ref": "#/$defs/pair"},
            "value": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/pair"}]},
            "notes": {"type": "object", "additionalProperties": {"type": "string"}}}},
    }}

    def test_valid_values_pass_and_are_counted(self):
        schema = Schema(self.SCHEMA)
        schema.validate({"kind": "a", "shape": [1, 2], "value": None, "notes": {"x": "y"}}, "#/$defs/thing")
        self.assertEqual(schema.seen, schema.properties_of("#/$defs/thing"))
        schema.validate({"kind": "b", "value": [0, 0]}, "#/$defs/thing")

    def test_invalid_values_are_refused(self):
        for value in (3, {}, {"kind": "c"}, {"kind": "a", "other": 1}, {"kind": "a", "shape": [1]},
                      {"kind": "a", "shape": [1, 2, 3]}, {"kind": "a", "shape": [1, -1]}, {"kind": "a", "shape": [1, 2.5]},
                      {"kind": "a", "shape": [1, True]}, {"kind": "a", "value": "x"}, {"kind": "a", "notes": {"x": 1}}):
            with self.subTest(value=value), self.assertRaises(Invalid):
                Schema(self.SCHEMA).validate(value, "#/$defs/thing")

    def test_an_unknown_keyword_is_an_error(self):
        with self.assertRaises(ValueError):
            Schema({"$defs": {"x": {"pattern": "a"}}}).validate("a", "#/$defs/x")


class Output(CommandTest):
    def setUp(self):
        super().setUp()
        self.save("S.npy", np.diag([4.0, 3.0, 2.0, 1.0]))
        self.save("near.npy", np.diag([4.0, 3.0, 2.0, 1.5]))
        self.save("b.npy", np.arange(1.0, 5.0))
        np.savetxt(self.path("table.csv"), np.eye(2), delimiter=",", header="x,y", comments="")
        self.run_well(1, "convert", "S.npy", "damaged/", "--quiet")
        os.remove(self.path("damaged/matrix.npy"))
        subprocess.run(LAUNCH + ["1", SAMPLE, "checkpoint"], cwd=self.folder, check=True,
                       timeout=TIME_LIMIT)
        self.schema = Schema(json.loads(SCHEMA.read_text(encoding="utf-8")))

    def test_every_command_is_run(self):
        verbs = re.findall(r"^  (\w+) ", self.run_well(0, "--help").output.partition("Subcommands:")[2], re.M)
        self.assertEqual(set(verbs) - WITHOUT_JSON, set(RUNS))

    def test_every_definition_is_a_part_or_an_output(self):
        outputs = {definition_of(verb) for verb in RUNS} | {"#/$defs/failure", "#/$defs/version"}
        self.assertEqual({alternative["$ref"] for alternative in self.schema.document["anyOf"]}, outputs)

    def test_the_schema_describes_what_is_printed_and_no_more(self):
        for verb, runs in RUNS.items():
            with self.subTest(verb=verb):
                for arguments in runs:
                    ran = self.run_command(0, "--json", verb, *arguments)
                    self.assertEqual((ran.status, ran.errors), (int((verb, *arguments) in FAILING), ""))
                    self.schema.validate(json.loads(ran.output), definition_of(verb))
                wanted = self.schema.properties_of(definition_of(verb)) - NOT_PRINTED_HERE
                self.assertEqual(wanted - self.schema.seen, set())

    def test_the_version_and_failures_too(self):
        self.schema.validate(json.loads(self.run_well(0, "--json", "--version").output), "#/$defs/version")
        failed = self.run_command(0, "--json", "info", "missing.npy")
        self.schema.validate(json.loads(failed.output), "#/$defs/failure")


if __name__ == "__main__":
    unittest.main()
