// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

namespace ashlar::io {

/// Default memory of a rank for each of the two copies of a panel. Large panels amortise messages
/// and system calls; small ones overlap writing with the next read and move.
inline constexpr Index default_panel_bytes = Index{64} << 20;

/// Lines per panel with at most `bytes` per rank, at least one line each.
constexpr Index panel_lines(Index line_bytes, int ranks, Index bytes) {
  return std::max<Index>(1, bytes / std::max<Index>(1, line_bytes)) * ranks;
}

/// Calls f(panel) for ranges of at most `step` lines; with an empty range for 0 lines,
/// because f is collective.
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
