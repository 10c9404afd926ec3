#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs scripts/check_floors.py on trees with planted files."""

import sys
import unittest

sys.dont_write_bytecode = True
from planted import run_on_tree


def check(files):
    return run_on_tree("check_floors.py", files)


class CheckFloors(unittest.TestCase):
    def assert_caught(self, files, sentence):
        status, output = check(files)
        self.assertEqual(status, 1, output)
        self.assertIn(sentence, output)

    def assert_clean(self, files):
        status, output = check(files)
        self.assertEqual(status, 0, output)

    def test_lower_floors_may_be_included(self):
        self.assert_clean(
            {
                "include/ashlar/base/index.hpp": "#include <vector>\n",
                "include/ashlar/mpi/communicator.hpp": "#include <mpi.h>\n#include <ashlar/base/index.hpp>\n",
                "src/io/npy.cpp": "#include <ashlar/linalg/gemm.hpp>\n",
                "tests/mpi/layout/test_axis.cpp": "#include <mpi.h>\n#include <ashlar/mpi/datatype.hpp>\n",
                "apps/demos/digits.cpp": "#include <ashlar/ashlar.hpp>\n",
            }
        )

    def test_a_higher_floor_is_caught_by_name(self):
        self.assert_caught(
            {
                "include/ashlar/layout/axis.hpp": "#pragma once\n  #  include <ashlar/mpi/communicator.hpp>\n",
                "include/ashlar/mpi/communicator.hpp": "#pragma once\n",
            },
            "include/ashlar/layout/axis.hpp (layout, floor 1) includes "
            "include/ashlar/mpi/communicator.hpp (mpi, floor 2)",
        )

    def test_the_environment_is_read_in_one_place(self):
        line = 'const char* text = std::getenv("ASHLAR_CHECK");\n'
        self.assert_clean({"src/base/settings.cpp": line, "tests/mpi/mpi/test_context.cpp": line})
        self.assert_caught({"src/mpi/context.cpp": line}, "src/mpi/context.cpp reads the environment")
        self.assert_clean({"apps/support/launcher.cpp": line})
        self.assert_caught({"apps/ashlar/main.cpp": line}, "apps/ashlar/main.cpp reads the environment")

    def test_a_higher_floor_is_caught_when_it_does_not_exist(self):
        self.assert_caught(
            {"src/mpi/file.cpp": "#include <ashlar/move/plan.hpp>\n"},
            "src/mpi/file.cpp (mpi, floor 2) includes include/ashlar/move/plan.hpp (move, floor 4)",
        )

    def test_a_private_header_of_a_higher_floor_is_caught(self):
        self.assert_caught(
            {"src/matrix/fill.cpp": '#include "move/pack_impl.hpp"\n', "src/move/pack_impl.hpp": "\n"},
            "src/matrix/fill.cpp (matrix, floor 3) includes src/move/pack_impl.hpp (move, floor 4)",
        )

    def test_rooms_of_the_movement_floor_include_earlier_rooms(self):
        self.assert_clean(
            {
                "src/move/kernels/kernels.hpp": "\n",
                "src/move/engine/carrier.hpp": '#include "move/kernels/kernels.hpp"\n',
                "src/linalg/products.cpp": '#include "move/engine/carrier.hpp"\n',
            }
        )
        self.assert_caught(
            {
                "src/move/kernels/kernels.inc": '#include "move/engine/carrier.hpp"\n',
                "src/move/engine/carrier.hpp": "\n",
            },
            "src/move/kernels/kernels.inc includes src/move/engine/carrier.hpp; within src/move, engine comes later",
        )

    def test_files_beside_the_rooms_of_the_movement_floor_are_caught(self):
        self.assert_caught({"src/move/pull.cpp": "\n"}, "src/move/pull.cpp lies in no room of src/move")
        self.assert_caught({"src/move/attic/pull.cpp": "\n"}, "src/move/attic/pull.cpp lies in no room of src/move")

    def test_a_room_that_is_too_full_is_caught(self):
        files = {f"src/move/pull/pull{number}.cpp": "\n" for number in range(22)}
        self.assert_clean(files)
        self.assert_caught(files | {"src/move/pull/more.hpp": "\n"}, "src/move/pull has 23 files")

    def test_mpi_below_its_floor_is_caught(self):
        for path in ("src/layout/axis.cpp", "tests/unit/base/test_error.cpp"):
            self.assert_caught({path: "#include <mpi.h>\n"}, "includes mpi.h; floors 0 and 1 build without MPI")

    def test_foreign_symbols_outside_linalg_are_caught(self):
        fortran = {"src/linalg/fortran/blas.hpp": "\n"}
        self.assert_caught(
            fortran | {"src/io/npy.cpp": '#include "linalg/fortran/blas.hpp"\n'},
            "foreign symbols stay inside src/linalg",
        )
        self.assert_clean(fortran | {"src/linalg/gemm.cpp": '#include "fortran/blas.hpp"\n'})

    def test_the_umbrella_inside_the_library_is_caught(self):
        self.assert_caught(
            {"src/io/npy.cpp": "#include <ashlar/ashlar.hpp>\n", "include/ashlar/ashlar.hpp": "\n"},
            "includes the umbrella",
        )

    def test_an_empty_tree_is_not_a_success(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
