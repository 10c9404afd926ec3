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

/// Segments of a pool on one rank, in order of arrival, with their last uses. [local] throughout,
/// without MPI; the pool synchronises the ranks.
class SegmentShelf {
 public:
  /// Counts a request; precedes choose, use and add.
  void begin_request() noexcept { ++requests_; }

  /// Chooses the segment for a request (see choose_segment), without changes.
  /// @param part_bytes       requested bytes by rank
  /// @param wanted_bytes     size of a new segment
  /// @param available_bytes  available memory of the system; called only if no idle segment fits,
  ///   since it is slow
  PoolChoice choose(std::span<const Index> part_bytes, Index wanted_bytes,
                    const std::function<Index()>& available_bytes) const;

  int size() const noexcept { return static_cast<int>(held_.size()); }
  /// @pre 0 <= index < size()
  Segment& at(int index) const { return *held_[static_cast<std::size_t>(index)].segment; }
  /// Indices of idle segments, ascending.
  std::vector<int> idle() const;
  /// Bytes freed by dropping these segments.
  Index resident_bytes_of(const std::vector<int>& indices) const;

  /// Marks the segment with this id as used by the request.
  /// @pre it exists
  /// @param peak_bytes  from the choice
  std::shared_ptr<Segment> use(Index id, Index peak_bytes);
  /// Reserves room, so that the next add cannot fail.
  /// @throws std::bad_alloc
  void reserve_one() { held_.reserve(held_.size() + 1); }
  /// Adds a new segment, which serves the request.
  void add(std::shared_ptr<Segment> segment, Index peak_bytes);
  /// Drops segments; the indices of the others change.
  /// @param indices  ascending
  void drop(const std::vector<int>& indices) noexcept;

  PoolStatistics statistics() const;

 private:
  struct Held {
    std::shared_ptr<Segment> segment;
    Index last_use;  // number of the last request served
  };
  std::vector<Held> held_;
  Index requests_ = 0;
  Index peak_bytes_ = 0;
};

}  // namespace ashlar::mpi
