// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

// Probes of the MPI library by `ashlar selftest`, for known errors of MPI libraries.

namespace ashlar::apps {

/// Result of a probe.
struct Finding {
  std::string name;      ///< key of the JSON
  bool is_right = true;  ///< false: results are unreliable
  std::string text;      ///< result as text
};

/// @collective; returns the same findings on all ranks
std::vector<Finding> probe_mpi(mpi::CommunicatorView world);

}  // namespace ashlar::apps
