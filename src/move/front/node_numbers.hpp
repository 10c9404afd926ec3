// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// A number for the node of each rank, empty if all are on one. @collective the first time
const std::vector<int>& node_numbers(mpi::Context& context);

}  // namespace ashlar::detail
