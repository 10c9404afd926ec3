// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/block_matrix.hpp>

namespace ashlar {

namespace detail {
/// Row slabs, one per rank with rows. @collective over `comm`
BlockMap row_slabs(mpi::CommunicatorView comm, Index rows_of_mine, Index cols);
template <class T>
std::vector<LocalBlock<T>> row_slab(const BlockMap& map, mpi::CommunicatorView comm, T* memory) {
  if (map.blocks_of(comm.rank()).empty()) return {};
  return {{memory, map.shape().cols, StorageOrder::C}};
}
}  // namespace detail

/// Matrix of the rows that each rank has in a C array (NumPy, Spark), those of rank 0 first. No
/// copy: the caller's memory must outlive the matrix.
/// @param rows_of_mine  [local] number of rows on this rank; may be 0
/// @param cols          [same]
/// @param memory        [local] rows_of_mine x cols elements, row by row without gaps; may be null
/// for 0 elements
/// @throws ArgumentError on all ranks, if a number is negative, the columns differ between ranks,
/// or a pointer is null or misaligned
/// @collective over `comm`
/// @cost one Allgather of two numbers, and 8 bytes per rank
/// @example auto table = wrap_rows(comm, my_rows, 30, mine.data());
///          copy_into(table, a);  // into any layout, and back
template <Storable T>
BlockMatrix<T> wrap_rows(mpi::CommunicatorView comm, Index rows_of_mine, Index cols, T* memory) {
  const BlockMap map = detail::row_slabs(comm, rows_of_mine, cols);
  return BlockMatrix<T>::wrap(comm, map, detail::row_slab(map, comm, memory));
}
/// `wrap_rows` for read-only memory. @collective over `comm`
template <Storable T>
ReadOnly<BlockMatrix<T>> wrap_rows(mpi::CommunicatorView comm, Index rows_of_mine, Index cols,
                                   const T* memory) {
  const BlockMap map = detail::row_slabs(comm, rows_of_mine, cols);
  return BlockMatrix<T>::wrap_const(comm, map, detail::row_slab(map, comm, memory));
}

}  // namespace ashlar
