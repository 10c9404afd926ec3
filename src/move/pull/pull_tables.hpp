// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mosaic.hpp"
#include "move/kernels/tasks.hpp"
#include "strip_table.hpp"

namespace ashlar::detail {

/// Cache of the table of one side of a pull, in parts that fit into the caches, for reuse if small.
///
/// A Table has begin(Shape), add(Tile&), which takes elements off the tile up to its capacity,
/// end(), is_full() and is_empty(). Its Shape holds all other dependencies.
template <class Table>
class KeptTables {
 public:
  using Shape = typename Table::Shape;

  /// @param most_parts  capacity; larger tables are rebuilt each time
  explicit KeptTables(std::size_t most_parts = 4) : most_parts_(most_parts) {}

  /// Calls use(Table) for each part of the side's table.
  template <class Use>
  void for_each(const Mosaic& side, const Shape& shape, Use&& use) {
    if (kept_ == side.number() && kept_ != 0 && shape == shape_) {
      for (std::size_t k = 0; k < count_; ++k) use(parts_[k]);
      return;
    }
    kept_ = 0;
    count_ = 0;
    shape_ = shape;
    bool fits = true;
    Table* part = &begin_part();
    const auto end_part = [&] {
      part->end();
      if (part->is_empty()) return;
      use(*part);
      ++count_;
    };
    const auto add = [&](Tile tile) {
      while (tile.length > 0) {
        part->add(tile);
        if (!part->is_full()) continue;
        end_part();
        if (count_ == most_parts_) {
          fits = false;
          count_ = 0;
        }
        part = &begin_part();
      }
    };
    side.for_each(add);
    end_part();
    if (fits) kept_ = side.number();
  }

 private:
  Table& begin_part() {
    if (parts_.size() == count_) parts_.emplace_back();
    parts_[count_].begin(shape_);
    return parts_[count_];
  }

  std::size_t most_parts_, count_ = 0;
  std::vector<Table> parts_;
  Shape shape_;
  std::uint64_t kept_ = 0;  // number of the side
};

/// Columns of transposed targets as runs of source columns, for all bands.
class BandTable {
 public:
  struct Shape {
    std::size_t shares = 0;
    Index element_bytes = 1;
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  void begin(const Shape& shape) {
    size_ = shape.element_bytes;
    runs_.clear();
    lines_.clear();
    last_lines_.assign(shape.shares, -1);
    last_runs_.assign(shape.shares, 0);
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

  /// Extends the last run of the tile's share by a single column within the same line, if possible.
  /// CYCLIC(1) source rows alternate between sources, and the kernels need several columns.
  bool extend_run(const Tile& across) {
    const std::size_t number = last_runs_[static_cast<std::size_t>(across.share)];
    if (across.length > 1 || number == 0) return false;
    BandRun& last = runs_[number - 1];
    const Index offset = across.source_local * size_;
    const Index step = across.target_local - last.target_column;
    if (across.target != last.target || offset != last.offset + last.columns * size_ ||
        offset / line_bytes != last.offset / line_bytes || step <= 0 ||
        (last.columns > 1 && step != last.columns * last.step))
      return false;
    if (last.columns == 1) last.step = step;
    ++last.columns;
    return true;
  }

  void add_run(const Tile& across) {
    if (extend_run(across)) return;
    BandRun run{across.share,
                across.target,
                across.length,
                across.source_local * size_,
                across.target_local,
                lines_.size(),
                0};
    Index& last = last_lines_[static_cast<std::size_t>(across.share)];
    const Index end = (run.offset + run.columns * size_ - 1) / line_bytes;
    for (Index line = std::max(last + 1, run.offset / line_bytes); line <= end; ++line)
      lines_.push_back({across.share, line * line_bytes});
    last = std::max(last, end);
    run.lines = lines_.size() - run.first_line;
    runs_.push_back(run);
    last_runs_[static_cast<std::size_t>(across.share)] = runs_.size();
  }

  Index size_ = 1;
  std::vector<BandRun> runs_;
  std::vector<SourceLine> lines_;
  std::vector<Index> last_lines_;       // of each across share
  std::vector<std::size_t> last_runs_;  // of each across share: number from 1, or 0
};

/// Tables shared by pulls with a common side. Not thread-safe.
struct PullTables {
  KeptTables<StripTable> strips;  ///< of the side along
  KeptTables<BandTable> bands;    ///< of the side across, for a transposed target
};

}  // namespace ashlar::detail
