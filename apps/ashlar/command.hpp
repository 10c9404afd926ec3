// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar::apps {

/// The command: parses the arguments, starts MPI where the verb needs it and MPI is not active yet,
/// and runs the verb. Returns the exit status.
/// @collective over MPI_COMM_WORLD
int run_command(int argc, char** argv);

}  // namespace ashlar::apps
