// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include "layout_plot.hpp"

namespace ashlar::pictures {
namespace {

// JavaScript versions of Axis, Layout and RankMap, and the text of describe_owner.
constexpr const char* layout_script = R"(
const axes = data.axes.map(a => a.map(BigInt)), extent = axes.map(a => a[0]);
const unit = (index, dim) => index, first = (unit, dim) => BigInt(unit);
const axis = ([length, block, processes, source]) => ({
  owner: g => (g / block % processes + source) % processes,
  local: g => g / block / processes * block + g % block,
  block: g => g / block,
  count: p => {
    const distance = (p - source + processes) % processes, blocks = length / block;
    const over = blocks % processes;
    return blocks / processes * block +
           (distance < over ? block : distance === over ? length % block : 0n);
  }
});
const rows = axis(axes[0]), cols = axis(axes[1]);
function rank(p, q) {
  const place = data.byRows ? p * axes[1][2] + q : q * axes[0][2] + p;
  return data.table ? BigInt(data.table[place]) : place + BigInt(data.firstRank);
}
function label(i, j) {
  const p = rows.owner(i), q = cols.owner(j), r = rank(p, q);
  const m = rows.count(p), n = cols.count(q);
  return `element (${i},${j}) lies on rank ${r}, process (${p},${q}), as local element ` +
         `(${rows.local(i)},${cols.local(j)}), in block (${rows.block(i)},${cols.block(j)}); ` +
         `rank ${r} holds ${m}x${n} elements, ${m * n * BigInt(data.elementBytes)} bytes`;
}
)";

/// Strings, since JavaScript's numbers have 53 bits.
std::string text_of(const Axis& axis) {
  return concat("[\"", axis.extent, "\", \"", axis.block, "\", \"", axis.nprocs, "\", \"",
                axis.source, "\"]");
}

std::string data_of(const Layout& layout, int element_bytes) {
  const RankMap& ranks = layout.ranks();
  std::string data =
      concat("\"axes\": [", text_of(layout.rows()), ", ", text_of(layout.cols()),
             "], \"byRows\": ", ranks.grid_order() == GridOrder::Row ? "true" : "false",
             ", \"firstRank\": ", ranks.first_rank(), ", \"elementBytes\": ", element_bytes);
  if (ranks.is_implicit()) return data;
  const bool by_rows = ranks.grid_order() == GridOrder::Row;
  const GridShape grid = layout.grid();
  std::string table;
  for (int k = 0; k < grid.size(); ++k) {
    const Coord c =
        by_rows ? Coord{k / grid.cols, k % grid.cols} : Coord{k % grid.rows, k / grid.rows};
    table += concat(k == 0 ? "" : ",", ranks.rank_of(c));
  }
  return concat(data, ", \"table\": [", table, "]");
}

}  // namespace

PageParts layout_page(const Layout& layout, int element_bytes) {
  return {.title = layout.to_string(),
          .row_word = "row",
          .col_word = "column",
          .data = data_of(layout, element_bytes),
          .script = layout_script,
          .jump_rows = layout.block().rows,
          .jump_cols = layout.block().cols};
}

}  // namespace ashlar::pictures
