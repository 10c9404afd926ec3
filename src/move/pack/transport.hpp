// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "move/pull/target_block.hpp"

namespace ashlar::detail {

/// One rank's side of a move, fixed for good: what all carriers start from.
struct Route {
  Transfers transfers;
  LayoutShare sends, receives;
  mpi::CommunicatorView comm;
  int rank = 0;
  int size = 1;

  Route(const Transfers& what, mpi::CommunicatorView on)
      : transfers(what), comm(on), rank(on.rank()), size(on.size()) {
    sends = transfers.sends_of(rank);
    receives = transfers.receives_of(rank);
  }

  /// The partner that is this rank itself, or null.
  const Partner* own() const {
    for (const Partner& partner : sends.partners())
      if (partner.rank == rank) return &partner;
    return nullptr;
  }
};

/// This rank's parts of the two matrices. Elements travel as those of the source.
template <class T>
struct Operands {
  LocalView<const T> source;
  const mpi::Storage& source_storage;  ///< empty where the source lies in the caller's memory
  TargetBlock target;
  StorageOrder source_order = StorageOrder::Fortran;  ///< [same], also where the part is empty
};

/// A way to carry elements between ranks. Moves may follow each other at once: messages of one pair
/// keep their order.
template <class T>
class Carrier {
 public:
  Carrier() = default;
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  /// Begins to move everything, this rank's own elements included; notes where it lies. Waits for
  /// nobody. @collective
  virtual void start(std::span<const Operands<T>> operands) = 0;
  /// Does what can be done without waiting; returns whether the move is over. [local]
  virtual bool progress() = 0;
  /// Returns when the move is over.
  virtual void finish() = 0;
  virtual Index buffer_bytes() const = 0;
  /// Of all moves that were started.
  virtual PlanStatistics statistics() const = 0;
};

}  // namespace ashlar::detail
