// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/rank_map.hpp>

#include <algorithm>
#include <limits>

#include <ashlar/base/error.hpp>

namespace ashlar {
namespace {

void check_grid(GridShape grid) {
  expect(grid.rows >= 1 && grid.cols >= 1, "process grid: ", grid.rows, "x", grid.cols,
         " has a dimension below 1; give at least 1x1");
  expect(grid.size() <= std::numeric_limits<int>::max(), "process grid: ", grid.rows, "x",
         grid.cols, " has more positions than MPI can number");
}

}  // namespace

// Not inline: their code would be repeated in every user of Layout.
RankMap::RankMap(const RankMap& other) = default;
RankMap::RankMap(RankMap&& other) noexcept = default;
RankMap& RankMap::operator=(const RankMap& other) = default;
RankMap& RankMap::operator=(RankMap&& other) noexcept = default;
RankMap::~RankMap() = default;

RankMap::RankMap(GridShape grid, GridOrder order, int first_rank)
    : grid_(grid), order_(order), first_rank_(first_rank) {
  check_grid(grid);
  largest_rank_ = first_rank + grid.size() - 1;
  expect(first_rank >= 0 && largest_rank_ < std::numeric_limits<int>::max(), "process grid: ranks ",
         first_rank, " to ", largest_rank_, " are not all ranks that MPI can number");
}

RankMap::RankMap(GridShape grid, GridOrder order, std::vector<int> ranks)
    : grid_(grid), order_(order) {
  check_grid(grid);
  expect(static_cast<Index>(ranks.size()) == grid.size(), "process grid: the list has ",
         detail::counted(ranks.size(), "rank"), ", but a ", grid.rows, "x", grid.cols, " grid has ",
         detail::counted(grid.size(), "position"));
  std::vector<std::pair<int, int>> positions;
  positions.reserve(ranks.size());
  for (int rank : ranks) {
    expect(rank >= 0, "process grid: rank ", rank, " is negative");
    positions.emplace_back(rank, static_cast<int>(positions.size()));
  }
  std::sort(positions.begin(), positions.end());
  for (std::size_t k = 1; k < positions.size(); ++k)
    expect(positions[k].first != positions[k - 1].first, "process grid: rank ", positions[k].first,
           " stands at two positions");
  first_rank_ = ranks.front();
  largest_rank_ = positions.back().first;
  bool counts_up = true;
  for (std::size_t k = 0; k < ranks.size(); ++k)
    counts_up = counts_up && ranks[k] == first_rank_ + static_cast<int>(k);
  if (!counts_up)
    table_ = std::make_shared<const Table>(Table{std::move(ranks), std::move(positions)});
}

int RankMap::position_of(Coord c) const {
  return order_ == GridOrder::Row ? c.row * grid_.cols + c.col : c.col * grid_.rows + c.row;
}

Coord RankMap::coord_at(int position) const {
  return order_ == GridOrder::Row ? Coord{position / grid_.cols, position % grid_.cols}
                                  : Coord{position % grid_.rows, position / grid_.rows};
}

int RankMap::rank_of(Coord position) const {
  const int place = position_of(position);
  return table_ ? table_->ranks[static_cast<std::size_t>(place)] : first_rank_ + place;
}

std::optional<Coord> RankMap::coord_of(int rank) const {
  if (!table_) {
    if (rank < first_rank_ || rank > largest_rank_) return std::nullopt;
    return coord_at(rank - first_rank_);
  }
  const auto& positions = table_->positions;
  const auto found = std::lower_bound(positions.begin(), positions.end(), std::pair{rank, 0});
  if (found == positions.end() || found->first != rank) return std::nullopt;
  return coord_at(found->second);
}

RankMap RankMap::transposed() const {
  RankMap result = *this;
  result.grid_ = grid_.transposed();
  result.order_ = order_ == GridOrder::Row ? GridOrder::Column : GridOrder::Row;
  return result;
}

std::vector<int> detail::ranks_in_order(const RankMap& ranks, GridOrder order) {
  const GridShape grid = ranks.grid();
  std::vector<int> in_order;
  in_order.reserve(static_cast<std::size_t>(grid.size()));
  for (int k = 0; k < grid.size(); ++k)
    in_order.push_back(ranks.rank_of(order == GridOrder::Row
                                         ? Coord{k / grid.cols, k % grid.cols}
                                         : Coord{k % grid.rows, k / grid.rows}));
  return in_order;
}

bool operator==(const RankMap& a, const RankMap& b) {
  if (a.grid_ != b.grid_ || a.largest_rank_ != b.largest_rank_) return false;
  // A single row or column of processes has one order.
  const bool same_order = a.order_ == b.order_ || a.grid_.rows == 1 || a.grid_.cols == 1;
  if (same_order && a.table_ == b.table_) return a.first_rank_ == b.first_rank_;
  if (same_order && (!a.table_ || !b.table_)) return false;
  for (int row = 0; row < a.grid_.rows; ++row)
    for (int col = 0; col < a.grid_.cols; ++col)
      if (a.rank_of({row, col}) != b.rank_of({row, col})) return false;
  return true;
}

}  // namespace ashlar
