// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "wait_in.hpp"

// The collective calls of MPI on values of each rank, by their type; the watchdog sees each.

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

/// The same of several numbers, each by itself, in place. @pre as many on every rank
template <class T>
void all_reduce(CommunicatorView comm, std::span<T> values, MPI_Op op) {
  const int count = checked_int(std::ssize(values), "numbers of MPI_Allreduce");
  wait_in("MPI_Allreduce", comm, [&] {
    return MPI_Allreduce(MPI_IN_PLACE, values.data(), count, native_type<T>(), op, comm.native());
  });
}

/// Value of `root`, byte by byte, on all ranks. @collective over `comm`
/// @param value  [local] any value; that of the root counts
template <class T>
requires std::is_trivially_copyable_v<T>
T broadcast(CommunicatorView comm, T value, int root) {
  wait_in("MPI_Bcast", comm,
          [&] { return MPI_Bcast(&value, sizeof value, MPI_BYTE, root, comm.native()); });
  return value;
}

/// The same of several values, in place. @pre as many on every rank
template <class T>
requires std::is_trivially_copyable_v<T>
void broadcast(CommunicatorView comm, std::span<T> values, int root) {
  const int bytes = checked_int(static_cast<Index>(values.size_bytes()), "bytes of MPI_Bcast");
  wait_in("MPI_Bcast", comm,
          [&] { return MPI_Bcast(values.data(), bytes, MPI_BYTE, root, comm.native()); });
}

/// The root's text on all ranks. @collective over `comm`
inline std::string broadcast_text(CommunicatorView comm, std::string text, int root) {
  const int length = broadcast(comm, checked_int(std::ssize(text), "length of a text"), root);
  text.resize(static_cast<std::size_t>(length));
  broadcast(comm, std::span<char>(text), root);
  return text;
}

/// The values that all ranks give, by rank, byte by byte. @collective over `comm`
/// @param mine  [local] any value
/// @throws OutOfMemory on all ranks
template <class T>
requires std::is_trivially_copyable_v<T>
std::vector<T> all_gather(CommunicatorView comm, const T& mine) {
  std::vector<T> all =
      together(comm, [&] { return std::vector<T>(static_cast<std::size_t>(comm.size())); });
  wait_in("MPI_Allgather", comm, [&] {
    return MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE,
                         comm.native());
  });
  return all;
}

}  // namespace ashlar::mpi
