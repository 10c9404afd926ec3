// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/storage_options.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar {

/// Dense block-cyclic matrix: a layout and this rank's local block, owned (in shared memory of the
/// node, else on the heap) or in the caller's memory.
///
/// Move-only: constructors and copy() are collective over the communicator, idle ranks included;
/// move and destruction are local, in any order. The communicator must exist while the matrix is
/// used; destruction does not need it. Each element is on one rank only.
template <class T>
class DistMatrix : public detail::TypedMatrix {
 public:
  using Value = T;

  /// Empty matrix without communicator. [local]
  DistMatrix() : DistMatrix(detail::AnyMatrix(element_type(), Layout())) {}

  /// New matrix, zero by default.
  /// @param layout  [same] its ranks must exist in `comm`
  /// @throws ArgumentError  if `comm` lacks a rank of the layout, or has several ranks and
  /// LayoutSpec::grid was omitted
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its block
  /// @collective over `comm`
  DistMatrix(mpi::CommunicatorView comm, const Layout& layout, StorageOptions options = {})
      : DistMatrix(detail::AnyMatrix::make("DistMatrix", comm, layout, options, element_type())) {}

  /// Matrix with layout grid.layout(shape, blocking). @collective over grid.comm()
  DistMatrix(const ProcessGrid& grid, Shape shape, Blocking blocking = {},
             StorageOptions options = {})
      : DistMatrix(grid.comm(), grid.layout(shape, blocking), options) {}

  /// Deep copy in new storage of the same order, with leading dimension owned_ld(); empty for an
  /// empty matrix. @collective over comm()
  DistMatrix copy() const { return DistMatrix(any_.copy("DistMatrix::copy")); }

