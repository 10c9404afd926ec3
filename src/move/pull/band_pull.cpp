// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/tuning.hpp"
#include "pull.hpp"
#include "pull_tables.hpp"

namespace ashlar::detail {
namespace {

constexpr std::size_t most_rows = 512;

/// Rows of a band: whole lines of the target, and bands for all hands. Elements at the border of a
/// triangle are moved one by one, fewer in narrow bands.
Index band_rows(const Pull& pull) {
  constexpr Index most_in_triangle = 16, bands_per_hand = 8;
  const Index line = line_bytes / pull.element_bytes;
  Index rows = tuning().band_rows;
  if (pull.triangle.uplo != Uplo::General) rows = std::min(rows, most_in_triangle);
  if (const int hands = pull.distribution.hands; hands > 1)
    rows = std::min(rows, pull.along->count() / (bands_per_hand * hands));
  return std::max(line, rows - rows % std::max<Index>(1, line));
}

/// Band of rows of all targets.
struct Band {
  Index first = 0;  // in the targets' columns
  Index rows = 0;
  Index stretch = 0;  // rows since the last gap
  bool has_gaps = false;
  std::vector<const std::byte*> sources;  // of row r: sources[share * most_rows + r]
  std::array<Index, most_rows> places;    // bytes from the first row
  std::array<Index, most_rows> at;
};

/// Reusable memory of this thread's pulls.
struct BandWorkspace {
  KeptTables<BandTable> tables{1};
  Band open, waiting;
  std::vector<BandTarget> targets;
  // Columns in a triangle, of each target: in row r, in all rows, in any row.
  std::vector<std::array<Range, most_rows>> kept;
  std::vector<Range> all, any;
};

class BandPuller {
 public:
  BandPuller(const PullTask& task, BandWorkspace& workspace)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        shares_(static_cast<std::size_t>(pull_.across_shares)),
        band_(band_rows(pull_)),
        has_absent_(has_absent(task.sources)),
        tables_(task.pull.tables != nullptr ? task.pull.tables->bands : workspace.tables),
        workspace_(workspace),
        open_(workspace.open),
        waiting_(workspace.waiting) {}

  void run() {
    tables_.for_each(*pull_.across, {shares_, size_, has_triangle()}, [&](const BandTable& table) {
      table_ = &table;
      make_columns();
    });
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }

  /// Processes the columns of this hand's bands.
  void make_columns() {
    turn_ = 0;
    open_.rows = waiting_.rows = 0;
    const auto rows = [&](const Tile& along) { add_rows(along); };
    has_triangle() ? pull_.along->for_each_indexed(rows, pull_.rows())
                   : pull_.along->for_each(rows);
    finish_band();
    if (waiting_.rows > 0) make(waiting_, nullptr);
  }

  void add_rows(const Tile& along) {
    const std::byte* const target = task_.targets.front().data;
    const auto in_line = static_cast<Index>(reinterpret_cast<std::uintptr_t>(target) % line_bytes);
    const Index phase = in_line / size_;
    for (Index i = 0; i < along.length;) {
      const Index place = along.target_local + i;
      if (open_.rows > 0 && open_.places[static_cast<std::size_t>(open_.rows - 1)] !=
                                (place - 1 - open_.first) * size_) {
        // Whole lines are separate from rows with gaps.
        if (open_.stretch * size_ >= line_bytes || along.length * size_ >= line_bytes)
          finish_band();
        else open_.has_gaps = true;
        open_.stretch = 0;
      }
      // Bands end at whole lines of the target.
      const Index until_line = band_ - (place + phase) % band_;
      const Index room = std::min(until_line, band_ - open_.rows);
      const Index count = std::min(along.length - i, room);
      add_rows(along, i, count);
      i += count;
      if (open_.rows == band_ || (count == until_line && !open_.has_gaps)) finish_band();
    }
  }

  void add_rows(const Tile& along, Index i, Index count) {
    if (open_.rows == 0) {
      open_.first = along.target_local + i;
      open_.stretch = 0;
      open_.has_gaps = false;
      open_.sources.resize(shares_ * most_rows);
    }
    const auto first = static_cast<std::size_t>(open_.rows);
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      const Index row = i + static_cast<Index>(k);
      open_.places[first + k] = (along.target_local + row - open_.first) * size_;
      open_.at[first + k] = along.at + row;
    }
    for (std::size_t share = 0; share < shares_; ++share) {
      const PullSource& source = task_.source(along.share, static_cast<int>(share));
      const std::byte** const rows = open_.sources.data() + share * most_rows + first;
      for (Index k = 0; k < count; ++k)
        rows[k] = source.data == nullptr
                      ? nullptr
                      : source.data + (along.source_local + i + k) * source.ld * size_;
    }
    open_.rows += count;
    open_.stretch += count;
  }

  void finish_band() {
    if (open_.rows == 0) return;
    if (pull_.distribution.is_mine(turn_++)) fetches() ? make_later() : make(open_, nullptr);
    open_.rows = 0;
  }

  /// Processes the waiting band, and prefetches the open one.
  void make_later() {
    if (waiting_.rows > 0) make(waiting_, open_.rows >= waiting_.rows ? &open_ : nullptr);
    std::swap(open_, waiting_);
  }

  bool fetches() const { return task_.fetches() && tuning().band_lines_ahead > 0; }

