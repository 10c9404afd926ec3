// SPDX-License-Identifier: BSD-3-Clause
// Compiled with ASHLAR_DEBUG, independent of the build of the library.
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/local_view.hpp>

using namespace ashlar;

TEST_CASE("LocalView: elements outside are refused where ASHLAR_DEBUG is defined") {
  std::vector<double> memory(20, 1.5);
  const LocalView<double> view{memory.data(), 3, 4, 1, 5};  // 3x4 in columns of 5
  view(2, 3) = 7;
  CHECK(memory[17] == 7);
  CHECK_THROWS_WITH_AS(
      view(3, 0),
      "LocalView: element (3, 0) is outside the local block of 3x4 elements; local "
      "indices count from 0 within this rank's block",
      ArgumentError);
  CHECK_THROWS_AS(view(0, 4), ArgumentError);
  CHECK_THROWS_AS(view(-1, 0), ArgumentError);
  CHECK_THROWS_AS(view(0, -1), ArgumentError);
  const LocalView<const double> read = view;
  CHECK(read(2, 3) == 7);
  CHECK_THROWS_AS(read(3, 3), ArgumentError);
  CHECK_THROWS_AS(view.transposed()(0, 3), ArgumentError);
  CHECK_THROWS_AS((LocalView<double>{}(0, 0)), ArgumentError);
}
