// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Communication pattern of a move between layouts, between placements (block maps, replicas) or
/// between arrays.
using Movement = std::variant<Transfers, Patchwork, ArrayTransfers>;

}  // namespace ashlar
