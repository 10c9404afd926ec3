// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/section_of.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/read_only.hpp>
#include <ashlar/mpi/bound_communicator.hpp>
#include <ashlar/mpi/process_grid.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar {

template <class T>
class MatrixView;

/// Contents of a new matrix.
enum class Init { Zero, Uninitialized };

/// Storage of a new matrix's local blocks.
struct StorageOptions {
  Init init = Init::Zero;
  mpi::StorageKind kind =
      mpi::StorageKind::Automatic;  ///< [same] shared where the node allows it, else heap
  StorageOrder order = StorageOrder::Fortran;  ///< [same] column-major (Fortran) or row-major (C)
                                               ///< blocks of a DistMatrix or ReplicatedMatrix
};

/// Least leading dimension (ScaLAPACK LLD) of a block.
constexpr Index tight_ld(Shape block) { return block.rows > 1 ? block.rows : 1; }

/// Leading dimension of a column-major block that a matrix keeps itself (of a row-major one, that
/// of the transposed block): its rows, from 64 rows on rounded up so that all columns begin alike
/// within a cache line, whatever the element, but not to a multiple of 512, where columns side by
/// side would fall into the same sets of a cache.
constexpr Index owned_ld(Shape block) {
  constexpr Index widest = Index{1} << 62;
  if (block.rows < 64 || block.rows > widest) return tight_ld(block);
  const Index whole_lines = (block.rows + 15) / 16 * 16;
  return whole_lines % 512 == 0 ? whole_lines + 16 : whole_lines;
}

/// A dense matrix dealt block-cyclically to the ranks of a communicator: a layout, this rank's
/// local block and a way to reach it. The block is owned (in a segment that the node's ranks share,
/// else on the heap) or is the caller's own memory.
///
/// Move-only: making one, a copy() included, is collective over its communicator, ranks without
/// elements included; moving and destroying one is local, in any order. The communicator must
/// outlive its use, not the matrix's destruction. Each element is on one rank only.
template <class T>
class DistMatrix {
  static_assert(Storable<T>,
                "elements are trivially copyable and have 1, 2, 4, 8 or 16 bytes: pad a struct to "
                "one of these sizes, or keep its members in matrices of their own");

 public:
  using Value = T;

  /// The empty matrix of no communicator; only good for assigning to. [local]
  DistMatrix() = default;

  /// A new matrix, zero unless `options` say otherwise.
  /// @param layout  [same] its largest rank must exist in `comm`
  /// @throws ArgumentError  if the layout names a rank that `comm` does not have
  /// @throws OutOfMemory    on all ranks, if one of them cannot have its block
  /// @collective over `comm`
  DistMatrix(mpi::CommunicatorView comm, const Layout& layout, StorageOptions options = {})
      : DistMatrix(DistMatrix<Bits>::make(comm, layout, options)) {}

  /// The same with the layout `grid.layout(shape, blocking)`.
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
  DistMatrix copy() const { return DistMatrix(bits().make_copy()); }

