// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// A move between n-dimensional arrays made ready: what goes from whom to whom, bound to a
/// communicator and to buffers, but not to arrays. Built once, run as often as wanted between any
/// two arrays of the two distributions.
template <Element T>
class ArrayPlan {
 public:
  /// @param comm       [same] the arrays' communicator; it must have all processes of both
  /// distributions
  /// @param transfers  [same]
  /// @param options    [same] transport Automatic, SharedMemory or Messages; max_extra_bytes does
  /// not bound moves of arrays
  /// @throws ArgumentError if the communicator has too few ranks, for another transport, or if
  /// piece_bytes is not in 1 … 2^30
  /// @collective over `comm`
  /// @cost  in proportion to this rank's partners and pattern, besides the buffers
  ArrayPlan(mpi::CommunicatorView comm, const ArrayTransfers& transfers,
            const PlanOptions& options = {});
  ArrayPlan(ArrayPlan&&) noexcept;
  ArrayPlan& operator=(ArrayPlan&&) noexcept;
  ~ArrayPlan();

  const ArrayTransfers& transfers() const;
  const PlanOptions& options() const;
  /// Bytes of message buffers that this rank holds for the plan, as far as it has run. [local]
  Index buffer_bytes() const;
  /// What went by messages and what through memory. [local]
  PlanStatistics statistics() const;

  /// Moves the elements. A rank may enter when its parts of both arrays may be used; when it
  /// returns, its part of the target is complete and its part of the source is its own again.
  /// @throws ArgumentError if a distribution is not the one the plan was made for, or if shared
  /// memory was asked for and the source does not lie in it
  /// @collective over the communicator
  void run(const DistArray<T>& source, DistArray<T>& target);

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace ashlar
