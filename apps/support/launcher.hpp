// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Environment of the program's launcher; other sources of the programs do not read the environment.

namespace ashlar::apps {

/// Value of environment variable `name`; empty if unset.
std::string_view variable(const char* name);

/// Rank of this process from variables of mpirun or the batch system, without MPI; 0 without a
/// launcher.
int launched_rank();

/// Sets Open MPI's variables before MPI_Init: for a missing ssh, ranks on one machine without a
/// fabric, more ranks than processors, or a small /dev/shm. Keeps the user's settings.
void prepare_mpi();

/// Messages about unknown variables that begin with ASHLAR_.
std::vector<std::string> unknown_variables();

/// Messages about unknown names among `names`.
std::vector<std::string> unknown_among(const std::vector<std::string>& names);

}  // namespace ashlar::apps
