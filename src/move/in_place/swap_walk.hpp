// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <ashlar/layout/patchwork.hpp>

#include "run_cutter.hpp"
#include "swap_tile.hpp"

namespace ashlar::detail {

/// The tiles that a rank swaps with one other, in an order that is the same at both ends: down the
/// columns of the lower rank, along the rows of the higher.
template <class T>
class SwapWalk {
 public:
  /// @param patches         what this rank has for the other, in the order of PatchShare
  /// @param blocks          of this rank, which the patches number
  /// @param is_lower        whether this rank is the lower of the two
  /// @param piece_elements  that a tile has at most
  SwapWalk(std::span<const Patch> patches, const std::vector<LocalView<T>>& blocks, bool is_lower,
           Index piece_elements)
      : blocks_(&blocks), is_lower_(is_lower), piece_(piece_elements) {
    for (const Patch& patch : patches) patches_.push_back(&patch);
    if (!is_lower)
      std::sort(patches_.begin(), patches_.end(), [](const Patch* a, const Patch* b) {
        return std::tie(a->first_row, a->first_col) < std::tie(b->first_row, b->first_col);
      });
  }

  /// The patch that holds the last tile.
  const Patch& patch() const { return *patches_[next_ - 1]; }

  /// The next tile; false after the last.
  bool next(SwapTile<T>& tile) {
    for (;;) {
      if (!outer_) {
        if (next_ == patches_.size()) return false;
        open(*patches_[next_++]);
      }
      if (inner_->next(inner_length_, inner_runs_)) break;
      inner_->rewind();
      if (!outer_->next(outer_length_, outer_runs_)) outer_.reset();
    }
    tile.memory = (*blocks_)[static_cast<std::size_t>(patch().own_block)];
    tile.rows = is_lower_ ? inner_runs_ : outer_runs_;
    tile.cols = is_lower_ ? outer_runs_ : inner_runs_;
    return true;
  }

 private:
  void open(const Patch& patch) {
    const RunList& outer = is_lower_ ? *patch.cols : *patch.rows;
    const RunList& inner = is_lower_ ? *patch.rows : *patch.cols;
    // Near to square, since both ends write the other's columns as rows, but no small messages.
    constexpr Index edge = 128;
    const Index outer_count = outer.count(), inner_count = inner.count();
    outer_length_ = std::clamp<Index>(piece_ / std::min(inner_count, edge), 1, outer_count);
    inner_length_ = std::clamp<Index>(piece_ / outer_length_, 1, inner_count);
    outer_.emplace(outer);
    inner_.emplace(inner);
    outer_->next(outer_length_, outer_runs_);
  }

  const std::vector<LocalView<T>>* blocks_;
  bool is_lower_;
  Index piece_;
  std::vector<const Patch*> patches_;
  std::size_t next_ = 0;
  std::optional<RunCutter> outer_, inner_;
  Index outer_length_ = 1, inner_length_ = 1;
  std::vector<Run> outer_runs_, inner_runs_;
};

}  // namespace ashlar::detail
