// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

namespace detail {

/// Shape of a block as lines of contiguous memory: `cols` lines of `rows` elements.
constexpr Shape in_lines(Shape block, StorageOrder order) {
  return order == StorageOrder::Fortran ? block : block.transposed();
}

/// Smallest leading dimension (ScaLAPACK LLD) of a block.
constexpr Index tight_ld(Shape block) { return block.rows > 1 ? block.rows : 1; }

/// Leading dimension of an owned column-major block (row-major: pass the transposed shape). It is
/// the number of rows, from 64 rows on rounded up to a multiple of 16, so that columns of elements
/// from 4 bytes have equal offsets in a cache line, but not of 256: columns 4 KiB apart, of complex
/// doubles, share cache sets.
constexpr Index owned_ld(Shape block) {
  constexpr Index widest = Index{1} << 62;
  if (block.rows < 64 || block.rows > widest) return tight_ld(block);
  const Index whole_lines = (block.rows + 15) / 16 * 16;
  return whole_lines % 256 == 0 ? whole_lines + 16 : whole_lines;
}

/// Block in the caller's memory: contiguous columns (Fortran) or rows (C) with a leading dimension.
template <class T>
struct LocalBlock {
  T* data = nullptr;
  Index ld = 0;  ///< distance of columns (C: rows), >= max(1, their length)
  StorageOrder order = StorageOrder::Fortran;
};

/// Removes const, for wrappers that expose memory as constant only.
void* writable(const void* memory);
template <class T>
LocalBlock<T> writable(const LocalBlock<const T>& local) {
  return {static_cast<T*>(writable(static_cast<const void*>(local.data))), local.ld, local.order};
}
/// @throws ArgumentError naming the indices and the extents
[[noreturn]] void refuse_local_index(Index i, Index j, Index rows, Index cols);
}  // namespace detail

/// Non-owning block of local memory: element (i, j) is at data[i * row_stride + j * col_stride].
/// Column-major memory has row_stride 1 and col_stride LLD, row-major the reverse. T may be const.
///
/// Access outside the block throws ArgumentError if ASHLAR_DEBUG is defined (Debug builds with the
/// CMake targets), else is undefined behaviour.
template <class T>
struct LocalView {
  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index row_stride = 1;
  Index col_stride = 0;

#ifdef ASHLAR_DEBUG
  // Separate symbol: the library is compiled without this check, the program perhaps not.
  [[gnu::abi_tag("checked")]] T& operator()(Index i, Index j) const {
    if (i < 0 || i >= rows || j < 0 || j >= cols) detail::refuse_local_index(i, j, rows, cols);
    return *at(i, j);
  }
#else
  T& operator()(Index i, Index j) const { return *at(i, j); }
#endif
  T* at(Index i, Index j) const { return data + (i * row_stride + j * col_stride); }
  bool is_column_major() const { return row_stride == 1; }
  /// Leading dimension (ScaLAPACK LLD): distance of columns, of rows in row-major memory.
  Index ld() const { return is_column_major() ? col_stride : row_stride; }

  LocalView transposed() const { return {data, cols, rows, col_stride, row_stride}; }

  operator LocalView<const T>() const  // NOLINT(google-explicit-constructor): T* to const T*
  requires(!std::is_const_v<T>)
  {
    return {data, rows, cols, row_stride, col_stride};
  }
};

}  // namespace ashlar
