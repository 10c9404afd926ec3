// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <vector>

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

/// Many operations under way, waited for together. Destroying it waits for all. Used again, it
/// allocates nothing as long as it holds no more requests than before.
class RequestSet {
 public:
  RequestSet() = default;
  explicit RequestSet(std::size_t capacity) { reserve(capacity); }
  RequestSet(RequestSet&& other) noexcept;
  RequestSet& operator=(RequestSet&& other) noexcept;
  RequestSet(const RequestSet&) = delete;
  RequestSet& operator=(const RequestSet&) = delete;
  ~RequestSet();

  void reserve(std::size_t capacity) { requests_.reserve(capacity); }

  /// Slot for the request of the next MPI call; valid until the next slot().
  /// @example check(MPI_Isend(…, requests.slot()), "MPI_Isend");
  MPI_Request* slot();

  /// Requests added since the set was last empty, those that are over included.
  std::size_t size() const noexcept { return requests_.size(); }

  /// Waits for each operation, also after one that failed: MPI_Waitall may then leave others under
  /// way, and their buffers in use. The set is empty afterwards, also when this throws.
  /// @throws MpiError of the first operation that failed
  void wait_all();
  /// True if all are over, without waiting; the set is empty then.
  /// @throws MpiError of the first operation that failed
  bool test_all();
  /// MPI_Waitany: the place (0 for the first slot) of an operation that is now over; nothing if
  /// none is under way.
  /// @throws MpiError if that operation failed
  std::optional<std::size_t> wait_any();

 private:
  int finish() noexcept;
  void wait_silently() noexcept;

  std::vector<MPI_Request> requests_;
};

}  // namespace ashlar::mpi
