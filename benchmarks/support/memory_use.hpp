// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// Additional bytes of all ranks together.
struct MemoryUse {
  Index peak = 0;  ///< maximum during a call
  Index kept = 0;  ///< after it
};

/// Additional memory of one call of `run`: the pages of each process, as counted by Linux, and the
/// growth of the pools. Pages that a neighbour already has are not counted again.
/// @throws FileError if /proc lacks the values
/// @collective
MemoryUse memory_use_of(mpi::CommunicatorView comm, const std::function<void()>& run);

}  // namespace ashlar::bench
