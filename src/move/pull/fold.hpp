// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "mosaic.hpp"

namespace ashlar::detail {

/// Part of a pull whose tiles repeat in contiguous memories, with the periods as columns.
struct Fold {
  Mosaic along, across;  // across has one tile; shares along are those of the folded side
  Index source_ld = 0, target_ld = 0;
};

/// Folds one side of a pull: a period of its tiles, or several, is a column of a fold. An index of
/// the side stands for `column` contiguous elements.
/// @return nothing if the tiles do not repeat
std::vector<Fold> fold(const Mosaic& side, Index column);

}  // namespace ashlar::detail
