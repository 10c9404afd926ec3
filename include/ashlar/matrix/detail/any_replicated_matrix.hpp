// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_dist_matrix.hpp>

namespace ashlar::detail {

/// Type-erased ReplicatedMatrix with its collectives.
struct AnyReplicatedMatrix {
  static AnyReplicatedMatrix make(mpi::CommunicatorView comm, const Placement& placement,
                                  const StorageOptions& options, ElementType element);
  static AnyReplicatedMatrix wrap(mpi::CommunicatorView comm, const Placement& placement,
                                  const LocalBlock<std::byte>& local, ElementType element);
  AnyReplicatedMatrix copy() const;
  AnyDistMatrix replica(int number) const;

  Placement placement;
  std::optional<Replicas::Seat> seat;
  AnyDistMatrix mine;  ///< replica of this rank's group
};

}  // namespace ashlar::detail
