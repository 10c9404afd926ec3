// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/share.hpp>

#include <algorithm>

#include <ashlar/layout/array_op.hpp>

namespace ashlar {
namespace {

/// By rank, then by the first element, the last dimension before the others: no two boxes of a pair
/// of ranks begin with the same element, so both ends have the same order.
bool comes_before(const Box& a, const Box& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  for (int d = a.ndims(); d-- > 0;) {
    const Index first = a.runs(d).hull().first, other = b.runs(d).hull().first;
    if (first != other) return first < other;
  }
  return false;
}

}  // namespace

std::size_t Cell::place_of(std::span<const int> choice) const {
  std::size_t place = 0;
  for (int d = ndims(); d-- > 0;)
    place =
        place * shares_[d].size() + static_cast<std::size_t>(choice[static_cast<std::size_t>(d)]);
  return place;
}

const Box* Cell::box(std::span<const int> choice) const {
  const int number = numbers_[place_of(choice)];
  return number < 0 ? nullptr : boxes_ + number;
}

std::span<const Box> Share::boxes_of(int rank) const& {
  const auto found = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
  if (found == ranks_.end() || *found != rank) return {};
  const auto k = static_cast<std::size_t>(found - ranks_.begin());
  return std::span(boxes_).subspan(firsts_[k], firsts_[k + 1] - firsts_[k]);
}

void Share::finish() {
  std::sort(boxes_.begin(), boxes_.end(), comes_before);
  for (Cell& cell : cells_) {
    std::size_t choices = 1;
    for (const Cell::Shares& shares : cell.shares_) choices *= shares.size();
    cell.boxes_ = boxes_.data();
    cell.numbers_.assign(choices, -1);
  }
  DimList choice;
  for (std::size_t k = 0; k < boxes_.size(); ++k) {
    const Box& box = boxes_[k];
    Cell& cell = cells_[static_cast<std::size_t>(box.cell)];
    choice.clear();
    for (int d = 0; d < box.ndims(); ++d)
      choice.push_back(static_cast<int>(box.dims[d] - cell.shares(d).data()));
    cell.numbers_[cell.place_of(choice)] = static_cast<int>(k);
    if (ranks_.empty() || ranks_.back() != box.rank) {
      ranks_.push_back(box.rank);
      firsts_.push_back(k);
    }
  }
  firsts_.push_back(boxes_.size());
}

}  // namespace ashlar
