// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <ashlar/base/index.hpp>

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
/// Segments that keep pages never exceed the peak of bytes in use at one time, which bounds idle
/// memory: for a new segment beyond it, idle ones are dropped, least recently used first. If all of
/// these were used lately and cost more bytes than the new one gains, the new one is passing
/// instead, so that a small request keeps the large segments of a loop. If such a passing segment
/// would serve the request now, had it kept its pages, the request is repeated and justifies
/// dropping four times its bytes.
///
/// Idle segments are also dropped for missing system memory, if they suffice. Segments without
/// pages are dropped with them.
PoolChoice choose_segment(std::span<const PoolEntry> entries, const PoolRequest& request);

}  // namespace ashlar::mpi
