// SPDX-License-Identifier: BSD-3-Clause
#include "rank_rectangles.hpp"

#include <algorithm>

namespace ashlar::detail {

std::vector<Section> rectangles_of(const RankMap& map, Range ranks) {
  const bool by_rows = map.grid_order() == GridOrder::Row;
  const Index line = by_rows ? map.grid().cols : map.grid().rows;
  const Index first = std::clamp<Index>(ranks.first - map.first_rank(), 0, map.grid().size());
  const Index last = std::clamp<Index>(ranks.last - map.first_rank(), 0, map.grid().size());
  std::vector<Section> rectangles;
  const auto add = [&](Range lines, Range within) {
    rectangles.push_back(by_rows ? Section{lines, within} : Section{within, lines});
  };
  for (Index k = first; k < last;) {
    const Index at = k / line, begin = k % line;
    const Index whole_lines = begin == 0 ? (last - k) / line : 0;
    if (whole_lines > 0) {
      add({at, at + whole_lines}, {0, line});
      k += whole_lines * line;
    } else {
      const Index end = std::min(line, begin + (last - k));
      add({at, at + 1}, {begin, end});
      k += end - begin;
    }
  }
  return rectangles;
}

}  // namespace ashlar::detail
