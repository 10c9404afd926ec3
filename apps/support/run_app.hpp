// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::apps {

// What our programs tell the shell, and mpirun passes on: 1 to 125 for what failed.
inline constexpr int status_ok = 0;
inline constexpr int status_error = 1;  ///< something failed; one line on stderr says what
inline constexpr int status_usage = 2;  ///< the command line was not understood

using Body = std::function<void(mpi::CommunicatorView world)>;
using LocalBody = std::function<void()>;

/// Thrown by a body, on all ranks, that has done its work and tells the shell something by it: that
/// files differ, for one. Nothing is printed.
struct EndWithStatus {
  int status = status_ok;
};

/// What there is to do when the options are read: on all ranks, or, where `alone` is given, on one
/// process without MPI.
struct Task {
  Body on_ranks = {};
  LocalBody alone = {};
  int failed = status_error;  ///< the status where it throws
};

/// The main of every program of ours: reads the options of `app`, starts MPI, runs `body` on every
/// rank, ends MPI. Returns the status for main to return.
///
/// ashlar::run with options: what `body` throws is one line of one rank, "PROGRAM: error: …", with
/// --json also an object on the standard output. Help goes to the standard output of rank 0 with
/// status 0; what is wrong with the options to stderr with status 2; neither starts MPI.
/// @example int main(int argc, char** argv) {
///            CLI::App app("What it does");
///            Options options;
///            app.add_option("--out", options.out, "where the result goes");
///            return run_app(app, argc, argv, [&](mpi::CommunicatorView world) { work(world,
///            options); });
///          }
int run_app(CLI::App& app, int argc, char** argv, const Body& body);

/// The same for a program without options.
/// @param description, example  for --help: a sentence, and a command line
int run_app(int argc, char** argv, const std::string& description, const std::string& example,
            const Body& body);

/// The same for a program of verbs: `choose` says, once the options are read, what is to be done.
/// Under mpirun what needs no MPI is done by rank 0, and the other ranks end at once.
int run_verbs(CLI::App& app, int argc, char** argv, const std::function<Task()>& choose);

}  // namespace ashlar::apps
