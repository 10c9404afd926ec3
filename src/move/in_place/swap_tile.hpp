// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/runs.hpp>
#include <ashlar/matrix/detail/any_block.hpp>

#include "move/kernels/choices.hpp"
#include "move/pull/pull.hpp"

namespace ashlar::detail {

/// A rectangle of elements that changes places with the transposed rectangle elsewhere: (rows) x
/// (columns) of a block of memory, at the target_local of the runs.
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

/// Takes tiles out of memory and puts transposed ones in. A packed tile is contiguous along what is
/// contiguous in the memory that it comes from, so the one that comes in is always turned.
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

  /// Puts the tile that was packed as the transposed one of `tile` into its place.
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
  /// Returns the tile's length along the memory's contiguous dimension.
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
