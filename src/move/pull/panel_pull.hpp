// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "mosaic.hpp"
#include "move/kernels/combine.hpp"
#include "panel_reader.hpp"

namespace ashlar::detail {

/// A Pull out of memory that must be copied to be seen: small panels of the sources' columns are
/// read into a buffer that stays in cache, and pulled from there.
///
/// "Inner" is the dimension in which the sources are contiguous, "outer" the other. A panel has
/// columns of all sources, so that the target is written from end to end, or where it is turned, in
/// whole lines. A source's panel lies in the buffer as it lies in its memory, only closer together.
class PanelPull {
 public:
  const Mosaic* inner = nullptr;
  const Mosaic* outer = nullptr;
  int inner_shares = 1, outer_shares = 1;
  bool turned = false;  ///< inner is across the target's memory
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along the target's memory, its columns across
  Index panel_bytes = 0;   ///< of peers' memory that are worked on at a time

  /// Returns the bytes of buffer that it needed.
  /// @param sources  as those of a Pull, by share along and then across
  Index run(const std::vector<PanelSource>& sources, const PullTarget& target,
            const Combine& combine, bool stream, const mpi::PeerMemory& peers,
            Scratch& scratch) const;
};

}  // namespace ashlar::detail
