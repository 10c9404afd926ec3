// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi::detail {

/// Extent of a new datatype, with a check for 63-bit overflow, which MPI ignores.
class ByteReach {
 public:
  /// @param call  MPI call, for error messages
  ByteReach(const char* call, DatatypeView element);

  /// Adds `copies` times a block of `length` elements, the last one at byte `displacement`.
  /// @throws ArgumentError if a count is negative; OverflowError
  void add(Index copies, Index length, Index displacement);

  /// Adds blocks with a displacement of `steps` x `stride` bytes.
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
