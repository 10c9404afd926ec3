// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "mosaic.hpp"
#include "move/kernels/tasks.hpp"

namespace ashlar::detail {

/// Columns of a transposed target as runs of source columns, for all bands.
class BandTable {
 public:
  struct Shape {
    std::size_t shares = 0;
    Index element_bytes = 1;
    static constexpr bool knows_indices() { return false; }
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  void begin(const Shape& shape) {
    size_ = shape.element_bytes;
    runs_.clear();
    lines_.clear();
    last_lines_.assign(shape.shares, -1);
  }

  /// Takes elements off a tile, up to the capacity.
  void add(Tile& across) {
    while (across.length > 0 && !is_full())
      add_run(take_front(across, std::min(across.length, std::max<Index>(1, slice_bytes / size_))));
  }
  void end() {}

  bool is_full() const { return runs_.size() == most_runs; }
  bool is_empty() const { return runs_.empty(); }

  const std::vector<BandRun>& runs() const { return runs_; }
  const std::vector<SourceLine>& lines() const { return lines_; }

 private:
  static constexpr Index slice_bytes = 512;       // of a source column in one run
  static constexpr std::size_t most_runs = 4096;  // that stay in cache for all bands

  void add_run(const Tile& across) {
    BandRun run{across.share,        across.length, across.source_local * size_,
                across.target_local, lines_.size(), 0};
    Index& last = last_lines_[static_cast<std::size_t>(across.share)];
    const Index end = (run.offset + run.columns * size_ - 1) / line_bytes;
    for (Index line = std::max(last + 1, run.offset / line_bytes); line <= end; ++line)
      lines_.push_back({across.share, line * line_bytes});
    last = std::max(last, end);
    run.lines = lines_.size() - run.first_line;
    runs_.push_back(run);
  }

  Index size_ = 1;
  std::vector<BandRun> runs_;
  std::vector<SourceLine> lines_;
  std::vector<Index> last_lines_;  // of each across share
};

}  // namespace ashlar::detail
