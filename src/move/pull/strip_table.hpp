// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "move/kernels/tasks.hpp"
#include "pull.hpp"

namespace ashlar::detail {

/// Rows of targets, cut into strips that begin and end where the targets' lines do: the same for
/// every column.
class StripTable {
 public:
  /// Where the elements of a strip lie in the moved range, in the same order.
  struct Extent {
    Range at;
    std::size_t runs;  ///< also those that the strip itself needs not
  };

  /// Targets and sources.
  struct Shape {
    std::vector<Index> phases;  ///< bytes of a line before each target's first element
    std::size_t sources = 0;
    Index element_bytes = 1;
    std::optional<Range> rows;  ///< that are wanted; if set, tiles must know their indices

    bool knows_indices() const { return rows.has_value(); }

    void assign(std::span<const PullTarget> targets, std::size_t source_count, Index bytes);
    friend bool operator==(const Shape&, const Shape&) = default;
  };

  /// Makes it empty. The shape must outlive its use.
  void begin(const Shape& shape);

  /// Takes off a tile the rows that there is room for. Tiles come in the order of the moved range.
  void add(Tile& tile);
  /// Ends the strips that are not full.
  void end();

  bool is_full() const { return runs_.size() >= most_runs; }
  bool is_empty() const { return strips_.empty(); }

  const std::vector<Strip>& strips() const { return strips_; }
  const std::vector<Extent>& extents() const { return extents_; }
  const std::vector<StripRun>& runs() const { return runs_; }
  /// The index of each run's first element.
  const std::vector<Index>& starts() const { return starts_; }
  const std::vector<SourceLine>& lines() const { return lines_; }

 private:
  static constexpr std::size_t most_runs = 4096;  // that stay in the caches while columns go by

  /// The strip of a target that is being filled.
  struct Open {
    Index first = 0, last = 0;  // places in the target's column, bytes
    Index stretch = 0;          // bytes since the last gap
    bool has_gaps = false;
    std::vector<StripRun> runs;
    std::vector<Index> starts;
    Index behind = 0;  // the last index
  };

  void append(Open& open, const Tile& tile, Index place);
  Index room_at(const Open& open, Index place, Index phase) const;
  /// Single elements that come in turn from so many sources.
  struct Comb {
    std::size_t count = 0, sources = 0;
    Index step = 0;
  };
  struct RunRange {
    std::size_t first, last;
  };

  void close(Open& open, int target);
  void add_strips(const Open& open, int target);
  void add_strip(const Open& open, int target, RunRange part, Strip::Kind kind, const Comb& comb);
  bool has_whole_lines(const Strip& strip) const;
  Comb longest_comb(const std::vector<StripRun>& runs, std::size_t first) const;
  void add_lines(const StripRun& run, int target);

  const Shape* shape_ = nullptr;
  Index size_ = 1;
  std::vector<Open> open_;         // of each target
  std::vector<Index> last_lines_;  // that each target takes from each source
  std::vector<Strip> strips_;
  std::vector<Extent> extents_;
  std::vector<StripRun> runs_;
  std::vector<Index> starts_;
  std::vector<SourceLine> lines_;
};

}  // namespace ashlar::detail
