// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_dist_matrix.hpp>

namespace ashlar::detail {

/// A ReplicatedMatrix whose element type is a value: what needs more than the header is made of it,
/// for every element type. Its collectives are those of ReplicatedMatrix.
struct AnyReplicatedMatrix {
  static AnyReplicatedMatrix make(mpi::CommunicatorView comm, const Placement& placement,
                                  const StorageOptions& options, ElementType element);
  static AnyReplicatedMatrix wrap(mpi::CommunicatorView comm, const Placement& placement,
                                  const LocalBlock<std::byte>& local, ElementType element);
  AnyReplicatedMatrix copy() const;
  AnyDistMatrix replica(int number) const;

  Placement placement;
  std::optional<Replicas::Seat> seat;
  AnyDistMatrix mine;  ///< this rank's replica: on the ranks of other groups another one
};

}  // namespace ashlar::detail
