// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>
#include <mpi.h>

#include <ashlar/mpi/environment.hpp>

TEST_CASE("mpi: the library's version is one line of MPI's own text") {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version = ashlar::mpi::library_version();
  CHECK(!version.empty());
  CHECK(version.find('\n') == std::string::npos);
  CHECK(std::string(text).compare(0, version.size(), version) == 0);
}
