// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Node number of each rank; empty on a single node. @collective the first time
const std::vector<int>& node_numbers(mpi::Context& context);

}  // namespace ashlar::detail
