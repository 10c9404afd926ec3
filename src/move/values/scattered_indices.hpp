// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/axis.hpp>

namespace ashlar::detail {

/// Scattered row or column of a matrix, in a block.
struct ScatteredIndex {
  int owner = 0;    ///< process along the axis
  Index local = 0;  ///< index in its memory
  Index place = 0;  ///< in the block
};

/// Finds the owners of `indices`, which count from the start of `part`; sorted by owner, then by
/// place in the block. Negative indices are skipped.
/// @throws ArgumentError naming `what` and the index, if one lies beyond `part`
inline void locate(const Axis& axis, Range part, std::span<const Index> indices, const char* what,
                   std::vector<ScatteredIndex>& found) {
  expect(0 <= part.first && part.first <= part.last && part.last <= axis.extent, what,
         "s of the view are ", part.first, ":", part.last,
         ", which is not a range inside 0:", axis.extent);
  found.clear();
  for (std::size_t k = 0; k < indices.size(); ++k) {
    expect(indices[k] < part.size(), what, " ", indices[k], " is outside 0:", part.size(),
           "; negative ones are skipped, larger ones do not exist");
    if (indices[k] < 0) continue;
    const Index g = part.first + indices[k];
    found.push_back({axis.owner(g), axis.to_local(g), static_cast<Index>(k)});
  }
  std::sort(found.begin(), found.end(), [](const ScatteredIndex& a, const ScatteredIndex& b) {
    return std::tie(a.owner, a.place) < std::tie(b.owner, b.place);
  });
}

/// Calls f(owner, span of its indices) for every owner.
template <class F>
void for_each_owner(std::span<const ScatteredIndex> found, F&& f) {
  while (!found.empty()) {
    const int owner = found.front().owner;
    const auto end = std::find_if(found.begin(), found.end(),
                                  [&](const ScatteredIndex& i) { return i.owner != owner; });
    const auto count = static_cast<std::size_t>(end - found.begin());
    f(owner, found.first(count));
    found = found.subspan(count);
  }
}

/// Calls f(rows, cols) for parts of a block with bytes_of(rows, cols) <= limit: whole columns, else
/// parts of one; column by column.
template <class BytesOf, class F>
void for_each_part(std::span<const ScatteredIndex> rows, std::span<const ScatteredIndex> cols,
                   Index limit, BytesOf&& bytes_of, F&& f) {
  // Sizes grow linearly with columns, and with rows of one column.
  const auto fitting = [&](Index none, Index one) { return (limit - none) / (one - none); };
  const Index m = std::ssize(rows);
  const Index whole_cols = fitting(bytes_of(m, 0), bytes_of(m, 1));
  const auto step = static_cast<std::size_t>(std::max<Index>(1, whole_cols));
  const auto rows_at_a_time = static_cast<std::size_t>(
      whole_cols >= 1 ? m : std::max<Index>(1, fitting(bytes_of(0, 1), bytes_of(1, 1))));
  for (std::size_t j = 0; j < cols.size(); j += step)
    for (std::size_t i = 0; i < rows.size(); i += rows_at_a_time)
      f(rows.subspan(i, std::min(rows_at_a_time, rows.size() - i)),
        cols.subspan(j, std::min(step, cols.size() - j)));
}

}  // namespace ashlar::detail
