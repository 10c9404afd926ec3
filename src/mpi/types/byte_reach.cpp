// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/types/byte_reach.hpp"

#include <ashlar/base/error.hpp>

namespace ashlar::mpi::detail {

ByteReach::ByteReach(const char* call, DatatypeView element) : call_(call) {
  expect(!element.is_null(), call,
         ": the element type is MPI_DATATYPE_NULL; it was freed or never made");
  element_size_ = element.size();
  extent_ = element.extent();
}

void ByteReach::add(Index copies, Index length, Index displacement) {
  expect(copies >= 0, call_, ": the count is ", copies, ", but must be at least 0");
  expect(length >= 0, call_, ": a block length is ", length, ", but must be at least 0");
  Index elements = 0, bytes = 0, block_bytes = 0, end = 0;
  if (__builtin_mul_overflow(copies, length, &elements) ||
      __builtin_mul_overflow(elements, element_size_, &bytes) ||
      __builtin_add_overflow(size_, bytes, &size_) ||
      __builtin_mul_overflow(length, extent_, &block_bytes) ||
      __builtin_add_overflow(displacement, block_bytes, &end))
    refuse();
}

void ByteReach::add_strided(Index copies, Index length, Index steps, Index stride) {
  Index displacement = 0;
  if (__builtin_mul_overflow(steps, stride, &displacement)) refuse();
  add(copies, length, displacement);
}

void ByteReach::refuse() const {
  throw OverflowError(concat(
      call_, ": the type would reach beyond 2^63 - 1 bytes; make it of fewer or smaller elements"));
}

}  // namespace ashlar::mpi::detail
