// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::apps {

/// Main function of the command: parses the arguments, initialises MPI if the verb needs it, and
/// runs the verb. Returns the exit status.
/// @collective over MPI_COMM_WORLD
int run_command(int argc, char** argv);

}  // namespace ashlar::apps
