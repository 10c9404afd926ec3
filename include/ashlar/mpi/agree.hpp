// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

namespace detail {
/// True if settle threw the exception in flight on all ranks of `comm`; for catch blocks.
bool is_settled(CommunicatorView comm) noexcept;
/// Record of the exception in flight; for catch blocks. Never throws.
ashlar::detail::ErrorRecord caught_error() noexcept;
/// Throws the `failure` of the lowest failing rank on all ranks; returns if no rank failed.
/// @collective
void settle(CommunicatorView comm, const std::optional<ashlar::detail::ErrorRecord>& failure);
/// together() without a result, type-erased.
void run_together(CommunicatorView comm, void (*call)(void* function), void* function);
template <class F>
void call_together(CommunicatorView comm, F&& f) {
  run_together(
      comm, [](void* function) { (*static_cast<std::remove_reference_t<F>*>(function))(); },
      const_cast<void*>(static_cast<const void*>(&f)));
}
}  // namespace detail

/// Runs `f` on every rank and returns its result. If it throws anywhere, all ranks throw the error
/// of the lowest failing rank, with its kind and text.
///
/// For operations that can fail on one rank: files, memory, pointers. After direct communication
/// over `comm`, `f` must throw on all ranks or none. Collective calls of the library within `f`,
/// also nested calls of `together`, first test for failed ranks.
/// @collective over `comm`
/// @throws the agreed error; foreign exceptions become OutOfMemory (std::bad_alloc) or ForeignError
/// @cost one Allreduce of an int, also before each collective call over `comm` within `f`; after a
/// failure one broadcast of 4 KiB
/// @example auto text = together(comm, [&] { return read_whole(path); });
template <class F>
auto together(CommunicatorView comm, F&& f) {
  using Result = std::invoke_result_t<F&&>;
  static_assert(!std::is_reference_v<Result>, "f must return a value or nothing");
  if constexpr (std::is_void_v<Result>) {
    detail::call_together(comm, f);
  } else {
    std::optional<Result> result;
    detail::call_together(comm, [&] { result.emplace(std::forward<F>(f)()); });
    return std::move(*result);
  }
}

/// Throws ArgumentError with the `message` of the lowest failing rank on all ranks unless all are
/// `ok`.
/// @collective over `comm`
/// @param ok, message  [local]
void agree(CommunicatorView comm, bool ok, const std::string& message);

}  // namespace ashlar::mpi
