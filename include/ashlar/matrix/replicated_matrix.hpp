// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
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
class ReplicatedMatrix : public detail::TypedMatrix {
 public:
  using Value = T;

  /// Empty matrix without communicator. [local]
  ReplicatedMatrix() : ReplicatedMatrix(detail::AnyMatrix(element_type(), Layout())) {}

  /// New matrix, zero by default.
  /// @param layout  [same] of one replica; ranks within a group
  /// @param replicas  [same]
  /// @throws ArgumentError  if `comm` lacks ranks, or the layout has more than a group
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its block
  /// @collective over `comm`
  ReplicatedMatrix(mpi::CommunicatorView comm, const Layout& layout, const Replicas& replicas,
                   StorageOptions options = {})
      : ReplicatedMatrix(detail::AnyMatrix::make(
            "ReplicatedMatrix", comm, Placement(layout, replicas), options, element_type())) {}

  /// Deep copy of each replica in new storage. @collective over comm()
  ReplicatedMatrix copy() const { return ReplicatedMatrix(any_.copy("ReplicatedMatrix::copy")); }

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
    const auto block = detail::as_bytes(local);
    return ReplicatedMatrix(detail::AnyMatrix::wrap(
        "ReplicatedMatrix::wrap", comm, Placement(layout, replicas), {&block, 1}, element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<ReplicatedMatrix> wrap_const(mpi::CommunicatorView comm, const Layout& layout,
                                               const Replicas& replicas,
                                               const detail::LocalBlock<const T>& local) {
    return ReadOnly(wrap(comm, layout, replicas, detail::writable(local)));
  }

  /// Layout of one replica, with ranks within a group.
  const Layout& layout() const { return any_.layout(); }
  const Replicas& replicas() const { return placement().replicas(); }

  /// Local block of this rank's replica. [local]
  LocalView<T> local() & { return block(); }
  LocalView<const T> local() const& { return block(); }
  template <class Refused = T>
  LocalView<const T> local() const&& {
    detail::refuse_temporary<Refused>();
  }

  /// Pointer to element (i, j) of this rank's replica on its owner, else null. [local]
  T* find(Index i, Index j) { return place_of(i, j); }
  const T* find(Index i, Index j) const { return place_of(i, j); }
  /// Sets element (i, j) on its owner in every replica; no effect on other ranks. [local]
  void set(Index i, Index j, T value) {
    if (T* mine = find(i, j)) *mine = value;
  }
  /// Sets every element of every replica to f(i, j) of its global indices. [local]
  template <class F>
  void fill_with(F&& f) {
    const LocalView<T> memory = block();
    for (Index jl = 0; jl < memory.cols; ++jl)
      for (Index il = 0; il < memory.rows; ++il)
        memory(il, jl) = static_cast<T>(f(layout().rows().to_global(any_.coord->row, il),
                                          layout().cols().to_global(any_.coord->col, jl)));
  }
  void fill(T value) {
    fill_with([value](Index, Index) { return value; });
  }

  /// One replica as a matrix over comm() in the same memory; ranks outside its group are idle.
  /// @param number  [same]
  /// @throws ArgumentError if the replica does not exist
  /// @collective over comm()
  DistMatrix<T> replica(int number) { return DistMatrix<T>(any_.replica(number)); }

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
  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  explicit ReplicatedMatrix(detail::AnyMatrix&& made) noexcept
      : detail::TypedMatrix(std::move(made)) {}

  LocalView<T> block() const { return any_.blocks[0].template as<T>(); }
  T* place_of(Index i, Index j) const {
    detail::check_index("ReplicatedMatrix::find", i, j, shape());
    if (any_.coord != layout().owner(i, j)) return nullptr;
    return block().at(layout().rows().to_local(i), layout().cols().to_local(j));
  }
};

}  // namespace ashlar