  void make(const Band& band, const Band* next) const {
    workspace_.targets.clear();
    for (const PullTarget& target : task_.targets)
      workspace_.targets.push_back({target.data + band.first * size_, target.ld * size_});
    bool is_dense = !band.has_gaps;
    for (std::size_t share = 0; has_absent_ && share < shares_ && is_dense; ++share)
      for (std::size_t r = 0; r < static_cast<std::size_t>(band.rows); ++r)
        is_dense = is_dense && band.sources[share * most_rows + r] != nullptr;
    const BandTask whole{
        .targets = workspace_.targets.data(),
        .target_count = workspace_.targets.size(),
        .places = is_dense ? nullptr : band.places.data(),
        .rows = band.rows,
        .row_sources = band.sources.data(),
        .next = next == nullptr ? nullptr : next->sources.data(),
        .row_stride = most_rows,
        .runs = table_->runs().data(),
        .run_count = table_->runs().size(),
        .columns = table_->columns().data(),
        .element_bytes = size_,
        .lines_in_turn = tuning().band_lines,
        .fetch = {table_->lines().data(), 0, fetches() ? table_->lines().size() : 0,
                  static_cast<std::size_t>(tuning().band_lines_ahead), tuning().prefetch_level},
        .conjugate = pull_.conjugate};
    has_triangle() ? make_cut(band, whole) : turn(whole);
  }

  void turn(const BandTask& band) const {
    task_.kernels.turn_band[size_class(size_)](band, task_.stream);
  }

  /// Processes the part of a band in the triangle.
  void make_cut(const Band& band, BandTask part) const {
    find_kept(band);
    part.run_count = 0;
    if (part.fetch.end > 0) restrict_prefetch(part.fetch);
    for (const BandRun& run : table_->runs()) {
      const auto target = static_cast<std::size_t>(run.target);
      const Range columns = columns_of(run), all = workspace_.all[target];
      if (all.first <= columns.first && columns.last <= all.last) {
        if (part.run_count++ == 0) part.runs = &run;
        continue;
      }
      // Runs of a task are adjacent.
      if (part.run_count > 0) turn(part);
      part.run_count = 0;
      if (!intersection(columns, workspace_.any[target]).empty()) cut(band, part, run);
    }
    if (part.run_count > 0) turn(part);
  }

  static Range columns_of(const BandRun& run) {
    return {run.target_column, run.target_column + (run.columns - 1) * run.step + 1};
  }

  /// Finds the columns of each target in the triangle.
  void find_kept(const Band& band) const {
    const std::size_t targets = task_.targets.size();
    workspace_.kept.resize(targets);
    workspace_.all.resize(targets);
    workspace_.any.resize(targets);
    for (std::size_t r = 0; r < static_cast<std::size_t>(band.rows); ++r) {
      const Range at = pull_.triangle.cols_of(band.at[r], {0, pull_.across->extent()});
      for (std::size_t t = 0; t < targets; ++t) {
        const Range kept = pull_.across->target_range(at, static_cast<int>(t));
        Range &all = workspace_.all[t], &any = workspace_.any[t];
        if (r == 0) all = any = kept;
        all = intersection(all, kept);
        any = {std::min(any.first, kept.first), std::max(any.last, kept.last)};
        workspace_.kept[t][r] = kept;
      }
    }
  }

  /// Restricts the prefetch to lines of runs in the triangle.
  void restrict_prefetch(LinesAhead& fetch) const {
    const auto has_none = [&](const BandRun& run) {
      return intersection(columns_of(run), workspace_.any[static_cast<std::size_t>(run.target)])
          .empty();
    };
    const auto& runs = table_->runs();
    std::size_t first = 0, last = runs.size();
    while (first < last && has_none(runs[first])) ++first;
    while (last > first && has_none(runs[last - 1])) --last;
    if (first == last) return;
    fetch.first = runs[first].first_line;
    fetch.end = runs[last - 1].first_line + runs[last - 1].lines;
  }

  /// Processes the part of a run in the triangle, row by row.
  void cut(const Band& band, const BandTask& whole, const BandRun& run) const {
    const auto& kept = workspace_.kept[static_cast<std::size_t>(run.target)];
    for (std::size_t r = 0; r < static_cast<std::size_t>(band.rows); ++r) {
      const Range wanted = intersection(columns_of(run), kept[r]);
      if (wanted.empty()) continue;  // its bounds may be past all columns
      // Number of the run's columns before this one.
      const auto before = [&](Index column) {
        return (column - run.target_column + run.step - 1) / run.step;
      };
      const Index first = before(wanted.first), columns = before(wanted.last) - first;
      if (columns == 0) continue;
      const BandRun rest{.source = run.source,
                         .target = run.target,
                         .columns = columns,
                         .offset = run.offset + first * size_,
                         .target_column = run.target_column + first * run.step,
                         .first_line = 0,
                         .lines = 0,
                         .step = run.step};
      BandTask row = whole;
      row.places = &band.places[r];
      row.rows = 1;
      row.row_sources += r;
      row.next = nullptr;
      row.runs = &rest;
      row.run_count = 1;
      row.fetch.end = 0;
      turn(row);
    }
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  std::size_t shares_;
  Index band_;
  bool has_absent_;
  KeptTables<BandTable>& tables_;
  const BandTable* table_ = nullptr;
  BandWorkspace& workspace_;
  Band &open_, &waiting_;
  Index turn_ = 0;
};

}  // namespace

void pull_bands(const PullTask& task) {
  static thread_local BandWorkspace workspace;
  BandPuller(task, workspace).run();
}

}  // namespace ashlar::detail