  /// A matrix in the caller's own memory, which must outlive it; nothing is copied.
  /// @param local  [local] this rank's block; its pointer may be null where it is empty, its order
  /// is [same]
  /// @throws ArgumentError on all ranks, if a pointer or leading dimension is wrong on one of them
  /// @collective over `comm`
  /// @example auto a = DistMatrix<double>::wrap(comm, layout, {memory.data(), ld});
  static DistMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                         const LocalBlock<T>& local) {
    return DistMatrix(DistMatrix<Bits>::make_wrapped(comm, layout, bits_of(local)));
  }
  /// The same of memory that is only read.
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
    return DistMatrix(
        DistMatrix<Bits>::make_described(comm, ranks, descriptor, reinterpret_cast<Bits*>(local)));
  }

  const Layout& layout() const { return layout_; }
  Shape shape() const { return layout_.shape(); }
  Index rows() const { return layout_.rows().extent; }
  Index cols() const { return layout_.cols().extent; }
  /// @throws ArgumentError if it was freed
  mpi::CommunicatorView comm() const { return comm_.get(); }

  /// This rank's position in the grid, or nothing if it is idle.
  std::optional<Coord> coord() const { return coord_; }

  /// This rank's block (ScaLAPACK's local array): 0x0 on an idle rank. Its pointer is never null
  /// and may be handed to Fortran, also where the block is empty. [local]
  LocalView<T> local() { return local_; }
  LocalView<const T> local() const { return local_; }
  Shape local_shape() const { return {local_.rows, local_.cols}; }
  Index local_rows() const { return local_.rows; }
  Index local_cols() const { return local_.cols; }
  /// ScaLAPACK LLD, at least 1: the stride between columns, or between rows of row-major memory.
  Index lld() const {
    return order_ == StorageOrder::Fortran ? local_.col_stride : local_.row_stride;
  }
  StorageOrder storage_order() const { return order_; }
  /// True if the block is the caller's own memory. [same]
  bool is_wrapped() const { return storage_.is_null(); }
  /// Storage of the block; an empty handle when it is the caller's memory.
  const mpi::Storage& storage() const { return storage_; }
  /// Serial number of the matrix on its communicator: never used again, handed on when the matrix
  /// is moved; 0 for the empty matrix. [same]
  Index number() const { return number_; }

  /// Global row of local row `il`, global column of local column `jl` (ScaLAPACK INDXL2G).
  /// @pre this rank is not idle
  Index global_row(Index il) const { return layout_.rows().to_global(coord_->row, il); }
  Index global_col(Index jl) const { return layout_.cols().to_global(coord_->col, jl); }

  /// Pointer to element (i, j) if this rank owns it, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j) { return owns(i, j) ? local_.at(row_of(i), col_of(j)) : nullptr; }
  const T* find(Index i, Index j) const {
    return owns(i, j) ? local_.at(row_of(i), col_of(j)) : nullptr;
  }

  /// Element (i, j) on every rank, sent by its owner (MPI_Bcast). For bulk reads use gather or a
  /// move: each call is a message.
  /// @throws ArgumentError if (i, j) is outside
  /// @collective over comm()
  T broadcast(Index i, Index j) const { return std::bit_cast<T>(bits().send_element(i, j)); }
  /// Sets element (i, j) where it lives; others ignore the call. [local]
  /// @throws ArgumentError if (i, j) is outside
  void set(Index i, Index j, T value) {
    detail::check_index("DistMatrix::set", i, j, shape());
    if (T* mine = find(i, j)) *mine = value;
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
  MatrixView<T> view(Range rows, Range cols) {
    return {*this, detail::section_of("DistMatrix::view", {rows, cols}, shape())};
  }
  MatrixView<const T> view(Range rows, Range cols) const {
    return {*this, detail::section_of("DistMatrix::view", {rows, cols}, shape())};
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
  friend class DistMatrix;
  template <class U>
  friend class ReplicatedMatrix;

  // What needs more than the header is made of bits, so that it is there for every element type.
  using Bits = BitsOf<T>;
  static DistMatrix make(mpi::CommunicatorView comm, const Layout& layout,
                         const StorageOptions& options);
  static DistMatrix make_wrapped(mpi::CommunicatorView comm, const Layout& layout,
                                 const LocalBlock<T>& local);
  static DistMatrix make_described(mpi::CommunicatorView comm, const RankMap& ranks,
                                   const Descriptor& descriptor, T* local);
  DistMatrix make_copy() const;
  T send_element(Index i, Index j) const;

  static LocalBlock<Bits> bits_of(const LocalBlock<T>& local) {
    return {reinterpret_cast<Bits*>(local.data), local.ld, local.order};
  }
  /// The same matrix as bits, for as long as this one lives: it owns nothing.
  DistMatrix<Bits> bits() const {
    DistMatrix<Bits> result;
    result.comm_ = comm_;
    result.layout_ = layout_;
    result.coord_ = coord_;
    result.local_ = {reinterpret_cast<Bits*>(local_.data), local_.rows, local_.cols,
                     local_.row_stride, local_.col_stride};
    result.order_ = order_;
    result.kind_ = kind_;
    result.number_ = number_;
    return result;
  }
  explicit DistMatrix(DistMatrix<Bits>&& made)
  requires(!std::same_as<T, Bits>)
      : comm_(std::move(made.comm_)),
        layout_(std::move(made.layout_)),
        coord_(made.coord_),
        storage_(std::move(made.storage_)),
        local_{reinterpret_cast<T*>(made.local_.data), made.local_.rows, made.local_.cols,
               made.local_.row_stride, made.local_.col_stride},
        order_(made.order_),
        kind_(made.kind_),
        number_(made.number_) {}

  /// A matrix whose block is yet to come.
  struct Unbound {};
  DistMatrix(Unbound, mpi::CommunicatorView comm, const Layout& layout, StorageOrder order);
  void set_leading_dimension(Index ld);

  bool owns(Index i, Index j) const {
    detail::check_index("DistMatrix::find", i, j, shape());
    return coord_ == layout_.owner(i, j);
  }
  Index row_of(Index i) const { return layout_.rows().to_local(i); }
  Index col_of(Index j) const { return layout_.cols().to_local(j); }

  void swap(DistMatrix& other) noexcept {
    std::swap(comm_, other.comm_);
    std::swap(layout_, other.layout_);
    std::swap(coord_, other.coord_);
    std::swap(storage_, other.storage_);
    std::swap(local_, other.local_);
    std::swap(order_, other.order_);
    std::swap(kind_, other.kind_);
    std::swap(number_, other.number_);
  }

  mpi::BoundCommunicator comm_;
  Layout layout_;
  std::optional<Coord> coord_;
  mpi::Storage storage_;
  LocalView<T> local_;
  StorageOrder order_ = StorageOrder::Fortran;
  mpi::StorageKind kind_ =
      mpi::StorageKind::Automatic;  // as asked for, so that a copy asks the same on all ranks
  Index number_ = 0;
};

/// A rectangle of a DistMatrix: the matrix and two ranges. Not owning. T may be const.
template <class T>
class MatrixView {
 public:
  using Value = std::remove_const_t<T>;
  using Matrix = std::conditional_t<std::is_const_v<T>, const DistMatrix<Value>, DistMatrix<Value>>;

  MatrixView(Matrix& matrix)  // NOLINT(google-explicit-constructor): a matrix is a view of itself
      : matrix_(&matrix), section_(Section::all(matrix.shape())) {}
  MatrixView(Matrix& matrix, const Section& section) : matrix_(&matrix), section_(section) {}

  Matrix& matrix() const { return *matrix_; }
  const Section& section() const { return section_; }
  Shape shape() const { return section_.shape(); }
  Index rows() const { return section_.rows.size(); }
  Index cols() const { return section_.cols.size(); }
  mpi::CommunicatorView comm() const { return matrix_->comm(); }
  const Layout& layout() const { return matrix_->layout(); }

  /// This rank's elements of the view: a rectangle of its block, since local order is global order.
  /// [local]
  /// @cost O(1)
  /// @example rows [2, 9) of an axis with block 3 on 2 processes: process 0 keeps 2, 6-8, its local
  /// rows [2, 6)
  LocalView<T> local() const {
    LocalView<T> part = matrix_->local();
    const auto& coord = matrix_->coord();
    if (!coord) return {part.data, 0, 0, 1, 1};
    const Range rows = layout().rows().local_range(coord->row, section_.rows);
    const Range cols = layout().cols().local_range(coord->col, section_.cols);
    if (!rows.empty() && !cols.empty()) part.data = part.at(rows.first, cols.first);
    part.rows = rows.size();
    part.cols = cols.size();
    return part;
  }

  /// The rectangle rows x cols of this view: indices count within it.
  /// @throws ArgumentError if a range is outside the view or backwards
  MatrixView view(Range rows, Range cols) const {
    const Section part = detail::section_of("MatrixView::view", {rows, cols}, shape());
    const auto shifted = [](Range range, Index by) {
      return Range{range.first + by, range.last + by};
    };
    return {*matrix_, Section{shifted(part.rows, section_.rows.first),
                              shifted(part.cols, section_.cols.first)}};
  }

  operator MatrixView<const Value>() const  // NOLINT(google-explicit-constructor): adds const
  requires(!std::is_const_v<T>)
  {
    return {*matrix_, section_};
  }

 private:
  Matrix* matrix_;
  Section section_;
};

/// Operand of every operation: a DistMatrix or a view of one.
template <class M>
concept MatrixLike =
    requires { typename std::remove_cvref_t<M>::Value; } &&
    (std::same_as<std::remove_cvref_t<M>, DistMatrix<typename std::remove_cvref_t<M>::Value>> ||
     std::same_as<std::remove_cvref_t<M>, MatrixView<typename std::remove_cvref_t<M>::Value>> ||
     std::same_as<std::remove_cvref_t<M>,
                  MatrixView<const typename std::remove_cvref_t<M>::Value>>);

template <MatrixLike M>
using ValueOf = typename std::remove_cvref_t<M>::Value;

/// A read-only view of a matrix or view.
template <MatrixLike M>
MatrixView<const ValueOf<M>> const_view(const M& m) {
  return MatrixView<const ValueOf<M>>(m);
}

}  // namespace ashlar
