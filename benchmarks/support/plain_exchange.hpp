// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "support/timing.hpp"

namespace ashlar::bench {

/// The yardstick between hosts, "plain exchange": every rank sends to every rank of another host
/// the bytes of the move, in one message between contiguous arrays, all at once.
/// @collective
Method plain_exchange(mpi::CommunicatorView comm, const Transfers& moves, Index element_bytes);

/// Most bytes that a host sends or receives; 0 if all stay within hosts.
/// @collective
Index most_bytes_between_hosts(mpi::CommunicatorView comm, const Transfers& moves,
                               Index element_bytes);

}  // namespace ashlar::bench
