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

// Typed collective calls of MPI, visible to the watchdog.

namespace ashlar::mpi {

/// MPI_Allreduce of one number. @collective over `comm`
/// @param mine  [local]
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

/// Elementwise MPI_Allreduce in place. @pre equal size on all ranks
template <class T>
void all_reduce(CommunicatorView comm, std::span<T> values, MPI_Op op) {
  const int count = checked_int(std::ssize(values), "numbers of MPI_Allreduce");
  wait_in("MPI_Allreduce", comm, [&] {
    return MPI_Allreduce(MPI_IN_PLACE, values.data(), count, native_type<T>(), op, comm.native());
  });
}

/// MPI_Bcast of the bytes of a value. @collective over `comm`
/// @param value  [local] used on the root
template <class T>
requires std::is_trivially_copyable_v<T>
T broadcast(CommunicatorView comm, T value, int root) {
  wait_in("MPI_Bcast", comm,
          [&] { return MPI_Bcast(&value, sizeof value, MPI_BYTE, root, comm.native()); });
  return value;
}

/// MPI_Bcast in place. @pre equal size on all ranks
template <class T>
requires std::is_trivially_copyable_v<T>
void broadcast(CommunicatorView comm, std::span<T> values, int root) {
  const int bytes = checked_int(static_cast<Index>(values.size_bytes()), "bytes of MPI_Bcast");
  wait_in("MPI_Bcast", comm,
          [&] { return MPI_Bcast(values.data(), bytes, MPI_BYTE, root, comm.native()); });
}

/// MPI_Bcast of a text. @collective over `comm`
inline std::string broadcast_text(CommunicatorView comm, std::string text, int root) {
  const int length = broadcast(comm, checked_int(std::ssize(text), "length of a text"), root);
  text.resize(static_cast<std::size_t>(length));
  broadcast(comm, std::span<char>(text), root);
  return text;
}

/// MPI_Allgather of the bytes of a value, by rank. @collective over `comm`
/// @param mine  [local]
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
