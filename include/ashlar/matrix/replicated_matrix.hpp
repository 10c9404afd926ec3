// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_replicated_matrix.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/matrix_view.hpp>

namespace ashlar {

namespace detail {
/// A single block on a single rank.
Layout whole_layout(Shape shape);
}  // namespace detail

/// A matrix of which several groups of ranks keep a replica each, dealt by one layout within every
/// group (see Replicas). It is up to the program that replicas agree where it writes to them
/// itself: copy_into writes all of them, and reads the nearest.
///
/// Made, moved and destroyed like a DistMatrix.
template <class T>
class ReplicatedMatrix {
 public:
  using Value = T;

  /// The empty matrix of no communicator; only good for assigning to. [local]
  ReplicatedMatrix() = default;

  /// A new matrix, zero in all replicas unless `options` say otherwise.
  /// @param layout  [same] of one replica; its ranks count within a group
  /// @param replicas  [same]
  /// @throws ArgumentError  if `comm` has not all the ranks, or a group fewer than the layout names
  /// @throws OutOfMemory    on all ranks, if one of them cannot have its block
  /// @collective over `comm`
  ReplicatedMatrix(mpi::CommunicatorView comm, const Layout& layout, const Replicas& replicas,
                   StorageOptions options = {})
      : ReplicatedMatrix(detail::AnyReplicatedMatrix::make(
            comm, Placement(layout, replicas), options, detail::ElementType::of<T>())) {}

  ReplicatedMatrix(const ReplicatedMatrix&) = delete;  // take a.copy(), which is collective
  ReplicatedMatrix& operator=(const ReplicatedMatrix&) =
      delete;  // take a.copy(), which is collective
  ReplicatedMatrix(ReplicatedMatrix&&) noexcept = default;
  ReplicatedMatrix& operator=(ReplicatedMatrix&&) noexcept = default;
  ~ReplicatedMatrix() = default;

  /// A deep copy with storage of its own: of each replica. @collective over comm()
  ReplicatedMatrix copy() const { return ReplicatedMatrix(untyped().copy()); }

  /// A matrix that every rank of `comm` keeps whole. @collective over `comm`
  static ReplicatedMatrix everywhere(mpi::CommunicatorView comm, Shape shape,
                                     StorageOptions options = {}) {
    return {comm, detail::whole_layout(shape), Replicas(comm.size(), 1), options};
  }

  /// Replicas in the caller's own memory, which must outlive the matrix; nothing is copied.
  /// @param local  as for DistMatrix::wrap
  /// @collective over `comm`
  static ReplicatedMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                               const Replicas& replicas, const LocalBlock<T>& local) {
    return ReplicatedMatrix(detail::AnyReplicatedMatrix::wrap(
        comm, Placement(layout, replicas), detail::as_bytes(local), detail::ElementType::of<T>()));
  }
  /// The same of memory that is only read. @collective over `comm`
  static ReadOnly<ReplicatedMatrix> wrap_const(mpi::CommunicatorView comm, const Layout& layout,
                                               const Replicas& replicas,
                                               const LocalBlock<const T>& local) {
    return ReadOnly(wrap(comm, layout, replicas, detail::writable(local)));
  }

  /// Layout of one replica; its ranks count within a group.
  const Layout& layout() const { return *placement_.layout(); }
  const Replicas& replicas() const { return placement_.replicas(); }
  const Placement& placement() const { return placement_; }
  Shape shape() const { return layout().shape(); }
  Index rows() const { return shape().rows; }
  Index cols() const { return shape().cols; }
  mpi::CommunicatorView comm() const { return mine_.comm(); }

  /// This rank's block of its replica. [local]
  LocalView<T> local() & { return mine_.local(); }
  LocalView<const T> local() const& { return mine_.local(); }
  template <class Refused = T>
  LocalView<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }
  bool is_wrapped() const { return mine_.is_wrapped(); }
  const mpi::Storage& storage() const { return mine_.storage(); }
  StorageOrder storage_order() const { return mine_.storage_order(); }
  Index number() const { return mine_.number(); }

  /// Pointer to element (i, j) of this rank's replica if this rank owns it there, else null.
  /// [local]
  T* find(Index i, Index j) { return mine_.find(i, j); }
  const T* find(Index i, Index j) const { return mine_.find(i, j); }
  /// Sets element (i, j) where it lives, in every replica; others ignore the call. [local]
  void set(Index i, Index j, T value) { mine_.set(i, j, value); }
  /// Every element of every replica becomes f(i, j) of its global indices. [local]
  template <class F>
  void fill_with(F&& f) {
    mine_.fill_with(std::forward<F>(f));
  }
  void fill(T value) { mine_.fill(value); }

  /// One replica as a matrix over comm() in the same memory; ranks outside its group are idle.
  /// @param number  [same]
  /// @throws ArgumentError if there is no such replica
  /// @collective over comm()
  DistMatrix<T> replica(int number) { return DistMatrix<T>(untyped().replica(number)); }

  /// The rectangle rows x cols of this matrix, without a copy.
  /// @throws ArgumentError if a range is outside the matrix or backwards
  PlacedView<ReplicatedMatrix> view(Range rows, Range cols) & { return {*this, {rows, cols}}; }
  PlacedView<const ReplicatedMatrix> view(Range rows, Range cols) const& {
    return {*this, {rows, cols}};
  }
  template <class Refused = T>
  PlacedView<const ReplicatedMatrix> view(Range, Range) const&& {
    detail::refuse_temporary<Refused>();
  }

 private:
  /// The same matrix without its element type, for as long as this one lives: it owns nothing.
  detail::AnyReplicatedMatrix untyped() const { return {placement_, seat_, mine_.untyped()}; }
  explicit ReplicatedMatrix(detail::AnyReplicatedMatrix&& made) noexcept
      : placement_(std::move(made.placement)),
        seat_(made.seat),
        mine_(DistMatrix<T>(std::move(made.mine))) {}

  Placement placement_{Layout()};
  std::optional<Replicas::Seat> seat_;
  DistMatrix<T> mine_;  // this rank's replica: on the ranks of other groups another one
};

template <class T>
std::ostream& operator<<(std::ostream& stream, const ReplicatedMatrix<T>&) {
  detail::refuse_printing<ReplicatedMatrix<T>>();
  return stream;
}

/// The layout of replica `number` with the ranks that it has in the communicator.
/// @throws ArgumentError if there is no such replica
Layout layout_of_replica(const Layout& layout, const Replicas& replicas, int number);

}  // namespace ashlar
