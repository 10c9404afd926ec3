// SPDX-License-Identifier: BSD-3-Clause
#include "thread_guard.hpp"

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::mpi {
namespace {

/// Address unique to this thread while it lives.
const void* this_thread() noexcept {
  static thread_local constinit char mark = 0;
  return &mark;
}

}  // namespace

bool ThreadGuard::enter(const char* call) {
  const void* found = nullptr;
  if (thread_.compare_exchange_strong(found, this_thread(), std::memory_order_acquire)) {
    call_.store(call, std::memory_order_relaxed);
    return true;
  }
  if (found == this_thread()) return false;
  const char* const other = call_.load(std::memory_order_relaxed);
  throw ArgumentError(
      concat(call, ": another thread of this process is in ",
             other == nullptr ? "a collective call" : other,
             " on the same communicator; give each thread a separate communicator "
             "(mpi::Communicator::duplicate), or make the calls one after the other"));
}

void ThreadGuard::leave() noexcept {
  call_.store(nullptr, std::memory_order_relaxed);
  thread_.store(nullptr, std::memory_order_release);
}

namespace detail {

Context* entered(CommunicatorView comm, const char* call) {
  Context* const context = comm.is_null() ? nullptr : Context::find(comm);
  if (context == nullptr) return nullptr;  // first call on it: Context::of separates threads
  if (context == current_context || !context->threads().enter(call)) return nullptr;
  if (current_context == nullptr) current_context = context;
  return context;
}

void leave(Context& context) noexcept {
  if (current_context == &context) current_context = nullptr;
  context.threads().leave();
}

}  // namespace detail
}  // namespace ashlar::mpi
