// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

namespace detail {

/// Communicator of the innermost together() in this thread; null outside. Collective calls on it
/// first check for failed ranks by `meet`, so that a rank may fail between two calls.
inline thread_local MPI_Comm innermost_comm = MPI_COMM_NULL;

/// Synchronises all ranks within together(comm), or throws the error of a failed one; otherwise
/// returns at once. Precedes waits other than MPI calls over `comm`.
/// @collective over `comm` within together, else local
void meet(CommunicatorView comm);

/// True if the watchdog of ASHLAR_TIMEOUT was started.
inline std::atomic<bool> waits_are_watched = false;

/// Scope of a wait inside MPI. Never throws: without memory the wait is not watched.
class WatchedWait {
 public:
  /// @param awaited  ranks whose messages are awaited, empty if unknown; nullopt: all ranks of
  ///   `comm` in a collective call
  WatchedWait(const char* call, CommunicatorView comm,
              std::optional<std::span<const int>> awaited = std::nullopt) noexcept;
  WatchedWait(const WatchedWait&) = delete;
  WatchedWait& operator=(const WatchedWait&) = delete;
  ~WatchedWait();

 private:
  std::uint64_t name_ = 0;
};

}  // namespace detail

/// True if waits are registered, which costs a clock query each.
inline bool waits_are_watched() noexcept {
  return detail::waits_are_watched.load(std::memory_order_relaxed);
}

/// Makes a collective call of MPI on `comm`, watched under ASHLAR_TIMEOUT.
/// @param call  name of the MPI call, which outlives the wait
/// @param f     makes the call and returns its code
/// @throws MpiError; within together(comm) also the error of a rank
/// @collective over `comm`
/// @example wait_in("MPI_Barrier", comm, [&] { return MPI_Barrier(comm.native()); });
template <class F>
void wait_in(const char* call, CommunicatorView comm, F&& f) {
  detail::meet(comm);
  if (!waits_are_watched()) return check(std::forward<F>(f)(), call);
  const detail::WatchedWait wait(call, comm);
  check(std::forward<F>(f)(), call);
}

/// Makes an MPI call that waits for messages or frees shared objects, watched under ASHLAR_TIMEOUT,
/// and returns its code. Usable in destructors. [local]
/// @param awaited  awaited ranks of `comm`; empty if unknown
/// @example code = wait_for("MPI_Wait", comm, {}, [&] { return MPI_Wait(&request, &status); });
template <class F>
int wait_for(const char* call, CommunicatorView comm, std::span<const int> awaited,
             F&& f) noexcept {
  if (!waits_are_watched()) return std::forward<F>(f)();
  const detail::WatchedWait wait(call, comm, awaited);
  return std::forward<F>(f)();
}

/// Polling loop as a wait, from the first step without progress to the next step with progress.
/// [local]
/// @example for (WatchedLoop loop("MPI_Testsome", comm); !is_over();) loop.step(look());
class WatchedLoop {
 public:
  /// @param call  as for wait_in
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
