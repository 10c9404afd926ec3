// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "format.hpp"
#include "lines.hpp"

namespace ashlar::io {

/// Calls f(lines, data) for groups of local lines; `data` is contiguous, and copied only if padded.
/// @param length, width  elements of a line, and bytes of an element
template <class F>
void for_packed_lines(const Lines& lines, Index length, Index width, F&& f) {
  // A group fits the cache.
  constexpr Index at_once = Index{1} << 20;
  const Index bytes = length * width, stride = lines.stride * width;
  const Index step = std::max<Index>(1, at_once / std::max<Index>(1, bytes));
  const char* const from = static_cast<const char*>(lines.data);
  std::vector<char> packed;
  for (Index line = lines.mine.first; line < lines.mine.last; line += step) {
    const Range some{line, std::min(line + step, lines.mine.last)};
    const char* data = from + (line - lines.mine.first) * stride;
    if (stride != bytes && some.size() > 1) {
      packed.resize(static_cast<std::size_t>(some.size() * bytes));
      pack_lines(data, some.size(), bytes, stride, packed.data());
      data = packed.data();
    }
    f(some, data);
  }
}

}  // namespace ashlar::io
