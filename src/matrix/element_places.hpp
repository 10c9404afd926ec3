// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar::detail {

inline constexpr Index nowhere = std::numeric_limits<Index>::max();

/// Row-major numbers of the local elements in a view, so that the least is the first element. A
/// view has fewer elements than an Index counts.
template <Element T>
class ElementPlaces {
 public:
  explicit ElementPlaces(const MatrixView<const T>& view)
      : matrix_(view.matrix()), section_(view.section()) {
    if (const auto& coord = matrix_.coord()) {
      first_row_ = matrix_.layout().rows().local_range(coord->row, section_.rows).first;
      first_col_ = matrix_.layout().cols().local_range(coord->col, section_.cols).first;
    }
  }

  /// Row and column in the view of its local row `il` and local column `jl`.
  Index row(Index il) const { return matrix_.global_row(first_row_ + il) - section_.rows.first; }
  Index col(Index jl) const { return matrix_.global_col(first_col_ + jl) - section_.cols.first; }

  Index at(Index il, Index jl) const { return row(il) * section_.cols.size() + col(jl); }

 private:
  const DistMatrix<T>& matrix_;
  Section section_;
  Index first_row_ = 0, first_col_ = 0;
};

}  // namespace ashlar::detail
