// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

// What `ashlar selftest` asks the MPI library about: where others have failed before.

namespace ashlar::apps {

/// One thing that was looked at.
struct Finding {
  std::string name;      ///< key of the JSON
  bool is_right = true;  ///< false: results cannot be trusted
  std::string text;      ///< what was found, for people
};

/// @collective; the same findings on all ranks
std::vector<Finding> probe_mpi(mpi::CommunicatorView world);

}  // namespace ashlar::apps
