// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <ashlar/layout/detail/triangle.hpp>

#include "mosaic.hpp"
#include "move/kernels/kernels.hpp"

namespace ashlar::detail {

/// Column-major memory of one source.
struct PullSource {
  const std::byte* data = nullptr;
  Index ld = 0;  ///< elements from one column to the next
};

/// True if any source is inaccessible.
inline bool has_absent(const std::vector<PullSource>& sources) {
  return std::ranges::any_of(sources, [](const PullSource& s) { return s.data == nullptr; });
}

/// Memory of one target, column-major along "along".
struct PullTarget {
  std::byte* data = nullptr;
  Index ld = 0;  ///< elements across
};

/// Block-cyclic distribution of the lines of a pull over ranks or threads ("hands"), in groups
/// processed together.
struct LineDistribution {
  int hands = 1;
  int mine = 0;
  Index block = 1;  ///< groups

  /// True if group number `turn`, from 0 on, belongs to this hand.
  bool is_mine(Index turn) const { return turn / block % hands == mine; }
};

struct PullTables;

/// Pull of one rank from its sources' memory, which reads and writes every element once. Several
/// ranks may share a pull: each processes whole lines of all targets, and so accesses memory
/// sequentially.
///
/// "Along" is the contiguous dimension of the target, "across" the other. With `turned` the sources
/// are contiguous across, and the pull transposes. Tiles of several targets alternate in the
/// contiguous dimension of the sources.
struct Pull {
  const Mosaic* along = nullptr;
  const Mosaic* across = nullptr;
  bool turned = false;
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along, its columns across
  int across_shares = 1;
  LineDistribution distribution = {};
  bool is_far = false;           ///< sources exceed the caches, though the target is not streamed
  PullTables* tables = nullptr;  ///< of earlier pulls with the same sides, for reuse

  /// Indices along with elements in the triangle.
  Range rows() const { return triangle.rows_of_any({0, across->extent()}, {0, along->extent()}); }
  /// Indices across with elements in the triangle.
  Range columns() const {
    return triangle.transposed().rows_of_any({0, along->extent()}, {0, across->extent()});
  }

  /// Executes the pull, with several threads if they pay.
  /// @param sources  (along share a, across share c) at a * across_shares + c; sources without data
  ///                 are skipped
  /// @param targets  as many as `along` has, or with `turned` `across`
  void run(const std::vector<PullSource>& sources, std::span<const PullTarget> targets,
           const KernelSet& kernels, bool stream) const;
  void run(const std::vector<PullSource>& sources, std::byte* target, Index target_ld,
           const KernelSet& kernels, bool stream) const {
    const PullTarget only{target, target_ld};
    run(sources, {&only, 1}, kernels, stream);
  }
};

struct PullTask {
  const Pull& pull;
  const std::vector<PullSource>& sources;
  std::span<const PullTarget> targets;
  const KernelSet& kernels;
  bool stream;  ///< write the targets by non-temporal stores

  /// True if sources are prefetched; small ones are in cache.
  bool fetches() const { return stream || pull.is_far; }

  const PullSource& source(int along_share, int across_share) const {
    return sources[static_cast<std::size_t>(Index{along_share} * pull.across_shares +
                                            across_share)];
  }
  /// Address of a target's local column.
  std::byte* column(int target, Index column) const {
    const PullTarget& memory = targets[static_cast<std::size_t>(target)];
    return memory.data + column * memory.ld * pull.element_bytes;
  }
};

/// Pulls without transposition: a few columns together, strip by strip.
void pull_strips(const PullTask& task);
/// Pulls with transposition: bands of the target's rows, each read from a few source columns
/// concurrently.
void pull_bands(const PullTask& task);

}  // namespace ashlar::detail
