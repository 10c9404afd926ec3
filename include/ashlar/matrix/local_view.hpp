// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar {

/// A block as the lines that lie in memory one after the other: `cols` of `rows` elements each.
constexpr Shape in_lines(Shape block, StorageOrder order) {
  return order == StorageOrder::Fortran ? block : block.transposed();
}

/// Least leading dimension (ScaLAPACK LLD) of a block.
constexpr Index tight_ld(Shape block) { return block.rows > 1 ? block.rows : 1; }

/// Leading dimension of a column-major block in memory of the matrix (of a row-major block, that of
/// the transposed block): its rows. From 64 rows on they are rounded up so that all columns begin
/// at the same offset in a cache line for every element type, but not to a multiple of 512, because
/// neighbouring columns would then use the same sets of a cache.
constexpr Index owned_ld(Shape block) {
  constexpr Index widest = Index{1} << 62;
  if (block.rows < 64 || block.rows > widest) return tight_ld(block);
  const Index whole_lines = (block.rows + 15) / 16 * 16;
  return whole_lines % 512 == 0 ? whole_lines + 16 : whole_lines;
}

/// A block in the caller's memory: its columns, or in StorageOrder::C its rows, follow each other
/// with a leading dimension.
template <class T>
struct LocalBlock {
  T* data = nullptr;
  Index ld = 0;  ///< elements from one column (row) to the next, >= max(1, rows (columns))
  StorageOrder order = StorageOrder::Fortran;
};

namespace detail {
/// Constant memory, for what shows it as constant only.
void* writable(const void* memory);
template <class T>
LocalBlock<T> writable(const LocalBlock<const T>& local) {
  return {static_cast<T*>(writable(static_cast<const void*>(local.data))), local.ld, local.order};
}
/// @throws ArgumentError naming the indices and the extents
[[noreturn]] void refuse_local_index(Index i, Index j, Index rows, Index cols);
}  // namespace detail

/// A rectangle of local memory: element (i, j) lies at data[i * row_stride + j * col_stride].
/// Column-major memory has row_stride 1 and col_stride = LLD; row-major the other way round.
/// T may be const. Not owning; valid as long as the memory is.
///
/// Where ASHLAR_DEBUG is defined, as in Debug builds of programs that link the CMake targets,
/// access to an element outside the rectangle throws ArgumentError; elsewhere it is undefined
/// behaviour.
template <class T>
struct LocalView {
  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index row_stride = 1;
  Index col_stride = 0;

#ifdef ASHLAR_DEBUG
  // Another symbol than in sources without the check: the library's are, whatever the program's.
  [[gnu::abi_tag("checked")]] T& operator()(Index i, Index j) const {
    if (i < 0 || i >= rows || j < 0 || j >= cols) detail::refuse_local_index(i, j, rows, cols);
    return *at(i, j);
  }
#else
  T& operator()(Index i, Index j) const { return *at(i, j); }
#endif
  T* at(Index i, Index j) const { return data + (i * row_stride + j * col_stride); }
  bool is_column_major() const { return row_stride == 1; }
  /// Leading dimension (ScaLAPACK LLD): the stride between columns, or between rows of row-major
  /// memory.
  Index ld() const { return is_column_major() ? col_stride : row_stride; }

  LocalView transposed() const { return {data, cols, rows, col_stride, row_stride}; }

  operator LocalView<const T>() const  // NOLINT(google-explicit-constructor): T* to const T*
  requires(!std::is_const_v<T>)
  {
    return {data, rows, cols, row_stride, col_stride};
  }
};

}  // namespace ashlar
