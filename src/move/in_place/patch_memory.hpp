// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/patchwork.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "move/pack/route.hpp"

namespace ashlar::detail {

/// Where the other side of a patch lies in memory that its rank's matrix owns.
/// @param placement  that of the other side
inline OwnedBlock other_block_of(const ashlar::Placement& placement, const Patch& patch) {
  if (const BlockMap* map = placement.block_map())
    return {map->offset_of(patch.other_block),
            tight_ld(map->section_of(patch.other_block).shape())};
  return {0, owned_ld(placement.layout()->local_shape(patch.other_coord))};
}

}  // namespace ashlar::detail
