// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/placed_view.hpp>

namespace ashlar {

/// A matrix of which several groups of ranks keep a copy each, dealt by one layout within every
/// group (see Copies). It is up to the program that copies agree where it writes to them itself:
/// copy_into writes all of them, and reads the nearest.
///
/// Made, copied, moved and destroyed like a DistMatrix.
template <Element T>
class ReplicatedMatrix {
 public:
  using Value = T;

  /// The empty matrix of no communicator; only good for assigning to. [local]
  ReplicatedMatrix() = default;

  /// A new matrix, zero in all copies unless `options` say otherwise.
  /// @param layout  [same] of one copy; its ranks count within a group
  /// @param copies  [same]
  /// @throws ArgumentError  if `comm` has not all the ranks, or a group fewer than the layout names
  /// @throws OutOfMemory    on all ranks, if one of them cannot have its block
  /// @collective over `comm`
  ReplicatedMatrix(mpi::CommunicatorView comm, const Layout& layout, const Copies& copies,
                   StorageOptions options = {});

  /// A matrix that every rank of `comm` keeps whole. @collective over `comm`
  static ReplicatedMatrix everywhere(mpi::CommunicatorView comm, Shape shape,
                                     StorageOptions options = {});

  /// Copies in the caller's own memory, which must outlive the matrix; nothing is copied.
  /// @param local, ld, order  as for DistMatrix::wrap
  /// @collective over `comm`
  static ReplicatedMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                               const Copies& copies, T* local, Index ld,
                               StorageOrder order = StorageOrder::Fortran);

  /// Layout of one copy; its ranks count within a group.
  const Layout& layout() const { return *placement_.layout(); }
  const Copies& copies() const { return placement_.copies(); }
  const Placement& placement() const { return placement_; }
  Shape shape() const { return layout().shape(); }
  mpi::CommunicatorView comm() const { return mine_.comm(); }

  /// Number of the copy that this rank keeps a part of; nothing if it is in no group. [local]
  std::optional<int> copy_number() const {
    return seat_ ? std::optional<int>(seat_->copy) : std::nullopt;
  }
  /// This rank's block of its copy. [local]
  LocalView<T> local() { return mine_.local(); }
  LocalView<const T> local() const { return mine_.local(); }
  bool is_wrapped() const { return mine_.is_wrapped(); }
  const mpi::Storage& storage() const { return mine_.storage(); }
  StorageOrder storage_order() const { return mine_.storage_order(); }
  Index number() const { return mine_.number(); }

  /// Pointer to element (i, j) of this rank's copy if this rank owns it there, else null. [local]
  T* find(Index i, Index j) { return mine_.find(i, j); }
  const T* find(Index i, Index j) const { return mine_.find(i, j); }
  /// Sets element (i, j) where it lives, in every copy; others ignore the call. [local]
  void set(Index i, Index j, T value) { mine_.set(i, j, value); }
  /// Every element of every copy becomes f(i, j) of its global indices. [local]
  template <class F>
  void fill_with(F&& f) {
    mine_.fill_with(std::forward<F>(f));
  }
  void fill(T value) { mine_.fill(value); }

  /// One copy as a matrix over comm() in the same memory; ranks outside its group are idle.
  /// @param number  [same]
  /// @throws ArgumentError if there is no such copy
  /// @collective over comm()
  DistMatrix<T> copy(int number);

  /// The rectangle rows x cols of this matrix, without a copy.
  /// @throws ArgumentError if a range is outside the matrix or backwards
  PlacedView<ReplicatedMatrix> view(Range rows, Range cols) { return {*this, {rows, cols}}; }
  PlacedView<const ReplicatedMatrix> view(Range rows, Range cols) const {
    return {*this, {rows, cols}};
  }

 private:
  ReplicatedMatrix(mpi::CommunicatorView comm, const Placement& placement);

  Placement placement_{Layout()};
  std::optional<Copies::Seat> seat_;
  DistMatrix<T> mine_;  // this rank's copy: on the ranks of other groups another one
};

/// The layout of copy `number` with the ranks that it has in the communicator.
/// @throws ArgumentError if there is no such copy
Layout layout_of_copy(const Layout& layout, const Copies& copies, int number);

}  // namespace ashlar
