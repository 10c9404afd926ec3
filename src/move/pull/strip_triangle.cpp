// SPDX-License-Identifier: BSD-3-Clause
#include "strip_triangle.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ashlar::detail {
namespace {

/// One panel of columns, cut at the borders of a triangle.
class TriangleFiller {
 public:
  TriangleFiller(const PullTask& task, const StripTable& table, const StripTask& whole,
                 std::span<const Index> at)
      : task_(task), pull_(task.pull), size_(pull_.element_bytes), table_(table), whole_(whole) {
    const Range rows{0, pull_.along->extent()};
    all_ = rows;
    for (std::size_t c = 0; c < whole.columns; ++c) {
      kept_[c] = pull_.triangle.rows_of(at[c], rows);
      all_ = intersection(all_, kept_[c]);
      any_ = hull(any_, kept_[c]);
    }
  }

  void run() const {
    StripTask batch = whole_;
    const auto [first, last] = strips_with(any_);
    if (first == last) return;
    batch.count = 0;
    if (batch.fetch.end > 0) {
      batch.fetch.first = table_.strips()[first].first_line;
      batch.fetch.end = table_.strips()[last - 1].first_line + table_.strips()[last - 1].lines;
    }
    for (std::size_t k = first; k < last; ++k) {
      const StripTable::Extent& extent = table_.extents()[k];
      if (all_.first <= extent.at.first && extent.at.last <= all_.last) {
        if (batch.count++ == 0) batch.strips = &table_.strips()[k];
        continue;
      }
      fill_whole(task_, batch);
      batch.count = 0;
      if (!intersection(extent.at, any_).empty()) cut(batch, k);
    }
    fill_whole(task_, batch);
  }

 private:
  /// Range of the strips that intersect these rows.
  std::pair<std::size_t, std::size_t> strips_with(Range rows) const {
    const auto& extents = table_.extents();
    const auto number = [&](auto place) {
      return static_cast<std::size_t>(place - extents.begin());
    };
    if (task_.targets.size() == 1) {  // sorted by rows
      const auto first = std::ranges::partition_point(
          extents, [&](const auto& extent) { return extent.at.last <= rows.first; });
      const auto last = std::partition_point(
          first, extents.end(), [&](const auto& extent) { return extent.at.first < rows.last; });
      return {number(first), number(last)};
    }
    std::size_t first = 0, last = extents.size();
    while (first < last && intersection(extents[first].at, rows).empty()) ++first;
    while (last > first && intersection(extents[last - 1].at, rows).empty()) --last;
    return {first, last};
  }

  /// Processes the part of a strip in the triangle: runs common to all columns together, others one
  /// by one.
  void cut(const StripTask& batch, std::size_t k) const {
    const Strip& strip = table_.strips()[k];
    const std::size_t begin = strip.first_run, end = begin + table_.extents()[k].runs;
    const std::size_t first =
        first_run(begin, end, [&](std::size_t r) { return table_.starts()[r] >= all_.first; });
    std::size_t last = first_run(first, end, [&](std::size_t r) { return behind(r) > all_.last; });
    if (last - first > 1) fill_runs(batch, strip, first, last);
    else last = first;
    for (std::size_t c = 0; c < whole_.columns; ++c) {
      if (intersection(table_.extents()[k].at, kept_[c]).empty()) continue;
      copy_runs(c, strip, begin, first, kept_[c]);
      copy_runs(c, strip, last, end, kept_[c]);
    }
  }

  /// First of runs [first, last) from which on `is_there` holds, or `last`.
  template <class IsThere>
  static std::size_t first_run(std::size_t first, std::size_t last, IsThere&& is_there) {
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if (is_there(middle)) last = middle;
      else first = middle + 1;
    }
    return first;
  }

  Index behind(std::size_t r) const { return table_.starts()[r] + table_.runs()[r].bytes / size_; }

  /// Fills runs [first, last) of a strip, in all columns of the batch.
  void fill_runs(StripTask batch, const Strip& strip, std::size_t first, std::size_t last) const {
    const StripRun &from = table_.runs()[first], &to = table_.runs()[last - 1];
    Strip part = strip;
    part.first_run = first;
    part.bytes = to.place + to.bytes - from.place;
    part.lines = 0;
    if (strip.kind == Strip::Kind::Comb && last - first >= strip.runs) {
      part.target_offset += from.place;
    } else {
      part.kind = Strip::Kind::Apart;  // any alignment
      part.runs = last - first;
    }
    batch.strips = &part;
    batch.count = 1;
    batch.next = nullptr;
    task_.kernels.fill_strips[size_class(size_)](batch, false);
  }

  /// Copies the triangle's part of runs [first, last), in one column.
  void copy_runs(std::size_t c, const Strip& strip, std::size_t first, std::size_t last,
                 Range kept) const {
    std::byte* const column =
        whole_.targets[c * whole_.target_count + static_cast<std::size_t>(strip.target)] +
        strip.target_offset;
    first = first_run(first, last, [&](std::size_t r) { return behind(r) > kept.first; });
    for (std::size_t r = first; r < last && table_.starts()[r] < kept.last; ++r) {
      const StripRun& run = table_.runs()[r];
      const std::byte* const source =
          whole_.sources[c * whole_.source_count + static_cast<std::size_t>(run.source)];
      const Index start = table_.starts()[r];
      const Range rows = intersection({start, behind(r)}, kept);
      if (source == nullptr || rows.empty()) continue;
      const Index skipped = (rows.first - start) * size_;
      std::byte* const to = column + run.place + skipped;
      const std::byte* const from = source + run.offset + skipped;
      task_.kernels.copy(to, from, rows.size() * size_, task_.stream);
      if (pull_.conjugate == Conjugate::No) continue;
      for (Index i = 1; i <= rows.size(); ++i) to[i * size_ - 1] ^= std::byte{0x80};
    }
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  const StripTable& table_;
  const StripTask& whole_;
  std::array<Range, most_panel_columns> kept_;  // rows of each column in the triangle
  Range all_, any_;                             // rows of all columns, of any
};

}  // namespace

void fill_triangle(const PullTask& task, const StripTable& table, const StripTask& whole,
                   std::span<const Index> at) {
  TriangleFiller(task, table, whole, at).run();
}

}  // namespace ashlar::detail
