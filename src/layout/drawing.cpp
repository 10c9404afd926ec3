// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/drawing.hpp>

#include <algorithm>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/axis.hpp>
#include <ashlar/layout/descriptor.hpp>

#include "drawing_parts.hpp"

namespace ashlar {
namespace {

// Closed ranges such as "0-1, 4-5, 8", without the middle ones of many.
std::string ranges_text(const Axis& axis, int p, Index most) {
  const Index count = detail::owned_range_count(axis, p);
  if (count == 0) return "none";
  std::string text;
  for (Index k = 0; k < count; ++k) {
    if (count > most && k == std::max(Index{1}, most - 2)) {
      text += ", ...";
      k = count - 1;
    }
    const Range range = detail::owned_range(axis, p, k);
    text += concat(k == 0 ? "" : ", ", range.first);
    if (range.size() > 1) text += concat("-", range.last - 1);
  }
  return text;
}

using detail::TableRow;

TableRow process_row(const Layout& layout, Coord c, Index most_ranges) {
  const Shape local = layout.local_shape(c);
  return {concat("(", c.row, ",", c.col, ")"),
          concat(layout.ranks().rank_of(c)),
          concat(local.rows, "x", local.cols),
          concat(detail::min_lld(layout, c)),
          ranges_text(layout.rows(), c.row, most_ranges),
          ranges_text(layout.cols(), c.col, most_ranges)};
}

// Grid position of the k-th rank of an implicit order.
Coord position_at(const Layout& layout, Index k) {
  const GridShape grid = layout.grid();
  return layout.grid_order() == GridOrder::Row
             ? Coord{static_cast<int>(k / grid.cols), static_cast<int>(k % grid.cols)}
             : Coord{static_cast<int>(k % grid.rows), static_cast<int>(k / grid.rows)};
}

std::vector<TableRow> process_rows(const Layout& layout, Index lines, Index most_ranges) {
  const Index nprocs = layout.grid().size();
  std::vector<TableRow> table = {{"process", "rank", "local size", "LLD >=", "rows", "columns"}};
  const Index head = nprocs <= lines ? nprocs : lines - 2;
  for (Index k = 0; k < head; ++k)
    table.push_back(process_row(layout, position_at(layout, k), most_ranges));
  if (head < nprocs) {
    table.push_back(TableRow(table.front().size(), "..."));
    table.push_back(process_row(layout, position_at(layout, nprocs - 1), most_ranges));
  }
  return table;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t first = 0; first < text.size(); first = text.find('\n', first) + 1)
    longest = std::max(longest, text.find('\n', first) - first);
  return longest;
}

// Reduces the ranges per line until lines fit; the first and last remain.
std::string process_table(const Layout& layout, const DrawOptions& options) {
  std::string text;
  for (Index most_ranges = 5; most_ranges >= 2; --most_ranges) {
    text = detail::aligned(process_rows(layout, options.process_lines, most_ranges), 2);
    if (longest_line(text) <= static_cast<std::size_t>(options.width)) break;
  }
  return text;
}

// The source process has the most indices, its predecessor the fewest.
Index most_of(const Axis& axis) { return axis.local_count(axis.source); }
Index least_of(const Axis& axis) {
  return axis.local_count(axis.source == 0 ? axis.nprocs - 1 : axis.source - 1);
}

// Shapes, since products of 64-bit extents may overflow.
std::string balance_line(const Layout& layout) {
  return concat("  smallest local array ", least_of(layout.rows()), "x", least_of(layout.cols()),
                ", largest ", most_of(layout.rows()), "x", most_of(layout.cols()), "\n");
}

}  // namespace

std::string detail::aligned(const std::vector<TableRow>& table, std::size_t lists) {
  std::vector<std::size_t> widths(table.front().size());
  for (const TableRow& row : table)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  std::string text;
  for (const TableRow& row : table) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool is_list = k + lists >= row.size();
      line +=
          concat("  ", is_list ? padded_right(row[k], widths[k]) : padded_left(row[k], widths[k]));
    }
    text += line_of(line);
  }
  return text;
}

std::string draw(const Layout& layout, const DrawOptions& options) {
  detail::check(options);
  std::string text = layout.to_string() + "\n";
  if (options.map)
    text.append("\n").append(layout.shape().empty() ? "the matrix has no elements\n"
                                                    : detail::owner_map(layout, options));
  if (options.processes)
    text.append("\n").append(process_table(layout, options)).append(balance_line(layout));
  return text;
}

ElementPlace place_of(const Layout& layout, Index i, Index j) {
  const Shape shape = layout.shape();
  expect(i >= 0 && i < shape.rows && j >= 0 && j < shape.cols, "place of an element: (", i, ",", j,
         ") lies outside the ", shape.rows, "x", shape.cols, " matrix; indices count from 0");
  return {.position = layout.owner(i, j),
          .rank = layout.owner_rank(i, j),
          .block_row = i / layout.rows().block,
          .block_col = j / layout.cols().block,
          .local_row = layout.rows().to_local(i),
          .local_col = layout.cols().to_local(j)};
}

std::string describe_owner(const Layout& layout, Index i, Index j) {
  const ElementPlace place = place_of(layout, i, j);
  return concat("element (", i, ",", j, ") lies on rank ", place.rank, ", process (",
                place.position.row, ",", place.position.col, "), as local element (",
                place.local_row, ",", place.local_col, "), in block (", place.block_row, ",",
                place.block_col, ")");
}

}  // namespace ashlar
