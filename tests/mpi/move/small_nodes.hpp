// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

#include <ashlar/mpi/context.hpp>

#include "support/mpi_test.hpp"

namespace ashlar::test {

/// A communicator of all ranks with simulated nodes of `per_node` ranks; 0: one node. @collective
inline mpi::Communicator with_nodes_of(int per_node) {
  mpi::Communicator comm = mpi::Communicator::duplicate(world());
  setenv("ASHLAR_RANKS_PER_NODE", std::to_string(per_node).c_str(), 1);
  mpi::Context::of(comm);
  unsetenv("ASHLAR_RANKS_PER_NODE");
  return comm;
}

}  // namespace ashlar::test
