// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

// What the environment says of how this program was started: the programs' only place that reads
// it.

namespace ashlar::apps {

/// What `name` says in the environment; empty where it is unset.
std::string_view variable(const char* name);

/// Rank of this process, by the variables of mpirun or the batch system, without MPI; 0 if it was
/// started alone.
int launched_rank();

/// Tells MPI, before it starts, what it does not find out itself: that there is no ssh to look for,
/// that all ranks share this machine and need no fabric, that they outnumber its processors, that
/// /dev/shm is too small. What the user has set stays.
void prepare_mpi();

/// A sentence for each variable that begins with ASHLAR_ and that nobody reads.
std::vector<std::string> unknown_variables();

/// The same for names of variables.
std::vector<std::string> unknown_among(const std::vector<std::string>& names);

}  // namespace ashlar::apps
