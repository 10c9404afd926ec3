// SPDX-License-Identifier: BSD-3-Clause
#include "broadcast.hpp"

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>

#include "mpi/collectives.hpp"
#include "mpi/wait_in.hpp"

namespace ashlar::io {

std::string broadcast_text(mpi::CommunicatorView comm, std::string text) {
  const int length = mpi::broadcast(
      comm, comm.rank() == 0 ? checked_int(static_cast<Index>(text.size()), "length of a text") : 0,
      0);
  text.resize(static_cast<std::size_t>(length));
  mpi::broadcast(comm, std::span<char>(text), 0);
  return text;
}

Index broadcast_index(mpi::CommunicatorView comm, Index value) {
  return mpi::broadcast(comm, value, 0);
}

std::string whoami(mpi::CommunicatorView comm) {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  mpi::check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return concat("rank ", comm.rank(), " on host ",
                std::string(name, static_cast<std::size_t>(length)));
}

}  // namespace ashlar::io
