// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::apps {

// What our programs tell the shell, and mpirun passes on: 1 to 125 for what failed.
inline constexpr int status_ok = 0;
inline constexpr int status_error = 1;  ///< something failed; one line on stderr says what
inline constexpr int status_usage = 2;  ///< the command line was not understood

using Body = std::function<void(mpi::CommunicatorView world)>;

/// The main of every program of ours: starts MPI, reads the options of `app`, runs `body` on every
/// rank, ends MPI. Returns the status for main to return.
///
/// ashlar::run with options: what `body` throws is one line of one rank, "PROGRAM: error: …". Help
/// goes to the standard output of rank 0 with status 0; what is wrong with the options to stderr
/// with status 2.
/// @example int main(int argc, char** argv) {
///            CLI::App app("What it does");
///            Options options;
///            app.add_option("--out", options.out, "where the result goes");
///            return run_app(app, argc, argv, [&](mpi::CommunicatorView world) { work(world,
///            options); });
///          }
int run_app(CLI::App& app, int argc, char** argv, const Body& body);

/// The same for a program without options.
int run_app(int argc, char** argv, const Body& body);

}  // namespace ashlar::apps
