// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/expect.hpp>
#include <ashlar/layout/shape.hpp>

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
  PlacedView(M& matrix, const Section& section) : matrix_(&matrix), section_(section) {
    check("rows", section.rows, matrix.shape().rows);
    check("columns", section.cols, matrix.shape().cols);
  }

  M& matrix() const { return *matrix_; }
  const Section& section() const { return section_; }
  Shape shape() const { return section_.shape(); }

 private:
  static void check(const char* what, Range range, Index extent) {
    expect(0 <= range.first && range.first <= range.last && range.last <= extent, "view: the ",
           what, " [", range.first, ", ", range.last, ") are not a range within [0, ", extent, ")");
  }

  M* matrix_;
  Section section_;
};

}  // namespace ashlar
