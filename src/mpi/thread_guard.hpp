// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

/// Thread that is in a collective call on a communicator; one per context.
class ThreadGuard {
 public:
  /// Enters a call; returns false if this thread is already in one.
  /// @throws ArgumentError if another thread is in one
  bool enter(const char* call);
  /// @pre enter returned true
  void leave() noexcept;

 private:
  std::atomic<const void*> thread_ = nullptr;
  std::atomic<const char*> call_ = nullptr;
};

class Context;

namespace detail {
/// Context of the collective call in this thread, null outside; shortcut for Context::find and
/// Context::of.
inline constinit thread_local Context* current_context = nullptr;

/// Enters the guard of the context of `comm`; returns null without context or if this thread is
/// already in the guard. [local]
Context* entered(CommunicatorView comm, const char* call);
void leave(Context& context) noexcept;
}  // namespace detail

}  // namespace ashlar::mpi
