// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <ashlar/mpi/detail/handle.hpp>

namespace ashlar::mpi {

namespace detail {
struct RequestTraits {
  using Native = MPI_Request;
  static constexpr const char* free_call = "MPI_Wait";
  static Native null() noexcept { return MPI_REQUEST_NULL; }
  static bool is_predefined(Native) noexcept { return false; }
  /// MPI_Wait under the watchdog of ASHLAR_TIMEOUT.
  static int free(Native* request) noexcept;
};
}  // namespace detail

/// Pending operation. Destructor and assignment wait for its completion. Not for persistent
/// requests.
class Request {
 public:
  /// No operation.
  Request() noexcept = default;
  /// Takes ownership of a request (MPI_Isend).
  static Request adopt(MPI_Request request) noexcept { return Request(request); }

  /// True after completion by wait or test.
  bool is_done() const noexcept { return handle_.is_null(); }
  /// MPI_Wait.
  /// @throws MpiError if the operation failed
  void wait() { handle_.free(); }
  /// MPI_Test: true after completion.
  /// @throws MpiError if the operation failed
  bool test();

 private:
  explicit Request(MPI_Request request) noexcept : handle_(request) {}

  detail::Handle<detail::RequestTraits> handle_;
};

}  // namespace ashlar::mpi
