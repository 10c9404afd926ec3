// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <ashlar/mpi/communicator.hpp>

// Protection of existing files against verbs that write.

namespace ashlar::apps {

/// Adds --force.
void add_force(CLI::App& app, bool& force);

/// @param outputs  output files, folders or datasets ("a.h5:/x"); empty names are ignored
/// @throws FileError on all ranks, naming the first that exists, unless `force`
/// @returns on rank 0 true if an output is replaced
/// @collective
bool check_new(mpi::CommunicatorView world, const std::vector<std::string>& outputs, bool force);
/// Checks on this process alone. [local]
bool check_new(const std::vector<std::string>& outputs, bool force);

}  // namespace ashlar::apps
