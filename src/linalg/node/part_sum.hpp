// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>

#include <ashlar/matrix/dist_matrix.hpp>

#include "linalg/local/blas.hpp"
#include "linalg/operand.hpp"
#include "product_grid.hpp"

namespace ashlar::node {

/// This rank's part of C, a sum of products of slabs.
template <class T>
struct PartSum {
  Coord me;
  local::Tile<T> c;
  T alpha;
  T beta;  ///< factor of C in the next addition

  void add(const local::Factor<T>& a, const local::Factor<T>& b) {
    local::gemm(alpha, a, b, beta, c);
    beta = T(1);
  }
  /// Adds in strips of `width` columns, each followed by a call of `look`.
  template <class F>
  void add(const local::Factor<T>& a, const local::Factor<T>& b, Index width, F&& look) {
    for (Index j = 0; j < c.cols; j += width) {
      const Index cols = std::min(width, c.cols - j);
      local::gemm(alpha, a, b.part(0, j, b.rows(), cols), beta, c.part(0, j, c.rows, cols));
      look();
    }
    beta = T(1);
  }
};

/// @pre column-major
template <class T>
local::Tile<T> tile_of(const MatrixView<T>& view) {
  const LocalView<T> part = view.local();
  return {part.data, part.rows, part.cols, part.col_stride};
}

/// C's layout if it is balanced enough to compute in place; else nullopt.
template <Scalar T>
std::optional<Layout> even_layout_of(const MatrixView<T>& c, Index depth, int ranks,
                                     const MoveCost& cost = {}) {
  if (c.matrix().storage_order() != StorageOrder::Fortran) return {};
  if (!starts_blocks(c.layout(), c.section())) return {};
  const Layout own = ashlar::detail::section_layout(c.layout(), c.section());
  if (!is_even_enough(own, depth, ranks, cost)) return {};
  return own;
}

}  // namespace ashlar::node
