// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

  /// Makes it empty, for other targets and sources.
  void begin(std::span<const PullTarget> targets, std::size_t sources, Index element_bytes);

  /// Adds the rows of a tile. Tiles come in the order of the moved range.
  /// @param knows_index  whether `at` is that of the tile's elements: then they can be looked up
  void add(Tile tile, bool knows_index);
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

  void append(Open& open, const Tile& tile, Index place, bool knows_index);
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
  Comb longest_comb(const std::vector<StripRun>& runs, std::size_t first) const;
  void add_lines(const StripRun& run, int target);

  Index size_ = 1;
  std::vector<Open> open_;     // of each target
  std::vector<Index> phases_;  // bytes of a line before each target's first element
  std::size_t source_count_ = 0;
  std::vector<Index> last_lines_;  // that each target takes from each source
  std::vector<Strip> strips_;
  std::vector<Extent> extents_;
  std::vector<StripRun> runs_;
  std::vector<Index> starts_;
  std::vector<SourceLine> lines_;
};

}  // namespace ashlar::detail
