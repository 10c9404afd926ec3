// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// Bytes that all ranks together need beyond what they had.
struct MemoryUse {
  Index peak = 0;  ///< at most, during a call
  Index kept = 0;  ///< after it
};

/// What one call of `run` needs. Counted are the pages of each process, as Linux sees them, and the
/// growth of our pools; mapping pages that a neighbour already has is free.
/// @throws FileError where /proc does not tell
/// @collective
MemoryUse memory_use_of(mpi::CommunicatorView comm, const std::function<void()>& run);

}  // namespace ashlar::bench
