// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/drawing.hpp>

#include "drawing_parts.hpp"

namespace ashlar {
namespace {

using detail::gap;
using detail::shown_of;

std::string cut_text(const std::vector<Index>& cuts, Index band) {
  return band == gap ? "..." : concat(cuts[static_cast<std::size_t>(band)]);
}

std::string map_text(const BlockMap& map, const DrawOptions& options) {
  const std::size_t margin = std::max<std::size_t>(3, concat(map.shape().rows - 1).size());
  const std::size_t cell = std::max({std::size_t{3}, concat(map.shape().cols - 1).size(),
                                     concat(map.required_size() - 1).size()});
  const Index room =
      (options.width - static_cast<Index>(margin) - 3) / static_cast<Index>(cell + 1);
  const auto rows = shown_of(map.block_rows(), options.map_lines);
  const auto cols = shown_of(map.block_cols(), room);

  std::string text = "rank that owns each block, named by its first row and column\n\n";
  std::string line = concat(" ", detail::padded_left("j", margin), " |");
  for (const Index c : cols)
    line += concat(" ", detail::padded_left(cut_text(map.col_cuts(), c), cell));
  text += detail::line_of(line);
  text +=
      concat(" ", std::string(margin, '-'), "-+", std::string(cols.size() * (cell + 1), '-'), "\n");
  for (const Index r : rows) {
    line = concat(" ", detail::padded_left(cut_text(map.row_cuts(), r), margin), " |");
    for (const Index c : cols) {
      const bool is_gap = r == gap || c == gap;
      line += concat(" ", detail::padded_left(is_gap ? "..." : concat(map.owner({r, c})), cell));
    }
    text += detail::line_of(line);
  }
  return text;
}

std::string rank_table(const BlockMap& map, Index lines) {
  std::vector<detail::TableRow> table = {{"rank", "blocks", "elements"}};
  for (const Index rank : shown_of(map.required_size(), lines)) {
    const int r = static_cast<int>(rank);
    if (rank == gap) table.push_back({"...", "...", "..."});
    else
      table.push_back(
          {concat(rank), concat(map.blocks_of(r).size()), concat(map.element_count(r))});
  }
  return detail::aligned(table, 0);
}

}  // namespace

std::vector<Index> detail::shown_of(Index count, Index room) {
  room = std::max(room, Index{3});
  const Index tail = count <= room ? 0 : room / 4;
  const Index head = count <= room ? count : room - 1 - tail;
  std::vector<Index> shown;
  for (Index k = 0; k < head; ++k) shown.push_back(k);
  if (head < count) shown.push_back(gap);
  for (Index k = count - tail; k < count; ++k) shown.push_back(k);
  return shown;
}

std::string draw(const BlockMap& map, const DrawOptions& options) {
  detail::check(options);
  std::string text = map.to_string() + "\n";
  if (options.map)
    text.append("\n").append(map.shape().empty() ? "the matrix has no elements\n"
                                                 : map_text(map, options));
  if (options.processes && map.required_size() > 0)
    text.append("\n").append(rank_table(map, options.process_lines));
  return text;
}

}  // namespace ashlar
