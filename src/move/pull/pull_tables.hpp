// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "band_table.hpp"
#include "kept_tables.hpp"
#include "strip_table.hpp"

namespace ashlar::detail {

/// Tables that pulls with a side in common share. Not for several threads at once.
struct PullTables {
  KeptTables<StripTable> strips;  ///< of the side along
  KeptTables<BandTable> bands;    ///< of the side across, where the target is transposed
};

}  // namespace ashlar::detail
