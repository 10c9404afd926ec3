// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

/// A segment of a pool as the choice sees it.
struct PoolEntry {
  Index capacity = 0;
  Index last_use = 0;  ///< number of the request that used it last
  bool is_idle = false;
  bool is_passing = false;  ///< it loses its pages when it becomes idle, and is of no use then
  bool fits = false;        ///< every part is large enough for the request, idle or not
};

/// A request and the state of the pool and of the system.
struct PoolRequest {
  Index wanted_bytes = 0;     ///< in whole pages
  Index slack_bytes = 0;      ///< waste that is not worth a new segment
  Index number = 0;           ///< how many requests there were, this one included
  Index peak_bytes = 0;       ///< the most that was ever in use at once
  Index available_bytes = 0;  ///< what the system can still give
};

/// Answer of a pool to a request.
struct PoolChoice {
  std::optional<int> reuse{};  ///< index of the segment to use again; otherwise a new one is made
  bool is_passing = false;     ///< the new segment loses its pages when it becomes idle
  std::vector<int> drop{};     ///< indices of idle segments to give up before, ascending
  Index peak_bytes = 0;        ///< the most that was ever in use, this request included

  friend bool operator==(const PoolChoice&, const PoolChoice&) = default;
};

/// Decides by what segment a request is met.
///
/// The smallest idle one that fits, unless it wastes more than a quarter and the slack. Otherwise a
/// new one. The segments that keep their pages are together never more than was ever in use at
/// once, so idle memory stays below that peak without anybody watching it: if the new one does not
/// go with the others, idle ones are dropped, longest unused first. If that costs more bytes than
/// it gains, and all of them were in use lately, the new one is a passing guest instead: a small
/// request must not cost the large segment that the next step of a loop uses again. Unless such a
/// guest would serve the request now, had it kept its pages: what comes again costs fresh pages
/// each time, and is worth dropping up to four times its bytes. Idle segments are also dropped as
/// far as it takes to meet the request with what the system has, if they suffice. Whatever has lost
/// its pages is dropped with them.
PoolChoice choose_segment(std::span<const PoolEntry> entries, const PoolRequest& request);

}  // namespace ashlar::mpi
