// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_replicated_matrix.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/matrix_view.hpp>

namespace ashlar {

namespace detail {
Layout whole_layout(Shape shape);
}  // namespace detail

/// Matrix with one replica per group of ranks, each with the same layout (see Replicas). copy_into
/// writes all replicas and reads the nearest one. Direct writes of the program must keep the
/// replicas equal.
///
/// Construction and destruction are as for DistMatrix.
template <class T>
class ReplicatedMatrix {
 public:
  using Value = T;

  /// Empty matrix without communicator. [local]
  ReplicatedMatrix() = default;

  /// New matrix, zero by default.
  /// @param layout  [same] of one replica; ranks within a group
  /// @param replicas  [same]
  /// @throws ArgumentError  if `comm` lacks ranks, or the layout has more than a group
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its block
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

  /// Deep copy of each replica in new storage. @collective over comm()
  ReplicatedMatrix copy() const { return ReplicatedMatrix(untyped().copy()); }

  /// Matrix with a replica on every rank of `comm`. @collective over `comm`
  static ReplicatedMatrix everywhere(mpi::CommunicatorView comm, Shape shape,
                                     StorageOptions options = {}) {
    return {comm, detail::whole_layout(shape), Replicas(comm.size(), 1), options};
  }

  /// Replicas in the caller's memory, which must outlive the matrix; no copy.
  /// @param local  as for DistMatrix::wrap
  /// @collective over `comm`
  static ReplicatedMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                               const Replicas& replicas, const detail::LocalBlock<T>& local) {
    return ReplicatedMatrix(detail::AnyReplicatedMatrix::wrap(
        comm, Placement(layout, replicas), detail::as_bytes(local), detail::ElementType::of<T>()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<ReplicatedMatrix> wrap_const(mpi::CommunicatorView comm, const Layout& layout,
                                               const Replicas& replicas,
                                               const detail::LocalBlock<const T>& local) {
    return ReadOnly(wrap(comm, layout, replicas, detail::writable(local)));
  }

  /// Layout of one replica, with ranks within a group.
  const Layout& layout() const { return *placement_.layout(); }
  const Replicas& replicas() const { return placement_.replicas(); }
  const Placement& placement() const { return placement_; }
  Shape shape() const { return layout().shape(); }
  Index rows() const { return shape().rows; }
  Index cols() const { return shape().cols; }
  mpi::CommunicatorView comm() const { return mine_.comm(); }

  /// Local block of this rank's replica. [local]
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

  /// Pointer to element (i, j) of this rank's replica on its owner, else null. [local]
  T* find(Index i, Index j) { return mine_.find(i, j); }
  const T* find(Index i, Index j) const { return mine_.find(i, j); }
  /// Sets element (i, j) on its owner in every replica; no effect on other ranks. [local]
  void set(Index i, Index j, T value) { mine_.set(i, j, value); }
  /// Sets every element of every replica to f(i, j) of its global indices. [local]
  template <class F>
  void fill_with(F&& f) {
    mine_.fill_with(std::forward<F>(f));
  }
  void fill(T value) { mine_.fill(value); }

  /// One replica as a matrix over comm() in the same memory; ranks outside its group are idle.
  /// @param number  [same]
  /// @throws ArgumentError if the replica does not exist
  /// @collective over comm()
  DistMatrix<T> replica(int number) { return DistMatrix<T>(untyped().replica(number)); }

  /// Submatrix without a copy.
  /// @throws ArgumentError if a range is outside the matrix or reversed
  detail::PlacedView<ReplicatedMatrix> view(Range rows, Range cols) & {
    return {*this, {rows, cols}};
  }
  detail::PlacedView<const ReplicatedMatrix> view(Range rows, Range cols) const& {
    return {*this, {rows, cols}};
  }
  template <class Refused = T>
  detail::PlacedView<const ReplicatedMatrix> view(Range, Range) const&& {
    detail::refuse_temporary<Refused>();
  }

 private:
  /// Type-erased reference to this matrix.
  detail::AnyReplicatedMatrix untyped() const { return {placement_, seat_, mine_.untyped()}; }
  explicit ReplicatedMatrix(detail::AnyReplicatedMatrix&& made) noexcept
      : placement_(std::move(made.placement)),
        seat_(made.seat),
        mine_(DistMatrix<T>(std::move(made.mine))) {}

  Placement placement_{Layout()};
  std::optional<Replicas::Seat> seat_;
  DistMatrix<T> mine_;  // replica of this rank's group
};

template <class T>
std::ostream& operator<<(std::ostream& stream, const ReplicatedMatrix<T>&) {
  detail::refuse_printing<ReplicatedMatrix<T>>();
  return stream;
}

namespace detail {

/// Layout of replica `number` on ranks of the communicator.
/// @throws ArgumentError if the replica does not exist
Layout layout_of_replica(const Layout& layout, const Replicas& replicas, int number);

}  // namespace detail

}  // namespace ashlar
