// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

namespace ashlar::nodes {

/// A number for each rank: its node if the ranks of the node read each other's segments, else a
/// unique number.
/// @collective over the communicator the first time; later local
const std::vector<int>& node_of(mpi::Context& context);

}  // namespace ashlar::nodes
