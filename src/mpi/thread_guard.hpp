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

class Context;

namespace detail {
/// Context of the collective call that this thread is in; null outside. Context::find and
/// Context::of try it before they ask MPI.
inline constinit thread_local Context* current_context = nullptr;

/// Enters the guard of the context of `comm`; returns the context, or null if there is none yet, or
/// if this thread is in the guard already. [local]
Context* entered(CommunicatorView comm, const char* call);
void leave(Context& context) noexcept;
}  // namespace detail

}  // namespace ashlar::mpi
