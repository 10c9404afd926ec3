// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>
#include <ashlar/layout/detail/share.hpp>
#include <ashlar/matrix/detail/any_block.hpp>

#include "move/kernels/choices.hpp"
#include "move/pull/pull.hpp"

namespace ashlar::detail {

/// Tile that an in-place transposition swaps with another: (rows) x (columns) of a block of memory,
/// at target_local of the runs.
struct SwapTile {
  AnyBlock memory;
  std::vector<Run> rows, cols;

  static Index count(const std::vector<Run>& runs) {
    Index sum = 0;
    for (const Run& run : runs) sum += run.length;
    return sum;
  }
  Index elements() const { return count(rows) * count(cols); }
};

/// Packs tiles and unpacks transposed ones. A packed tile keeps the contiguous dimension of its
/// memory, so unpacking always transposes.
class TileMover {
 public:
  TileMover(Index element_bytes, Conjugate conjugate)
      : element_bytes_(static_cast<int>(element_bytes)), conjugate_(conjugate) {}

  void pack(const SwapTile& tile, std::byte* buffer) {
    const Index height = assign(tile, true);
    const Pull pull{.along = &along_, .across = &across_, .element_bytes = element_bytes_};
    sources_ = {{tile.memory.data, tile.memory.ld()}};
    pull.run(sources_, buffer, height, kernels(), false);
  }

  /// Unpacks the transposed counterpart of `tile`.
  void unpack(const std::byte* buffer, const SwapTile& tile) {
    assign(tile, false);
    const Pull pull{.along = &along_,
                    .across = &across_,
                    .turned = true,
                    .element_bytes = element_bytes_,
                    .conjugate = conjugate_};
    sources_ = {{buffer, across_.count()}};
    pull.run(sources_, tile.memory.data, tile.memory.ld(), kernels(), false);
  }

 private:
  /// Returns the tile's length along the contiguous dimension.
  Index assign(const SwapTile& tile, bool packing) {
    const bool by_columns = tile.memory.is_column_major();
    assign(by_columns ? tile.rows : tile.cols, packing, along_);
    assign(by_columns ? tile.cols : tile.rows, packing, across_);
    return along_.count();
  }

  void assign(const std::vector<Run>& runs, bool packing, Mosaic& mosaic) {
    tiles_.clear();
    Index done = 0;
    for (const Run& run : runs) {
      tiles_.push_back({done, packing ? run.target_local : done, packing ? done : run.target_local,
                        run.length, 0});
      done += run.length;
    }
    mosaic.assign(tiles_);
  }

  int element_bytes_;
  Conjugate conjugate_;
  Mosaic along_, across_;
  std::vector<Tile> tiles_;
  std::vector<PullSource> sources_;
};

/// Cutter of a run list into stretches of equal numbers of elements.
class RunCutter {
 public:
  explicit RunCutter(const RunList& list) : cursor_(list) {}

  void rewind() {
    cursor_.rewind();
    rest_ = {};
  }

  /// Sets `runs` to the next elements, `most` at most; false at the end. Joined runs keep only the
  /// first index `at`.
  bool next(Index most, std::vector<Run>& runs) {
    runs.clear();
    for (Index left = most; left > 0;) {
      if (rest_.length == 0) rest_ = cursor_.next();
      if (rest_.length == 0) break;
      const Run run = take_front(rest_, std::min(rest_.length, left));
      // Joins runs contiguous at both ends, such as single elements of cyclic distributions.
      if (!runs.empty() && runs.back().source_local + runs.back().length == run.source_local &&
          runs.back().target_local + runs.back().length == run.target_local)
        runs.back().length += run.length;
      else runs.push_back(run);
      left -= run.length;
    }
    return !runs.empty();
  }

 private:
  RunCursor cursor_;
  Run rest_;
};

/// Row and column of a box's first element, in the moved range.
inline std::pair<Index, Index> corner_of(const Box& box) {
  return {box.runs(0).hull().first, box.runs(1).hull().first};
}

/// Walk over the tiles that a rank swaps with another, in the same order at both ends: by columns
/// of the lower rank, by rows of the higher.
class SwapWalk {
 public:
  /// @param boxes           received from the other rank, in the order of the share
  /// @param blocks          of this rank, by the boxes' numbers
  /// @param is_lower        true on the lower of the two ranks
  /// @param piece_elements  of a tile, at most
  SwapWalk(std::span<const Box> boxes, const std::vector<AnyBlock>& blocks, bool is_lower,
           Index piece_elements)
      : blocks_(&blocks), is_lower_(is_lower), piece_(piece_elements) {
    for (const Box& box : boxes) boxes_.push_back(&box);
    if (!is_lower)
      std::sort(boxes_.begin(), boxes_.end(),
                [](const Box* a, const Box* b) { return corner_of(*a) < corner_of(*b); });
  }

  /// Box of the last tile.
  const Box& box() const { return *boxes_[next_ - 1]; }

  /// Advances to the next tile; false after the last.
  bool next(SwapTile& tile) {
    for (;;) {
      if (!outer_) {
        if (next_ == boxes_.size()) return false;
        open(*boxes_[next_++]);
      }
      if (inner_->next(inner_length_, inner_runs_)) break;
      inner_->rewind();
      if (!outer_->next(outer_length_, outer_runs_)) outer_.reset();
    }
    tile.memory = (*blocks_)[static_cast<std::size_t>(box().target_block)];
    tile.rows = is_lower_ ? inner_runs_ : outer_runs_;
    tile.cols = is_lower_ ? outer_runs_ : inner_runs_;
    return true;
  }

 private:
  void open(const Box& box) {
    const RunList& outer = box.runs(is_lower_ ? 1 : 0);
    const RunList& inner = box.runs(is_lower_ ? 0 : 1);
    // Nearly square, since each end writes the other's columns as rows; no small messages.
    constexpr Index edge = 128;
    const Index outer_count = outer.count(), inner_count = inner.count();
    outer_length_ = std::clamp<Index>(piece_ / std::min(inner_count, edge), 1, outer_count);
    inner_length_ = std::clamp<Index>(piece_ / outer_length_, 1, inner_count);
    outer_.emplace(outer);
    inner_.emplace(inner);
    outer_->next(outer_length_, outer_runs_);
  }

  const std::vector<AnyBlock>* blocks_;
  bool is_lower_;
  Index piece_;
  std::vector<const Box*> boxes_;
  std::size_t next_ = 0;
  std::optional<RunCutter> outer_, inner_;
  Index outer_length_ = 1, inner_length_ = 1;
  std::vector<Run> outer_runs_, inner_runs_;
};

}  // namespace ashlar::detail
