// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// "rank 3 on host fig": who speaks in a message about one rank's view of the files. [local]
std::string whoami(mpi::CommunicatorView comm);

}  // namespace ashlar::io
