// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/mpi/context.hpp>

#include "mpi/peer_memory.hpp"

namespace ashlar::test {

/// Whether Transport::PeerMemory can be asked for here. @collective
inline bool can_read_peers(mpi::CommunicatorView comm) {
  mpi::Context& context = mpi::Context::of(comm);
  return context.is_single_node() && context.allocate(1).is_shared() &&
         mpi::PeerMemory::of(context).is_available();
}

}  // namespace ashlar::test
