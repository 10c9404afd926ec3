// SPDX-License-Identifier: BSD-3-Clause
#include "gather_table.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace ashlar::detail {
namespace {

constexpr std::size_t batch = 64;  // rows of each target in turn, where there are several
constexpr std::size_t lead = 16;   // lines of memory that are fetched ahead
constexpr Index line_bytes = 64;
constexpr Index least_comb = 4 * line_bytes;

}  // namespace

GatherTable::GatherTable(const PullTask& task, std::span<const Tile> tiles, int across_share)
    : task_(task), size_(task.pull.element_bytes), last_lines_(task.sources.size(), -1) {
  const bool takes_turns = task.targets.size() > 1;
  std::vector<std::vector<Entry>> waiting(task.targets.size());
  for (const Tile& along : tiles) {
    const PullSource& source = task.source(along.share, across_share);
    if (source.data == nullptr) continue;
    std::vector<Entry>& rows = waiting[static_cast<std::size_t>(along.target)];
    for (Index i = 0; i < along.length; ++i) {
      rows.push_back({source.data + (along.source_local + i) * size_, source.ld * size_,
                      (along.target_local + i) * size_,
                      static_cast<std::size_t>(&source - task.sources.data())});
      if (!takes_turns || rows.size() < batch) continue;
      add_batch(along.target, rows);
      rows.clear();
    }
  }
  for (std::size_t target = 0; target < waiting.size(); ++target)
    add_batch(static_cast<int>(target), waiting[target]);
  line_count_ = lines_.size();
  // Behind the last lines come the first again, of the next column.
  for (std::size_t k = 0; k < lead && line_count_ > 0; ++k) lines_.push_back(lines_[k]);
}

void GatherTable::move_column(Index source_column, Index target_column) {
  if (batches_.empty()) return;
  if (!one_stride_) {
    const Index step = source_column - std::exchange(column_, source_column);
    for (std::size_t k = 0; k < addresses_.size(); ++k) addresses_[k] += step * strides_[k];
  }
  const Index offset = one_stride_ ? source_column * strides_.front() : 0;
  for (const Batch& rows : batches_) {
    std::byte* column = task_.column(rows.target, target_column);
    rows.follows ? gather(rows, column, offset) : scatter(rows, column, offset);
  }
}

/// Adds combs, and what lies between them.
void GatherTable::add_batch(int target, std::span<const Entry> rows) {
  bool follows = true;
  for (std::size_t k = 1; k < rows.size(); ++k)
    follows = follows && rows[k].place == rows[k - 1].place + size_;
  std::size_t first = 0, at = 0;
  while (follows && at < rows.size()) {
    const Comb comb = longest_comb(rows.subspan(at));
    if (static_cast<Index>(comb.count) * size_ < least_comb) {
      ++at;
      continue;
    }
    add(target, true, rows.subspan(first, at - first), {});
    add(target, true, rows.subspan(at, comb.count), comb);
    first = at += comb.count;
  }
  add(target, follows, rows.subspan(first), {});
}

/// The most elements from the first one on whose addresses can be computed.
GatherTable::Comb GatherTable::longest_comb(std::span<const Entry> rows) const {
  Comb longest;
  for (const int sources : comb_sources) {
    const auto lag = static_cast<std::size_t>(sources);
    if (rows.size() <= lag) break;
    const Index step = rows[lag].address - rows[0].address;
    if (sources > 1 && step != size_) continue;
    std::size_t count = lag;
    while (count < rows.size() && rows[count].address - rows[count - lag].address == step) ++count;
    if (count > longest.count) longest = {count, sources, step};
  }
  return longest;
}

void GatherTable::add(int target, bool follows, std::span<const Entry> rows, const Comb& comb) {
  if (rows.empty()) return;
  Batch added{target,        follows, addresses_.size(), rows.size(),
              lines_.size(), 0,       comb.sources,      comb.step};
  for (const Entry& row : rows) {
    addresses_.push_back(row.address);
    strides_.push_back(row.stride);
    places_.push_back(row.place);
    one_stride_ = one_stride_ && row.stride == strides_.front();
    const auto line =
        static_cast<Index>(reinterpret_cast<std::uintptr_t>(row.address) / line_bytes);
    if (line != std::exchange(last_lines_[row.source], line)) lines_.push_back(row.address);
  }
  added.line_count = lines_.size() - added.first_line;
  batches_.push_back(added);
}

void GatherTable::gather(const Batch& rows, std::byte* column, Index offset) const {
  GatherTask task{column + places_[rows.first], addresses_.data() + rows.first, offset,
                  static_cast<Index>(rows.count)};
  task.sources = rows.sources;
  task.step = rows.step;
  if (one_stride_) {
    const std::size_t first = rows.first_line + lead;
    task.lines = lines_.data() + first;
    task.line_count = static_cast<Index>(rows.line_count);
    task.turn = static_cast<Index>(line_count_) - static_cast<Index>(first);
    task.next_offset = offset + strides_.front();
  }
  task_.kernels.gather[size_class(static_cast<std::size_t>(size_))](task, task_.stream);
}

void GatherTable::scatter(const Batch& rows, std::byte* column, Index offset) const {
  switch (size_) {
    case 1: return scatter_elements<1>(rows, column, offset);
    case 2: return scatter_elements<2>(rows, column, offset);
    case 4: return scatter_elements<4>(rows, column, offset);
    case 8: return scatter_elements<8>(rows, column, offset);
    default: return scatter_elements<16>(rows, column, offset);
  }
}

template <int Size>
void GatherTable::scatter_elements(const Batch& rows, std::byte* column, Index offset) const {
  for (std::size_t k = rows.first; k < rows.first + rows.count; ++k)
    std::memcpy(column + places_[k], addresses_[k] + offset, Size);
}

}  // namespace ashlar::detail
