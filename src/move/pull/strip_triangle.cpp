// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "strip_table.hpp"

namespace ashlar::detail {
namespace {

/// Bytes of each target's columns in the triangle.
struct KeptBytes {
  std::vector<Range> first, last;  // in the first column of a panel, in the last
  std::vector<Range> all, any;     // in all columns, in any
};

/// One panel of columns, cut at the borders of a triangle.
class TriangleFiller {
 public:
  TriangleFiller(const PullTask& task, const StripTable& table, const StripTask& whole,
                 std::span<const Index> at, KeptBytes& kept)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        table_(table),
        whole_(whole),
        at_(at.first(whole.columns)),
        kept_(kept) {
    // Row ranges of a triangle are monotonic.
    for (auto* ranges : {&kept_.first, &kept_.last, &kept_.all, &kept_.any}) ranges->clear();
    for (std::size_t t = 0; t < whole.target_count; ++t) {
      const Range first = find_kept(at_.front(), t), last = find_kept(at_.back(), t);
      kept_.first.push_back(first);
      kept_.last.push_back(last);
      kept_.all.push_back(intersection(first, last));
      kept_.any.push_back(hull(first, last));
    }
  }

  void run(bool is_first) const {
    StripTask batch = whole_;
    const auto [first, last] = strips_in_any();
    if (first == last) return;
    batch.count = 0;
    if (batch.fetch.end > 0) {
      batch.fetch.first = table_.strips()[first].first_line;
      batch.fetch.end = table_.strips()[last - 1].first_line + table_.strips()[last - 1].lines;
    }
    if (is_first) fetch_first(batch);
    for (std::size_t k = first; k < last; ++k) {
      const Range bytes = table_.extents()[k], all = kept_.all[target_of(k)];
      if (all.first <= bytes.first && bytes.last <= all.last) {
        if (batch.count++ == 0) batch.strips = &table_.strips()[k];
        continue;
      }
      fill_whole(task_, batch);
      batch.count = 0;
      if (!intersection(bytes, kept_.any[target_of(k)]).empty()) cut(batch, k);
    }
    fill_whole(task_, batch);
  }

 private:
  /// Bytes of a target's column number `at` in the triangle.
  Range find_kept(Index at, std::size_t target) const {
    const Range rows = pull_.triangle.rows_of(at, {0, pull_.along->extent()});
    const Range local = pull_.along->target_range(rows, static_cast<int>(target));
    const Index most = std::numeric_limits<Index>::max() / size_;
    return {std::min(local.first, most) * size_, std::min(local.last, most) * size_};
  }
  /// The same for column c of the panel, without a search if no rows at the diagonal are there.
  Range kept_in(std::size_t c, std::size_t target) const {
    const Range& first = kept_.first[target];
    return first == kept_.last[target] ? first : find_kept(at_[c], target);
  }
  std::size_t target_of(std::size_t k) const {
    return static_cast<std::size_t>(table_.strips()[k].target);
  }

  /// Range of strips outside of which none intersects any column's rows.
  std::pair<std::size_t, std::size_t> strips_in_any() const {
    const auto& strips = table_.strips();
    const auto is_needed = [&](std::size_t k) {
      return !intersection(table_.extents()[k], kept_.any[target_of(k)]).empty();
    };
    std::size_t first = 0, last = strips.size();
    if (whole_.target_count == 1) {  // sorted
      const Range any = kept_.any.front();
      first = first_of(first, last,
                       [&](std::size_t k) { return table_.extents()[k].last > any.first; });
      last = first_of(first, last,
                      [&](std::size_t k) { return table_.extents()[k].first >= any.last; });
    }
    while (first < last && !is_needed(first)) ++first;
    while (last > first && !is_needed(last - 1)) --last;
    return {first, last};
  }

  /// Processes the part of a strip in the triangle: runs common to all columns together, others one
  /// by one.
  void cut(const StripTask& batch, std::size_t k) const {
    const Strip& strip = table_.strips()[k];
    const std::span<const StripRun> runs = table_.runs_of(strip);
    const Range all = kept_.all[target_of(k)];
    const Index begin = strip.target_offset;
    const std::size_t first =
        first_of(0, runs.size(), [&](std::size_t r) { return begin + runs[r].place >= all.first; });
    std::size_t last = first_of(first, runs.size(), [&](std::size_t r) {
      return begin + runs[r].place + runs[r].bytes > all.last;
    });
    if (last - first > 1) fill_runs(batch, strip, runs.subspan(first, last - first));
    else last = first;
    for (std::size_t c = 0; c < whole_.columns; ++c) {
      const Range kept = kept_in(c, target_of(k));
      if (intersection(table_.extents()[k], kept).empty()) continue;
      copy_runs(c, strip, runs.first(first), kept);
      copy_runs(c, strip, runs.subspan(last), kept);
    }
  }

  /// First number of [first, last) from which on `is_there` holds, or `last`.
  template <class IsThere>
  static std::size_t first_of(std::size_t first, std::size_t last, IsThere&& is_there) {
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if (is_there(middle)) last = middle;
      else first = middle + 1;
    }
    return first;
  }

  /// Fills some runs of a strip, in all columns of the batch.
  void fill_runs(StripTask batch, const Strip& strip, std::span<const StripRun> runs) const {
    Strip part = strip;
    part.first_run = static_cast<std::size_t>(runs.data() - table_.runs().data());
    part.bytes = runs.back().place + runs.back().bytes - runs.front().place;
    part.lines = 0;
    part.kind = Strip::Kind::Apart;  // any alignment
    part.runs = runs.size();
    batch.strips = &part;
    batch.count = 1;
    batch.next = nullptr;
    task_.kernels.fill_strips[size_class(size_)](batch, false);
  }

  /// Copies the part of runs in `kept`, in one column.
  void copy_runs(std::size_t c, const Strip& strip, std::span<const StripRun> runs,
                 Range kept) const {
    std::byte* const column =
        whole_.targets[c * whole_.target_count + static_cast<std::size_t>(strip.target)];
    const auto bytes_of_run = [&](const StripRun& run) {
      const Index first = strip.target_offset + run.place;
      return Range{first, first + run.bytes};
    };
    const std::size_t first = first_of(
        0, runs.size(), [&](std::size_t r) { return bytes_of_run(runs[r]).last > kept.first; });
    for (const StripRun& run : runs.subspan(first)) {
      const Range bytes = bytes_of_run(run), wanted = intersection(bytes, kept);
      if (bytes.first >= kept.last) break;
      const std::byte* const source =
          whole_.sources[c * whole_.source_count + static_cast<std::size_t>(run.source)];
      if (source == nullptr || wanted.empty()) continue;
      std::byte* const to = column + wanted.first;
      task_.kernels.copy(to, source + run.offset + (wanted.first - bytes.first), wanted.size(),
                         task_.stream);
      if (pull_.conjugate == Conjugate::No) continue;
      for (Index k = size_; k <= wanted.size(); k += size_) to[k - 1] ^= std::byte{0x80};
    }
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  const StripTable& table_;
  const StripTask& whole_;
  std::span<const Index> at_;
  KeptBytes& kept_;
};

}  // namespace

void fill_triangle(const PullTask& task, const StripTable& table, const StripTask& whole,
                   std::span<const Index> at, bool is_first) {
  static thread_local KeptBytes kept;
  TriangleFiller(task, table, whole, at, kept).run(is_first);
}

}  // namespace ashlar::detail