  /// Matrix in the caller's memory, which must outlive it; no copy.
  /// @param local  [local] this rank's block, null pointer allowed if empty; its order is [same]
  /// @throws ArgumentError on all ranks, if a pointer or leading dimension is wrong on any rank
  /// @collective over `comm`
  /// @example auto a = DistMatrix<double>::wrap(comm, layout, {memory.data(), ld});
  static DistMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                         const detail::LocalBlock<T>& local) {
    const auto block = detail::as_bytes(local);
    return DistMatrix(
        detail::AnyMatrix::wrap("DistMatrix::wrap", comm, layout, {&block, 1}, element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<DistMatrix> wrap_const(mpi::CommunicatorView comm, const Layout& layout,
                                         const detail::LocalBlock<const T>& local) {
    return ReadOnly(wrap(comm, layout, detail::writable(local)));
  }

  /// `wrap` by a ScaLAPACK array descriptor (DESC_) and a RankMap. Ignores CTXT, and descriptors of
  /// ranks outside `ranks`; wrap(comm, desc, local) of linalg takes the ranks from the context.
  /// @throws ArgumentError on all ranks, if descriptors are invalid or differ in more than CTXT and
  /// LLD
  /// @collective over `comm`
  static DistMatrix wrap(mpi::CommunicatorView comm, const RankMap& ranks,
                         const Descriptor& descriptor, T* local) {
    return DistMatrix(detail::AnyMatrix::wrap("DistMatrix::wrap", comm, ranks, descriptor,
                                              reinterpret_cast<std::byte*>(local), element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<DistMatrix> wrap_const(mpi::CommunicatorView comm, const RankMap& ranks,
                                         const Descriptor& descriptor, const T* local) {
    return ReadOnly(wrap(comm, ranks, descriptor, static_cast<T*>(detail::writable(local))));
  }

  const Layout& layout() const { return any_.layout(); }

  /// Grid position of this rank; empty on an idle rank.
  std::optional<Coord> coord() const { return any_.coord; }

  /// Local block (ScaLAPACK local array); 0x0 on an idle rank. The pointer is never null, so that
  /// Fortran accepts an empty block. [local]
  LocalView<T> local() & { return block(); }
  LocalView<const T> local() const& { return block(); }
  template <class Refused = T>
  LocalView<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }
  Shape local_shape() const { return {local_rows(), local_cols()}; }
  Index local_rows() const { return any_.blocks[0].rows; }
  Index local_cols() const { return any_.blocks[0].cols; }
  /// Leading dimension (ScaLAPACK LLD), at least 1: distance of columns, of rows in row-major
  /// memory.
  Index lld() const {
    const detail::AnyBlock& block = any_.blocks[0];
    return storage_order() == StorageOrder::Fortran ? block.col_stride : block.row_stride;
  }

  /// Global index of local row `il`, local column `jl` (ScaLAPACK INDXL2G).
  /// @pre this rank is not idle
  Index global_row(Index il) const { return layout().rows().to_global(any_.coord->row, il); }
  Index global_col(Index jl) const { return layout().cols().to_global(any_.coord->col, jl); }

  /// Pointer to element (i, j) on its owner, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j) { return owns("DistMatrix::find", i, j) ? place_of(i, j) : nullptr; }
  const T* find(Index i, Index j) const {
    return owns("DistMatrix::find", i, j) ? place_of(i, j) : nullptr;
  }

  /// Element (i, j) on every rank (MPI_Bcast from its owner). For many elements use gather.
  /// @throws ArgumentError if (i, j) is outside
  /// @collective over comm()
  T broadcast(Index i, Index j) const {
    alignas(T) std::array<std::byte, sizeof(T)> value{};
    any_.broadcast(i, j, value.data());
    return std::bit_cast<T>(value);
  }
  /// Sets element (i, j) on its owner; no effect on other ranks. [local]
  /// @throws ArgumentError if (i, j) is outside
  void set(Index i, Index j, T value) {
    if (owns("DistMatrix::set", i, j)) *place_of(i, j) = value;
  }

  /// Sets every element to f(i, j) of its global indices. [local] f: (Index, Index) -> T
  template <class F>
  void fill_with(F&& f) {
    const LocalView<T> memory = block();
    for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
      for (Index k = 0; k < count; ++k) memory(il + k, jl) = static_cast<T>(f(i + k, j));
    });
  }
  /// Sets every element to `value`. [local]
  void fill(T value) {
    fill_with([value](Index, Index) { return value; });
  }

  /// Submatrix without a copy; Range::all() and Range::from(k) extend to the end of the matrix.
  /// @throws ArgumentError if a range is outside the matrix or reversed
  MatrixView<T> view(Range rows, Range cols) & {
    return {*this, detail::section_of("DistMatrix::view", {rows, cols}, shape())};
  }
  MatrixView<const T> view(Range rows, Range cols) const& {
    return {*this, detail::section_of("DistMatrix::view", {rows, cols}, shape())};
  }
  template <class Refused = T>
  MatrixView<const T> view(Range, Range) const&& {
    detail::refuse_temporary<Refused>();
  }

  /// Calls f(il, jl, i, j, count) for every run of `count` local elements that are contiguous in a
  /// global column, with local and global start indices, column by column. [local]
  template <class F>
  void for_each_run(F&& f) const {
    const Axis& axis = layout().rows();
    for (Index jl = 0; jl < local_cols(); ++jl)
      for (Index il = 0; il < local_rows();) {
        const Index count = std::min(axis.block - il % axis.block, local_rows() - il);
        f(il, jl, global_row(il), global_col(jl), count);
        il += count;
      }
  }

 private:
  template <class U>
  friend class ReplicatedMatrix;

  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  explicit DistMatrix(detail::AnyMatrix&& made) noexcept : detail::TypedMatrix(std::move(made)) {}

  LocalView<T> block() const { return any_.blocks[0].template as<T>(); }
  bool owns(const char* function, Index i, Index j) const {
    detail::check_index(function, i, j, shape());
    return any_.coord == layout().owner(i, j);
  }
  T* place_of(Index i, Index j) const {
    return block().at(layout().rows().to_local(i), layout().cols().to_local(j));
  }
};

}  // namespace ashlar
