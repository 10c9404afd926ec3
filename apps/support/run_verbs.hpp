// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <ashlar/mpi/communicator.hpp>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace ashlar::apps {

// Exit statuses of the programs; mpirun passes on 1 to 125.
inline constexpr int status_ok = 0;
inline constexpr int status_error = 1;  ///< an error; one line on stderr describes it
inline constexpr int status_usage = 2;  ///< invalid command line

using Body = std::function<void(mpi::CommunicatorView world)>;
using LocalBody = std::function<void()>;

/// Thrown by a body on all ranks to end with an exit status after its work, for example for
/// different files. Nothing is printed.
struct EndWithStatus {
  int status = status_ok;
};

/// Work after option parsing: on all ranks or, with `alone`, on one process without MPI.
struct Task {
  Body on_ranks = {};
  LocalBody alone = {};
  int failed = status_error;  ///< exit status after an exception
};

/// Main function of the programs: parses options, initialises MPI, runs the work that `choose`
/// returns, finalises MPI. Returns the exit status. Under mpirun, rank 0 does work without MPI and
/// the other ranks end at once.
///
/// ashlar::run with options: an exception of the work is printed once as "PROGRAM: error: …", with
/// --json also as an object on the standard output. Help is printed on the standard output of rank
/// 0 with status 0, an option error on stderr with status 2; both without MPI.
int run_verbs(CLI::App& app, int argc, char** argv, const std::function<Task()>& choose);

}  // namespace ashlar::apps
