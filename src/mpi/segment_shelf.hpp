// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "mpi/segment.hpp"

namespace ashlar::mpi {

struct PoolEntry {
  Index capacity = 0;
  Index last_use = 0;  ///< number of the last request served
  bool is_idle = false;
  bool is_passing = false;  ///< loses its pages when it becomes idle, and is then useless
  bool fits = false;        ///< every part is large enough, idle or not
};

struct PoolRequest {
  Index wanted_bytes = 0;     ///< in whole pages
  Index slack_bytes = 0;      ///< waste that does not justify a new segment
  Index spare_bytes = 0;      ///< idle bytes beyond the peak that need not be freed
  Index number = 0;           ///< count of requests, including this one
  Index peak_bytes = 0;       ///< largest use at one time
  Index available_bytes = 0;  ///< available from the system
};

struct PoolChoice {
  std::optional<int> reuse{};  ///< idle segment to reuse; else a new one is made
  bool is_passing = false;     ///< the new segment loses its pages when it becomes idle
  std::vector<int> drop{};     ///< idle segments to drop before, ascending
  Index peak_bytes = 0;        ///< largest use at one time, including this request

  friend bool operator==(const PoolChoice&, const PoolChoice&) = default;
};

/// Chooses the segment for a request: the smallest idle one that fits, unless it wastes more than a
/// quarter and the slack; otherwise a new one.
///
/// Segments that keep pages exceed the peak of bytes in use at one time by spare_bytes at most,
/// which bounds idle memory: for a new segment beyond it, idle ones are dropped, least recently
/// used first. If all of these were used lately and cost more bytes than the new one gains, the new
/// one is passing instead, so that a small request keeps the large segments of a loop. If such a
/// passing segment would serve the request now, had it kept its pages, the request is repeated and
/// justifies dropping four times its bytes.
///
/// Idle segments are also dropped for missing system memory, if they suffice. Segments without
/// pages are dropped with them.
PoolChoice choose_segment(std::span<const PoolEntry> entries, const PoolRequest& request);

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
