// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/layout/section_of.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// A rectangle of a BlockMatrix or ReplicatedMatrix: the matrix and two ranges. Not owning. M may
/// be const.
template <class M>
class PlacedView {
 public:
  using Value = typename std::remove_const_t<M>::Value;
  using Matrix = M;

  PlacedView(M& matrix)  // NOLINT(google-explicit-constructor): a matrix is a view of itself
      : matrix_(&matrix), section_(Section::all(matrix.shape())) {}

  /// @throws ArgumentError if a range is outside the matrix or backwards
  PlacedView(M& matrix, const Section& section)
      : matrix_(&matrix), section_(detail::section_of("view", section, matrix.shape())) {}

  M& matrix() const { return *matrix_; }
  const Section& section() const { return section_; }
  Shape shape() const { return section_.shape(); }
  Index rows() const { return section_.rows.size(); }
  Index cols() const { return section_.cols.size(); }
  mpi::CommunicatorView comm() const { return matrix_->comm(); }

 private:
  M* matrix_;
  Section section_;
};

}  // namespace ashlar
