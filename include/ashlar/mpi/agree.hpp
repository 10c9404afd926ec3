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
/// Record of the exception in flight, without ever throwing; call inside a catch block.
ErrorRecord caught_error() noexcept;
/// Returns if no rank has a `failure`, else throws that of the lowest failing rank everywhere.
/// @collective
void settle(CommunicatorView comm, const std::optional<ErrorRecord>& failure);
}  // namespace detail

/// Runs `f` on every rank; if it throws on any, the error of the lowest failing rank is thrown on
/// all, same kind and text. Otherwise returns what `f` returned.
///
/// For all that may fail on one rank alone: files, memory, pointers. `f` must not communicate over
/// `comm`, unless what it throws after the first message is thrown on all ranks or none; nested
/// calls of `together` are such.
/// @collective over `comm`
/// @throws the agreed error; exceptions that are not ashlar's arrive as OutOfMemory
/// (std::bad_alloc) or ForeignError
/// @cost one Allreduce of an int when all is well, one broadcast of 4 KiB more when not
/// @example auto text = together(comm, [&] { return read_whole(path); });
template <class F>
auto together(CommunicatorView comm, F&& f) {
  using Result = std::invoke_result_t<F&&>;
  static_assert(!std::is_reference_v<Result>, "f must return a value or nothing");
  std::optional<ErrorRecord> failure;
  if constexpr (std::is_void_v<Result>) {
    try {
      std::forward<F>(f)();
    } catch (...) {
      failure.emplace(detail::caught_error());
    }
    detail::settle(comm, failure);
  } else {
    std::optional<Result> result;
    try {
      result.emplace(std::forward<F>(f)());
    } catch (...) {
      failure.emplace(detail::caught_error());
    }
    detail::settle(comm, failure);
    return std::move(*result);
  }
}

/// Throws ArgumentError on all ranks, with the lowest failing rank's `message`, unless `ok` holds
/// on all.
/// @collective over `comm`
/// @param ok, message  [local]
void agree(CommunicatorView comm, bool ok, const std::string& message);

}  // namespace ashlar::mpi
