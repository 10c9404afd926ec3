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
#include <ashlar/matrix/detail/any_dist_matrix.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/storage_options.hpp>
#include <ashlar/matrix/stored_object.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar {

/// A dense matrix dealt block-cyclically to the ranks of a communicator: a layout, this rank's
/// local block and a way to reach it. The block is owned (in a segment that the node's ranks share,
/// else on the heap) or is the caller's own memory.
///
/// Move-only: making one, a copy() included, is collective over its communicator, ranks without
/// elements included; moving and destroying one is local, in any order. The communicator must
/// outlive its use, not the matrix's destruction. Each element is on one rank only.
template <class T>
class DistMatrix : public StoredObject {
 public:
  using Value = T;

  /// The empty matrix of no communicator; only good for assigning to. [local]
  DistMatrix() = default;

  /// A new matrix, zero unless `options` say otherwise.
  /// @param layout  [same] its largest rank must exist in `comm`
  /// @throws ArgumentError  if the layout names a rank that `comm` does not have, or has no grid
  /// where `comm` has several ranks
  /// @throws OutOfMemory    on all ranks, if one of them cannot have its block
  /// @collective over `comm`
  DistMatrix(mpi::CommunicatorView comm, const Layout& layout, StorageOptions options = {})
      : DistMatrix(detail::AnyDistMatrix::make(comm, layout, options, element_type())) {}

  /// The same with the layout `grid.layout(shape, blocking)`. @collective over grid.comm()
  DistMatrix(const ProcessGrid& grid, Shape shape, Blocking blocking = {},
             StorageOptions options = {})
      : DistMatrix(grid.comm(), grid.layout(shape, blocking), options) {}

  DistMatrix(const DistMatrix&) = delete;             // take a.copy(), which is collective
  DistMatrix& operator=(const DistMatrix&) = delete;  // take a.copy(), which is collective
  DistMatrix(DistMatrix&& other) noexcept { swap(other); }
  DistMatrix& operator=(DistMatrix&& other) noexcept {
    DistMatrix(std::move(other)).swap(*this);
    return *this;
  }
  ~DistMatrix() = default;

  /// A deep copy with storage of its own in the same order, leading dimension owned_ld(); the empty
  /// matrix of one that is empty. @collective over comm()
  DistMatrix copy() const { return DistMatrix(untyped().copy()); }

