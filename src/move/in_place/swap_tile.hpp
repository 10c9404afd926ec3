// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/detail/runs.hpp>
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

}  // namespace ashlar::detail
