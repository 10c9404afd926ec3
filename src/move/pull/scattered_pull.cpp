// SPDX-License-Identifier: BSD-3-Clause
#include "scattered_pull.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "gather_table.hpp"

namespace ashlar::detail {
namespace {

constexpr Index table_rows = 8192;  // of all targets; columns are walked this far in one go

/// Makes this hand's columns of some rows.
void pull_rows(const PullTask& task, const std::vector<Tile>& rows) {
  const Deal& deal = task.pull.deal;
  std::vector<std::optional<GatherTable>> tables(static_cast<std::size_t>(task.pull.across_shares));
  Index turn = 0;
  task.pull.across->for_each([&](const Tile& across) {
    auto& table = tables[static_cast<std::size_t>(across.share)];
    const Index width = deal.hands > 1 ? Deal::columns : across.length;
    for (Index first = 0; first < across.length; first += width) {
      if (!deal.is_mine(turn++)) continue;
      if (!table) table.emplace(task, rows, across.share);
      for (Index j = first; j < std::min(first + width, across.length); ++j)
        table->move_column(across.source_local + j, across.target_local + j);
    }
  });
}

}  // namespace

void pull_scattered(const PullTask& task) {
  std::vector<Tile> tiles;
  Index rows = 0;
  const auto flush = [&] {
    if (rows > 0) pull_rows(task, tiles);
    tiles.clear();
    rows = 0;
  };
  task.pull.along->for_each([&](const Tile& along) {
    if (rows + along.length > table_rows) flush();
    tiles.push_back(along);
    rows += along.length;
  });
  flush();
}

}  // namespace ashlar::detail
