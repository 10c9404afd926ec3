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
/// "PROGRAM: error: REASON", one line whatever the reason contains; the program by argv[0].
std::string error_line(const char* program, const std::string& reason);

/// What follows where a body throws.
struct Failure {
  int status = 1;  ///< from 1 to 255
  /// Hears of it besides the standard error, on the rank that speaks.
  std::function<void(const ErrorRecord&)> listener = {};
};

int run(int& argc, char**& argv, const std::function<int(mpi::CommunicatorView)>& body,
        const Failure& failure = {});

/// The same without MPI, on this process alone.
int run_alone(const char* program, const std::function<int()>& body, const Failure& failure = {});
}  // namespace detail

/// Runs a program under MPI (MPI_Init, MPI_Finalize): `body(world)` on every rank, between them.
///
/// What `body` throws is one line on the standard error, "PROGRAM: error: sentence", from the
/// lowest failing rank, without backtraces. Where some ranks throw and the others wait for them, in
/// a call that the failed ones will not make, the job is aborted (MPI_Abort) after 3 seconds. Only
/// this function and the watchdog of ASHLAR_TIMEOUT write to a terminal or end a process.
/// @param argc, argv  main's; MPI may take arguments of its own out of them
/// @param body        (mpi::CommunicatorView) -> int or void; an int is the status, from 0 to 255
/// @return [same] the status for main to return: 0 if all went well, 1 where `body` threw, else
/// that of the lowest rank whose status is not 0
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
