# SPDX-License-Identifier: BSD-3-Clause
"""The blocks of docs/python.md, in one namespace, that of README.md, and the examples of the docstrings."""

import contextlib
import doctest
import importlib
import io
import pathlib
import pkgutil
import re
import sys

import numpy as np

import ashlar as al
from harness import comm, run

root = pathlib.Path(__file__).resolve().parents[2]


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


def test_readme():
    generator = np.random.default_rng(1)
    a, b = generator.random((40, 40)), generator.random(40)
    if comm.rank == 0:
        np.save("A.npy", a)
        np.save("b.npy", b)
    comm.Barrier()
    (block,) = blocks_of(root / "README.md")
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102
    comm.Barrier()
    assert np.allclose(a @ np.load("x.npy").ravel(), b)


def test_blocks():
    page = root / "docs" / "python.md"
    blocks = blocks_of(page)
    assert len(blocks) >= 5
    names, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        for block in blocks:
            exec(compile(block, str(page), "exec"), names)  # noqa: S102
    n = names["n"]
    a = np.fromfunction(lambda i, j: 1 / (i + j + 1), (n, n)) + n * np.eye(n)
    assert names["residual"] < 1e-10
    assert np.allclose(names["w"], np.linalg.eigvalsh(a))
    assert np.array_equal(names["B"].gather(None), names["A"].gather(None))
    assert np.array_equal(names["part"].gather(None), names["A"].gather(None)[:10])
    assert al.array_equal(names["again"], names["A"])
    lines = printed.getvalue().splitlines()
    assert (lines[-1:] == ["0"]) == (comm.rank == 0), lines


def test_docstrings():
    ran, names = 0, {"al": al, "np": np, "comm": comm, "grid": al.Grid(comm)}
    for module in pkgutil.iter_modules(al.__path__):
        if module.name not in ("__main__", "_core"):
            found = doctest.testmod(importlib.import_module(f"ashlar.{module.name}"), extraglobs=names)
            assert found.failed == 0, module.name
            ran += found.attempted
    found = doctest.testmod(al)
    assert found.failed == 0 and ran + found.attempted >= 25, ran


if __name__ == "__main__":
    run(sys.modules[__name__])
