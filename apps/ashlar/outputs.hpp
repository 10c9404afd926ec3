// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <ashlar/mpi/communicator.hpp>

// What all verbs that write files have in common: nothing is overwritten unasked.

namespace ashlar::apps {

/// Adds --force.
void add_force(CLI::App& app, bool& force);

/// @param outputs  files, folders or datasets ("a.h5:/x") that are to be written; empty names are
/// none
/// @throws FileError on all ranks, naming the first that exists, unless `force`
/// @returns on rank 0 whether something will be replaced
/// @collective
bool check_new(mpi::CommunicatorView world, const std::vector<std::string>& outputs, bool force);
/// The same by this process alone. [local]
bool check_new(const std::vector<std::string>& outputs, bool force);

}  // namespace ashlar::apps
