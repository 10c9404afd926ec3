// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>

/// What all demos share: printing once, and checking what they claim.
namespace ashlar::demos {

/// Prints `text` and a newline on rank 0. [local]
void say(mpi::CommunicatorView comm, const std::string& text);

/// Prints the text of every rank, in rank order, on rank 0. @collective
void say_in_turn(mpi::CommunicatorView comm, const std::string& text);

/// Prints "ok: claim" if `ok` holds on every rank.
/// @throws ArgumentError on all ranks if it does not, so that the program ends with a status of its
/// own @collective
void verify(mpi::CommunicatorView comm, bool ok, const std::string& claim);

/// Says how long each step of a job took.
class Steps {
 public:
  explicit Steps(mpi::CommunicatorView comm);

  /// Prints the seconds since the last call, of the slowest rank, and what was done in them.
  /// @collective
  void done(const std::string& what);

 private:
  mpi::CommunicatorView comm_;
  double start_;
};

}  // namespace ashlar::demos
