// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

namespace ashlar::nodes {

/// For each rank a number of its node if the node's ranks read each other's segments, else a unique
/// one.
/// @collective over the communicator the first time; later local
const std::vector<int>& node_of(mpi::Context& context);

}  // namespace ashlar::nodes
