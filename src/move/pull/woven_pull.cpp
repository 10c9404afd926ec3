// SPDX-License-Identifier: BSD-3-Clause
#include "woven_pull.hpp"

#include <algorithm>
#include <vector>

namespace ashlar::detail {
namespace {

constexpr std::size_t table_runs = 1024;  // that stay in the caches while columns go by
constexpr Index side_by_side = 4;         // columns: as many streams keep the prefetchers busy

class WovenPuller {
 public:
  explicit WovenPuller(const PullTask& task)
      : task_(task),
        pull_(task.pull),
        size_(pull_.element_bytes),
        source_columns_(task.sources.size() / static_cast<std::size_t>(pull_.across_shares)),
        target_columns_(task.targets.size()) {}

  void run() {
    const auto add = [&](const Tile& along) {
      if (runs_.size() == table_runs) flush();
      runs_.push_back({along.share, along.target, along.source_local * size_,
                       along.target_local * size_, along.length * size_});
      starts_.push_back(along.at);
    };
    // Where a triangle cuts, indices must be known.
    has_triangle() ? pull_.along->for_each_indexed(add) : pull_.along->for_each(add);
    flush();
  }

 private:
  bool has_triangle() const { return pull_.triangle.uplo != Uplo::General; }

  /// Uses the table for all of this rank's columns.
  void flush() {
    Index turn = 0;
    const auto columns = [&](const Tile& across) {
      for (Index first = 0; first < across.length; first += Deal::columns) {
        if (!pull_.deal.is_mine(turn++)) continue;
        const Index end = std::min(first + Deal::columns, across.length);
        for (Index j = first; j < end; j += side_by_side)
          copy_columns(across, {j, std::min(j + side_by_side, end)});
      }
    };
    has_triangle() ? pull_.across->for_each_indexed(columns) : pull_.across->for_each(columns);
    runs_.clear();
    starts_.clear();
  }

  void set_columns(const Tile& across, Range j) {
    columns_ = j.size();
    for (std::size_t s = 0; s < source_columns_.size(); ++s) {
      const PullSource& source = task_.source(static_cast<int>(s), across.share);
      source_columns_[s] = {nullptr, source.ld * size_};
      if (source.data != nullptr)
        source_columns_[s].data = source.data + (across.source_local + j.first) * source.ld * size_;
    }
    for (std::size_t t = 0; t < target_columns_.size(); ++t)
      target_columns_[t] = {task_.column(static_cast<int>(t), across.target_local + j.first),
                            task_.targets[t].ld * size_};
  }

  /// Copies the table's rows of some columns of a tile.
  void copy_columns(const Tile& across, Range j) {
    set_columns(across, j);
    if (!has_triangle()) return copy(runs_.data(), static_cast<Index>(runs_.size()));
    const Range rows{0, pull_.along->extent()};
    const auto kept = [&](Index k) { return pull_.triangle.rows_of(across.at + k, rows); };
    const Range first = kept(j.first), last = kept(j.last - 1), both = intersection(first, last);
    if (!both.empty()) copy_rows(both);
    // Triangles have straight edges: each column's rest lies on the same side.
    for (Index k = j.first; k < j.last; ++k) {
      set_columns(across, {k, k + 1});
      const Range own = kept(k);
      if (both.empty()) {
        copy_rows(own);
      } else {
        copy_rows({own.first, both.first});
        copy_rows({both.last, own.last});
      }
    }
  }

  /// Copies the table's rows with these indices.
  void copy_rows(Range rows) {
    if (rows.empty()) return;
    const auto run_behind = [&](Index i) {
      return std::lower_bound(starts_.begin(), starts_.end(), i) - starts_.begin();
    };
    const std::ptrdiff_t first = run_behind(rows.first), last = run_behind(rows.last);
    if (first > 0) copy_cut(static_cast<std::size_t>(first - 1), rows);
    if (last > first) {
      copy(runs_.data() + first, last - first - 1);
      copy_cut(static_cast<std::size_t>(last - 1), rows);
    }
  }

  /// Copies the part of one run that is kept.
  void copy_cut(std::size_t k, Range kept) {
    const Index start = starts_[k];
    const Range rows = intersection({start, start + runs_[k].bytes / size_}, kept);
    if (rows.empty()) return;
    ColumnRun run = runs_[k];
    run.source_offset += (rows.first - start) * size_;
    run.target_offset += (rows.first - start) * size_;
    run.bytes = rows.size() * size_;
    copy(&run, 1);
  }

  void copy(const ColumnRun* runs, Index count) const {
    task_.kernels.copy_runs({runs, count, source_columns_.data(), target_columns_.data(), columns_},
                            task_.stream);
  }

  const PullTask& task_;
  const Pull& pull_;
  Index size_;
  std::vector<ColumnRun> runs_;
  std::vector<Index> starts_;  // indices
  std::vector<ColumnStart<const std::byte>> source_columns_;
  std::vector<ColumnStart<std::byte>> target_columns_;
  Index columns_ = 0;
};

}  // namespace

void pull_woven(const PullTask& task) { WovenPuller(task).run(); }

}  // namespace ashlar::detail
