// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "band_table.hpp"
#include "kept_tables.hpp"
#include "strip_table.hpp"

namespace ashlar::detail {

/// Tables shared by pulls with a common side. Not thread-safe.
struct PullTables {
  KeptTables<StripTable> strips;  ///< of the side along
  KeptTables<BandTable> bands;    ///< of the side across, for a transposed target
};

}  // namespace ashlar::detail
