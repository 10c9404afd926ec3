// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "linalg/one_rank.hpp"

namespace ashlar::detail {

/// A matrix in rank 0's memory, accessible on the node, initially unset. @collective to construct
template <Element T>
class CommonMatrix {
 public:
  CommonMatrix(mpi::CommunicatorView comm, Shape shape)
      : matrix_(comm, on_rank_zero(shape), {.init = Init::Uninitialized}) {}

  /// True if all ranks can access it. [same]
  bool is_shared() const { return matrix_.storage().is_shared(); }

  /// @pre is_shared()
  local::Tile<T> tile() {
    const Shape shape = matrix_.shape();
    return {matrix_.storage().part_of(0).template as<T>(), shape.rows, shape.cols, owned_ld(shape)};
  }

  DistMatrix<T> release() && { return std::move(matrix_); }

 private:
  DistMatrix<T> matrix_;
};

}  // namespace ashlar::detail
