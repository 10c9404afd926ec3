// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "mosaic.hpp"
#include "move/kernels/combine.hpp"
#include "panel_reader.hpp"

namespace ashlar::detail {

/// A Pull out of memory that must be copied to be seen: small panels of the sources' columns are
/// read into a buffer that stays in cache, and pulled from there.
///
/// "Inner" is the dimension in which the sources are contiguous, "outer" the other. A panel has
/// columns of one outer share and of all inner shares together, so that target columns are written
/// in one go. A source's panel lies in the buffer as it lies in its memory, only closer together.
class PanelPull {
 public:
  /// The sources of an outer share, one for each inner share; waits until they may be read.
  using SourcesOf = std::function<const std::vector<PanelSource>&(std::size_t outer_share)>;

  const Mosaic* inner = nullptr;               ///< of all inner shares
  int inner_shares = 1;                        ///< how many there are
  const std::vector<Mosaic>* outer = nullptr;  ///< of each outer share
  bool turned = false;                         ///< inner is across the target's memory
  int element_bytes = 8;
  Conjugate conjugate = Conjugate::No;
  Triangle triangle = {};  ///< its rows count along the target's memory, its columns across
  Index panel_bytes = 0;   ///< of peers' memory that are worked on at a time

  /// Returns the bytes of buffer that it needed.
  /// @param first_outer  the outer share to begin with
  Index run(const SourcesOf& sources_of, std::size_t first_outer, const PullTarget& target,
            const Combine& combine, bool stream, const mpi::PeerMemory& peers,
            Scratch& scratch) const;
};

}  // namespace ashlar::detail
