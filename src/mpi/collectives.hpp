// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/native_type.hpp>

#include "wait_in.hpp"

// The collective calls of MPI on one value of each rank, by its type; the watchdog sees each.

namespace ashlar::mpi {

/// The values of all ranks combined by `op`. @collective over `comm`
/// @param mine  [local] a number of MPI
template <class T>
T all_reduce(CommunicatorView comm, T mine, MPI_Op op) {
  wait_in("MPI_Allreduce", comm, [&] {
    return MPI_Allreduce(MPI_IN_PLACE, &mine, 1, native_type<T>(), op, comm.native());
  });
  return mine;
}
template <class T>
T all_sum(CommunicatorView comm, T mine) {
  return all_reduce(comm, mine, MPI_SUM);
}
template <class T>
T all_min(CommunicatorView comm, T mine) {
  return all_reduce(comm, mine, MPI_MIN);
}
template <class T>
T all_max(CommunicatorView comm, T mine) {
  return all_reduce(comm, mine, MPI_MAX);
}

/// What `root` has, byte by byte, on all ranks. @collective over `comm`
/// @param value  [local] any value; that of the root counts
template <class T>
requires std::is_trivially_copyable_v<T>
T broadcast(CommunicatorView comm, T value, int root) {
  wait_in("MPI_Bcast", comm,
          [&] { return MPI_Bcast(&value, sizeof value, MPI_BYTE, root, comm.native()); });
  return value;
}

/// The values that all ranks give, by rank, byte by byte. @collective over `comm`
/// @param mine  [local] any value
template <class T>
requires std::is_trivially_copyable_v<T>
std::vector<T> all_gather(CommunicatorView comm, const T& mine) {
  std::vector<T> all(static_cast<std::size_t>(comm.size()));
  wait_in("MPI_Allgather", comm, [&] {
    return MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE,
                         comm.native());
  });
  return all;
}

}  // namespace ashlar::mpi
