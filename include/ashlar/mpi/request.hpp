// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <ashlar/mpi/handle.hpp>

namespace ashlar::mpi {

namespace detail {
struct RequestTraits {
  using Native = MPI_Request;
  static constexpr const char* free_call = "MPI_Wait";
  static Native null() noexcept { return MPI_REQUEST_NULL; }
  static bool is_predefined(Native) noexcept { return false; }
  /// MPI_Wait, which the watchdog of ASHLAR_TIMEOUT sees.
  static int free(Native* request) noexcept;
};
}  // namespace detail

/// One operation under way. Destroying it, or assigning to it, waits for its end: the buffer is
/// free afterwards. Not for persistent requests.
class Request {
 public:
  /// Nothing under way.
  Request() noexcept = default;
  /// Takes over what MPI_Isend and its like return.
  static Request adopt(MPI_Request request) noexcept { return Request(request); }

  /// True if the operation is over, and was waited for.
  bool is_done() const noexcept { return handle_.is_null(); }
  /// MPI_Wait; at once when it is over.
  /// @throws MpiError if the operation failed
  void wait() { handle_.free(); }
  /// MPI_Test: whether the operation is over, without waiting.
  /// @throws MpiError if the operation failed
  bool test();

 private:
  explicit Request(MPI_Request request) noexcept : handle_(request) {}

  Handle<detail::RequestTraits> handle_;
};

}  // namespace ashlar::mpi
