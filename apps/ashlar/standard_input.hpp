// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <ashlar/mpi/communicator.hpp>

// "-" as the name of an input file, for all commands that read files.

namespace ashlar::apps {

/// Declares an option of a command as the name of an input file, which may be "-".
/// @param path  lives as long as the command
void add_input(std::string& path);
/// Removes all declarations, before the options of another run are made.
void forget_inputs() noexcept;

/// Runs a command. An input file "-" is replaced by a file that holds the standard input, which is
/// called "standard input" in messages.
/// @throws ArgumentError if several input files are "-"; the errors of the command
/// @collective
void run_with_input(mpi::CommunicatorView world, const std::function<void()>& command);
/// The same of a command that runs without MPI.
void run_with_input(const std::function<void()>& command);

/// A text for users, with "standard input" in place of the name of the file that holds it.
std::string with_input_named(std::string text);

}  // namespace ashlar::apps
