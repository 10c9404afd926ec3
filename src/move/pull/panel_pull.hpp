// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "mosaic.hpp"
#include "move/kernels/combine.hpp"
#include "panel_reader.hpp"

namespace ashlar::detail {

/// Pull from memory without direct access: small panels of source columns are read into a buffer
/// that stays in cache, and pulled from it.
///
/// "Inner" is the contiguous dimension of the sources, "outer" the other. A panel has columns of
/// all sources: the target is written sequentially, or in whole lines if turned.
class PanelPull {
 public:
  const Mosaic* inner = nullptr;
  const Mosaic* outer = nullptr;
  int inner_shares = 1, outer_shares = 1;
  bool turned = false;  ///< inner is across the target's memory
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along the target's memory, its columns across
  Index panel_bytes = 0;   ///< of peers' memory per step

  /// Returns the used buffer bytes.
  /// @param sources  as those of a Pull, by share along and then across
  Index run(const std::vector<PanelSource>& sources, const PullTarget& target,
            const Combine& combine, bool stream, const mpi::PeerMemory& peers,
            Scratch& scratch) const;
};

}  // namespace ashlar::detail
