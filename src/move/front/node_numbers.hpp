// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"

namespace ashlar::detail {

/// Node number of each rank; empty on a single node. @collective the first time
inline const std::vector<int>& node_numbers(mpi::Context& context) {
  return context.shared_slot<std::vector<int>>("move.nodes", [&] {
    if (context.is_single_node()) return std::vector<int>();
    return mpi::all_gather(context.comm(), context.node_ranks().front());
  });
}

}  // namespace ashlar::detail
