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
/// True if the exception in flight was thrown by all ranks of `comm`, in settle; call inside a
/// catch block.
bool is_settled(CommunicatorView comm) noexcept;
/// Record of the exception in flight, without ever throwing; call inside a catch block.
ErrorRecord caught_error() noexcept;
/// Returns if no rank has a `failure`, else throws that of the lowest failing rank everywhere.
/// @collective
void settle(CommunicatorView comm, const std::optional<ErrorRecord>& failure);
/// together() of a function without a result, given by its address: compiled once.
void run_together(CommunicatorView comm, void (*call)(void* function), void* function);
template <class F>
void call_together(CommunicatorView comm, F&& f) {
  run_together(
      comm, [](void* function) { (*static_cast<std::remove_reference_t<F>*>(function))(); },
      const_cast<void*>(static_cast<const void*>(&f)));
}
}  // namespace detail

/// Runs `f` on every rank; if it throws on any, the error of the lowest failing rank is thrown on
/// all, same kind and text. Otherwise returns what `f` returned.
///
/// For all that may fail on one rank alone: files, memory, pointers. `f` must not communicate over
/// `comm`, unless what it throws after the first message is thrown on all ranks or none, or all
/// communication over `comm` is the library's: its collective calls within `f` ask first whether a
/// rank has failed. So are nested calls of `together`.
/// @collective over `comm`
/// @throws the agreed error; exceptions that are not ashlar's arrive as OutOfMemory
/// (std::bad_alloc) or ForeignError
/// @cost one Allreduce of an int when all is well, and one in front of each collective call over
/// `comm` within `f`; one broadcast of 4 KiB more when not
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

/// Throws ArgumentError on all ranks, with the lowest failing rank's `message`, unless `ok` holds
/// on all.
/// @collective over `comm`
/// @param ok, message  [local]
void agree(CommunicatorView comm, bool ok, const std::string& message);

}  // namespace ashlar::mpi
