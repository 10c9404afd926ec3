// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/peer_memory.hpp"

namespace ashlar::test {

/// The transports for any memory within one node that can be asked for here. @collective
inline std::vector<Transport> node_transports(mpi::CommunicatorView comm) {
  mpi::Context& context = mpi::Context::of(comm);
  if (!context.is_single_node() || !context.allocate(1).is_shared()) return {};
  if (!mpi::PeerMemory::of(context).is_available()) return {Transport::Staged};
  return {Transport::Staged, Transport::PeerMemory};
}

}  // namespace ashlar::test
