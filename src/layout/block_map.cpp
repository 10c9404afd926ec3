// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/block_map.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include <ashlar/base/checked_int.hpp>

namespace ashlar {
namespace {

Range between(const std::vector<Index>& cuts, Index band) {
  return {cuts[static_cast<std::size_t>(band)], cuts[static_cast<std::size_t>(band) + 1]};
}

Index band_of(const std::vector<Index>& cuts, Index g) {
  return std::upper_bound(cuts.begin(), cuts.end(), g) - cuts.begin() - 1;
}

// More blocks would need 70 GiB on every rank.
constexpr Index most_blocks = std::numeric_limits<std::int32_t>::max();

/// Least and largest distance of neighbouring cuts: "4", "1 to 5".
std::pair<Index, Index> sizes_of(const std::vector<Index>& cuts) {
  Index least = std::numeric_limits<Index>::max(), most = 0;
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    least = std::min(least, cuts[k] - cuts[k - 1]);
    most = std::max(most, cuts[k] - cuts[k - 1]);
  }
  return {std::min(least, most), most};
}

}  // namespace

std::vector<Index> BlockMap::checked_cuts(const char* what, std::vector<Index> cuts) {
  expect(!cuts.empty() && cuts.front() == 0, "block map: the cuts of the ", what,
         cuts.empty() ? " are none" : concat(" start at ", cuts.front()),
         ", but must start at 0 and end at the extent");
  for (std::size_t k = 1; k < cuts.size(); ++k)
    expect(cuts[k] > cuts[k - 1], "block map: cut ", k, " of the ", what, " is ", cuts[k],
           ", but must be larger than the one before it, ", cuts[k - 1]);
  return cuts;
}

std::vector<Index> BlockMap::even_cuts(const char* what, Index extent, Index tile) {
  expect(extent >= 0, "block map: there are ", extent, " ", what, ", but must be at least 0");
  expect(tile >= 1, "block map: a tile has ", tile, " ", what, ", but must have at least 1");
  const Index count = extent / tile + (extent % tile != 0 ? 1 : 0);
  expect(count <= most_blocks, "block map: ", extent, " ", what, " in tiles of ", tile, " are ",
         count, " tiles, but a block map keeps each and takes at most ", most_blocks,
         "; give larger tiles or a Layout");
  std::vector<Index> cuts = {0};
  while (cuts.back() < extent) cuts.push_back(cuts.back() + std::min(tile, extent - cuts.back()));
  return cuts;
}

void BlockMap::check_block_count(Index rows, Index cols) {
  expect(rows == 0 || cols <= most_blocks / rows, "block map: ", rows, "x", cols,
         " blocks were given, but a block map keeps each and takes at most ", most_blocks,
         "; give larger ones or a Layout");
}

BlockMap::BlockMap() {
  // Shared, so that default construction and moves cannot fail to allocate.
  static const BlockMap empty({0}, {0}, std::vector<int>());
  data_ = empty.data_;
}

BlockMap::BlockMap(std::vector<Index> row_cuts, std::vector<Index> col_cuts,
                   std::vector<int> owners) {
  auto data = std::make_shared<Data>();
  data->row_cuts = checked_cuts("rows", std::move(row_cuts));
  data->col_cuts = checked_cuts("columns", std::move(col_cuts));
  data->owners = std::move(owners);
  data_ = data;
  detail::checked_product(shape().rows, shape().cols, "block map: the number of elements");
  check_block_count(block_rows(), block_cols());
  const Index rows = block_rows(), cols = block_cols(), count = rows * cols;
  expect(std::ssize(data->owners) == count, "block map: the list of owners has ",
         detail::counted(data->owners.size(), "rank"), ", but there are ", rows, "x", cols,
         " blocks; each block needs one");
  for (std::size_t k = 0; k < data->owners.size(); ++k) {
    const Index block = static_cast<Index>(k);
    expect(data->owners[k] >= 0 && data->owners[k] < std::numeric_limits<int>::max(),
           "block map: block (", block % rows, ",", block / rows, ") lies on rank ",
           data->owners[k], ", but MPI numbers ranks from 0 to ",
           std::numeric_limits<int>::max() - 1);
  }

  std::vector<std::size_t> order(data->owners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return data->owners[a] < data->owners[b]; });
  data->places.resize(order.size());
  data->offsets.resize(order.size());
  data->by_rank.reserve(order.size());
  Index place = 0, offset = 0;
  for (const std::size_t k : order) {
    const int rank = data->owners[k];
    if (data->firsts.empty() || data->firsts.back().first != rank) {
      data->firsts.emplace_back(rank, std::ssize(data->by_rank));
      place = offset = 0;
    }
    const BlockAt block{static_cast<Index>(k) % rows, static_cast<Index>(k) / rows};
    data->places[k] = place++;
    data->offsets[k] = offset;
    const Shape size = section_of(block).shape();
    offset += size.rows * size.cols;
    data->largest_count = std::max(data->largest_count, offset);
    data->by_rank.push_back(block);
  }
  data->required_size = data->firsts.empty() ? 0 : Index{data->firsts.back().first} + 1;
}

BlockMap BlockMap::from_layout(const Layout& layout) {
  return tiles(layout.shape(), layout.block(), [&](Index r, Index c) {
    return layout.owner_rank(r * layout.rows().block, c * layout.cols().block);
  });
}

Section BlockMap::section_of(BlockAt block) const {
  return {between(row_cuts(), block.row), between(col_cuts(), block.col)};
}

BlockAt BlockMap::block_of(Index i, Index j) const {
  return {band_of(row_cuts(), i), band_of(col_cuts(), j)};
}

Range BlockMap::in_order_of(int rank) const {
  const auto& firsts = data_->firsts;
  const auto found = std::lower_bound(firsts.begin(), firsts.end(), std::pair{rank, Index{0}});
  if (found == firsts.end() || found->first != rank) return {};
  const auto next = found + 1;
  return {found->second, next == firsts.end() ? std::ssize(data_->by_rank) : next->second};
}

std::span<const BlockAt> BlockMap::blocks_of(int rank) const {
  const Range range = in_order_of(rank);
  return std::span(data_->by_rank)
      .subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size()));
}

Index BlockMap::element_count(int rank) const {
  const auto blocks = blocks_of(rank);
  if (blocks.empty()) return 0;
  const Shape last = section_of(blocks.back()).shape();
  return offset_of(blocks.back()) + last.rows * last.cols;
}

BlockMap BlockMap::transposed() const {
  return BlockMap(col_cuts(), row_cuts(), [this](Index r, Index c) { return owner({c, r}); });
}

std::string BlockMap::to_string() const {
  const auto [least_rows, most_rows] = sizes_of(row_cuts());
  const auto [least_cols, most_cols] = sizes_of(col_cuts());
  const bool even = least_rows == most_rows && least_cols == most_cols;
  return concat(shape().rows, "x", shape().cols, " in ", block_rows(), "x", block_cols(),
                " blocks of ", least_rows, "x", least_cols,
                even ? "" : concat(" to ", most_rows, "x", most_cols), " on ", data_->firsts.size(),
                data_->firsts.size() == 1 ? " rank" : " ranks");
}

bool operator==(const BlockMap& a, const BlockMap& b) {
  return a.data_ == b.data_ || (a.row_cuts() == b.row_cuts() && a.col_cuts() == b.col_cuts() &&
                                a.data_->owners == b.data_->owners);
}

}  // namespace ashlar
