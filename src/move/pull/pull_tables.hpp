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
    bool is_cut = false;  ///< by a triangle
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  void begin(const Shape& shape) {
    size_ = shape.element_bytes;
    is_cut_ = shape.is_cut;
    runs_.clear();
    columns_.clear();
    lines_.clear();
    last_lines_.assign(shape.shares, -1);
    last_runs_.assign(shape.shares, 0);
  }

  /// Takes elements off a tile, up to the capacity.
  void add(Tile& across) {
    while (across.length > 0 && !is_full())
      add_run(take_front(across,
                         std::min(across.length, std::max<Index>(1, most_slice_bytes / size_))));
  }
  void end() {}

  bool is_full() const { return runs_.size() == most_runs; }
  bool is_empty() const { return runs_.empty(); }

  const std::vector<BandRun>& runs() const { return runs_; }
  /// Columns of runs in any order.
  const std::vector<BandColumn>& columns() const { return columns_; }
  const std::vector<SourceLine>& lines() const { return lines_; }

 private:
  static constexpr std::size_t most_runs = 4096;       // that stay in cache for all bands
  static constexpr Index kept_bytes = 2 * line_bytes;  // of a run that others follow

  /// Extends the last run of the tile's share by the next elements of the source: the kernels need
  /// several columns. Short blocks of rows alternate between sources, of columns between targets.
  bool extend_run(const Tile& across) {
    const std::size_t number = last_runs_[static_cast<std::size_t>(across.share)];
    if (number == 0) return false;
    BandRun& last = runs_[number - 1];
    const Index columns = last.columns + across.length,
                most = (number == runs_.size() ? most_slice_bytes : kept_bytes) / size_;
    if (across.source_local * size_ != last.offset + last.columns * size_ || columns > most ||
        !extend_columns(last, across))
      return false;
    last.columns = columns;
    add_lines(last);
    return true;
  }

  /// Adds columns of a target to those of a run, in steps if possible.
  bool extend_columns(BandRun& last, const Tile& across) {
    if (last.target == across.target && across.length == 1) {
      const Index step = across.target_local - last.target_column;
      if (last.columns == 1 && step > 0) last.step = step;
      if (step == last.columns * last.step) return true;
    }
    // Triangles cut runs of a single target.
    if (is_cut_) return false;
    const Index room = kept_bytes / size_, columns = last.columns + across.length;
    const bool is_single = last.target >= 0;
    const Index first = is_single ? std::ssize(columns_) : last.target_column;
    const bool is_at_end =
        is_single || first + std::max(last.columns, room) == std::ssize(columns_);
    if (columns > room && !is_at_end) return false;
    if (is_at_end) columns_.resize(static_cast<std::size_t>(first + std::max(columns, room)));
    const auto at = columns_.begin() + first;
    if (is_single) {
      for (Index c = 0; c < last.columns; ++c)
        at[c] = {last.target, last.target_column + c * last.step};
      last.target = -1;
      last.target_column = first;
    }
    for (Index c = 0; c < across.length; ++c)
      at[last.columns + c] = {across.target, across.target_local + c};
    return true;
  }

  /// Adds the lines that no earlier run of the share has.
  void add_lines(const BandRun& run) {
    Index& last = last_lines_[static_cast<std::size_t>(run.source)];
    const Index end = (run.offset + run.columns * size_ - 1) / line_bytes;
    for (Index line = std::max(last + 1, run.offset / line_bytes); line <= end; ++line)
      lines_.push_back({run.source, line * line_bytes});
    last = std::max(last, end);
    runs_.back().lines = lines_.size() - runs_.back().first_line;
  }

  void add_run(const Tile& across) {
    if (extend_run(across)) return;
    runs_.push_back({across.share, across.target, across.length, across.source_local * size_,
                     across.target_local, lines_.size(), 0});
    add_lines(runs_.back());
    last_runs_[static_cast<std::size_t>(across.share)] = runs_.size();
  }

  Index size_ = 1;
  bool is_cut_ = false;
  std::vector<BandRun> runs_;
  std::vector<BandColumn> columns_;
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
