// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// Rank 0's text, on every rank. @collective
std::string broadcast_text(mpi::CommunicatorView comm, std::string text);

/// Rank 0's number, on every rank. @collective
Index broadcast_index(mpi::CommunicatorView comm, Index value);

/// "rank 3 on host fig": who speaks in a message about one rank's view of the files. [local]
std::string whoami(mpi::CommunicatorView comm);

}  // namespace ashlar::io
