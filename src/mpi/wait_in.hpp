// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "mpi/innermost.hpp"

namespace ashlar::mpi {

namespace detail {
/// True if the watchdog of ASHLAR_TIMEOUT was started.
inline std::atomic<bool> waits_are_watched = false;

/// A wait inside MPI that the watchdog sees, for as long as this lives. It never throws: where
/// memory is missing the wait is not watched.
class WatchedWait {
 public:
  /// A wait for all ranks of `comm` in a collective call.
  WatchedWait(const char* call, CommunicatorView comm) noexcept;
  /// A wait for messages of the ranks `awaited`; of other ranks, if there are none.
  WatchedWait(const char* call, CommunicatorView comm, std::span<const int> awaited) noexcept;
  WatchedWait(const WatchedWait&) = delete;
  WatchedWait& operator=(const WatchedWait&) = delete;
  ~WatchedWait();

 private:
  std::uint64_t name_;
};
}  // namespace detail

/// True if waits are to be told of, which costs a look at the clock each.
inline bool waits_are_watched() noexcept {
  return detail::waits_are_watched.load(std::memory_order_relaxed);
}

/// Makes a collective call of MPI on `comm`: under ASHLAR_TIMEOUT the watchdog looks on.
/// @param call  the name of the MPI call, which outlives the wait
/// @param f     makes the call and returns its code
/// @throws MpiError; within together(comm) also what a rank threw there
/// @collective over `comm`
/// @example wait_in("MPI_Barrier", comm, [&] { return MPI_Barrier(comm.native()); });
template <class F>
void wait_in(const char* call, CommunicatorView comm, F&& f) {
  detail::meet(comm);
  if (!waits_are_watched()) return check(std::forward<F>(f)(), call);
  const detail::WatchedWait wait(call, comm);
  check(std::forward<F>(f)(), call);
}

/// Makes an MPI call that waits for messages, or that frees what ranks have in common, and returns
/// its code: under ASHLAR_TIMEOUT the watchdog looks on. Destructors call it, too. [local]
/// @param awaited  ranks of `comm` that are waited for; empty if they are not known
/// @example code = wait_for("MPI_Wait", comm, {}, [&] { return MPI_Wait(&request, &status); });
template <class F>
int wait_for(const char* call, CommunicatorView comm, std::span<const int> awaited,
             F&& f) noexcept {
  if (!waits_are_watched()) return std::forward<F>(f)();
  const detail::WatchedWait wait(call, comm, awaited);
  return std::forward<F>(f)();
}

/// A waiting loop that looks at several things in turn: the watchdog sees it from the first step in
/// which nothing happens to the next in which something does. [local]
/// @example for (WatchedLoop loop("MPI_Testsome", comm); !is_over();) loop.step(look());
class WatchedLoop {
 public:
  /// @param call  as wait_in says
  WatchedLoop(const char* call, CommunicatorView comm) noexcept : call_(call), comm_(comm) {}

  void step(bool something_happened) noexcept {
    if (something_happened) wait_.reset();
    else if (!wait_ && waits_are_watched()) wait_.emplace(call_, comm_, std::span<const int>());
  }

 private:
  const char* call_;
  CommunicatorView comm_;
  std::optional<detail::WatchedWait> wait_;
};

}  // namespace ashlar::mpi
