// SPDX-License-Identifier: BSD-3-Clause
#include "strip_pull.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/tuning.hpp"
#include "pull_tables.hpp"

namespace ashlar::detail {
namespace {

/// Columns processed together.
struct Panel {
  std::size_t columns = 0;
  std::vector<const std::byte*> sources;
  std::vector<std::byte*> targets;
  std::array<Index, most_panel_columns> at;
};

/// Reusable memory of this thread's pulls.
struct StripWorkspace {
  KeptTables<StripTable> tables{1};
  StripTable::Shape shape;
  Panel filling, waiting;
};

/// Columns of a panel: the tuned number if it suffices for the distance of prefetching, which ends
/// with the next panel. Triangles, short runs and the pieces of messages, with tables for reuse,
/// gain nothing from narrow panels.
std::size_t columns_of(const PullTask& task) {
  constexpr Index usual = 8;
  const Pull& pull = task.pull;
  const Index size = pull.element_bytes, run = pull.along->mean_length();
  const bool is_long = 4 * pull.along->count() * size >= 3 * tuning().strip_bytes_ahead,
             is_scattered = run > 1 && run * size < line_bytes;
  const bool is_tuned = task.stream && is_long && !is_scattered && pull.tables == nullptr &&
                        pull.triangle.uplo == Uplo::General;
  return static_cast<std::size_t>(
      std::min<Index>(is_tuned ? tuning().panel_columns : usual, most_panel_columns));
}

class StripPuller {
 public:
  StripPuller(const PullTask& task, StripWorkspace& workspace)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        source_count_(task.sources.size() / static_cast<std::size_t>(pull_.across_shares)),
        workspace_(workspace),
        filling_(workspace.filling),
        waiting_(workspace.waiting),
        panel_columns_(columns_of(task)) {}

  void run() {
    workspace_.shape.assign(task_.targets, source_count_, size_);
    // A triangle requires indices. Reusable tables have all rows.
    if (has_triangle())
      workspace_.shape.rows = pull_.tables == nullptr ? rows_of_all_columns() : all_rows();
    auto& tables = pull_.tables != nullptr ? pull_.tables->strips : workspace_.tables;
    tables.for_each(*pull_.along, workspace_.shape, [&](const StripTable& table) {
      table_ = &table;
      make_rows();
    });
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }
  Range all_rows() const { return {0, pull_.along->extent()}; }

  /// Union of all columns' rows in the triangle: their ranges are monotonic.
  Range rows_of_all_columns() const {
    return hull(pull_.triangle.rows_of(0, all_rows()),
                pull_.triangle.rows_of(pull_.across->extent() - 1, all_rows()));
  }

  /// Processes the rows of this hand's columns.
  void make_rows() {
    turn_ = 0;
    filling_.columns = waiting_.columns = 0;
    const auto columns = [&](const Tile& across) { add_columns(across); };
    has_triangle() ? pull_.across->for_each_indexed(columns) : pull_.across->for_each(columns);
    deal();
    if (waiting_.columns > 0) make(waiting_, nullptr);
  }

  void add_columns(const Tile& across) {
    if (keeps_nothing(across)) return;
    for (Index j = 0; j < across.length;) {
      const Index count =
          std::min(across.length - j, static_cast<Index>(panel_columns_ - filling_.columns));
      if (pull_.deal.is_mine(turn_))
        for (Index k = j; k < j + count; ++k) add_column(across, k);
      else filling_.columns += static_cast<std::size_t>(count);
      j += count;
      if (filling_.columns == panel_columns_) deal();
    }
  }

  bool keeps_nothing(const Tile& across) const {
    if (!has_triangle()) return false;
    return pull_.triangle.rows_of(across.at, all_rows()).empty() &&
           pull_.triangle.rows_of(across.at + across.length - 1, all_rows()).empty();
  }

  void add_column(const Tile& across, Index j) {
    const std::size_t c = filling_.columns++;
    filling_.sources.resize(panel_columns_ * source_count_);
    filling_.targets.resize(panel_columns_ * task_.targets.size());
    filling_.at[c] = across.at + j;
    for (std::size_t s = 0; s < source_count_; ++s) {
      const PullSource& source = task_.source(static_cast<int>(s), across.share);
      filling_.sources[c * source_count_ + s] =
          source.data == nullptr ? nullptr
                                 : source.data + (across.source_local + j) * source.ld * size_;
    }
    for (std::size_t t = 0; t < task_.targets.size(); ++t)
      filling_.targets[c * task_.targets.size() + t] =
          task_.column(static_cast<int>(t), across.target_local + j);
  }

  /// Processes the waiting panel, and prefetches the filled one.
  void deal() {
    if (filling_.columns > 0 && pull_.deal.is_mine(turn_)) {
      if (waiting_.columns > 0)
        make(waiting_, filling_.columns >= waiting_.columns ? &filling_ : nullptr);
      std::swap(filling_, waiting_);
    }
    filling_.columns = 0;
    ++turn_;
  }

