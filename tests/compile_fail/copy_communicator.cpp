// SPDX-License-Identifier: BSD-3-Clause
// An owning communicator has one owner.
// error: use of deleted function
#include <utility>

#include <ashlar/mpi/communicator.hpp>

ashlar::mpi::Communicator hand_over(ashlar::mpi::Communicator& comm) {
#ifdef MISTAKE
  return comm;
#endif
  return std::move(comm);
}
