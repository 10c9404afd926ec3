// SPDX-License-Identifier: BSD-3-Clause
#include "broadcast.hpp"

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>

#include "mpi/wait_in.hpp"

namespace ashlar::io {

std::string broadcast_text(mpi::CommunicatorView comm, std::string text) {
  int length =
      comm.rank() == 0 ? checked_int(static_cast<Index>(text.size()), "length of a text") : 0;
  mpi::wait_in("MPI_Bcast", comm, [&] { return MPI_Bcast(&length, 1, MPI_INT, 0, comm.native()); });
  text.resize(static_cast<std::size_t>(length));
  mpi::wait_in("MPI_Bcast", comm,
               [&] { return MPI_Bcast(text.data(), length, MPI_CHAR, 0, comm.native()); });
  return text;
}

Index broadcast_index(mpi::CommunicatorView comm, Index value) {
  mpi::wait_in("MPI_Bcast", comm,
               [&] { return MPI_Bcast(&value, 1, MPI_INT64_T, 0, comm.native()); });
  return value;
}

std::string whoami(mpi::CommunicatorView comm) {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  mpi::check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return concat("rank ", comm.rank(), " on host ",
                std::string(name, static_cast<std::size_t>(length)));
}

}  // namespace ashlar::io