  bool fetches() const { return task_.fetches() && tuning().strip_bytes_ahead > 0; }

  void make(const Panel& panel, const Panel* next) const {
    const StripTask whole{
        .strips = table_->strips().data(),
        .count = table_->strips().size(),
        .runs = table_->runs().data(),
        .units = table_->units().data(),
        .fetch = {table_->lines().data(), 0, fetches() ? table_->lines().size() : 0,
                  static_cast<std::size_t>(tuning().strip_bytes_ahead / line_bytes) /
                      panel.columns},
        .sources = panel.sources.data(),
        .targets = panel.targets.data(),
        .source_count = source_count_,
        .target_count = task_.targets.size(),
        .columns = panel.columns,
        .next = next == nullptr || !fetches() ? nullptr : next->sources.data(),
        .conjugate = pull_.conjugate};
    has_triangle() ? make_cut(panel, whole) : fill(whole);
  }

  void fill(const StripTask& strips) const {
    if (strips.count > 0) task_.kernels.fill_strips[size_class(size_)](strips, task_.stream);
  }

  /// Processes the part of a panel in the triangle.
  void make_cut(const Panel& panel, StripTask batch) const {
    std::array<Range, most_panel_columns> kept;
    Range all = all_rows(), any;
    for (std::size_t c = 0; c < panel.columns; ++c) {
      kept[c] = pull_.triangle.rows_of(panel.at[c], all_rows());
      all = intersection(all, kept[c]);
      any = hull(any, kept[c]);
    }
    const auto [first, last] = strips_with(any);
    if (first == last) return;
    batch.count = 0;
    if (batch.fetch.end > 0) {
      batch.fetch.first = table_->strips()[first].first_line;
      batch.fetch.end = table_->strips()[last - 1].first_line + table_->strips()[last - 1].lines;
    }
    for (std::size_t k = first; k < last; ++k) {
      const StripTable::Extent& extent = table_->extents()[k];
      if (all.first <= extent.at.first && extent.at.last <= all.last) {
        if (batch.count++ == 0) batch.strips = &table_->strips()[k];
        continue;
      }
      fill(batch);
      batch.count = 0;
      if (!intersection(extent.at, any).empty()) cut(panel, batch, k, all, kept);
    }
    fill(batch);
  }

  /// Range of the strips that intersect these rows.
  std::pair<std::size_t, std::size_t> strips_with(Range rows) const {
    const auto& extents = table_->extents();
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
  void cut(const Panel& panel, const StripTask& batch, std::size_t k, Range all,
           const std::array<Range, most_panel_columns>& kept) const {
    const Strip& strip = table_->strips()[k];
    const std::size_t begin = strip.first_run, end = begin + table_->extents()[k].runs;
    const std::size_t first =
        first_run(begin, end, [&](std::size_t r) { return table_->starts()[r] >= all.first; });
    std::size_t last = first_run(first, end, [&](std::size_t r) { return behind(r) > all.last; });
    if (last - first > 1) fill_runs(batch, strip, first, last);
    else last = first;
    for (std::size_t c = 0; c < panel.columns; ++c) {
      if (intersection(table_->extents()[k].at, kept[c]).empty()) continue;
      copy_runs(panel, c, strip, begin, first, kept[c]);
      copy_runs(panel, c, strip, last, end, kept[c]);
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

  Index behind(std::size_t r) const {
    return table_->starts()[r] + table_->runs()[r].bytes / size_;
  }

  /// Fills runs [first, last) of a strip, in all columns of the batch.
  void fill_runs(StripTask batch, const Strip& strip, std::size_t first, std::size_t last) const {
    const StripRun &from = table_->runs()[first], &to = table_->runs()[last - 1];
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
  void copy_runs(const Panel& panel, std::size_t c, const Strip& strip, std::size_t first,
                 std::size_t last, Range kept) const {
    std::byte* const column =
        panel.targets[c * task_.targets.size() + static_cast<std::size_t>(strip.target)] +
        strip.target_offset;
    first = first_run(first, last, [&](std::size_t r) { return behind(r) > kept.first; });
    for (std::size_t r = first; r < last && table_->starts()[r] < kept.last; ++r) {
      const StripRun& run = table_->runs()[r];
      const std::byte* const source =
          panel.sources[c * source_count_ + static_cast<std::size_t>(run.source)];
      const Index start = table_->starts()[r];
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
  std::size_t source_count_;
  StripWorkspace& workspace_;
  const StripTable* table_ = nullptr;
  Panel &filling_, &waiting_;
  Index turn_ = 0;
  const std::size_t panel_columns_;
};

}  // namespace

void pull_strips(const PullTask& task) {
  static thread_local StripWorkspace workspace;
  StripPuller(task, workspace).run();
}

}  // namespace ashlar::detail
