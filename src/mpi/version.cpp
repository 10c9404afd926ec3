// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/environment.hpp>

#include <mpi.h>

#include <array>

namespace ashlar::mpi {

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string all = text.data();  // Open MPI's length includes the final zero
  return all.substr(0, all.find_first_of("\n\r"));
}

}  // namespace ashlar::mpi
