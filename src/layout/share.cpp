// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/detail/share.hpp>

#include <algorithm>

namespace ashlar {
namespace {

/// Order by rank, then first element, last dimension first. Boxes of a pair of ranks begin with
/// different elements, so both ends have equal order.
bool comes_before(const detail::Box& a, const detail::Box& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  for (int d = a.ndims(); d-- > 0;) {
    const Index first = a.runs(d).hull().first, other = b.runs(d).hull().first;
    if (first != other) return first < other;
  }
  return false;
}

}  // namespace

std::size_t detail::Cell::choices() const {
  std::size_t choices = 1;
  for (const Shares& shares : shares_) choices *= shares.size();
  return choices;
}

const detail::AxisShare& detail::Cell::share(int dim, int choice) const {
  auto place = static_cast<std::size_t>(choice);
  for (int d = 0; d < dim; ++d) place /= shares_[d].size();
  return shares_[dim][place % shares_[dim].size()];
}

const detail::Box* detail::Cell::box(std::span<const int> choice) const {
  std::size_t place = 0;
  for (int d = ndims(); d-- > 0;)
    place =
        place * shares_[d].size() + static_cast<std::size_t>(choice[static_cast<std::size_t>(d)]);
  return numbers_[place] < 0 ? nullptr : boxes_ + numbers_[place];
}

std::span<const detail::Box> detail::Share::boxes_of(int rank) const& {
  const auto first = std::partition_point(
      boxes_.begin(), boxes_.end(), [rank](const detail::Box& box) { return box.rank < rank; });
  const auto last = std::partition_point(
      first, boxes_.end(), [rank](const detail::Box& box) { return box.rank == rank; });
  return {first, last};
}

void detail::Share::finish() {
  for (detail::Box& box : boxes_) box.cells_ = cells_.data();
  std::sort(boxes_.begin(), boxes_.end(), comes_before);

  std::size_t choices = 0, ranks = 0;
  for (const detail::Cell& cell : cells_) choices += cell.choices();
  numbers_.assign(choices, -1);
  int* numbers = numbers_.data();
  for (detail::Cell& cell : cells_) {
    cell.boxes_ = boxes_.data();
    cell.numbers_ = numbers;
    numbers += cell.choices();
  }
  const auto is_first = [this](std::size_t k) {
    return k == 0 || boxes_[k].rank != boxes_[k - 1].rank;
  };
  for (std::size_t k = 0; k < boxes_.size(); ++k) {
    const detail::Box& box = boxes_[k];
    const auto offset = cells_[static_cast<std::size_t>(box.cell)].numbers_ - numbers_.data();
    numbers_[static_cast<std::size_t>(offset + box.choice_)] = static_cast<int>(k);
    if (is_first(k)) ++ranks;
  }
  ranks_.reserve(ranks);
  for (std::size_t k = 0; k < boxes_.size(); ++k)
    if (is_first(k)) ranks_.push_back(boxes_[k].rank);
}

}  // namespace ashlar
