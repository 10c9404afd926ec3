// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// Parameters of all routines of one size. [same]
struct Setting {
  mpi::CommunicatorView comm;
  Index n = 4000;
  std::string layout = "64";  ///< name of the layout of the user's matrices
  int threads = 1;            ///< of the one process with the gathered matrix
  int rounds = 5;
  std::function<bool(std::string_view)> is_wanted = {};  ///< methods by name
};

}  // namespace ashlar::bench
