// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Pieces of an exchange under way, in each direction.
struct PieceWindow {
  int channels = 8;     ///< partners served at a time, at least 1
  int depth = 0;        ///< pieces under way for each, at least 1; 0: more with few partners
  Index max_bytes = 0;  ///< of all buffers, by fewer channels, then less depth, but one buffer per
                        ///< direction; 0: no bound
};

/// Load of one direction.
struct PieceLoad {
  Index partners = 0;
  Index pieces = 1;      ///< of one partner, at most
  Index longest = 0;     ///< bytes of the longest piece
  Index slot_bytes = 0;  ///< of a buffer for it
};

/// Buffers of one direction: `depth` for each served partner.
struct PieceBuffers {
  Index channels = 0, depth = 1;
};

/// Number of buffers that pays within the window.
///
/// Two buffers overlap packing and transfer. With few partners, more buffers bridge packing without
/// MPI progress; long pieces need fewer.
inline PieceBuffers buffers_for(const PieceLoad& load, const PieceWindow& window) {
  constexpr Index buffers_in_all = 16, fewest = 2, most = 8, most_bytes = Index{2} << 20;
  Index channels = std::min<Index>(load.partners, std::max(1, window.channels));
  const Index served = std::max<Index>(1, channels);
  Index depth = window.depth > 0 ? window.depth : std::clamp(buffers_in_all / served, fewest, most);
  if (load.longest > 0) depth = std::min(depth, std::max(fewest, most_bytes / load.longest));
  depth = std::min(depth, load.pieces);
  if (window.max_bytes > 0 && load.longest > 0) {
    const Index buffers = std::max<Index>(1, window.max_bytes / 2 / load.slot_bytes);
    channels = std::min(channels, std::max<Index>(1, buffers / fewest));
    depth = std::min(depth, std::max<Index>(1, buffers / std::max<Index>(1, channels)));
  }
  return {channels, depth};
}

}  // namespace ashlar::detail
