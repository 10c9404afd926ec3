// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "support/timing.hpp"

namespace ashlar::bench {

/// The yardstick between hosts, "plain exchange": every rank sends to every rank of another host as
/// many bytes as in the move, one message from contiguous memory to contiguous memory, all at once.
/// @collective
Method plain_exchange(mpi::CommunicatorView comm, const Transfers& moves, Index element_bytes);

/// Bytes that leave, or reach, the host that sends or receives most; 0 if all stays within hosts.
/// @collective
Index most_bytes_between_hosts(mpi::CommunicatorView comm, const Transfers& moves,
                               Index element_bytes);

}  // namespace ashlar::bench
