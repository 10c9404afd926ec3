# SPDX-License-Identifier: BSD-3-Clause
"""Writes a system A x = b of 150 unknowns as FOLDER/A.npy and FOLDER/b.npy."""
import pathlib
import sys

import numpy

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
numbers = numpy.random.default_rng(1)
numpy.save(folder / "A.npy", numbers.uniform(-1, 1, (150, 150)))
numpy.save(folder / "b.npy", numbers.uniform(-1, 1, 150))
