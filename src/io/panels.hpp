// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// Memory of a rank for each of the two copies of a panel, unless the caller limits it: large
/// enough that a panel's messages and system calls do not count, small enough that the disk writes
/// one panel while the next is read and moved.
inline constexpr Index default_panel_bytes = Index{64} << 20;

/// Lines that go together so that each of `ranks` ranks has at most `bytes` of them; at least one
/// each.
constexpr Index panel_lines(Index line_bytes, int ranks, Index bytes) {
  return std::max<Index>(1, bytes / std::max<Index>(1, line_bytes)) * ranks;
}

/// Calls f(panel) for consecutive ranges of at most `step` lines; once with no line if there is
/// none, so that what f does for all ranks is done.
template <class F>
void for_each_panel(Index lines, Index step, F&& f) {
  Index first = 0;
  do {
    const Index last = std::min(lines, first + step);
    f(Range{first, last});
    first = last;
  } while (first < lines);
}

}  // namespace ashlar::io
