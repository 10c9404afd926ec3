// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include <ashlar/base/version.hpp>

TEST_CASE("version: three numbers with dots") {
  int major = -1, minor = -1, patch = -1, length = 0;
  CHECK(std::sscanf(ashlar::version(), "%d.%d.%d%n", &major, &minor, &patch, &length) == 3);
  CHECK(std::string(ashlar::version()).size() == static_cast<std::size_t>(length));
}
