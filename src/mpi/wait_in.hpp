// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

namespace detail {
/// True if the watchdog of ASHLAR_TIMEOUT was started.
inline std::atomic<bool> waits_are_watched = false;

/// A wait inside MPI that the watchdog sees, for as long as this lives.
class WatchedWait {
 public:
  WatchedWait(const char* call, CommunicatorView comm);
  WatchedWait(const WatchedWait&) = delete;
  WatchedWait& operator=(const WatchedWait&) = delete;
  ~WatchedWait();

 private:
  std::uint64_t name_;
};
}  // namespace detail

/// Makes a collective call of MPI on `comm`: under ASHLAR_TIMEOUT the watchdog looks on.
/// @param call  the name of the MPI call, which outlives the wait
/// @param f     makes the call and returns its code
/// @throws MpiError
/// @collective over `comm`
/// @example wait_in("MPI_Barrier", comm, [&] { return MPI_Barrier(comm.native()); });
template <class F>
void wait_in(const char* call, CommunicatorView comm, F&& f) {
  if (!detail::waits_are_watched.load(std::memory_order_relaxed))
    return check(std::forward<F>(f)(), call);
  const detail::WatchedWait wait(call, comm);
  check(std::forward<F>(f)(), call);
}

}  // namespace ashlar::mpi
