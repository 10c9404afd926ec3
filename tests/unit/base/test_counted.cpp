// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <string>

#include <ashlar/base/concat.hpp>

using namespace ashlar;
using ashlar::detail::counted;

TEST_CASE("counted: one thing is in the singular, all other numbers in the plural") {
  CHECK(concat("the communicator has ", counted(1, "rank")) == "the communicator has 1 rank");
  CHECK(counted(0, "rank").to_string() == "0 ranks");
  CHECK(counted(-1, "rank").to_string() == "-1 ranks");
  CHECK(counted(2U, "rank").to_string() == "2 ranks");
  CHECK(counted(1, "index", "indices").to_string() == "1 index");
  CHECK(counted(std::size_t{3}, "index", "indices").to_string() == "3 indices");
}
