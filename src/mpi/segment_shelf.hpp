// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <ashlar/mpi/shared_memory.hpp>

#include "mpi/pool_choice.hpp"
#include "mpi/segment.hpp"

namespace ashlar::mpi {

/// The segments that a pool holds on one rank, in the order in which it got them, and what each
/// was last used for. [local] throughout, without MPI: the pool makes the ranks agree.
class SegmentShelf {
 public:
  /// Counts a request; comes before choose, use and add.
  void begin_request() noexcept { ++requests_; }

  /// Decides how the request is met (see choose_segment); changes nothing.
  /// @param part_bytes       what each rank asks for
  /// @param wanted_bytes     that of a new segment
  /// @param available_bytes  what the system can still give; asked only where no idle segment
  ///                         serves, for the answer takes longer than all else
  PoolChoice choose(std::span<const Index> part_bytes, Index wanted_bytes,
                    const std::function<Index()>& available_bytes) const;

  int size() const noexcept { return static_cast<int>(held_.size()); }
  /// @pre 0 <= index < size()
  Segment& at(int index) const { return *held_[static_cast<std::size_t>(index)].segment; }
  /// Indices of those that nobody uses, ascending.
  std::vector<int> idle() const;
  /// Bytes that giving up these segments frees.
  Index resident_bytes_of(const std::vector<int>& indices) const;

  /// The segment with this id, which serves the request.
  /// @pre there is one
  /// @param peak_bytes  the choice's
  std::shared_ptr<Segment> use(Index id, Index peak_bytes);
  /// Room for one more segment, so that the next add cannot fail.
  /// @throws std::bad_alloc
  void reserve_one() { held_.reserve(held_.size() + 1); }
  /// Takes in a new segment, which serves the request.
  void add(std::shared_ptr<Segment> segment, Index peak_bytes);
  /// Gives up these segments; the indices of the others change.
  /// @param indices  ascending
  void drop(const std::vector<int>& indices) noexcept;

  PoolStatistics statistics() const;

 private:
  struct Held {
    std::shared_ptr<Segment> segment;
    Index last_use;  // number of the request that it served last
  };
  std::vector<Held> held_;
  Index requests_ = 0;
  Index peak_bytes_ = 0;
};

}  // namespace ashlar::mpi
