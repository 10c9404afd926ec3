// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

namespace detail {
/// "PROGRAM: error: REASON" in one line; PROGRAM is the file name in argv[0].
std::string error_line(const char* program, const std::string& reason);

/// Handling of an exception of a body.
struct Failure {
  int status = 1;  ///< exit status, 1 to 255
  /// Called in addition to the message, on the rank that writes it.
  std::function<void(const ErrorRecord&)> listener = {};
};

int run(int& argc, char**& argv, const std::function<int(mpi::CommunicatorView)>& body,
        const Failure& failure = {});

/// As run, without MPI.
int run_alone(const char* program, const std::function<int()>& body, const Failure& failure = {});
}  // namespace detail

/// Runs a program under MPI (MPI_Init, MPI_Finalize): `body(world)` on every rank.
///
/// The lowest failing rank prints the exception of `body` in one line, "PROGRAM: error: sentence".
/// If other ranks wait for a failed one, MPI_Abort ends the job after 3 seconds. Only this function
/// and the watchdog of ASHLAR_TIMEOUT print or end a process.
/// @param argc, argv  of main; MPI may remove its arguments
/// @param body        (mpi::CommunicatorView) -> int or void; an int is the exit status, 0 to 255
/// @return [same] exit status: 0 for success, 1 after an exception, else the nonzero status of the
/// lowest such rank
/// @collective over all processes
/// @example int main(int argc, char** argv) {
///            return ashlar::run(argc, argv, [&](ashlar::mpi::CommunicatorView world) { … });
///          }
template <class Body>
int run(int& argc, char**& argv, Body&& body) {
  using Result = std::invoke_result_t<Body&, mpi::CommunicatorView>;
  static_assert(std::is_void_v<Result> || std::is_same_v<Result, int>,
                "ashlar::run: the body returns nothing, or the int that main is to return");
  return detail::run(argc, argv, [&](mpi::CommunicatorView world) {
    if constexpr (std::is_void_v<Result>) {
      body(world);
      return 0;
    } else {
      return body(world);
    }
  });
}

}  // namespace ashlar
