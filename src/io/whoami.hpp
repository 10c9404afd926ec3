// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::io {

/// "rank 3 on host fig", for errors of one rank. [local]
std::string whoami(mpi::CommunicatorView comm);

}  // namespace ashlar::io
