// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "mpi/fingerprint.hpp"
#include "mpi/thread_guard.hpp"

namespace ashlar::mpi {

/// An argument that must be the same on all ranks, with the name that the caller knows it by.
template <class T>
struct Same {
  const char* name;
  const T& value;
};
template <class T>
Same<T> same(const char* name, const T& value) {
  return {name, value};
}

namespace detail {

/// The collective call of a user that this thread is in; null outside.
inline constinit thread_local const char* current_call = nullptr;

/// False once all communicators so far were made without ASHLAR_CHECK.
inline std::atomic<bool> calls_may_be_checked = true;
/// Setting of the environment for a new communicator. [local]
void say_whether_calls_are_checked(bool are_checked) noexcept;

struct SameArgument {
  const char* name;
  std::uint64_t fingerprint;
  const void* value;
  std::string (*text)(const void*);
};

template <class T>
SameArgument described(const Same<T>& argument) {
  Fingerprint print;
  add_same(print, argument.value);
  return {argument.name, print.value(), &argument.value,
          [](const void* value) { return same_text(*static_cast<const T*>(value)); }};
}

void compare_calls(CommunicatorView comm, const char* call,
                   std::span<const SameArgument> arguments);

template <class... Ts>
void compare(CommunicatorView comm, const char* call, const Same<Ts>&... arguments) {
  if (!calls_may_be_checked.load(std::memory_order_relaxed)) return;
  const std::initializer_list<SameArgument> all = {described(arguments)...};
  compare_calls(comm, call, {all.begin(), all.size()});
}

}  // namespace detail

/// Compares what a collective call has found out by itself, such as the layout that a function of
/// the user chose. Otherwise as CollectiveCall.
template <class... Ts>
void check_same(CommunicatorView comm, const char* call, const Same<Ts>&... arguments) {
  detail::compare(comm, call, arguments...);
}

/// The front of a public collective call: its name for errors, for as long as it lives, the refusal
/// of a second thread on the communicator, and under ASHLAR_CHECK the comparison of name and [same]
/// arguments over the ranks. Within another one it compares nothing: the user made only the outer
/// call.
/// @example const mpi::CollectiveCall call(a.comm(), "norm", mpi::same("a", a), mpi::same("norm",
/// n));
class CollectiveCall {
 public:
  /// @throws ArgumentError on this rank, if another thread is in a call on the communicator
  /// @throws MismatchError on all ranks, with the call, the argument, and which ranks say what
  /// @throws TimeoutError on the ranks that came, if others do not within ASHLAR_TIMEOUT
  /// @collective over `comm` under ASHLAR_CHECK; else local
  /// @cost without ASHLAR_CHECK an attribute of the communicator and one atomic exchange, with it
  /// one small message to rank 0 and back
  template <class... Ts>
  CollectiveCall(CommunicatorView comm, const char* name, const Same<Ts>&... arguments)
      : CollectiveCall(name) {
    entered_ = detail::entered(comm, name);
    if (is_outermost_) detail::compare(comm, name, arguments...);
  }
  CollectiveCall(const CollectiveCall&) = delete;
  CollectiveCall& operator=(const CollectiveCall&) = delete;
  ~CollectiveCall() {
    if (entered_ != nullptr) detail::leave(*entered_);
    if (is_outermost_) detail::current_call = nullptr;
  }

  /// True if the user made this call, false within another collective call of the library. [same]
  bool is_outermost() const { return is_outermost_; }

 private:
  // Complete before anything is compared, so that the name goes also when that throws.
  explicit CollectiveCall(const char* name) : is_outermost_(detail::current_call == nullptr) {
    if (is_outermost_) detail::current_call = name;
  }

  bool is_outermost_;
  Context* entered_ = nullptr;  // the one whose guard this call entered
};

}  // namespace ashlar::mpi
