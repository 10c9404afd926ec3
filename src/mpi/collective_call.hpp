// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <ashlar/mpi/communicator.hpp>

#include "mpi/fingerprint.hpp"
#include "mpi/thread_guard.hpp"

namespace ashlar::mpi {

/// An argument that must be the same on all ranks, with the name that the caller knows it by. The
/// argument must outlive it.
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

namespace detail {

/// The collective call of a user that this thread is in; null outside.
inline constinit thread_local const char* current_call = nullptr;

/// Setting of the environment for a new communicator. [local]
void say_whether_calls_are_checked(bool are_checked) noexcept;

}  // namespace detail

/// Compares what a collective call has found out by itself, such as the layout that a function of
/// the user chose. Otherwise as CollectiveCall.
void check_same(CommunicatorView comm, const char* call,
                std::initializer_list<SameArgument> arguments);

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
  template <std::same_as<SameArgument>... Arguments>
  CollectiveCall(CommunicatorView comm, const char* name, const Arguments&... arguments)
      : CollectiveCall(comm, name, std::initializer_list<SameArgument>{arguments...}) {}
  CollectiveCall(const CollectiveCall&) = delete;
  CollectiveCall& operator=(const CollectiveCall&) = delete;
  ~CollectiveCall();

  /// True if the user made this call, false within another collective call of the library. [same]
  bool is_outermost() const { return is_outermost_; }

 private:
  // Complete before anything is compared, so that the name goes also when that throws.
  explicit CollectiveCall(const char* name) noexcept;
  CollectiveCall(CommunicatorView comm, const char* name,
                 std::initializer_list<SameArgument> arguments);

  bool is_outermost_;
  Context* entered_ = nullptr;  // the one whose guard this call entered
};

}  // namespace ashlar::mpi
