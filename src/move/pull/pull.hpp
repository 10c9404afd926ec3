// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <ashlar/layout/triangle.hpp>

#include "mosaic.hpp"
#include "move/kernels/kernels.hpp"

namespace ashlar::detail {

/// The memory of one source, column-major.
struct PullSource {
  const std::byte* data = nullptr;
  Index ld = 0;  ///< elements from one column to the next
};

/// True if some of them are out of reach.
inline bool has_absent(const std::vector<PullSource>& sources) {
  return std::ranges::any_of(sources, [](const PullSource& s) { return s.data == nullptr; });
}

/// The memory of one target, column-major along "along".
struct PullTarget {
  std::byte* data = nullptr;
  Index ld = 0;  ///< elements across
};

/// Lines of a pull that are dealt to several ranks or threads, a few at a time, like cards.
struct Deal {
  int hands = 1;
  int mine = 0;

  /// True if lines that are dealt as number `turn`, from 0 on, are this hand's.
  bool is_mine(Index turn) const { return turn % hands == mine; }
};

struct Pull;
struct PullTables;

/// A pull and the memory that it works on.
struct PullTask {
  const Pull& pull;
  const std::vector<PullSource>& sources;
  std::span<const PullTarget> targets;
  const KernelSet& kernels;
  bool stream;  ///< write the targets past the caches

  /// True if sources are asked for before they are read: what is small lies in cache.
  bool fetches() const;

  const PullSource& source(int along_share, int across_share) const;
  /// The target's column `column`, counted along its local columns.
  std::byte* column(int target, Index column) const;
};

/// Pull of one rank out of its sources' memory into its own: one read and one write of every
/// element. Or what several ranks take out together, into the memory of all of them: then each
/// makes whole lines of all targets, and reads and writes every memory from end to end.
///
/// "Along" is the dimension in which the target's memory is contiguous, "across" the other. With
/// `turned` the sources are contiguous across, and the memory is transposed on the way.
struct Pull {
  const Mosaic* along = nullptr;
  const Mosaic* across = nullptr;
  bool turned = false;
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along, its columns across
  int across_shares = 1;
  Deal deal = {};
  bool is_far = false;           ///< the sources lie in memory, though the target is not streamed
  PullTables* tables = nullptr;  ///< of earlier pulls with the same sides, to be used again

  /// By as many threads as this process may use, if there is enough to do for them.
  /// @param sources  that of (along share a, across share c) at a * across_shares + c; what comes
  ///                 from one without data is left out
  /// @param targets  as many as `along` has
  void run(const std::vector<PullSource>& sources, std::span<const PullTarget> targets,
           const KernelSet& kernels, bool stream) const;
  /// The same with one target.
  void run(const std::vector<PullSource>& sources, std::byte* target, Index target_ld,
           const KernelSet& kernels, bool stream) const {
    const PullTarget only{target, target_ld};
    run(sources, {&only, 1}, kernels, stream);
  }
};

inline bool PullTask::fetches() const { return stream || pull.is_far; }

inline const PullSource& PullTask::source(int along_share, int across_share) const {
  return sources[static_cast<std::size_t>(Index{along_share} * pull.across_shares + across_share)];
}

inline std::byte* PullTask::column(int target, Index column) const {
  const PullTarget& memory = targets[static_cast<std::size_t>(target)];
  return memory.data + column * memory.ld * pull.element_bytes;
}

}  // namespace ashlar::detail
