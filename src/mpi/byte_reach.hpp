// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi::detail {

/// Follows how far a new datatype reaches and how much it holds, and refuses what 63 bits cannot
/// count: MPI would wrap around in silence.
class ByteReach {
 public:
  /// @param call  the MPI call that makes the type, for the message
  ByteReach(const char* call, DatatypeView element);

  /// `copies` times a block of `length` elements, the last one `displacement` bytes from the
  /// beginning.
  /// @throws ArgumentError if a count is negative; OverflowError
  void add(Index copies, Index length, Index displacement);

  /// The same with a displacement of `steps` x `stride` bytes.
  void add_strided(Index copies, Index length, Index steps, Index stride);

  Index extent() const { return extent_; }

 private:
  [[noreturn]] void refuse() const;

  const char* call_;
  Index element_size_ = 0;
  Index extent_ = 0;
  Index size_ = 0;
};

}  // namespace ashlar::mpi::detail