  /// A matrix in the caller's own memory, which must outlive it; nothing is copied.
  /// @param local  [local] this rank's block; its pointer may be null where it is empty, its order
  /// is [same]
  /// @throws ArgumentError on all ranks, if a pointer or leading dimension is wrong on one of them
  /// @collective over `comm`
  /// @example auto a = DistMatrix<double>::wrap(comm, layout, {memory.data(), ld});
  static DistMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                         const LocalBlock<T>& local) {
    return DistMatrix(
        detail::AnyDistMatrix::wrap(comm, layout, detail::as_bytes(local), element_type()));
  }
  /// The same of memory that is only read. @collective over `comm`
  static ReadOnly<DistMatrix> wrap_const(mpi::CommunicatorView comm, const Layout& layout,
                                         const LocalBlock<const T>& local) {
    return ReadOnly(wrap(comm, layout, detail::writable(local)));
  }

  /// The same from ScaLAPACK's array descriptor (DESC_) and a RankMap: CTXT is not looked at here,
  /// nor descriptors of ranks outside `ranks`. wrap(comm, desc, local) of linalg asks the context.
  /// @throws ArgumentError on all ranks, if descriptors differ in more than CTXT and LLD or
  /// describe no matrix
  /// @collective over `comm`
  static DistMatrix wrap(mpi::CommunicatorView comm, const RankMap& ranks,
                         const Descriptor& descriptor, T* local) {
    return DistMatrix(detail::AnyDistMatrix::wrap(
        comm, ranks, descriptor, reinterpret_cast<std::byte*>(local), element_type()));
  }
  /// The same of memory that is only read. @collective over `comm`
  static ReadOnly<DistMatrix> wrap_const(mpi::CommunicatorView comm, const RankMap& ranks,
                                         const Descriptor& descriptor, const T* local) {
    return ReadOnly(wrap(comm, ranks, descriptor, static_cast<T*>(detail::writable(local))));
  }

  const Layout& layout() const { return layout_; }
  Shape shape() const { return layout_.shape(); }
  Index rows() const { return layout_.rows().extent; }
  Index cols() const { return layout_.cols().extent; }

  /// This rank's position in the grid, or nothing if it is idle.
  std::optional<Coord> coord() const { return coord_; }

  /// This rank's block (ScaLAPACK's local array): 0x0 on an idle rank. Its pointer is never null
  /// and may be handed to Fortran, also where the block is empty. [local]
  LocalView<T> local() & { return local_; }
  LocalView<const T> local() const& { return local_; }
  template <class Refused = T>
  LocalView<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }
  Shape local_shape() const { return {local_.rows, local_.cols}; }
  Index local_rows() const { return local_.rows; }
  Index local_cols() const { return local_.cols; }
  /// ScaLAPACK LLD, at least 1: the stride between columns, or between rows of row-major memory.
  Index lld() const {
    return order_ == StorageOrder::Fortran ? local_.col_stride : local_.row_stride;
  }
  StorageOrder storage_order() const { return order_; }

  /// Global row of local row `il`, global column of local column `jl` (ScaLAPACK INDXL2G).
  /// @pre this rank is not idle
  Index global_row(Index il) const { return layout_.rows().to_global(coord_->row, il); }
  Index global_col(Index jl) const { return layout_.cols().to_global(coord_->col, jl); }

  /// Pointer to element (i, j) if this rank owns it, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j) { return owns("DistMatrix::find", i, j) ? place_of(i, j) : nullptr; }
  const T* find(Index i, Index j) const {
    return owns("DistMatrix::find", i, j) ? place_of(i, j) : nullptr;
  }

  /// Element (i, j) on every rank, sent by its owner (MPI_Bcast). For bulk reads use gather or a
  /// move: each call is a message.
  /// @throws ArgumentError if (i, j) is outside
  /// @collective over comm()
  T broadcast(Index i, Index j) const {
    alignas(T) std::array<std::byte, sizeof(T)> value{};
    untyped().broadcast(i, j, value.data());
    return std::bit_cast<T>(value);
  }
  /// Sets element (i, j) where it lives; others ignore the call. [local]
  /// @throws ArgumentError if (i, j) is outside
  void set(Index i, Index j, T value) {
    if (owns("DistMatrix::set", i, j)) *place_of(i, j) = value;
  }

  /// Every element becomes f(i, j) of its global indices. [local] f: (Index, Index) -> T
  template <class F>
  void fill_with(F&& f) {
    for_each_run([&](Index il, Index jl, Index i, Index j, Index count) {
      for (Index k = 0; k < count; ++k) local_(il + k, jl) = static_cast<T>(f(i + k, j));
    });
  }
  /// Every element becomes `value`. [local]
  void fill(T value) {
    fill_with([value](Index, Index) { return value; });
  }

  /// The rectangle rows x cols of this matrix, without a copy; Range::all() and Range::from(k)
  /// reach to its end.
  /// @throws ArgumentError if a range is outside the matrix or backwards
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

  /// Calls f(il, jl, i, j, count) for every run of `count` elements of this rank's block that
  /// follow each other in a global column: (il, jl) is where a run starts locally, (i, j) globally.
  /// Column by column. [local]
  template <class F>
  void for_each_run(F&& f) const {
    for (Index jl = 0; jl < local_.cols; ++jl)
      for (Index il = 0; il < local_.rows;) {
        const Index count =
            std::min(layout_.rows().block - il % layout_.rows().block, local_.rows - il);
        f(il, jl, global_row(il), global_col(jl), count);
        il += count;
      }
  }

 private:
  template <class U>
  friend class ReplicatedMatrix;

  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  /// The same matrix without its element type, for as long as this one lives: it owns nothing.
  detail::AnyDistMatrix untyped() const {
    detail::AnyDistMatrix result(element_type(), *this);
    result.layout = layout_;
    result.coord = coord_;
    result.local = detail::AnyBlock::of(local_);
    result.order = order_;
    return result;
  }
  explicit DistMatrix(detail::AnyDistMatrix&& made) noexcept
      : StoredObject(std::move(made)),
        layout_(std::move(made.layout)),
        coord_(made.coord),
        local_(made.local.template as<T>()),
        order_(made.order) {}

  bool owns(const char* function, Index i, Index j) const {
    detail::check_index(function, i, j, shape());
    return coord_ == layout_.owner(i, j);
  }
  T* place_of(Index i, Index j) const {
    return local_.at(layout_.rows().to_local(i), layout_.cols().to_local(j));
  }

  void swap(DistMatrix& other) noexcept {
    StoredObject::swap(other);
    std::swap(layout_, other.layout_);
    std::swap(coord_, other.coord_);
    std::swap(local_, other.local_);
    std::swap(order_, other.order_);
  }

  Layout layout_;
  std::optional<Coord> coord_;
  LocalView<T> local_;
  StorageOrder order_ = StorageOrder::Fortran;
};

}  // namespace ashlar
