// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <ashlar/mpi/communicator.hpp>

// "-" as the name of an input file, for all commands.

namespace ashlar::apps {

/// Declares an option as the name of an input file, which may be "-".
/// @param path  outlives the command
void add_input(std::string& path);
/// Removes all declarations, before a run with other options.
void forget_inputs() noexcept;

/// Runs a command. A temporary file with the standard input replaces "-"; messages call it
/// "standard input".
/// @throws ArgumentError if several input files are "-"; the errors of the command
/// @collective
void run_with_input(mpi::CommunicatorView world, const std::function<void()>& command);
/// Runs a command without MPI.
void run_with_input(const std::function<void()>& command);

/// Text for users, with "standard input" for the name of its file.
std::string with_input_named(std::string text);

}  // namespace ashlar::apps
