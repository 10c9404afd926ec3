// SPDX-License-Identifier: BSD-3-Clause
#include "whoami.hpp"

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>

namespace ashlar::io {

std::string whoami(mpi::CommunicatorView comm) {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  mpi::check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return concat("rank ", comm.rank(), " on host ",
                std::string(name, static_cast<std::size_t>(length)));
}

}  // namespace ashlar::io
