// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "mpi/fingerprint.hpp"

namespace ashlar::mpi {

/// Reference to an argument that must be equal on all ranks, with its name.
struct SameArgument {
  const char* name;
  const void* value;
  std::uint64_t (*fingerprint)(const void* value);
  std::string (*text)(const void* value);
};
template <class T>
SameArgument same(const char* name, const T& value) {
  return {name, &value,
          [](const void* given) {
            Fingerprint print;
            add_same(print, *static_cast<const T*>(given));
            return print.value();
          },
          [](const void* given) { return same_text(*static_cast<const T*>(given)); }};
}

class Context;

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

namespace detail {

/// Context of the collective call in this thread, null outside; shortcut for Context::find and
/// Context::of.
inline constinit thread_local Context* current_context = nullptr;

/// The user's collective call in this thread; null outside.
inline constinit thread_local const char* current_call = nullptr;

/// Records the check setting of a new communicator. [local]
void say_whether_calls_are_checked(bool are_checked) noexcept;

}  // namespace detail

/// Compares intermediate values, such as the result of a user's callback, as CollectiveCall does.
void check_same(CommunicatorView comm, const char* call,
                std::initializer_list<SameArgument> arguments);

/// Scope of a public collective call. Names it in errors and refuses a second thread on the
/// communicator; under ASHLAR_CHECK compares name and [same] arguments over the ranks, except
/// inside another collective call.
/// @example const mpi::CollectiveCall call(a.comm(), "norm", mpi::same("a", a), mpi::same("norm",
///   n));
class CollectiveCall {
 public:
  /// @throws ArgumentError on this rank, if another thread is in a call on the communicator
  /// @throws MismatchError on all ranks, with the call, the argument and the values by rank
  /// @throws TimeoutError on the ranks that called, if others do not within ASHLAR_TIMEOUT
  /// @collective over `comm` under ASHLAR_CHECK; else local
  /// @cost a communicator attribute and an atomic exchange; under ASHLAR_CHECK also one small
  ///   message to rank 0 and back
  template <std::same_as<SameArgument>... Arguments>
  CollectiveCall(CommunicatorView comm, const char* name, const Arguments&... arguments)
      : CollectiveCall(comm, name, std::initializer_list<SameArgument>{arguments...}) {}
  CollectiveCall(const CollectiveCall&) = delete;
  CollectiveCall& operator=(const CollectiveCall&) = delete;
  ~CollectiveCall();

  /// True if the user made this call, not the library. [same]
  bool is_outermost() const { return is_outermost_; }

 private:
  // Delegation target, so that the destructor runs even if the comparison throws.
  explicit CollectiveCall(const char* name) noexcept;
  CollectiveCall(CommunicatorView comm, const char* name,
                 std::initializer_list<SameArgument> arguments);

  bool is_outermost_;
  Context* entered_ = nullptr;  // context of the entered guard
};

}  // namespace ashlar::mpi
