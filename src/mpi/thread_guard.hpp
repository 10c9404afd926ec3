// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

/// The thread that is in a collective call on a communicator. One for a context.
class ThreadGuard {
 public:
  /// This thread goes into a call; returns whether it was not in one already.
  /// @throws ArgumentError if another thread is in one
  bool enter(const char* call);
  /// @pre enter returned true
  void leave() noexcept;

 private:
  std::atomic<const void*> thread_ = nullptr;
  std::atomic<const char*> call_ = nullptr;
};

namespace detail {
/// Enters the guard of the context of `comm`, if there is one; null if there is none, or if this
/// thread is in it already. [local]
ThreadGuard* entered(CommunicatorView comm, const char* call);
}  // namespace detail

}  // namespace ashlar::mpi
