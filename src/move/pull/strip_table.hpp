// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "move/kernels/tasks.hpp"
#include "pull.hpp"
#include "window_table.hpp"

namespace ashlar::detail {

/// Rows of targets, cut into strips at the targets' cache lines, for all columns.
class StripTable {
 public:
  struct Shape {
    std::vector<Index> phases;  ///< bytes of a line before each target's first element
    std::size_t sources = 0;
    Index element_bytes = 1;
    Index vector_bytes = 0;     ///< KernelSet::gather_bytes
    bool is_cut = false;        ///< by a triangle
    std::vector<Range> wanted;  ///< local rows of each target; empty: all

    void assign(std::span<const PullTarget> targets, std::size_t source_count, Index bytes,
                Index gather_bytes, bool has_triangle);
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  /// Clears the table. The shape must outlive its use.
  void begin(const Shape& shape);

  /// Takes rows off a tile, up to the capacity. Tiles come in the order of each target's memory.
  void add(Tile& tile);
  /// Ends incomplete strips.
  void end();

  bool is_full() const {
    return runs_.size() >= most_runs || windows_.windows().size() >= most_windows;
  }
  bool is_empty() const { return strips_.empty(); }

  const std::vector<Strip>& strips() const { return strips_; }
  /// Bytes of the target's columns from the first to the last run of each strip.
  const std::vector<Range>& extents() const { return extents_; }
  const std::vector<StripRun>& runs() const { return runs_; }
  std::span<const StripRun> runs_of(const Strip& strip) const {
    return std::span(runs_).subspan(strip.first_run, strip.runs);
  }
  const WindowTable& windows() const { return windows_; }
  const std::vector<SourceLine>& lines() const { return lines_; }

 private:
  // They stay in cache for all columns.
  static constexpr std::size_t most_runs = 4096, most_windows = 8192;

  /// Incomplete strip of a target.
  struct Open {
    Index first = 0, last = 0;  // places in the target's column, bytes
    Index stretch = 0;          // bytes since the last gap
    bool has_gaps = false;
    std::vector<StripRun> runs;
  };

  void append(Open& open, const Tile& tile, Index place);
  Index room_at(const Open& open, Index place, Index phase) const;
  void close(Open& open, int target);
  void gather(Strip& strip);
  void extend_readable(const StripRun& run);
  void add_lines(const StripRun& run, int target);

  const Shape* shape_ = nullptr;
  Index size_ = 1;
  std::vector<Open> open_;         // of each target
  std::vector<Index> last_lines_;  // of each target and source
  std::vector<Strip> strips_;
  std::vector<Range> extents_;
  std::vector<StripRun> runs_;
  WindowTable windows_;
  std::vector<Range> readable_;  // of each source's columns, bytes
  std::vector<SourceLine> lines_;
};

/// Prefetches the first lines of all columns of a task.
inline void fetch_first(const StripTask& strips) {
  const LinesAhead& fetch = strips.fetch;
  const std::size_t end = std::min(fetch.end, fetch.first + fetch.ahead);
  for (std::size_t line = fetch.first; line < end; ++line)
    for (std::size_t c = 0; c < strips.columns; ++c) {
      const std::byte* const column =
          strips.sources[c * strips.source_count +
                         static_cast<std::size_t>(fetch.lines[line].source)];
      if (column != nullptr) prefetch(column + fetch.lines[line].offset, fetch.level);
    }
}

/// Fills the strips of a task in whole.
inline void fill_whole(const PullTask& task, const StripTask& strips) {
  if (strips.count == 0) return;
  task.kernels.fill_strips[size_class(task.pull.element_bytes)](strips, task.stream);
}

/// Fills the part of strips in the triangle of the pull.
/// @param whole     all strips of the table
/// @param at        index of each column in the moved range
/// @param is_first  no earlier panel prefetched lines of this one
void fill_triangle(const PullTask& task, const StripTable& table, const StripTask& whole,
                   std::span<const Index> at, bool is_first);

}  // namespace ashlar::detail
